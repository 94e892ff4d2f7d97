// A module builder: modules of the host's and built-in ones are added and removed, and prompts are built within a window; against
// module_model.hpp. What a built-in module says is taken from a builder that has only that one.
#include "module_inputs.hpp"
#include "prompt_check.hpp"

namespace {

const char *const builtins[] = {"identity", "injection-defense", "security", "tool-style", "memory-recall", "skills",
                                "commands", "delegation", "heartbeat", "runtime", "reply-gate"};
const uint32_t priorities[] = {0, 5, 10, 12, 60, 70, 72, 75, 80, 90, 95};
const bool optionals[] = {false, false, false, false, false, true, true, true, true, true, false};

size_t alive = 0;

// What is handed over with a module of the host's.
struct actor {
  module_row row;
  explicit actor(module_row what) : row(std::move(what)) { alive++; }
  ~actor() { alive--; }
};

void drop(void *data) { delete static_cast<actor *>(data); }
const module_row &row_of(void *data) { return static_cast<actor *>(data)->row; }

wattle_status should_include(void *data, wattle_call *, const wattle_agent_context *, uint8_t *answer) {
  *answer = row_of(data).fails_to_answer ? 2 : row_of(data).answers;
  return WATTLE_OK;
}

wattle_status write_lines(const lines &says, bool fails, wattle_call *call) {
  for (const std::string &line : says) EQUAL(uint64_t(wattle_call_write_line(call, view(line))), WATTLE_OK);
  return fails ? wattle_call_fail(call, WATTLE_STR("no lines today")) : WATTLE_OK;
}
wattle_status render(void *data, wattle_call *call, const wattle_agent_context *) {
  return write_lines(row_of(data).full, row_of(data).fails_to_render, call);
}
wattle_status render_minimal(void *data, wattle_call *call, const wattle_agent_context *) {
  return write_lines(*row_of(data).minimal, row_of(data).fails_minimally, call);
}
wattle_status estimate(void *data, wattle_call *, const wattle_agent_context *, uint64_t *tokens) {
  if (row_of(data).estimate) *tokens = *row_of(data).estimate;
  return row_of(data).fails_to_estimate ? 5 : WATTLE_OK;
}

owned_builder new_builder() {
  wattle_module_builder *builder = nullptr;
  must([&](wattle_error **error) { return wattle_module_builder_new(&builder, error); });
  return owned_builder(builder);
}

wattle_prompt *build(const wattle_module_builder *builder, const wattle_agent_context &context) {
  wattle_prompt *prompt = nullptr;
  must([&](wattle_error **error) { return wattle_module_builder_build(builder, &context, nullptr, &prompt, error); });
  return prompt;
}

// A module as the builder has it: a built-in one's texts depend on the context.
struct held {
  module_row row;
  bool is_builtin = false;
};

// What a built-in says for a context: with all the room there is, and as its condensed text.
module_row builtin_row(const module_row &added, wattle_agent_context context) {
  context.max_tokens = WATTLE_CHARS_MAX;
  context.history_tokens = 0;
  module_row row = added;
  const owned_builder builder = new_builder();
  must([&](wattle_error **error) { return wattle_module_builder_add_builtin(builder.get(), view(row.name), WATTLE_YES, error); });
  const owned_prompt prompt(build(builder.get(), context));
  row.asks = true;
  row.answers = summary_of(prompt.get()).sections == 1;
  if (!row.answers) return row;
  wattle_renderings *made = nullptr;
  must([&](wattle_error **error) { return wattle_module_builder_render(builder.get(), &context, &made, error); });
  const owned_renderings renderings(made);
  if (wattle_renderings_len(made) == 0) return row;
  wattle_candidate candidate = WATTLE_CANDIDATE_INIT;
  must([&](wattle_error **error) { return wattle_renderings_at(made, 0, &candidate, error); });
  EQUAL(copy(candidate.content), copy(wattle_prompt_text(prompt.get())));
  row.full = {copy(candidate.content)};
  if (candidate.condensed.data) row.minimal = lines{copy(candidate.condensed)};
  return row;
}

struct world {
  owned_builder builder = new_builder();
  std::vector<held> modules;

