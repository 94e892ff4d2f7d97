// A plugin in C++: the same, with objects that own what they need, and exceptions that stay inside.
//
// Inline variables, static locals of inline functions and std::make_shared become "unique" symbols (`nm -D` says u), and an object that
// exports one is never unloaded: exports.map, which every plugin is linked with, keeps them inside.
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "../agreement.h"

WATTLE_TABLE_DEFINITION

// Its update is built with another one.
#ifndef VERSION
#define VERSION "1.0.0"
#endif

namespace {

wattle_str view(const std::string &text) {
  wattle_str view = { text.data(), text.size() };
  return view;
}

// Does the work of a callback. An exception that leaves it would end the process: it becomes the callback's failure.
template <class Work> wattle_status inside(wattle_call *call, Work work) noexcept {
  try {
    return work();
  } catch (const std::exception &exception) {
    return wattle_call_fail(call, wattle_cstr(exception.what()));
  } catch (...) {
    return wattle_call_fail(call, WATTLE_STR("an exception of an unknown type"));
  }
}

// The plugin's own object. Several threads read it at once and nobody changes it, so it needs no lock.
class Valves {
public:
  Valves() : names{ "north field", "south field" } {}

  std::string text() const {
    std::string text = "The valves that irrigation " VERSION " knows:";
    for (const std::string &name : names)
      text += "\n- " + name;
    return text;
  }

private:
  std::vector<std::string> names;
};

} // namespace

extern "C" {

static void drop_valves(void *user_data) { delete static_cast<Valves *>(user_data); }

static wattle_status write_valves(void *user_data, wattle_call *call, const wattle_context *, const wattle_state *) {
  return inside(call, [=] { return wattle_call_write(call, view(static_cast<const Valves *>(user_data)->text())); });
}

// Each turn: after tool calls, a reminder.
static wattle_status emit_reminder(void *, wattle_call *call, const wattle_context *, const wattle_state *state) {
  if (state->prior_turn_had_tool_calls != WATTLE_YES)
    return WATTLE_OK;
  const wattle_contribution reminder =
    wattle_append_prompt(WATTLE_STR("irrigation.reminder"), WATTLE_STR("Irrigation " VERSION ": close every valve that you opened."));
  return wattle_call_emit(call, &reminder, NULL);
}

wattle_status wattle_plugin_entry_v1(const wattle_api *api, wattle_registry *registry, void *host_data, wattle_error **error) {
  const wattle_status status = begin_plugin(api, error);
  if (status != WATTLE_OK)
    return status;
  try {
    wattle_contribution prompt =
      wattle_append_prompt(WATTLE_STR("irrigation.rules"), WATTLE_STR("Irrigation " VERSION ": water at dawn or after sunset."));
    wattle_contribution runtime_prompt = wattle_append_prompt(WATTLE_STR("irrigation.valves"), wattle_cstr(NULL));
    runtime_prompt.runtime_content = write_valves;
    runtime_prompt.user_data = new Valves; // the library's from the call below on
    runtime_prompt.drop = drop_valves;
    wattle_plugin plugin =
      wattle_create_plugin(WATTLE_STR("irrigation"), WATTLE_STR(VERSION), &prompt, 1, &runtime_prompt, 1);
    plugin.hook = emit_reminder;
    return register_plugin(registry, host_data, &plugin, error);
  } catch (const std::bad_alloc &) {
    return wattle_error_new(WATTLE_OUT_OF_MEMORY, WATTLE_STR("irrigation"), WATTLE_STR("no memory for the valves"), error);
  }
}
}
