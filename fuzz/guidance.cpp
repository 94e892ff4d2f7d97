// Guidance: entries added by calls and as a document, resolved for names; against a matcher that tries everything there is, once.
#include <optional>

#include "bytes.hpp"
#include "check.hpp"

namespace {

struct entry {
  std::string pattern, text;
  wattle_match_mode mode = WATTLE_MATCH_MODE_EXACT;
};

struct tool_error {
  std::string tool, error;
  std::optional<std::string> time;
};

// Whether the rest of a pattern matches the rest of a name, for all rests: from the back, so in as many steps as there are pairs.
bool glob_matches(const std::vector<uint32_t> &pattern, const std::vector<uint32_t> &name) {
  std::vector<char> matches(name.size() + 1, false);
  matches[name.size()] = true;
  for (size_t p = pattern.size(); p-- > 0;) {
    std::vector<char> longer(name.size() + 1, false);
    for (size_t n = name.size() + 1; n-- > 0;) {
      const bool has_more = n < name.size();
      if (pattern[p] == '*') {
        longer[n] = matches[n] || (has_more && longer[n + 1]);
      } else {
        longer[n] = has_more && (pattern[p] == '?' || pattern[p] == name[n]) && matches[n + 1];
      }
    }
    matches = longer;
  }
  return matches[0];
}

bool is_about(const entry &one, const std::string &name) {
  if (one.mode == WATTLE_MATCH_MODE_EXACT) return one.pattern == name;
  if (one.mode == WATTLE_MATCH_MODE_GLOB) return glob_matches(code_points(one.pattern), code_points(name));
  std::string beginning = one.pattern;
  if (!beginning.empty() && beginning.back() == '*') beginning.pop_back();
  return name.substr(0, beginning.size()) == beginning;
}

// Line breaks at the ends are left out, those within become a space.
std::string one_line(const std::string &text) {
  std::string line, gap;
  size_t at = 0;
  for (uint32_t point : code_points(text)) {
    const size_t length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (is_break(point)) {
      gap = line.empty() ? "" : " ";
    } else {
      line += gap + text.substr(at, length);
      gap.clear();
    }
    at += length;
  }
  return line;
}

std::string said(const std::vector<entry> &entries, const std::string &name, const std::vector<tool_error> &errors) {
  std::vector<std::string> parts;
  for (const entry &one : entries) {
    if (!one.text.empty() && is_about(one, name)) parts.push_back(one.text);
  }
  std::string block;
  size_t shown_errors = 0;
  for (size_t i = errors.size(); i-- > 0 && shown_errors < WATTLE_RECENT_TOOL_ERRORS_LIMIT;) {
    if (errors[i].tool != name) continue;
    const std::string time = one_line(errors[i].time.value_or("")), error = one_line(errors[i].error);
    block += shown_errors++ ? "" : "Recent errors, newest first:";
    block += "\n- `" + one_line(name) + "`" + (time.empty() ? "" : " (" + time + ")") + (error.empty() ? "" : ": " + error);
  }
  if (!block.empty()) parts.push_back(block);
  return joined(parts, "\n\n");
}

// A name or a pattern, now and then a long one that a matcher which goes back would not be done with.
std::string word(bytes &in) {
  static const std::string pieces[] = {"a", "b", "*", "?", "*a", "**", "é", "𝄞", "[", "\\", "", "ab", "?*", "_", "\n", std::string(1, '\0')};
  std::string all;
  for (size_t n = in.below(7); n > 0; n--) {
    const std::string &piece = in.one_of(pieces);
    for (size_t times = in.once_in(8) ? 1 + in.below(120) : 1; times > 0; times--) all += piece;
  }
  return all;
}

struct subject {
  owned_guidance called, loaded;
  std::vector<entry> entries;

