// Every kind of callback, each with a call that runs it.
#ifndef ACTS_HPP
#define ACTS_HPP

#include <functional>
#include <vector>

#include "tests.hpp"

struct act {
  const char* kind;
  const char* subject;                                        // of the error when it fails
  wattle::error (*run)(const std::function<void()>& inside);  // makes the callback, which calls `inside`, and runs it
};

const std::vector<act>& all_acts();

#endif
