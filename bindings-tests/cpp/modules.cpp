// Cases of the module builder's allocation, of the taint that a built-in shows, and of guidance.
#include "build.hpp"

extern "C" {
#include "../c/sha256.h"
}

namespace {

std::uint64_t chars_of(std::string_view text) {
  std::uint64_t chars = 0;
  for (const char byte : text) chars += ((byte & 0xC0) != 0x80) + (static_cast<unsigned char>(byte) >= 0xF0);
  return chars;
}

std::string sha256_of(std::string_view text) {
  char hex[65];
  sha256_hex(text.data(), text.size(), hex);
  return hex;
}

auto lines_of(const json& lines) {
  return [&lines](wattle::line_writer& out, const wattle::agent_context&) {
    for (const json& line : lines) out.write_line(line.get_ref<const std::string&>());
  };
}

// Each with the functions that the case gives it.
void add_module(wattle::module_builder& builder, const json& one) {
  wattle::module bare(*text_of(one, "name"), one.at("priority").get<std::uint32_t>(), lines_of(one.at("full")));
  bare.optional(one.at("optional").get<bool>());
  const auto tokens = [&one](const wattle::agent_context&) { return one.at("tokens").get<std::uint64_t>(); };
  const bool minimal = has(one, "minimal"), estimates = has(one, "tokens");
  if (minimal && estimates) builder.add(std::move(bare).render_minimal(lines_of(one.at("minimal"))).estimate(tokens));
  else if (minimal) builder.add(std::move(bare).render_minimal(lines_of(one.at("minimal"))));
  else if (estimates) builder.add(std::move(bare).estimate(tokens));
  else builder.add(std::move(bare));
}

ordered build_fields(const wattle::prompt& prompt) {
  ordered included = ordered::array(), dropped = ordered::array();
  for (const wattle::section s : prompt.sections()) {
    if (s.verdict == wattle::verdict::dropped) {
      dropped.push_back({{"name", s.id}, {"tokens", s.chars}, {"used", s.total_before}, {"limit", s.limit}});
    } else {
      const ordered tokens = s.text ? ordered(s.chars) : ordered(nullptr);
      included.push_back(
          {{"name", s.id}, {"tier", name(s.tier)}, {"minimal", s.verdict == wattle::verdict::condensed}, {"tokens", tokens}});
    }
  }
  const wattle::summary summary = prompt.summary();
  return {{"content", prompt.text()},
          {"included", std::move(included)},
          {"dropped", std::move(dropped)},
          {"totalTokens", summary.total_chars},
          {"effectiveBudget", summary.effective_budget},
          {"overBudget", summary.over_budget},
          {"metadataJson", prompt.module_metadata_json()},
          {"eventJson", prompt.event_json()}};
}

json comparable_build(const wattle::prompt& prompt) {
  const wattle::module_metadata metadata = prompt.module_metadata();
  json included = json::array();
  for (const wattle::section s : prompt.sections())
    if (s.verdict != wattle::verdict::dropped) included.push_back({{"name", s.id}, {"minimal", s.verdict == wattle::verdict::condensed}});
  return {{"included", included},
          {"content_sha256", sha256_of(prompt.text())},
          {"content_utf16", chars_of(prompt.text())},
          {"tokensByModule", json::parse(prompt.module_metadata_json()).at("tokensByModule")},
          {"estimatedTokens", metadata.estimated_tokens},
          {"percentRemaining", metadata.percent_remaining}};
}

}  // namespace

void run_module_case(run& now, const json& one) {
  wattle::agent_context context;
  context.max_tokens = one.at("contextWindow").get<std::uint64_t>();
  context.history_tokens = one.at("historyTokens").get<std::uint64_t>();
  auto prompt = [&] {
    wattle::module_builder builder;
    for (const json& module : one.at("modules")) add_module(builder, module);
    return builder.try_build(context);
  }();
  now.outcome("build", prompt.error(), one.at("expect"), "error");
  ordered line = {{"case", one.at("name")}, {"build", 0}};
  if (prompt) {
    now.equal("build: unit", prompt->summary().unit, "tokens");
    now.equal("build", comparable_build(*prompt), one.at("expect"));
    line.update(build_fields(*prompt));
  } else {
    add_error(line, "error", prompt.error());
  }
  now.line(line);
}

void run_taint_case(run& now, const json& one, std::size_t index) {
  wattle::agent_context context;
  context.taint_ratio = one.at("taintRatio").get<double>();
  context.taint_threshold = one.at("taintThreshold").get<double>();
  context.max_tokens = 200000;
  wattle::module_builder builder;
  builder.add_builtin("injection-defense");
  const wattle::prompt prompt = builder.build(context);

  std::string_view rest = prompt.text();
  const auto next_percent = [&rest] {
    const std::string_view before = rest.substr(0, rest.find('%'));
    rest.remove_prefix(before.size() + 1);
    return before.substr(before.rfind(' ') + 1);
  };
  const std::string_view ratio = next_percent(), threshold = next_percent();
  const bool elevated = prompt.text().find("explicit approval") != std::string_view::npos;
  const ordered fields = {{"ratio_text", ratio}, {"threshold_text", threshold}, {"elevated", elevated}};
  ordered line = {{"taint", index}};
  line.update(fields);
  now.line(line);
  for (const auto& [key, value] : fields.items()) now.equal("taint " + std::to_string(index) + ": " + key, value, one.at(key));
}

void run_guidance_case(run& now, const json& one) {
  std::vector<wattle::guidance_entry> entries;
  for (const json& entry : one.at("entries")) {
    const std::string_view mode = *text_of(entry, "mode");
    entries.emplace_back(*text_of(entry, "toolName"),
                         mode == "exact"    ? wattle::match_mode::exact
                         : mode == "prefix" ? wattle::match_mode::prefix
                                            : wattle::match_mode::glob,
                         *text_of(entry, "text"));
  }
  const std::string_view tool = *text_of(one, "toolName");
  wattle::guidance guidance;
  wattle::error error = guidance.try_add(entries).error();
  ordered line = {{"case", one.at("name")}, {"guidance", 0}};
  now.outcome("guidance", error, one.at("expect"), "error");
  if (error.status() == wattle::status::ok) {
    const wattle::text text = guidance.resolve(tool);
    const ordered fields = {{"text", text.view()}, {"chars", guidance.estimate_chars(tool)}};
    now.equal("guidance", fields, one.at("expect"));
    now.equal("guidance: chars of the text", chars_of(text.view()), fields.at("chars"));
    line.update(fields);
  } else {
    add_error(line, "error", error);
  }
  now.line(line);
}
