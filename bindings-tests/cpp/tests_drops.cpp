// Kept callables: moved to the heap once, destroyed exactly once, whatever becomes of what has them.
#include <memory>
#include <string>
#include <vector>

#include "tests.hpp"

namespace {

// One with an end to count.
auto content(int& ends) {
  return [count = tracked(ends)](wattle::writer& out, const wattle::context&) { out.write("text"); };
}
wattle::contribution contribution(std::string_view id, int& ends) { return {id, wattle::mode::append, content(ends)}; }
auto hook(int& ends) {
  return [count = tracked(ends)](wattle::emitter&, const wattle::context&, const wattle::state&) {};
}
auto observer(int& ends) {
  return [count = tracked(ends)](std::string_view) {};
}
auto rendering(int& ends) {
  return [count = tracked(ends)](wattle::line_writer& out, const wattle::agent_context&) { out.write_line("line"); };
}
auto answer(int& ends) {
  return [count = tracked(ends)](const wattle::agent_context&) { return true; };
}

}  // namespace

TEST(never_registered) {
  int ends = 0;
  {
    wattle::contribution one = contribution("host.a", ends);
    wattle::contribution moved = std::move(one);
    CHECK(ends == 0);
  }
  CHECK(ends == 1);
  { const auto unused = wattle::plugin("p").hook(hook(ends)).stream_observer(observer(ends)); }
  CHECK(ends == 3);
  { const auto unused = wattle::module("m", 1, rendering(ends)).should_include(answer(ends)); }
  CHECK(ends == 5);
}

TEST(assigned_over) {
  int first = 0, second = 0;
  wattle::contribution one = contribution("host.a", first);
  one = contribution("host.b", second);
  CHECK(first == 1 && second == 0);
}

TEST(registered_and_removed) {
  int ends = 0;
  wattle::registry registry = empty_registry();
  registry.register_contributions(contribution("host.a", ends));
  CHECK(registry.resolve(converse).text() == "text");
  CHECK(ends == 0);
  registry.unregister(wattle::origin::static_, "host.a");
  CHECK(ends == 1);
}

TEST(registered_and_the_registry_destroyed) {
  int ends = 0;
  {
    wattle::registry registry = empty_registry();
    registry.register_contributions(contribution("host.a", ends), contribution("host.b", ends));
    registry.register_safety_policy(wattle::safety_policy("safety.a", content(ends)));
    registry.register_plugin(wattle::plugin("p").hook(hook(ends)).stream_observer(observer(ends)));
    CHECK(ends == 0);
  }
  CHECK(ends == 5);
}

// All of a list are consumed, even if only one of it is refused; what is consumed is refused if it is given again.
TEST(refused_with_its_siblings) {
  int ends = 0;
  wattle::registry registry = empty_registry();
  std::vector<wattle::contribution> list;
  list.push_back(contribution("host.a", ends));
  list.push_back(contribution("unnamespaced", ends));
  list.push_back(contribution("host.c", ends));
  CHECK(refused(registry.try_register_contributions(std::move(list)), wattle::status::unnamespaced_id, "unnamespaced"));
  CHECK(ends == 3);
  CHECK(refused(registry.try_register_contributions(std::move(list)), wattle::status::invalid_argument, "mode"));
  CHECK(registry.list().empty());
  CHECK(refused(registry.try_register_contributions(contribution("host.a", ends), contribution("bad", ends)),
                wattle::status::unnamespaced_id, "bad"));
  CHECK(ends == 5);
}

TEST(given_to_an_empty_handle) {
  int ends = 0;
  wattle::registry nowhere(nullptr);
  CHECK(refused(nowhere.try_register_contributions(contribution("host.a", ends)), wattle::status::null_argument, "registry"));
  CHECK(ends == 1);
  CHECK(refused(nowhere.try_register_safety_policy(wattle::safety_policy("safety.a", content(ends))), wattle::status::null_argument,
                "registry"));
  CHECK(ends == 2);
  CHECK(refused(nowhere.try_register_plugin(wattle::plugin("p").hook(hook(ends))), wattle::status::null_argument, "registry"));
  CHECK(ends == 3);
  wattle::module_builder nobody(nullptr);
  CHECK(refused(nobody.try_add(wattle::module("m", 1, rendering(ends))), wattle::status::null_argument, "builder"));
  CHECK(ends == 4);
}

// The second content has no callable to give its user_data to.
TEST(two_contents) {
  int text = 0, when = 0, again = 0;
  wattle::registry registry = empty_registry();
  const auto predicate = [](int& ends) { return [count = tracked(ends)](const wattle::context&, const wattle::state&) { return true; }; };
  wattle::contribution one = contribution("host.a", text);
  one.when(predicate(when));
  CHECK(text == 1 && when == 0);
  CHECK(refused(registry.try_register_contributions(std::move(one)), wattle::status::invalid_argument, "host.a"));
  CHECK(text == 1 && when == 1);
  wattle::contribution gated = wattle::gated_prompt("host.g", predicate(when), "text");
  gated.when(predicate(again));
  CHECK(when == 2 && again == 0);
  registry.register_contributions(std::move(gated));
  CHECK(registry.resolve(converse).text() == "text");
}

