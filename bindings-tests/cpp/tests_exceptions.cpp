// What a callback throws is thrown by the call that ran it, with its type and value.
#include <stdexcept>
#include <string>
#include <thread>

#include "acts.hpp"

namespace {

// A type of the program's own, which counts those that there are.
struct own {
  explicit own(int v) : value(v) { ++alive; }
  own(const own& other) : value(other.value) { ++alive; }
  ~own() { --alive; }
  int value;
  static int alive;
};
int own::alive = 0;

// Runs each kind: with what is thrown inside, then without. The error is thrown as a call's value() does.
template <class E, class Holds> void every_kind_throws(const E& thrown, Holds holds) {
  for (const act& one : all_acts()) {
    check_row(one.kind);
    wattle::error error = one.run([&] { throw thrown; });
    CHECK(refused(error, wattle::status::callback_failed, one.subject));
    CHECK(error.exception() != nullptr);
    bool caught = false;
    try {
      error.raise();
    } catch (const E& e) {
      caught = holds(e);
    }
    CHECK(caught);
    CHECK(one.run([] {}).status() == wattle::status::ok);
  }
}

}  // namespace

TEST(a_runtime_error_comes_to_the_caller) {
  every_kind_throws(std::runtime_error("why it failed"),
                    [](const std::runtime_error& e) { return e.what() == std::string("why it failed"); });
}

TEST(a_type_of_ones_own_comes_to_the_caller) {
  every_kind_throws(own(7), [](const own& e) { return e.value == 7; });
  CHECK(own::alive == 0);
}

TEST(an_int_comes_to_the_caller) {
  every_kind_throws(42, [](int e) { return e == 42; });
}

TEST(a_base_catches_a_derived_one) {
  for (const act& one : all_acts()) {
    check_row(one.kind);
    bool caught = false;
    try {
      one.run([] { throw std::out_of_range("derived"); }).raise();
    } catch (const std::logic_error& e) {
      caught = e.what() == std::string("derived");
    }
    CHECK(caught);
  }
}

TEST(messages_say_what_was_thrown) {
  for (const act& one : all_acts()) {
    check_row(one.kind);
    CHECK(one.run([] { throw std::runtime_error("said inside"); }).message().find("said inside") != std::string_view::npos);
    CHECK(one.run([] { throw 42; }).message().find("no std::exception") != std::string_view::npos);
  }
}

TEST(calls_throw_and_the_registry_works_afterwards) {
  wattle::registry registry = empty_registry();
  bool armed = true;
  registry.register_contributions(
      wattle::append_prompt("host.base", "base"),
      wattle::contribution("host.act", wattle::mode::append, [&armed](wattle::writer& out, const wattle::context&, const wattle::state&) {
        if (armed) throw own(3);
        out.write("acted");
      }));
  int caught = 0;
  try {
    (void)registry.resolve(converse);
  } catch (const own& e) {
    caught += e.value;
  }
  try {
    (void)registry.compose(converse);
  } catch (const own& e) {
    caught += e.value;
  }
  CHECK(caught == 6);
  CHECK(own::alive == 0);
  armed = false;
  CHECK(registry.resolve(converse).text() == "base\n\nacted");
  registry.register_contributions(wattle::append_prompt("host.more", "more"));
  registry.unregister(wattle::origin::runtime_aware, "host.act");
  CHECK(registry.compose(converse).text() == "base\n\nmore");
}

TEST(fail_fails_without_an_exception) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::contribution("host.act", wattle::mode::append, [](wattle::writer& out, const wattle::context&) {
    out.fail("first");
    out.fail("second");
    out.write("goes on");
  }));
  const wattle::error error = thrown_by([&] { (void)registry.resolve(converse); });
  CHECK(refused(error, wattle::status::callback_failed, "host.act"));
  CHECK(error.message().find("second") != std::string_view::npos);
  CHECK(error.exception() == nullptr);
}

TEST(an_exception_after_fail_counts) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(wattle::contribution("host.act", wattle::mode::append, [](wattle::writer& out, const wattle::context&) {
    out.fail("said");
    throw 1;
  }));
  int caught = 0;
  try {
    (void)registry.resolve(converse);
  } catch (int e) {
    caught = e;
  }
  CHECK(caught == 1);
}

// Another holder of the error may raise it again, on another thread, after the first one is gone.
TEST(an_error_outlives_its_first_holder) {
  wattle::error kept;
  {
    wattle::error first = all_acts()[0].run([] { throw own(9); });
    kept = first;
    CHECK(kept.get() == first.get());
  }
  CHECK(own::alive == 1);
  int caught = 0;
  std::thread([&caught, error = kept]() mutable {
    try {
      error.raise();
    } catch (const own& e) {
      caught = e.value;
    }
  }).join();
  CHECK(caught == 9);
  kept = wattle::error();
  CHECK(own::alive == 0);
}

TEST(each_thread_has_its_own) {
  wattle::registry registry = empty_registry();
  registry.register_contributions(
      wattle::contribution("host.act", wattle::mode::append,
                           [](wattle::writer&, const wattle::context&, const wattle::state& state) { throw state.turn_depth; }));
  constexpr std::uint32_t each = 200;
  std::uint32_t caught[4] = {};
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < 4; t++)
    threads.emplace_back([&registry, &mine = caught[t], t] {
      for (std::uint32_t i = 0; i < each; i++) {
        wattle::state state;
        state.turn_depth = t * each + i;
        try {
          (void)registry.resolve(converse, state);
        } catch (std::uint32_t depth) {
          mine += depth == state.turn_depth;
        }
      }
    });
  for (std::thread& one : threads) one.join();
  for (const std::uint32_t count : caught) CHECK(count == each);
}

TEST(copies_of_an_error_on_many_threads) {
  const wattle::error error = all_acts()[0].run([] { throw own(1); });
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++)
    threads.emplace_back([&error] {
      for (int i = 0; i < 500; i++) {
        const wattle::error copy = error;
        CHECK(copy.subject() == "host.act");
      }
    });
  for (std::thread& one : threads) one.join();
  CHECK(own::alive == 1);
}
