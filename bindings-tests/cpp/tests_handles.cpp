// Handles move, and an empty one is refused or gives nothing; results and errors.
#include <string>
#include <type_traits>

#include "tests.hpp"

template <class T> constexpr bool moves_only() {
  return std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> && !std::is_copy_constructible_v<T>;
}
static_assert(moves_only<wattle::registry>() && moves_only<wattle::bundle>() && moves_only<wattle::prompt>());
static_assert(moves_only<wattle::records>() && moves_only<wattle::text>() && moves_only<wattle::module_builder>());
static_assert(moves_only<wattle::guidance>() && moves_only<wattle::diff>());
static_assert(moves_only<wattle::renderings>() && moves_only<wattle::contribution>() && moves_only<wattle::safety_policy>());
static_assert(!std::is_copy_constructible_v<wattle::plugin<>> && !std::is_copy_constructible_v<wattle::module<int*>>);
static_assert(std::is_nothrow_copy_constructible_v<wattle::error>, "as an exception must be");
static_assert(!std::is_constructible_v<wattle::str_list, std::initializer_list<wattle::str>>, "a view of a temporary");

TEST(moved_from_registry) {
  wattle::registry one = empty_registry();
  one.register_contributions(wattle::append_prompt("host.a", "text"));
  wattle::registry other = std::move(one);
  CHECK(!one && other && other.resolve(converse).text() == "text");
  const auto nobody = [](const auto& result) { return refused(result, wattle::status::null_argument, "registry"); };
  CHECK(nobody(one.try_register_contributions(wattle::append_prompt("host.b", "text"))));
  CHECK(nobody(one.try_unregister(wattle::origin::static_, "host.a")));
  CHECK(nobody(one.try_snapshot()));
  CHECK(nobody(one.try_register_plugin(wattle::plugin("p"))));
  CHECK(nobody(one.try_replace_plugin(wattle::plugin("p"))));
  CHECK(nobody(one.try_unregister_plugin("p")));
  CHECK(nobody(one.try_emit_stream("bytes")));
  CHECK(nobody(one.try_register_safety_policy(wattle::safety_policy("safety.a", "text"))));
  CHECK(nobody(one.try_unregister_safety_policy("safety.a")));
  CHECK(nobody(one.try_set_enabled_safety_policies({})));
  CHECK(nobody(one.try_load_json("{}")));
  CHECK(nobody(one.try_list()));
  CHECK(nobody(one.try_list_safety_policies()));
  CHECK(nobody(one.try_json()));
  CHECK(nobody(one.try_resolve(converse)));
  CHECK(nobody(one.try_fingerprint(converse)));
  CHECK(nobody(one.try_fingerprint_json(converse)));
  CHECK(nobody(one.try_compose(converse)));
  one = std::move(other);
  CHECK(one && !other && one.resolve(converse).text() == "text");
}

TEST(moved_from_builder) {
  wattle::module_builder one;
  wattle::module_builder other = std::move(one);
  const auto nobody = [](const auto& result) { return refused(result, wattle::status::null_argument, "builder"); };
  CHECK(nobody(one.try_add_builtins()));
  CHECK(nobody(one.try_add_builtin("identity")));
  CHECK(nobody(one.try_remove("identity")));
  CHECK(nobody(one.try_build({})));
  CHECK(nobody(one.try_render({})));
  CHECK(other.try_build({}));
}

TEST(moved_from_results_of_calls) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::append_prompt("host.a", "text"));
  wattle::prompt prompt = registry.compose(converse);
  wattle::bundle bundle = registry.resolve(converse);
  wattle::records records = registry.list();
  wattle::text json = registry.json();
  { const wattle::prompt taken = std::move(prompt); }
  { const wattle::bundle taken = std::move(bundle); }
  { const wattle::records taken = std::move(records); }
  { const wattle::text taken = std::move(json); }
  CHECK(!prompt && prompt.text().empty() && prompt.text().data() && prompt.json().empty() && prompt.event_json().empty());
  CHECK(prompt.summary().sections == 0 && prompt.sections().empty() && prompt.module_metadata_json().empty());
  CHECK(refused(prompt.try_module_metadata(), wattle::status::null_argument, "prompt"));
  CHECK(refused(prompt.try_tool_filter(), wattle::status::null_argument, "prompt"));
  CHECK(refused(prompt.sections().try_at(0), wattle::status::null_argument, "prompt"));
  CHECK(!bundle && bundle.text().empty() && bundle.json().empty() && bundle.table().empty() && bundle.sections().empty());
  CHECK(refused(bundle.try_diff(bundle), wattle::status::null_argument, "before") && wattle::diff(nullptr).json().empty() &&
        wattle::diff(nullptr).empty());
  CHECK(!records && records.empty() && refused(records.try_at(0), wattle::status::null_argument, "records"));
  CHECK(!json && json.view().empty());
}

TEST(given_up_and_taken) {
  wattle::registry registry = empty_registry();
  wattle_registry* const c = registry.release();
  CHECK(!registry && c);
  wattle::registry again(c);
  CHECK(again.get() == c && again.resolve(converse).text().empty());
  again = wattle::registry(nullptr);
}

TEST(self_move) {
  wattle::registry registry = empty_registry();
  wattle::registry& same = registry;
  registry = std::move(same);
  CHECK(registry && registry.try_resolve(converse));
  int ends = 0;
  wattle::contribution one("host.a", wattle::mode::append, [count = tracked(ends)](wattle::writer&, const wattle::context&) {});
  wattle::contribution& same_one = one;
  one = std::move(same_one);
  CHECK(ends == 0);
}

TEST(results_outlive_their_registry) {
  wattle::bundle bundle(nullptr);
  wattle::prompt prompt(nullptr);
  {
    wattle::registry registry = empty_registry();
    registry.register_contributions(wattle::append_prompt("host.a", std::string("text")));
    bundle = registry.resolve(converse);
    prompt = registry.compose(converse);
  }
  CHECK(bundle.text() == "text" && prompt.text() == "text" && prompt.sections()[0].id == "host.a");
}

TEST(a_result_has_its_value_or_its_error) {
  wattle::registry registry = empty_registry();
  const wattle::result<wattle::bundle> good = registry.try_resolve(converse);
  CHECK(good && good.status() == wattle::status::ok && good.error().message() == "ok" && good->text().empty());
  wattle::result<wattle::bundle> bad = registry.try_resolve({});
  CHECK(!bad && bad->text().empty() && refused(bad, wattle::status::invalid_argument, "call_class"));
  CHECK(refused(thrown_by([&] { (void)bad.value(); }), wattle::status::invalid_argument, "call_class"));
  CHECK(!bad);
}

TEST(an_error_is_moved_copied_and_assigned) {
  const wattle::result<> bad = empty_registry().try_unregister_plugin("nobody");
  wattle::error one = bad.error();
  wattle::error two = one, three;
  three = two;
  wattle::error four = std::move(one);
  for (const wattle::error* error : {&two, &three, &four}) CHECK(refused(*error, wattle::status::unknown_plugin, "nobody"));
  CHECK(one.status() == wattle::status::unknown_plugin && one.message() == "unknown-plugin" && one.subject().empty());
  three = wattle::error();
  CHECK(three.status() == wattle::status::ok && four.exception() == nullptr);
  CHECK(refused(bad, wattle::status::unknown_plugin, "nobody"));
}