TEST(a_plugin_and_all_of_it) {
  int ends = 0;
  wattle::registry registry = empty_registry();
  const auto give = [&](std::string_view bad_row, bool replace) {
    wattle::contribution prompts[] = {contribution("p.static", ends)};
    std::vector<wattle::contribution> runtime_prompts;
    runtime_prompts.push_back(
        {bad_row, wattle::mode::append, [count = tracked(ends)](wattle::writer&, const wattle::context&, const wattle::state&) {}});
    wattle::safety_policy policies[] = {{"safety.p", content(ends)}};
    auto plugin = wattle::plugin("p", "1").prompts(prompts).runtime_prompts(runtime_prompts).safety_policies(policies).hook(hook(ends));
    return replace ? registry.try_replace_plugin(std::move(plugin)) : registry.try_register_plugin(std::move(plugin));
  };
  CHECK(refused(give("other.row", false), wattle::status::foreign_namespace, "other.row"));
  CHECK(ends == 4);
  ends = 0;
  CHECK(give("p.row", false));
  CHECK(ends == 0 && registry.list().size() == 2);
  CHECK(refused(give("p.row", false), wattle::status::duplicate_plugin, "p"));
  CHECK(ends == 4);
  CHECK(give("p.row", true));
  CHECK(ends == 8);
  registry.unregister_plugin("p");
  CHECK(ends == 12);
}

TEST(globals) {
  int ends = 0;
  wattle::register_global(contribution("host.global", ends), {"*"});
  CHECK(refused(wattle::try_register_global(contribution("host.global", ends), {"*"}), wattle::status::duplicate_contribution_id,
                "host.global"));
  CHECK(ends == 1);
  CHECK(empty_registry().resolve(converse).text() == "text");
  wattle::unregister_global(wattle::origin::static_, "host.global");
  CHECK(ends == 2);
}

TEST(emissions_end_with_the_turn) {
  int ends = 0;
  wattle::registry registry = empty_registry();
  registry.register_plugin(wattle::plugin("p").hook([&ends](wattle::emitter& emit, const wattle::context&, const wattle::state&) {
    emit.emit({"p.turn", wattle::mode::append,
               [count = tracked(ends)](wattle::writer& out, const wattle::context&, const wattle::state&) { out.write("turn"); }});
    CHECK(ends == 0);
  }));
  CHECK(registry.resolve(converse).text() == "turn");
  CHECK(ends == 1);
}

TEST(modules) {
  int ends = 0;
  wattle::module_builder builder;
  const auto one = [&ends](std::string_view name, std::uint32_t priority) {
    return wattle::module(name, priority, rendering(ends))
        .optional()
        .render_minimal(rendering(ends))
        .should_include(answer(ends))
        .estimate([count = tracked(ends)](const wattle::agent_context&) { return 1; });
  };
  builder.add(one("m", 1));
  CHECK(ends == 0);
  CHECK(refused(builder.try_add(one("m", 1)), wattle::status::duplicate_module, "m"));
  CHECK(ends == 4);
  CHECK(refused(builder.try_add(one("n", WATTLE_PRIORITY_MAX + 1)), wattle::status::invalid_argument, "n"));
  CHECK(ends == 8);
  builder.remove("m");
  CHECK(ends == 12);
  builder.add(one("m", 1));
  builder = wattle::module_builder();
  CHECK(ends == 16);
}

// A frozen snapshot can still call what it has: that is destroyed with the last that can.
TEST(snapshots_hold_on) {
  int ends = 0;
  wattle::registry registry = empty_registry();
  registry.register_contributions(contribution("host.a", ends));
  wattle::registry frozen = registry.snapshot();
  CHECK(refused(registry.try_unregister(wattle::origin::static_, "host.a"), wattle::status::plugin_in_use, "host.a"));
  registry = wattle::registry(nullptr);
  CHECK(ends == 0);
  CHECK(frozen.resolve(converse).text() == "text");
  frozen = wattle::registry(nullptr);
  CHECK(ends == 1);
}

// A callable given by pointer is not moved, and not destroyed.
TEST(by_pointer) {
  int ends = 0;
  {
    const auto lent = content(ends);
    wattle::registry registry = empty_registry();
    registry.register_contributions(wattle::contribution("host.a", wattle::mode::append, &lent));
    CHECK(registry.resolve(converse).text() == "text");
    registry.unregister(wattle::origin::static_, "host.a");
    CHECK(ends == 0);
  }
  CHECK(ends == 1);
}

static void write_name(wattle::writer& out, const wattle::context& context) { out.write(context.family); }

TEST(by_function) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::contribution("host.a", wattle::mode::append, write_name),
                                  wattle::contribution("host.b", wattle::mode::append, &write_name));
  CHECK(registry.resolve(converse).text() == "anthropic\n\nanthropic");
}

// What keeps a state of its own keeps it from call to call; move-only state is fine.
TEST(mutable_and_move_only) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::contribution(
      "host.a", wattle::mode::append,
      [n = 0, text = std::make_unique<std::string>("call ")](wattle::writer& out, const wattle::context&, const wattle::state&) mutable {
        out.write(*text);
        out.write(std::to_string(++n));
      }));
  CHECK(registry.resolve(converse).text() == "call 1");
  CHECK(registry.resolve(converse).text() == "call 2");
}
