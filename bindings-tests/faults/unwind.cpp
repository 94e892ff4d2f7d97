// What C++ code that calls wattle.h as it is must not do, and what comes of it: an exception, or the end of its thread, out of a callback
// ends the process, and nothing of it is lost on the way. Prints how each ended, which is the same in debug and release.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <wattle.h>

namespace {

void throw_int() { throw 1; }

void end_thread() { pthread_exit(nullptr); }

using deed = void (*)();

wattle_status content(void *user_data, wattle_call *, const wattle_context *, const wattle_state *) {
  (*static_cast<deed *>(user_data))();
  return WATTLE_OK;
}

wattle_status on_built(void *user_data, wattle_call *, const wattle_prompt *) {
  (*static_cast<deed *>(user_data))();
  return WATTLE_OK;
}

void drop(void *user_data) { (*static_cast<deed *>(user_data))(); }

void nothing(void) {}

// Where it happens: 0 in a content, 1 in a probe, 2 in a drop.
void run(deed what, int where) {
  deed harmless = nothing, *deeds[] = { &harmless, &harmless, &harmless };
  deeds[where] = &what;
  wattle_context context = WATTLE_CONTEXT_INIT;
  wattle_contribution contribution = WATTLE_CONTRIBUTION_INIT;
  wattle_probes probes = WATTLE_PROBES_INIT;
  wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
  wattle_registry *registry = nullptr;
  wattle_prompt *prompt = nullptr;
  context.call_class = WATTLE_CONVERSE;
  contribution.id = WATTLE_STR("a.b");
  contribution.mode = WATTLE_APPEND;
  contribution.runtime_content = content;
  contribution.user_data = deeds[0];
  if (where == 2) contribution.user_data = deeds[2], contribution.runtime_content = nullptr, contribution.text = WATTLE_STR("x"), contribution.drop = drop;
  probes.on_built = on_built;
  probes.user_data = deeds[1];
  options.probes = &probes;
  wattle_registry_new(nullptr, &registry, nullptr);
  wattle_registry_register(registry, &contribution, 1, nullptr);
  wattle_registry_compose(registry, &context, nullptr, &options, &prompt, nullptr);
  wattle_prompt_free(prompt);
  wattle_registry_free(registry);
}

int how_it_ends(deed what, int where) {
  int status = 0;
  const pid_t pid = fork();
  if (pid == 0) {
    if (!freopen("/dev/null", "w", stderr)) _exit(EXIT_FAILURE);
    alarm(20);
    try {
      run(what, where);
    } catch (int) {
      _exit(2);
    }
    _exit(3);
  }
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

} // namespace

int main() {
  int faults = 0;
  for (int where = 0; where < 3; where++) {
    const int ends[] = { how_it_ends(throw_int, where), how_it_ends(end_thread, where) };
    for (int end : ends) faults += end != SIGABRT;
    std::printf("place %d: an exception ends by %d, the end of the thread by %d\n", where, ends[0], ends[1]);
  }
  std::printf("unwind: %d passed, %d failed\n", 6 - faults, faults);
  return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
