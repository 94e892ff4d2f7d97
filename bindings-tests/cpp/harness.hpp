// What the files of the C++ harness share: see bindings-tests/README.md.
#ifndef HARNESS_HPP
#define HARNESS_HPP

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <wattle.hpp>

using nlohmann::json;
// Members keep their order, as in the transcript. Its dump() is what the transcript asks for.
using ordered = nlohmann::ordered_json;

// The case being run: where its lines go, and what differs from what it expects.
struct run {
  std::ofstream& transcript;
  std::vector<std::string> differences;

  void line(const ordered& fields) { transcript << fields.dump() << '\n'; }
  // `what`: the op, the resolve, … that is compared.
  void equal(const std::string& what, const json& got, const json& want);
  // That a call failed as expected, or that it did not; `key` is where the case has the status.
  void outcome(const std::string& what, const wattle::error& error, const json& expect, const char* key);
};

// How a failure stands in a line.
void add_error(ordered& line, const char* key, const wattle::error& error);

// One function a kind of case.
void run_resolve_case(run& now, const json& one);
void run_compose_case(run& now, const json& one);
void run_module_case(run& now, const json& one);
void run_guidance_case(run& now, const json& one);
// A case of taint has no name; `index` is its place in the file.
void run_taint_case(run& now, const json& one, std::size_t index);

// The composition of a case, or of an entry of a case's "resolves", and its line.
// The line of a prompt, and what the cases expect of it.
ordered prompt_fields(const wattle::prompt& prompt, std::string_view event);
json comparable(const wattle::prompt& prompt, std::string_view event);

template <class Compose> void run_composition(run& now, const std::string& name, std::size_t index, const json& expect,
                                              wattle::compose_options options, Compose compose) {
  const std::string what = "compose " + std::to_string(index);
  std::vector<std::string> events;
  auto note_event = [&](const wattle::prompt& built) { events.emplace_back(built.event_json()); };
  options.probes.on_built = note_event;
  const wattle::result<wattle::prompt> prompt = compose(options);
  ordered line = {{"case", name}, {"compose", index}};
  now.outcome(what, prompt.error(), expect, "error");
  if (prompt) {
    now.equal(what + ": events", events, {prompt->event_json()});
    now.equal(what, comparable(*prompt, events.at(0)), expect);
    line.update(prompt_fields(*prompt, events.at(0)));
  } else {
    add_error(line, "error", prompt.error());
  }
  now.line(line);
}

#endif
