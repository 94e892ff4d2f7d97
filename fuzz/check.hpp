// How a target looks at what the library does: assertions that end the process, and calls that may fail.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <wattle.h>

#include "naive.hpp"

#define CHECK(condition) ((condition) ? void() : check_failed(#condition, __FILE__, __LINE__))
// Says both values.
#define EQUAL(got, want) check_equal((got), (want), #got, __FILE__, __LINE__)

[[noreturn]] inline void check_failed(const std::string &what, const char *file, int line) {
  std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, what.c_str());
  std::abort();
}

inline std::string shown(const std::string &text) {
  std::string all = "\"";
  for (unsigned char c : text) {
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, c < 0x20 || c == '\\' ? "\\x%02x" : "%c", c);
    all += escaped;
  }
  return all + "\"";
}
inline std::string shown(double value) { return std::to_string(value); }
inline std::string shown(uint64_t value) { return std::to_string(value); }

inline void check_equal(const std::string &got, const std::string &want, const char *what, const char *file, int line) {
  if (got != want) check_failed(what + (" is " + shown(got)) + ", expected " + shown(want), file, line);
}
inline void check_equal(uint64_t got, uint64_t want, const char *what, const char *file, int line) {
  if (got != want) check_failed(what + (" is " + shown(got)) + ", expected " + shown(want), file, line);
}

inline wattle_str view(const std::string &text) { return {text.data(), text.size()}; }
inline std::string copy(wattle_str text) { return text.data ? std::string(text.data, text.len) : std::string(); }

// How a call went.
struct outcome {
  wattle_status status = WATTLE_OK;
  std::string subject;

  bool ok() const { return status == WATTLE_OK; }
  bool operator==(const outcome &other) const { return status == other.status && subject == other.subject; }
};

inline std::string shown(const outcome &how) { return copy(wattle_status_name(how.status)) + " " + shown(how.subject); }

inline void check_equal(const outcome &got, const outcome &want, const char *what, const char *file, int line) {
  if (!(got == want)) check_failed(what + (" is " + shown(got)) + ", expected " + shown(want), file, line);
}

// Runs a call that takes an error, and looks at the error as everybody may.
template <class Call> outcome outcome_of(Call call) {
  wattle_error *error = nullptr;
  const wattle_status status = call(&error);
  CHECK((status == WATTLE_OK) == (error == nullptr));
  if (!error) return {};
  EQUAL(uint64_t(wattle_error_status(error)), uint64_t(status));
  const std::string message = copy(wattle_error_message(error)), subject = copy(wattle_error_subject(error));
  CHECK(!message.empty() && is_utf8(message) && is_utf8(subject));
  CHECK(wattle_error_subject(error).data[subject.size()] == 0);
  CHECK(status != WATTLE_INTERNAL && status != WATTLE_OUT_OF_MEMORY);
  wattle_error_free(error);
  return {status, subject};
}

// For calls that the target makes for its own ends.
template <class Call> void must(Call call) { EQUAL(outcome_of(call), outcome{}); }

template <class Handle, void (*release)(Handle *)> struct releases {
  void operator()(Handle *handle) const { release(handle); }
};
template <class Handle, void (*release)(Handle *)> using owned = std::unique_ptr<Handle, releases<Handle, release>>;

using owned_prompt = owned<wattle_prompt, wattle_prompt_free>;
using owned_bundle = owned<wattle_bundle, wattle_bundle_free>;
using owned_registry = owned<wattle_registry, wattle_registry_free>;
using owned_text = owned<wattle_text, wattle_text_free>;
using owned_diff = owned<wattle_diff, wattle_diff_free>;
using owned_guidance = owned<wattle_guidance, wattle_guidance_free>;
using owned_builder = owned<wattle_module_builder, wattle_module_builder_free>;
using owned_renderings = owned<wattle_renderings, wattle_renderings_free>;

inline owned_registry new_registry(const wattle_registry_options &options) {
  wattle_registry *registry = nullptr;
  must([&](wattle_error **error) { return wattle_registry_new(&options, &registry, error); });
  return owned_registry(registry);
}

// One that begins with nothing.
inline wattle_registry_options nothing_seeded() {
  wattle_registry_options options = WATTLE_REGISTRY_OPTIONS_INIT;
  options.seed_core_defaults = options.seed_core_templates = options.seed_safety_policies = WATTLE_NO;
  return options;
}

inline std::string dump(const wattle_registry *registry) {
  wattle_text *text = nullptr;
  must([&](wattle_error **error) { return wattle_registry_json(registry, &text, error); });
  const owned_text kept(text);
  return copy(wattle_text_view(text));
}

#endif
