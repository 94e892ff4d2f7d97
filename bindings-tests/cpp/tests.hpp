// What the C++ tests share: TEST registers a function, CHECK names what does not hold, and callables that count their ends.
#ifndef TESTS_HPP
#define TESTS_HPP

#include <string_view>
#include <utility>

#include <wattle.hpp>

#define TEST(name)                                              \
  static void name();                                           \
  static const test_registration name##_is_a_test(#name, name); \
  static void name()
#define CHECK(condition) check_that(static_cast<bool>(condition), #condition, __FILE__, __LINE__)

struct test_registration {
  test_registration(const char* name, void (*run)());
};
void check_that(bool holds, const char* what, const char* file, int line);
// What is being checked, in a loop over several.
void check_row(std::string_view row);

// Of a call that was refused: with this status and this subject, and a message.
bool refused(const wattle::error& error, wattle::status status, std::string_view subject);
template <class T> bool refused(const wattle::result<T>& result, wattle::status status, std::string_view subject) {
  return !result && result.status() == status && refused(result.error(), status, subject);
}

// Part of a callable: counts the ends of what was not moved from.
class tracked {
 public:
  explicit tracked(int& ends) noexcept : ends_(&ends) {}
  tracked(tracked&& other) noexcept : ends_(std::exchange(other.ends_, nullptr)) {}
  tracked& operator=(tracked&&) = delete;
  ~tracked() {
    if (ends_) ++*ends_;
  }

 private:
  int* ends_;
};

inline const wattle::context converse{wattle::call_class::converse, "anthropic"};

// A registry in which nothing is seeded.
inline wattle::result<wattle::registry> try_empty_registry() {
  wattle::registry_options options;
  options.seed_core_defaults = options.seed_safety_policies = false;
  return wattle::registry::try_new(options);
}

#if defined(__cpp_exceptions)
inline wattle::registry empty_registry() { return try_empty_registry().value(); }

// The wattle::error that is thrown, or ok.
template <class F> wattle::error thrown_by(F f) {
  try {
    f();
  } catch (const wattle::error& thrown) {
    return thrown;
  }
  return wattle::error();
}
#endif

#endif
