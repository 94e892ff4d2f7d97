// What callbacks write, in pieces that end anywhere: contents of every kind through wattle_call_write, renderings of modules through
// wattle_call_write_line. All of a text is there, or, where the whole is not UTF-8, the call fails and names whose it was.
#include "bytes.hpp"
#include "check.hpp"

namespace {

struct pieces {
  std::vector<std::string> parts;
  // What it returns in the end; what it tries besides, which changes nothing.
  bool fails = false, writes_wrongly = false;
  size_t runs = 0;
};

wattle_status write_text(pieces &says, wattle_call *call) {
  says.runs++;
  for (const std::string &part : says.parts) EQUAL(uint64_t(wattle_call_write(call, view(part))), WATTLE_OK);
  if (says.writes_wrongly) {
    EQUAL(uint64_t(wattle_call_write_line(call, WATTLE_STR("a line"))), WATTLE_INVALID_ARGUMENT);
    EQUAL(uint64_t(wattle_call_emit(call, nullptr, nullptr)) != WATTLE_OK, true);
  }
  return says.fails ? wattle_call_fail(call, WATTLE_STR("\xff it ends here")) : WATTLE_OK;
}

wattle_status static_content(void *data, wattle_call *call, const wattle_context *) { return write_text(*static_cast<pieces *>(data), call); }
wattle_status runtime_content(void *data, wattle_call *call, const wattle_context *, const wattle_state *) {
  return write_text(*static_cast<pieces *>(data), call);
}

wattle_status emit(void *data, wattle_call *call, const wattle_context *, const wattle_state *) {
  wattle_contribution emitted = wattle_append_prompt(WATTLE_STR("plug.emitted"), wattle_cstr(nullptr));
  emitted.runtime_content = runtime_content;
  emitted.user_data = data;
  if (static_cast<pieces *>(data)->writes_wrongly) EQUAL(uint64_t(wattle_call_write(call, WATTLE_STR("a text"))), WATTLE_INVALID_ARGUMENT);
  return wattle_call_emit(call, &emitted, nullptr);
}

wattle_status render(void *data, wattle_call *call, const wattle_agent_context *) {
  pieces &says = *static_cast<pieces *>(data);
  says.runs++;
  for (const std::string &part : says.parts) EQUAL(uint64_t(wattle_call_write_line(call, view(part))), WATTLE_OK);
  if (says.writes_wrongly) EQUAL(uint64_t(wattle_call_write(call, WATTLE_STR("a text"))), WATTLE_INVALID_ARGUMENT);
  return says.fails ? 99 : WATTLE_OK;
}

// How the text gets into a bundle, and the id that a failure names.
enum road { by_static, by_runtime, by_hook, by_policy, roads };
const char *const ids[] = {"host.text", "host.text", "plug.emitted", "safety.text"};

void take_road(wattle_registry *registry, road which, pieces &says) {
  if (which == by_policy) {
    wattle_safety_policy policy = WATTLE_SAFETY_POLICY_INIT;
    policy.id = WATTLE_STR("safety.text");
    policy.static_content = static_content;
    policy.enabled_by_default = 1;
    policy.user_data = &says;
    must([&](wattle_error **error) { return wattle_registry_register_safety_policy(registry, &policy, error); });
  } else if (which == by_hook) {
    wattle_plugin plugin = wattle_create_plugin(WATTLE_STR("plug"), WATTLE_STR("1"), nullptr, 0, nullptr, 0);
    plugin.hook = emit;
    plugin.user_data = &says;
    must([&](wattle_error **error) { return wattle_registry_register_plugin(registry, &plugin, error); });
  } else {
    wattle_contribution one = wattle_append_prompt(WATTLE_STR("host.text"), wattle_cstr(nullptr));
    if (which == by_static) one.static_content = static_content;
    if (which == by_runtime) one.runtime_content = runtime_content;
    one.user_data = &says;
    must([&](wattle_error **error) { return wattle_registry_register(registry, &one, 1, error); });
  }
}

// The text stands between two others, of which the first is also another callback's.
void check_content(road which, pieces &says) {
  const owned_registry registry = new_registry(nothing_seeded());
  pieces first{{"fir", "st"}, false, false, 0};
  wattle_contribution before = wattle_prepend_persona(WATTLE_STR("host.first"), wattle_cstr(nullptr));
  before.static_content = static_content;
  before.user_data = &first;
  must([&](wattle_error **error) { return wattle_registry_register(registry.get(), &before, 1, error); });
  take_road(registry.get(), which, says);

  wattle_context context = WATTLE_CONTEXT_INIT;
  context.call_class = WATTLE_CONVERSE;
  const std::string text = joined(says.parts, "");
  const bool good = is_utf8(text) && !says.fails;
  for (int turn = 0; turn < 2; turn++) {
    wattle_bundle *bundle = nullptr;
    const outcome got = outcome_of([&](wattle_error **error) { return wattle_registry_resolve(registry.get(), &context, nullptr, nullptr, &bundle, error); });
    const owned_bundle kept(bundle);
    if (!good) {
      EQUAL(got, (outcome{WATTLE_CALLBACK_FAILED, ids[which]}));
      continue;
    }
    EQUAL(got, outcome{});
    EQUAL(copy(wattle_bundle_text(bundle)), text.empty() ? "first" : "first\n\n" + text);
    if (text.empty()) continue;
    wattle_section section = WATTLE_SECTION_INIT;
    must([&](wattle_error **error) { return wattle_bundle_section(bundle, 1, &section, error); });
    EQUAL(copy(section.text), text);
    EQUAL(section.chars, chars(text));
    EQUAL(copy(section.id), ids[which]);
  }
  // A static text that is good is remembered; nothing else is.
  EQUAL(says.runs, good && (which == by_static || which == by_policy) ? 1 : 2);
}

void check_module(pieces &says) {
  wattle_module_builder *made = nullptr;
  must([&](wattle_error **error) { return wattle_module_builder_new(&made, error); });
  const owned_builder builder(made);
  wattle_module module = WATTLE_MODULE_INIT;
  module.name = WATTLE_STR("lines");
  module.render = render;
  module.user_data = &says;
  must([&](wattle_error **error) { return wattle_module_builder_add(made, &module, error); });
  wattle_agent_context context = WATTLE_AGENT_CONTEXT_INIT;
  wattle_prompt *prompt = nullptr;
  const outcome got = outcome_of([&](wattle_error **error) { return wattle_module_builder_build(made, &context, nullptr, &prompt, error); });
  const owned_prompt kept(prompt);
  const std::string text = joined(says.parts, "\n");
  EQUAL(says.runs, 1);
  if (says.fails || !is_utf8(text)) {
    EQUAL(got, (outcome{WATTLE_CALLBACK_FAILED, "lines"}));
    return;
  }
  EQUAL(got, outcome{});
  EQUAL(copy(wattle_prompt_text(prompt)), text);
  wattle_section section = WATTLE_SECTION_INIT;
  must([&](wattle_error **error) { return wattle_prompt_section(prompt, 0, &section, error); });
  EQUAL(section.text.data != nullptr, !says.parts.empty());
  EQUAL(section.chars, quarter(chars(text)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes in(data, size);
  const size_t which = in.below(roads + 1);
  pieces says;
  says.fails = in.once_in(32);
  says.writes_wrongly = in.once_in(8);
  // The whole text, cut where the input says, also within characters.
  const bool is_given = in.flag();
  const size_t cuts = in.below(12);
  std::vector<uint8_t> sizes;
  for (size_t n = 0; n < cuts; n++) sizes.push_back(in.byte());
  std::string all = is_given ? in.rest() : in.hardly_text(8) + in.hardly_text(8);
  for (uint8_t n : sizes) {
    says.parts.push_back(all.substr(0, n));
    all.erase(0, n);
  }
  if (!all.empty()) says.parts.push_back(all);
  if (which == roads) {
    check_module(says);
  } else {
    check_content(road(which), says);
  }
  return 0;
}
