// From the cases' JSON to the values of the library. What is made borrows from the JSON, and from the shelf.
#ifndef BUILD_HPP
#define BUILD_HPP

#include <deque>
#include <functional>

#include "harness.hpp"

// How many callables of cases there are: none when a case is over.
extern int live_callables;

// Keeps what borrowed lists and metadata are made of.
class shelf {
 public:
  wattle::str_list texts(const json& object, const char* key);
  std::string_view printed(const json& object, const char* key);

 private:
  std::deque<std::vector<wattle::str>> lists_;
  std::deque<std::string> texts_;
};

// Members that may be missing or null.
bool has(const json& object, const char* key);
std::optional<std::string_view> text_of(const json& object, const char* key);
template <class T> T value_of(const json& object, const char* key, T absent) { return has(object, key) ? object.at(key).get<T>() : absent; }

wattle::origin origin_of(const json& op);

// `fixed`: functions that could be either are static ones.
wattle::contribution build_contribution(shelf& keep, const json& one, bool fixed);
wattle::safety_policy build_policy(const json& one);
wattle::context build_context(const json& one);
wattle::state build_state(shelf& keep, const json& one);
wattle::compose_options build_options(const json& config);
// The budgets of a config, or empty: the entry of that depth, the last one for deeper ones.
std::function<std::uint64_t(std::uint32_t, std::optional<std::string_view>)> build_budget(const json& config);

// Registers or replaces a case's plugin.
wattle::result<> give_plugin(wattle::registry& registry, shelf& keep, const json& one, bool replace);

#endif
