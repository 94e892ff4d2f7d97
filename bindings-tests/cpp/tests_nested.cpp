// Callbacks that use the library: what they may, and what is refused inside them.
#include <memory>
#include <string>

#include "acts.hpp"

TEST(callbacks_resolve_compose_and_register) {
  for (const act& one : all_acts()) {
    check_row(one.kind);
    wattle::registry other = empty_registry();
    other.register_contributions(wattle::append_prompt("other.base", "inner"));
    int times = 0;
    const wattle::error error = one.run([&] {
      CHECK(other.resolve(converse).text().substr(0, 5) == "inner");
      CHECK(other.compose(converse).text().substr(0, 5) == "inner");
      other.register_contributions(wattle::append_prompt("other.n" + std::to_string(++times), "more"));
    });
    CHECK(error.status() == wattle::status::ok);
    CHECK(times > 0);
    CHECK(other.list().size() == static_cast<std::size_t>(times) + 1);
  }
}

TEST(a_callback_resolves_the_registry_that_called_it) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::contribution(
      "host.act", wattle::mode::append, [&registry](wattle::writer& out, const wattle::context& context, const wattle::state& state) {
        wattle::state deeper = state;
        if (deeper.turn_depth++ == 3) return;
        const wattle::bundle inner = registry.resolve(context, deeper);
        out.write("(");
        out.write(inner.text());
        out.write(")");
      }));
  CHECK(registry.resolve(converse).text() == "((()))");
}

// What is thrown goes through every level.
TEST(an_exception_goes_through_nested_calls) {
  wattle::registry inner = empty_registry(), outer = empty_registry();
  inner.register_contributions(
      wattle::contribution("inner.act", wattle::mode::append, [](wattle::writer&, const wattle::context&) { throw std::string("deep"); }));
  outer.register_contributions(
      wattle::contribution("outer.act", wattle::mode::append,
                           [&inner](wattle::writer& out, const wattle::context& context) { out.write(inner.resolve(context).text()); }));
  std::string caught;
  try {
    (void)outer.compose(converse);
  } catch (const std::string& e) {
    caught = e;
  }
  CHECK(caught == "deep");
}

// An error of the library's is an exception like any other: its own status and subject come to the caller.
TEST(an_inner_error_goes_through_nested_calls) {
  for (const act& one : all_acts()) {
    check_row(one.kind);
    wattle::error outer = one.run([] { wattle::check_id("bad", wattle::mode::append); });
    CHECK(refused(outer, wattle::status::callback_failed, one.subject));
    CHECK(refused(thrown_by([&] { outer.raise(); }), wattle::status::unnamespaced_id, "bad"));
  }
}

TEST(removals_are_refused_inside) {
  wattle::registry other = empty_registry();
  wattle::module_builder builder;
  other.register_contributions(wattle::append_prompt("other.base", "text"));
  other.register_plugin(wattle::plugin("there"));
  other.register_safety_policy(wattle::safety_policy("safety.there", "text"));
  builder.add_builtins();
  for (const act& one : all_acts()) {
    check_row(one.kind);
    const wattle::error error = one.run([&] {
      CHECK(refused(other.try_unregister(wattle::origin::static_, "other.base"), wattle::status::re_entrancy, "other.base"));
      CHECK(refused(other.try_unregister_plugin("there"), wattle::status::re_entrancy, "there"));
      CHECK(refused(other.try_replace_plugin(wattle::plugin("there")), wattle::status::re_entrancy, "there"));
      CHECK(refused(other.try_unregister_safety_policy("safety.there"), wattle::status::re_entrancy, "safety.there"));
      CHECK(refused(builder.try_remove("identity"), wattle::status::re_entrancy, "identity"));
    });
    CHECK(error.status() == wattle::status::ok);
  }
  CHECK(other.list().size() == 1);
}

TEST(a_callback_may_destroy_its_registry) {
  int ends = 0;
  auto registry = std::make_unique<wattle::registry>(empty_registry());
  registry->register_contributions(wattle::contribution(
      "host.act", wattle::mode::append, [&registry, &ends, count = tracked(ends)](wattle::writer& out, const wattle::context&) {
        registry.reset();
        CHECK(ends == 0);
        out.write("still there");
      }));
  CHECK(registry->resolve(converse).text() == "still there");
  CHECK(ends == 1);
}

TEST(endless_nesting_is_an_error) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::contribution(
      "host.act", wattle::mode::append, [&registry](wattle::writer&, const wattle::context& context, const wattle::state& state) {
        (void)registry.resolve(context, state);
      }));
  CHECK(thrown_by([&] { (void)registry.resolve(converse); }).status() == wattle::status::limit_exceeded);
}

TEST(hooks_emit_and_refusals_come_to_the_caller) {
  wattle::registry registry = empty_registry();
  bool goes_on = false;
  registry.register_plugin(
      wattle::plugin("acts").hook([&goes_on](wattle::emitter& emit, const wattle::context&, const wattle::state& state) {
        emit.emit(wattle::append_prompt("acts.turn", "emitted"));
        if (state.turn_depth == 1) emit.emit(wattle::append_prompt("other.turn", "refused"));
        if (state.turn_depth == 2)
          CHECK(refused(emit.try_emit(wattle::append_prompt("other.turn", "refused")), wattle::status::foreign_namespace, "other.turn"));
        goes_on = true;
      }));
  wattle::state state;
  CHECK(registry.resolve(converse, state).text() == "emitted");
  goes_on = false;
  state.turn_depth = 1;
  CHECK(refused(thrown_by([&] { (void)registry.resolve(converse, state); }), wattle::status::foreign_namespace, "other.turn"));
  CHECK(!goes_on);
  state.turn_depth = 2;
  CHECK(refused(thrown_by([&] { (void)registry.resolve(converse, state); }), wattle::status::foreign_namespace, "other.turn"));
  CHECK(goes_on);
}
