// A program without exceptions: built with -fno-exceptions -fno-rtti. Every call has its try_ form, and fail() is how a callback
// fails.
#include "tests.hpp"

#if defined(__cpp_exceptions)
#error "this is to be built with -fno-exceptions"
#endif

namespace {

template <class T, class = void> struct throws : std::false_type {};
template <class T> struct throws<T, std::void_t<decltype(std::declval<T&>().value())>> : std::true_type {};
static_assert(!throws<wattle::result<>>::value && !std::is_default_constructible_v<wattle::registry>, "there is no throwing form");

}  // namespace

TEST(without_exceptions_values_come_in_results) {
  auto registry = try_empty_registry();
  CHECK(registry);
  CHECK(registry->try_register_contributions(wattle::append_prompt("host.a", "text")));
  const auto prompt = registry->try_compose(converse);
  CHECK(prompt && prompt->text() == "text" && prompt->sections()[0].id == "host.a");
  auto builder = wattle::module_builder::try_new();
  CHECK(builder->try_add(wattle::module("m", 1, [](wattle::line_writer& out, const wattle::agent_context&) { out.write_line("line"); })));
  CHECK(builder->try_build({})->text() == "line");
  CHECK(wattle::try_compose({{"a", "b", wattle::tier::core}})->text() == "b");
}

TEST(without_exceptions_errors_come_in_results) {
  auto registry = try_empty_registry();
  CHECK(refused(registry->try_register_contributions(wattle::append_prompt("bad", "text")), wattle::status::unnamespaced_id, "bad"));
  CHECK(refused(registry->try_unregister_plugin("nobody"), wattle::status::unknown_plugin, "nobody"));
  CHECK(refused(wattle::try_replace_core("host.a", "text"), wattle::status::foreign_namespace, "host.a"));
}

TEST(without_exceptions_callbacks_fail_by_fail) {
  auto registry = try_empty_registry();
  int ends = 0;
  bool fails = true;
  CHECK(registry->try_register_contributions(wattle::gated_prompt(
      "host.a",
      [&fails, count = tracked(ends)](wattle::call& in, const wattle::context&, const wattle::state&) {
        if (fails) in.fail("not now");
        return true;
      },
      "text")));
  const auto bundle = registry->try_resolve(converse);
  CHECK(refused(bundle, wattle::status::callback_failed, "host.a"));
  CHECK(bundle.error().message().find("not now") != std::string_view::npos && bundle->text().empty());
  fails = false;
  CHECK(registry->try_resolve(converse)->text() == "text");
  CHECK(registry->try_unregister(wattle::origin::runtime_aware, "host.a"));
  CHECK(ends == 1);
}
