// Manifests: documents as they come, and documents made of what an input describes, with a flaw or without. A document is taken
// as a whole or not at all, for the reasons that manifest_model.hpp has; what was taken is dumped, and the dump, as a manifest
// again, gives a registry that dumps the same.
#include "manifest_model.hpp"
#include "registry_input.hpp"

std::vector<std::string> observed;
void act(deed) {}

namespace {

json nothing_or(const std::optional<std::string> &text) { return text ? json(*text) : json(); }

json as_json(const policy_row &what) { return {{"id", what.id}, {"content", {{"text", what.text}}}, {"enabledByDefault", what.is_default}}; }

json as_json(const row &what) {
  json made = {{"id", what.id}, {"mode", copy(wattle_mode_name(what.mode))}, {"content", {{"text", what.text}}},
               {"condensed", nothing_or(what.condensed)}};
  if (what.origin) made["origin"] = copy(wattle_origin_name(what.origin));
  if (what.tier) made["tier"] = copy(wattle_tier_name(what.tier));
  if (what.tools) made["requiresTools"] = *what.tools;
  const scope &whom = what.for_whom;
  made["scope"] = {{"family", nothing_or(whom.family)}, {"tenantId", nothing_or(whom.tenant)}, {"runtimeRole", nothing_or(whom.role)}};
  if (whom.call_class) made["scope"]["callClass"] = copy(wattle_call_class_name(whom.call_class));
  return made;
}

json as_json(const unit &what);

template <class Rows> json all_as_json(const Rows &rows) {
  json list = json::array();
  for (const auto &one : rows) list.push_back(as_json(one));
  return list;
}

json as_json(const unit &what) {
  return {{"name", what.name}, {"version", what.version}, {"prompts", all_as_json(what.statics)}, {"runtimePrompts", all_as_json(what.awares)},
          {"safetyPolicies", all_as_json(what.policies)}};
}

// A document of what the input describes; in the end perhaps with a byte changed, taken out, or said twice.
std::string some_document(bytes &in) {
  manifest what;
  for (size_t n = in.below(3); n > 0; n--) what.plugins.push_back(some_unit(in, some_plugin_name(in)));
  for (size_t n = in.below(4); n > 0; n--) what.contributions.push_back(some_row(in, "a", std::nullopt));
  for (size_t n = in.below(3); n > 0; n--) what.policies.push_back(some_policy(in));
  const json document = {{"plugins", all_as_json(what.plugins)}, {"contributions", all_as_json(what.contributions)},
                         {"safetyPolicies", all_as_json(what.policies)}};
  std::string text = document.dump(in.once_in(4) ? 2 : -1, ' ', in.flag());
  if (in.once_in(4)) {
    const size_t at = (in.byte() * 256u + in.byte()) % text.size();
    switch (in.below(3)) {
      case 0: text.erase(at, 1 + in.below(12)); break;
      case 1: text[at] = char(in.byte()); break;
      default: text.insert(at, text.substr(at, 1 + in.below(40)));
    }
  }
  return text;
}

outcome load(wattle_registry *registry, const std::string &document) {
  return outcome_of([&](wattle_error **error) { return wattle_registry_load_json(registry, view(document), error); });
}

// A dump as a manifest: what each plugin has is put together again.
std::string manifest_of(const json &dumped) {
  const auto moved = [](const json &from, std::initializer_list<const char *> keys) {
    json made;
    for (const char *key : keys) made[key] = from[key];
    made["content"] = {{"text", from["text"]}};
    return made;
  };
  json document = {{"plugins", json::array()}, {"contributions", json::array()}, {"safetyPolicies", json::array()}};
  const auto plugin = [&](const json &name) -> json & {
    for (json &one : document["plugins"]) {
      if (one["name"] == name) return one;
    }
    return document;
  };
  for (const json &one : dumped["plugins"]) document["plugins"].push_back({{"name", one["name"]}, {"version", one["version"]}});
  for (const json &one : dumped["contributions"]) {
    const char *list = one["plugin"].is_null() ? "contributions" : one["origin"] == "static" ? "prompts" : "runtimePrompts";
    plugin(one["plugin"])[list].push_back(moved(one, {"id", "mode", "origin", "tier", "scope", "condensed", "requiresTools"}));
  }
  for (const json &one : dumped["safetyPolicies"]) plugin(one["plugin"])["safetyPolicies"].push_back(moved(one, {"id", "enabledByDefault"}));
  return document.dump();
}

void check_dump(const wattle_registry *registry, const world &want) {
  const json dumped = json::parse(dump(registry)), expected = dump_of(want);
  for (const auto &[key, value] : expected.items()) {
    if (dumped[key] != value) check_failed(key + " are " + dumped[key].dump() + ", expected " + value.dump(), __FILE__, __LINE__);
  }
}

// Registries that have something already, and one that has nothing.
const char before[] = R"({"plugins": [{"name": "p", "prompts": [{"id": "p.x", "mode": "append", "content": {"text": "of p"}}]}],
  "contributions": [{"id": "a.x", "mode": "append", "content": {"text": "there before"}}],
  "safetyPolicies": [{"id": "safety.x", "content": {"text": "be safe"}}]})";

const char after[] = R"({"contributions": [{"id": "after.x", "mode": "append", "content": {"text": "later"}}]})";

void check_document(const std::string &document, bool is_first) {
  const owned_registry registry = new_registry(nothing_seeded());
  world now;
  if (!is_first) {
    manifest there;
    CHECK(manifest_reader().read(before, there) && load(there, now).ok());
    EQUAL(load(registry.get(), before), outcome{});
  }
  manifest what;
  const std::string dumped = dump(registry.get());
  const outcome got = load(registry.get(), document);
  if (!is_utf8(document)) {
    EQUAL(got, (outcome{WATTLE_INVALID_UTF8, "json"}));
  } else if (!manifest_reader().read(document, what)) {
    EQUAL(got.status, uint64_t(WATTLE_INVALID_JSON));
    EQUAL(got.subject.substr(0, 1), "$");
  } else {
    EQUAL(got, load(what, now));
  }
  check_dump(registry.get(), now);
  if (!got.ok()) {
    EQUAL(dump(registry.get()), dumped);
    // What a refusal left behind is seen with the next change.
    manifest next;
    CHECK(manifest_reader().read(after, next) && load(next, now).ok());
    EQUAL(load(registry.get(), after), outcome{});
    check_dump(registry.get(), now);
  }
  if (!got.ok() || !is_first) return;
  const owned_registry again = new_registry(nothing_seeded());
  EQUAL(load(again.get(), manifest_of(json::parse(dump(registry.get())))), outcome{});
  EQUAL(dump(again.get()), dump(registry.get()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes in(data, size);
  // What begins as a document does is one.
  const std::string document = size > 0 && (data[0] == '{' || data[0] == ' ') ? in.rest() : some_document(in);
  check_document(document, true);
  check_document(document, false);
  EQUAL(tokens_alive, 0);
  return 0;
}