  subject() : called(made()), loaded(made()) {}
  static wattle_guidance *made() {
    wattle_guidance *guidance = nullptr;
    must([&](wattle_error **error) { return wattle_guidance_new(&guidance, error); });
    return guidance;
  }
  void add(bytes &in);
  void resolve(bytes &in);
};

// Some entries, all or none of them, by a call and as a document.
void subject::add(bytes &in) {
  static const char *const modes[] = {"exact", "prefix", "glob", "regex"};
  std::vector<entry> added;
  std::vector<wattle_guidance_entry> rows;
  std::vector<std::string> objects;
  outcome fault;
  added.reserve(4);
  for (size_t n = in.below(4); n > 0; n--) {
    added.push_back({word(in), in.hardly_text(64), wattle_match_mode(in.once_in(64) ? 4 : 1 + in.below(3))});
    const entry &one = added.back();
    wattle_guidance_entry row = WATTLE_GUIDANCE_ENTRY_INIT;
    row.tool_name = view(one.pattern);
    row.mode = one.mode;
    row.text = view(one.text);
    rows.push_back(row);
    objects.push_back("{\"toolName\":" + json_text(one.pattern) + ",\"mode\":\"" + modes[one.mode - 1] + "\",\"text\":" + json_text(one.text) + "}");
    if (fault.ok() && one.mode == 4) fault = {WATTLE_INVALID_ARGUMENT, "mode"};
    if (fault.ok() && !is_utf8(one.text)) fault = {WATTLE_INVALID_UTF8, "text"};
  }
  const std::string document = "{\"entries\": [" + joined(objects, ", ") + "]}";
  const outcome by_call = outcome_of([&](wattle_error **error) { return wattle_guidance_add(called.get(), rows.data(), rows.size(), error); });
  const outcome as_document = outcome_of([&](wattle_error **error) { return wattle_guidance_load_json(loaded.get(), view(document), error); });
  // Of two faults in one entry either may be said.
  EQUAL(by_call.ok(), fault.ok());
  EQUAL(as_document.ok(), fault.ok());
  if (!fault.ok()) CHECK(by_call.subject == "mode" || by_call.subject == "text");
  if (fault.ok()) entries.insert(entries.end(), added.begin(), added.end());
  EQUAL(wattle_guidance_len(called.get()), entries.size());
  EQUAL(wattle_guidance_len(loaded.get()), entries.size());
}

void subject::resolve(bytes &in) {
  const std::string name = !entries.empty() && in.flag() ? entries[in.below(entries.size() % 256)].pattern : word(in);
  std::vector<tool_error> errors;
  std::vector<wattle_tool_error> rows;
  errors.reserve(10);
  for (size_t n = in.below(10); n > 0; n--) {
    errors.push_back({in.flag() ? name : word(in), in.text(), std::nullopt});
    if (in.flag()) errors.back().time = in.text();
    wattle_tool_error row = WATTLE_TOOL_ERROR_INIT;
    row.tool = view(errors.back().tool);
    row.error = view(errors.back().error);
    if (errors.back().time) row.time_text = view(*errors.back().time);
    rows.push_back(row);
  }
  const std::string want = said(entries, name, errors);
  for (const wattle_guidance *guidance : {called.get(), loaded.get()}) {
    wattle_text *text = nullptr;
    must([&](wattle_error **error) { return wattle_guidance_resolve(guidance, view(name), rows.data(), rows.size(), &text, error); });
    const owned_text kept(text);
    EQUAL(copy(wattle_text_view(text)), want);
    uint64_t estimate = 0;
    must([&](wattle_error **error) { return wattle_guidance_estimate_chars(guidance, view(name), rows.data(), rows.size(), &estimate, error); });
    EQUAL(estimate, chars(want));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes in(data, size);
  subject guidance;
  for (int steps = 0; steps < 24 && in.more(); steps++) {
    if (in.flag()) {
      guidance.add(in);
    } else {
      guidance.resolve(in);
    }
  }
  return 0;
}
