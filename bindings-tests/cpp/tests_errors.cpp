// Each status that a caller can bring about, with its subject: thrown by the call, and returned by its try_ form.
#include <string>

#include "tests.hpp"

namespace {

struct refusal {
  wattle::status status;
  const char* subject;
  wattle::error (*thrown)(wattle::registry& registry);
};

const refusal refusals[] = {
    {wattle::status::invalid_argument, "mode",
     [](auto& registry) {
       return thrown_by([&] { registry.register_contributions(wattle::contribution("host.a", wattle::mode{}, "text")); });
     }},
    {wattle::status::invalid_argument, "call_class", [](auto& registry) { return thrown_by([&] { (void)registry.compose({}); }); }},
    {wattle::status::null_argument, "registry", [](auto&) { return thrown_by([] { (void)wattle::registry(nullptr).resolve(converse); }); }},
    {wattle::status::invalid_utf8, "text",
     [](auto& registry) { return thrown_by([&] { registry.register_contributions(wattle::append_prompt("host.a", "\xFF")); }); }},
    {wattle::status::limit_exceeded, "json",
     [](auto& registry) { return thrown_by([&] { registry.load_json(std::string(WATTLE_JSON_MAX_BYTES + 1, ' ')); }); }},
    {wattle::status::invalid_json, "$.plugins", [](auto& registry) { return thrown_by([&] { registry.load_json(R"({"plugins": 1})"); }); }},
    {wattle::status::unnamespaced_id, "a", [](auto&) { return thrown_by([] { wattle::check_id("a", wattle::mode::append); }); }},
    {wattle::status::reserved_namespace, "safety.a",
     [](auto&) { return thrown_by([] { wattle::check_id("safety.a", wattle::mode::append); }); }},
    {wattle::status::foreign_namespace, "b.c", [](auto&) { return thrown_by([] { wattle::check_id("b.c", wattle::mode::append, "a"); }); }},
    {wattle::status::foreign_namespace, "host.a", [](auto&) { return thrown_by([] { (void)wattle::replace_core("host.a", "text"); }); }},
    {wattle::status::duplicate_contribution_id, "host.base",
     [](auto& registry) { return thrown_by([&] { registry.register_contributions(wattle::append_prompt("host.base", "text")); }); }},
    {wattle::status::duplicate_plugin, "there",
     [](auto& registry) { return thrown_by([&] { registry.register_plugin(wattle::plugin("there")); }); }},
    {wattle::status::unknown_plugin, "nobody",
     [](auto& registry) { return thrown_by([&] { registry.replace_plugin(wattle::plugin("nobody")); }); }},
    {wattle::status::unknown_contribution, "host.no",
     [](auto& registry) { return thrown_by([&] { registry.unregister(wattle::origin::static_, "host.no"); }); }},
    {wattle::status::unknown_contribution, "host.no",
     [](auto&) { return thrown_by([] { wattle::unregister_global(wattle::origin::runtime_aware, "host.no"); }); }},
    {wattle::status::unknown_safety_policy, "safety.no",
     [](auto& registry) { return thrown_by([&] { registry.unregister_safety_policy("safety.no"); }); }},
    {wattle::status::frozen, "host.a",
     [](auto& registry) {
       return thrown_by([&] { registry.snapshot().register_contributions(wattle::append_prompt("host.a", "text")); });
     }},
    {wattle::status::duplicate_module, "identity",
     [](auto&) {
       return thrown_by([] {
         wattle::module_builder builder;
         builder.add_builtins();
         builder.add_builtin("identity");
       });
     }},
    {wattle::status::unknown_module, "no", [](auto&) { return thrown_by([] { wattle::module_builder().remove("no"); }); }},
    {wattle::status::invalid_argument, "prompt",
     [](auto& registry) { return thrown_by([&] { (void)registry.compose(converse).module_metadata(); }); }},
    {wattle::status::invalid_argument, "activeBudgetFraction",
     [](auto&) {
       return thrown_by([] {
         wattle::compose_options options;
         options.active_budget_fraction = 2;
         (void)wattle::compose({}, options);
       });
     }},
    {wattle::status::invalid_argument, "index", [](auto& registry) { return thrown_by([&] { (void)registry.list().at(9); }); }},
};

}  // namespace

TEST(refusals_say_what_and_who) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::append_prompt("host.base", "base"));
  registry.register_plugin(wattle::plugin("there"));
  for (const refusal& one : refusals) {
    check_row(one.subject);
    CHECK(refused(one.thrown(registry), one.status, one.subject));
    CHECK(registry.resolve(converse).text() == "base");
    CHECK(registry.list().size() == 1);
  }
}

TEST(an_error_is_a_std_exception) {
  std::string what;
  try {
    empty_registry().unregister_plugin("nobody");
  } catch (const std::exception& e) {
    what = e.what();
  }
  CHECK(what.find("nobody") != std::string::npos);
}

TEST(statuses_have_names) {
  CHECK(name(wattle::status::ok) == "ok");
  CHECK(name(wattle::status::duplicate_contribution_id) == "duplicate-contribution-id");
  CHECK(name(static_cast<wattle::status>(999)) == "unknown");
}
