// Like a server, without a net: threads compose for one request after the other while plugins are registered, replaced and
// unregistered. Every prompt must be that of a state in which the registry was meanwhile; at the end every callable is gone, and memory
// has not grown. Runs for two seconds, or as many as WATTLE_SOAK_SECONDS says.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <wattle.hpp>

namespace {

constexpr unsigned workers = 4;
// How much resident memory may grow from the end of the warm-up on, however long the run is: a leak of a hundred bytes for each prompt
// passes it within seconds.
constexpr long tolerance_kib = 8 << 10;

std::atomic<bool> over{false}, failed{false};
// The registry's states are numbered. The next one has begun before a change, and is done after it.
std::atomic<std::uint64_t> begun{0}, done{0};
std::atomic<std::uint64_t> prompts{0};
// Callables of plugins that are there.
std::atomic<int> callables{0};

void fail(const char* what, const std::string& text) {
  if (!failed.exchange(true)) std::fprintf(stderr, "%s: %s\n", what, text.c_str());
}

// Part of a callable: whether its plugin is gone, which it must not run after.
class presence {
 public:
  explicit presence(const std::atomic<bool>& gone) : gone_(&gone) { ++callables; }
  presence(presence&& other) noexcept : gone_(other.gone_) { ++callables; }
  presence& operator=(presence&&) = delete;
  ~presence() { --callables; }
  void check() const {
    if (*gone_) fail("a callable runs after its removal", "");
  }

 private:
  const std::atomic<bool>* gone_;
};

// Large enough that one which is leaked for each change is seen.
std::string numbered(const char* name, std::uint64_t state) { return name + std::to_string(state) + std::string(1 << 10, '.'); }

// Registers a plugin of a text and a callable that reads the turn's state, or puts it into the place of the one before it.
void put_notice(wattle::registry& registry, std::uint64_t state, const std::atomic<bool>& gone) {
  const std::string text = numbered("Notice ", state);
  wattle::contribution texts[] = {wattle::append_prompt("notice.text", text)};
  wattle::contribution users[] = {
      wattle::contribution("notice.user", wattle::mode::append,
                           [here = presence(gone)](wattle::writer& out, const wattle::context&, const wattle::state& turn) {
                             here.check();
                             out.write("You talk to ");
                             out.write(*static_cast<const std::string*>(turn.host));
                           })};
  auto notice = wattle::plugin("notice", "").prompts(texts).runtime_prompts(users);
  if (state == 0)
    registry.register_plugin(std::move(notice));
  else
    registry.replace_plugin(std::move(notice));
}

auto visitor(std::uint64_t state, const std::atomic<bool>& gone) {
  return wattle::plugin("visitor", "").hook(
      [here = presence(gone), text = numbered("Visitor ", state)](wattle::emitter& out, const wattle::context&, const wattle::state&) {
        here.check();
        out.emit(wattle::append_prompt("visitor.text", text));
      });
}

// In every four states: the notice is replaced, a visitor comes, the notice is replaced again, the visitor goes.
std::string expected(std::uint64_t state, const std::string& user) {
  const std::uint64_t notice = state - (state % 2 == 0 && state > 0 ? 1 : 0);
  std::string text = "Begin.\n\n" + numbered("Notice ", notice) + "\n\nYou talk to " + user;
  if (state % 4 == 2 || state % 4 == 3) text += "\n\n" + numbered("Visitor ", state - state % 4 + 2);
  return text;
}

void change(wattle::registry& registry, std::atomic<bool>& first_gone) {
  std::atomic<bool> notices_gone[2], visitor_gone;
  std::atomic<bool>* gone = &first_gone;
  for (std::uint64_t state = 1; !over && !failed; ++state) {
    begun = state;
    switch (state % 4) {
      case 2:
        visitor_gone = false;
        registry.register_plugin(visitor(state, visitor_gone));
        break;
      case 0:
        registry.unregister_plugin("visitor");
        visitor_gone = true;
        break;
      default: {
        std::atomic<bool>& next = notices_gone[state / 2 % 2];
        next = false;
        put_notice(registry, state, next);
        *gone = true;
        gone = &next;
      }
    }
    done = state;
  }
  registry.unregister_plugin("notice");
  if (done % 4 == 2 || done % 4 == 3) registry.unregister_plugin("visitor");
}

void serve(const wattle::registry& registry, unsigned worker) {
  std::string user;
  wattle::state turn;
  turn.host = &user;
  wattle::prompt prompt = registry.compose({wattle::call_class::converse, "openai"}, turn);
  for (unsigned i = 0; !over && !failed; ++i) {
    user = std::to_string(worker) + "-" + std::to_string(i % 7);
    const std::uint64_t first = done;
    registry.compose_into(prompt, {wattle::call_class::converse, i % 2 ? "anthropic" : "openai"}, turn);
    const std::uint64_t last = begun;
    bool found = false;
    for (std::uint64_t state = last + 1; !found && state-- > first;) found = prompt.text() == expected(state, user);
    // When it is over, the last plugins go.
    if (!found && !over) fail("a prompt of no state", std::to_string(first) + " to " + std::to_string(last) + ":\n" + std::string(prompt.text()));
    ++prompts;
  }
}

long resident_kib() {
  malloc_trim(0);
  long size = 0, pages = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file || std::fscanf(file, "%ld %ld", &size, &pages) != 2) fail("memory cannot be told", "");
  if (file) std::fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) >> 10);
}

template <class F> auto guarded(F f) {
  return [f] {
    try {
      f();
    } catch (const std::exception& error) {
      fail("an error", error.what());
    }
  };
}

}  // namespace

int main() {
  const char* const seconds = std::getenv("WATTLE_SOAK_SECONDS");
  const std::chrono::duration<double> length(seconds ? std::atof(seconds) : 2);
  std::atomic<bool> first_gone{false};
  long warm = 0, grown = 0;
  {
    wattle::registry_options nothing_seeded;
    nothing_seeded.seed_core_defaults = nothing_seeded.seed_safety_policies = false;
    wattle::registry registry(nothing_seeded);
    registry.register_contributions(wattle::append_prompt("host.begin", "Begin."));
    put_notice(registry, 0, first_gone);
    std::vector<std::thread> threads;
    threads.emplace_back(guarded([&] { change(registry, first_gone); }));
    for (unsigned i = 0; i < workers; ++i) threads.emplace_back(guarded([&, i] { serve(registry, i); }));
    std::this_thread::sleep_for(length / 3);
    warm = resident_kib();
    std::this_thread::sleep_for(length * 2 / 3);
    grown = resident_kib() - warm;
    over = true;
    for (std::thread& thread : threads) thread.join();
    if (callables != 0) fail("callables are left", std::to_string(callables));
  }
  std::printf("%llu prompts, %llu changes, memory %+ld KiB\n", static_cast<unsigned long long>(prompts),
              static_cast<unsigned long long>(done), grown);
  if (grown > tolerance_kib) fail("memory grew", std::to_string(grown) + " KiB");
  if (prompts < 100 || done < 8) fail("that is too little to tell anything", "");
  return failed;
}
