/*
 * memory [SCENARIO]: in every scenario the n-th allocation of its calls fails, for every n, each in a process of its own.
 *
 * What the input decides the size of is refused with out-of-memory, whatever its size. What is left are blocks of the library's own, of
 * fixed sizes: at those Rust ends the process, and none of them is larger than SMALL. Reading JSON is the exception that the header names.
 */
#include "memory.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SMALL 2048 /* bytes; the snapshot of a registry is the largest of them */
#define SECONDS 20

static size_t scenarios, injected, refused, forgone, ended, largest, faults;

/* What a child says. */
static struct {
  size_t failed; /* the size of what failed; 0: there were fewer allocations */
  size_t leaked;
  bool forgone; /* the call succeeded */
  bool passed;
} *said;

/* What a child has on standard error, which is told only if that is a fault: Rust says so when it ends a process. */
static int words;

static void run(const test *scenario, size_t n, size_t at_least, bool onward) {
  alarm(SECONDS);
  dup2(words, STDERR_FILENO);
  const size_t live = memory_live();
  memory_will_fail(n, at_least, onward);
  run_tests(scenario, 1);
  memory_disarm();
  said->leaked = memory_live() - live;
  freopen("/dev/null", "w", stdout);
  said->passed = tests_done("") && said->leaked == 0;
  _exit(EXIT_SUCCESS);
}

static void tell(const char *name, size_t n, const char *what) {
  char buffer[2000];
  const ssize_t length = pread(words, buffer, sizeof buffer, 0);
  fprintf(stderr, "%s, allocation %zu of %zu bytes: %s\n%.*s", name, n, said->failed, what, (int)length, buffer);
  faults++;
}

/* Whether anything failed. */
static bool trial(const test *scenario, size_t n, size_t at_least, bool onward) {
  int status = 0;
  memset(said, 0, sizeof *said);
  ftruncate(words, 0);
  lseek(words, 0, SEEK_SET);
  const pid_t pid = fork();
  if (pid == 0) run(scenario, n, at_least, onward);
  if (pid < 0 || waitpid(pid, &status, 0) != pid) exit(EXIT_FAILURE);
  if (said->failed) injected++;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && said->failed && said->failed <= SMALL && !onward) {
    ended++;
    if (said->failed > largest) largest = said->failed;
  } else if (WIFSIGNALED(status)) {
    tell(scenario->name, n, WTERMSIG(status) == SIGABRT ? "the process is ended" : strsignal(WTERMSIG(status)));
  } else if (!said->passed) {
    tell(scenario->name, n, said->leaked ? "memory leaks" : "a check fails");
  } else if (said->failed && said->forgone && said->failed <= SMALL) {
    forgone++;
  } else if (said->failed && said->forgone) {
    tell(scenario->name, n, "the call succeeds");
  } else if (said->failed) {
    refused++;
  }
  return said->failed != 0;
}

void memory_has_failed(size_t size) {
  if (said) said->failed = size;
}

void memory_was_forgone(void) {
  if (said) said->forgone = true;
}

static void sweep(const test *all, size_t len, const char *wanted) {
  for (size_t i = 0; i < len; i++) {
    if (wanted && !strstr(all[i].name, wanted)) continue;
    scenarios++;
    run_tests(&all[i], 1); /* what is made once is there */
    const size_t before = injected;
    for (size_t n = 1; trial(&all[i], n, 0, false); n++) {}
    for (size_t n = 1; trial(&all[i], n, SMALL + 1, true); n++) {}
    if (injected == before) tell(all[i].name, 0, "nothing allocates: the scenario shows nothing");
  }
}

int main(int argc, char **argv) {
  const char *wanted = argc > 1 ? argv[1] : NULL;
  setenv("RUST_BACKTRACE", "0", 1);
  said = mmap(NULL, sizeof *said, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  words = memfd_create("words", 0);
  sweep(scenarios_of_changes, scenarios_of_changes_len, wanted);
  sweep(scenarios_of_results, scenarios_of_results_len, wanted);
  printf("memory: %zu scenarios, %zu allocations that failed: %zu refused, %zu done without, %zu of at most %zu bytes ended the process; %zu faults\n", scenarios,
         injected, refused, forgone, ended, largest, faults);
  return tests_done("scenarios") && faults == 0 && refused > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