  bool has(const std::string &name) const {
    for (const held &one : modules) {
      if (one.row.name == name) return true;
    }
    return false;
  }
  size_t hosts() const {
    size_t n = 0;
    for (const held &one : modules) n += !one.is_builtin;
    return n;
  }
  void add(bytes &in);
  void add_builtin(bytes &in);
  void add_builtins();
  void remove(bytes &in);
  void build_prompt(bytes &in);
  void check_renderings(const wattle_agent_context &context, const std::vector<module_row> &rows, const outcome &checked);
};

lines some_lines(bytes &in) {
  lines all;
  for (size_t n = in.below(4); n > 0; n--) all.push_back(in.hardly_text(128));
  return all;
}

std::string some_name(bytes &in) {
  static const char *const names[] = {"a", "b", "c", "d e", "", "skills", "heartbeat", "é\n"};
  return in.one_of(names);
}

void world::add(bytes &in) {
  module_row row;
  row.name = some_name(in);
  row.priority = uint32_t(in.once_in(32) ? 101 : in.below(4) * 33 + in.below(2));
  row.optional = in.flag();
  row.asks = in.flag();
  if (row.asks) {
    row.answers = !in.once_in(4);
    row.fails_to_answer = in.once_in(64);
  }
  row.full = some_lines(in);
  row.fails_to_render = in.once_in(64);
  if (in.flag()) {
    row.minimal = some_lines(in);
    row.fails_minimally = in.once_in(32);
  }
  const bool estimates = in.once_in(4);
  if (estimates) {
    const uint64_t tokens = in.flag() ? in.number() : in.below(40);
    if (tokens != WATTLE_NOT_SET) row.estimate = tokens;
    row.fails_to_estimate = in.once_in(32);
  }
  wattle_module module = WATTLE_MODULE_INIT;
  module.name = view(row.name);
  module.priority = row.priority;
  module.optional = row.optional;
  if (row.asks) module.should_include = should_include;
  module.render = render;
  if (row.minimal) module.render_minimal = render_minimal;
  if (estimates) module.estimate = estimate;
  module.user_data = new actor(row);
  module.drop = drop;
  const outcome got = outcome_of([&](wattle_error **error) { return wattle_module_builder_add(builder.get(), &module, error); });
  outcome want;
  if (row.name.empty() || row.priority > WATTLE_PRIORITY_MAX) {
    want = {WATTLE_INVALID_ARGUMENT, row.name};
  } else if (has(row.name)) {
    want = {WATTLE_DUPLICATE_MODULE, row.name};
  }
  EQUAL(got, want);
  if (want.ok()) modules.push_back({row, false});
  EQUAL(alive, hosts());
}

module_row plain_builtin(size_t n) {
  module_row row;
  row.name = builtins[n];
  row.priority = priorities[n];
  row.optional = optionals[n];
  return row;
}

void world::add_builtin(bytes &in) {
  const size_t n = in.below(12);
  const wattle_maybe optional = in.below(3);
  const std::string name = n < 11 ? builtins[n] : "Identity";
  const outcome got = outcome_of([&](wattle_error **error) { return wattle_module_builder_add_builtin(builder.get(), view(name), optional, error); });
  if (n == 11 || has(name)) {
    EQUAL(got, (outcome{n == 11 ? WATTLE_UNKNOWN_MODULE : WATTLE_DUPLICATE_MODULE, name}));
    return;
  }
  EQUAL(got, outcome{});
  module_row row = plain_builtin(n);
  if (optional) row.optional = optional == WATTLE_YES;
  modules.push_back({row, true});
}

void world::add_builtins() {
  outcome want;
  for (const char *name : builtins) {
    if (want.ok() && has(name)) want = {WATTLE_DUPLICATE_MODULE, name};
  }
  EQUAL(outcome_of([&](wattle_error **error) { return wattle_module_builder_add_builtins(builder.get(), error); }), want);
  for (size_t n = 0; want.ok() && n < 11; n++) modules.push_back({plain_builtin(n), true});
}

void world::remove(bytes &in) {
  const std::string name = modules.empty() || in.once_in(4) ? some_name(in) : modules[in.below(modules.size() % 256)].row.name;
  const outcome want = has(name) ? outcome{} : outcome{WATTLE_UNKNOWN_MODULE, name};
  EQUAL(outcome_of([&](wattle_error **error) { return wattle_module_builder_remove(builder.get(), view(name), error); }), want);
  const auto is_it = [&](const held &one) { return one.row.name == name; };
  modules.erase(std::remove_if(modules.begin(), modules.end(), is_it), modules.end());
  EQUAL(alive, hosts());
}

wattle_status clock_of(void *data, wattle_call *, uint64_t *nanoseconds) {
  uint64_t &calls = *static_cast<uint64_t *>(data);
  *nanoseconds = ++calls * 1500000;
  return WATTLE_OK;
}

void check_built(const wattle_prompt *prompt, const built_modules &want, const surroundings &around, bool is_timed) {
  const window room{around.context.max_tokens, around.context.history_tokens};
  EQUAL(copy(wattle_prompt_text(prompt)), want.text);
  const std::vector<wattle_section> sections = sections_of(prompt);
  EQUAL(sections.size(), want.sections.size());
  size_t start = 0;
  wattle_tool_filter wanted = WATTLE_TOOL_FILTER_INIT;
  for (size_t i = 0; i < sections.size(); i++) {
    const fate &became = want.fates.fates[i];
    EQUAL(copy(sections[i].id), want.sections[i].id);
    EQUAL(sections[i].tier, want.sections[i].tier);
    EQUAL(sections[i].verdict, became.verdict);
    EQUAL(sections[i].chars, became.chars);
    EQUAL(sections[i].total_before, became.total_before);
    EQUAL(sections[i].limit, became.limit);
    EQUAL(sections[i].origin != 0, i >= want.modules);
    const bool has_text = became.verdict != WATTLE_DROPPED && !want.lineless[i];
    EQUAL(sections[i].text.data != nullptr, has_text);
    EQUAL(copy(sections[i].text), has_text ? want.sections[i].content : "");
    EQUAL(sections[i].start, has_text ? start : 0);
    if (has_text) start += sections[i].text.len + 2;
    const std::string &name = want.sections[i].id;
    if (became.verdict == WATTLE_DROPPED || i >= want.modules) continue;
    wanted.has_heartbeat |= name == "heartbeat";
    wanted.has_skills |= name == "skills";
    wanted.has_delegation |= name == "delegation";
    wanted.has_commands |= name == "commands";
    wanted.has_memory |= name == "memory-recall";
  }
  gate_settings settings;
  settings.unit = "tokens";
  settings.budget = uint64_t(std::max<int64_t>(0, want.available));
  EQUAL(copy(wattle_prompt_event_json(prompt)), event(want.sections, want.fates, settings, want.lineless));
  const std::string json = copy(wattle_prompt_module_metadata_json(prompt));
  EQUAL(json, metadata_json(want, room) + (is_timed ? "1.5}" : "null}"));
  EQUAL(summary_of(prompt).over_budget, uint64_t(int64_t(want.fates.total) > want.available));
  wattle_tool_filter filter = WATTLE_TOOL_FILTER_INIT;
  must([&](wattle_error **error) { return wattle_prompt_tool_filter(prompt, &filter, error); });
  wanted.has_workspace = around.context.has_workspace;
  wanted.has_governance = around.context.has_governance;
  CHECK(std::memcmp(&filter, &wanted, sizeof filter) == 0);
}

// The modules as candidates: in full, and the optional ones minimally, whatever the window.
void world::check_renderings(const wattle_agent_context &context, const std::vector<module_row> &rows, const outcome &checked) {
  wattle_renderings *made = nullptr;
  const outcome got = outcome_of([&](wattle_error **error) { return wattle_module_builder_render(builder.get(), &context, &made, error); });
  const owned_renderings renderings(made);
  std::vector<module_row> sorted = rows;
  sort_by_priority(sorted);
  std::vector<asked_module> asked;
  EQUAL(got, checked.ok() ? render_modules(sorted, asked) : checked);
  if (!got.ok()) return;
  size_t at = 0;
  for (const auto &[one, weight] : asked) {
    const module_row &row = *one;
    if (row.full.empty()) continue;
    wattle_candidate candidate = WATTLE_CANDIDATE_INIT;
    must([&](wattle_error **error) { return wattle_renderings_at(made, at, &candidate, error); });
    EQUAL(copy(candidate.id), row.name);
    EQUAL(copy(candidate.content), text_of(row.full));
    const bool is_shortened = row.optional && row.minimal && !row.minimal->empty();
    if (is_shortened) EQUAL(copy(candidate.condensed), text_of(*row.minimal));
    if (!is_shortened) CHECK(candidate.condensed.data == nullptr);
    at++;
  }
  EQUAL(wattle_renderings_len(made), at);
}

void world::build_prompt(bytes &in) {
  const surroundings around(in);
  const bool is_safe = in.flag(), is_timed = in.flag();
  const safety policies(in);
  std::vector<module_row> rows;
  for (const held &one : modules) rows.push_back(one.is_builtin && around.fault.ok() ? builtin_row(one.row, around.context) : one.row);
  wattle_context context = WATTLE_CONTEXT_INIT;
  context.call_class = WATTLE_CONVERSE;
  uint64_t calls = 0;
  wattle_build_options options = WATTLE_BUILD_OPTIONS_INIT;
  if (is_safe) {
    options.safety_registry = policies.registry.get();
    options.safety_context = &context;
  }
  if (is_timed) {
    options.clock = clock_of;
    options.clock_data = &calls;
  }
  wattle_prompt *prompt = nullptr;
  const outcome got =
      outcome_of([&](wattle_error **error) { return wattle_module_builder_build(builder.get(), &around.context, &options, &prompt, error); });
  const owned_prompt kept(prompt);
  built_modules built;
  outcome want = around.fault;
  if (want.ok() && is_safe) want = policies.fault;
  const window room{around.context.max_tokens, around.context.history_tokens};
  if (want.ok()) want = build_modules(rows, is_safe ? policies.enabled : std::vector<policy_text>(), room, built);
  EQUAL(got, want);
  if (got.ok()) check_built(prompt, built, around, is_timed);
  check_renderings(around.context, rows, around.fault);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes in(data, size);
  {
    world now;
    for (int steps = 0; steps < 24 && in.more(); steps++) {
      switch (in.below(8)) {
        case 0: now.build_prompt(in); break;
        case 1: now.add_builtin(in); break;
        case 2: now.add_builtins(); break;
        case 3: now.remove(in); break;
        default: now.add(in);
      }
    }
    now.build_prompt(in);
  }
  EQUAL(alive, 0);
  return 0;
}
