/*
 * threads [SECONDS]: everything at once, as a host that loads the library and closes it at the end. Plugins, globals, modules and
 * guidance come and go, and snapshots are taken, while others resolve, compose, build, list and dump; processes are forked while
 * others work; and threads end right after a call, or call at their very end.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <wattle.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define HANGS 120 /* seconds over what was asked for */

static wattle_registry *shared, *other;
static wattle_module_builder *builder;
static wattle_guidance *guidance;
static atomic_bool over;
static atomic_ulong reads, changes, refusals, forks, ends;
static double seconds = 2;

#define MUST(call) must((call), #call, __LINE__)
static void must(bool holds, const char *what, int line) {
  if (holds) return;
  fprintf(stderr, "threads.c:%d: %s does not hold\n", line, what);
  abort();
}

static const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR_INIT("anthropic"));

/* What a removal must have seen the end of. */
typedef struct unit {
  atomic_bool gone;
  atomic_uint drops;
} unit;

static void drop(void *user_data) {
  unit *of = user_data;
  MUST(!of->gone);
  of->drops++;
}

/* Whether this thread is in a call: callbacks come on the thread of their call. */
static _Thread_local bool calling;

/* Calls what a callback may call, of which some runs callbacks: those only look whether they may still run. */
static wattle_status act(unit *of) {
  static _Thread_local bool inside;
  wattle_records *records = NULL;
  wattle_error *error = NULL;
  char hex[65];
  MUST(calling && !of->gone);
  if (inside) return WATTLE_OK;
  inside = true;
  MUST(!wattle_registry_list(shared, 0, (wattle_str)WATTLE_STR_ABSENT, &records, NULL));
  MUST(!wattle_registry_fingerprint(other, &context, hex, NULL));
  MUST(wattle_registry_unregister_plugin(shared, WATTLE_STR("nobody"), &error) == WATTLE_RE_ENTRANCY);
  wattle_error_free(error);
  wattle_records_free(records);
  inside = false;
  MUST(!of->gone);
  return WATTLE_OK;
}

static wattle_status runtime_content(void *user_data, wattle_call *call, const wattle_context *with, const wattle_state *state) {
  (void)with, (void)state;
  act(user_data);
  return wattle_call_write(call, WATTLE_STR("now"));
}

static wattle_status static_content(void *user_data, wattle_call *call, const wattle_context *with) {
  (void)with;
  act(user_data);
  return wattle_call_write(call, WATTLE_STR("static"));
}

static wattle_status hook(void *user_data, wattle_call *call, const wattle_context *with, const wattle_state *state) {
  const wattle_contribution emitted = WATTLE_CONTRIBUTION(.id = WATTLE_STR("p.hook"), .mode = WATTLE_REPLACE, .text = WATTLE_STR("hook"));
  (void)with, (void)state;
  act(user_data);
  return wattle_call_emit(call, &emitted, NULL);
}

static wattle_status observe(void *user_data, wattle_call *call, wattle_str bytes) {
  (void)call, (void)bytes;
  return act(user_data);
}

static wattle_status render(void *user_data, wattle_call *call, const wattle_agent_context *with) {
  (void)with;
  act(user_data);
  return wattle_call_write_line(call, WATTLE_STR("module"));
}

static void read_all(wattle_prompt *into) {
  const wattle_agent_context agent = WATTLE_AGENT_CONTEXT(.max_tokens = 9000);
  wattle_bundle *bundle = NULL;
  wattle_prompt *built = NULL;
  wattle_text *text = NULL;
  calling = true;
  MUST(!wattle_registry_resolve(shared, &context, NULL, NULL, &bundle, NULL));
  MUST(strstr(wattle_bundle_text(bundle).data, "base"));
  MUST(!wattle_registry_compose_into(shared, &context, NULL, NULL, into, NULL));
  MUST(strstr(wattle_prompt_text(into).data, "base"));
  MUST(!wattle_registry_emit_stream(shared, WATTLE_STR("bytes"), NULL));
  MUST(!wattle_module_builder_build(builder, &agent, NULL, &built, NULL));
  MUST(!wattle_guidance_resolve(guidance, WATTLE_STR("saw"), NULL, 0, &text, NULL));
  wattle_text_free(text);
  MUST(!wattle_registry_json(shared, &text, NULL));
  wattle_text_free(text);
  wattle_prompt_free(built);
  wattle_bundle_free(bundle);
  calling = false;
}

static void *reader(void *unused) {
  wattle_prompt *into = NULL;
  MUST(!wattle_compose(NULL, 0, NULL, &into, NULL));
  for (; !over; reads++) read_all(into);
  wattle_prompt_free(into);
  return unused;
}

/* A plugin of a name of its own, which is there in full or not at all. */
static void plugin_comes_and_goes(wattle_registry *registry, const char *name) {
  unit one = { false, 0 }, two = { false, 0 };
  char ids[3][16];
  for (int i = 0; i < 3; i++) snprintf(ids[i], sizeof ids[i], "%s.%d", name, i);
  for (unit *of = &one;; of = &two) {
    const wattle_contribution prompt = WATTLE_CONTRIBUTION(.id = wattle_cstr(ids[0]), .mode = WATTLE_APPEND, .static_content = static_content, .user_data = of, .drop = drop);
    const wattle_contribution runtime = WATTLE_CONTRIBUTION(.id = wattle_cstr(ids[1]), .mode = WATTLE_PREPEND, .runtime_content = runtime_content, .user_data = of, .drop = drop);
    const wattle_plugin plugin = WATTLE_PLUGIN(.name = wattle_cstr(name), .prompts = &prompt, .prompts_len = 1, .runtime_prompts = &runtime,
                                               .runtime_prompts_len = 1, .hook = hook, .stream_observer = observe, .user_data = of, .drop = drop);
    if (of == &one) {
      MUST(!wattle_registry_register_plugin(registry, &plugin, NULL));
      continue;
    }
    wattle_status status = wattle_registry_replace_plugin(registry, &plugin, NULL);
    /* A snapshot holds on to it: what was to come is dropped, what is there stays. */
    MUST(status == WATTLE_OK || status == WATTLE_PLUGIN_IN_USE);
    unit *now = status ? &one : &two, *before = status ? &two : &one;
    MUST(before->drops == 3 && now->drops == 0);
    before->gone = true;
    for (refusals += status != 0; (status = wattle_registry_unregister_plugin(registry, plugin.name, NULL)); refusals++) {
      MUST(status == WATTLE_PLUGIN_IN_USE && now->drops == 0);
    }
    MUST(now->drops == 3);
    now->gone = true;
    return;
  }
}

static void *plugins(void *name) {
  for (; !over; changes++) plugin_comes_and_goes(strcmp(name, "p") == 0 ? shared : other, name);
  return NULL;
}

static void *globals(void *unused) {
  const wattle_str all = WATTLE_STR("*");
  for (; !over; changes++) {
    unit of = { false, 0 };
    const wattle_contribution global = WATTLE_CONTRIBUTION(.id = WATTLE_STR("g.now"), .mode = WATTLE_APPEND, .runtime_content = runtime_content, .user_data = &of, .drop = drop);
    MUST(!wattle_register_global(&global, (wattle_str_list){ &all, 1 }, NULL));
    for (wattle_status status; (status = wattle_unregister_global(WATTLE_ORIGIN_RUNTIME_AWARE, global.id, NULL)); refusals++) MUST(status == WATTLE_PLUGIN_IN_USE);
    MUST(of.drops == 1);
    of.gone = true;
  }
  return unused;
}

static void *modules(void *unused) {
  const wattle_guidance_entry entry = WATTLE_GUIDANCE_ENTRY(.tool_name = WATTLE_STR("saw"), .mode = WATTLE_MATCH_MODE_EXACT, .text = WATTLE_STR("Slowly."));
  for (; !over; changes++) {
    unit of = { false, 0 };
    const wattle_module module = WATTLE_MODULE(.name = WATTLE_STR("m"), .optional = WATTLE_NO, .priority = 50, .render = render, .user_data = &of, .drop = drop);
    MUST(!wattle_module_builder_add(builder, &module, NULL));
    if (changes % 64 == 0 && wattle_guidance_len(guidance) < 100) MUST(!wattle_guidance_add(guidance, &entry, 1, NULL));
    MUST(!wattle_module_builder_remove(builder, module.name, NULL));
    MUST(of.drops == 1);
    of.gone = true;
  }
  return unused;
}

static void *snapshots(void *unused) {
  for (; !over; changes++) {
    wattle_registry *snapshot = NULL;
    wattle_bundle *first = NULL, *second = NULL;
    MUST(!wattle_registry_snapshot(shared, &snapshot, NULL));
    calling = true;
    MUST(!wattle_registry_resolve(snapshot, &context, NULL, NULL, &first, NULL));
    MUST(!wattle_registry_resolve(snapshot, &context, NULL, NULL, &second, NULL));
    calling = false;
    MUST(strcmp(wattle_bundle_text(first).data, wattle_bundle_text(second).data) == 0);
    wattle_bundle_free(first);
    wattle_bundle_free(second);
    wattle_registry_free(snapshot);
    usleep(200); /* else nobody else gets to remove anything */
  }
  return unused;
}

static void make(void) {
  const wattle_registry_options nothing = WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  const wattle_contribution base = wattle_append_prompt(WATTLE_STR("host.base"), WATTLE_STR("base"));
  MUST(!wattle_registry_new(&nothing, &shared, NULL) && !wattle_registry_new(&nothing, &other, NULL));
  MUST(!wattle_registry_register(shared, &base, 1, NULL));
  MUST(!wattle_module_builder_new(&builder, NULL) && !wattle_guidance_new(&guidance, NULL));
}

static void unmake(void) {
  wattle_registry_free(shared);
  wattle_registry_free(other);
  wattle_module_builder_free(builder);
  wattle_guidance_free(guidance);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Runs these, and what main does meanwhile, until the time is over. */
static void together(void *(*const *threads)(void *), void *const *arguments, size_t n, void (*meanwhile)(void), double until) {
  pthread_t started[16];
  over = false;
  for (size_t i = 0; i < n; i++) MUST(!pthread_create(&started[i], NULL, threads[i], arguments[i]));
  for (until += now(); now() < until;) {
    if (meanwhile) meanwhile();
    else usleep(10000);
  }
  over = true;
  for (size_t i = 0; i < n; i++) MUST(!pthread_join(started[i], NULL));
}

static void everything(double until) {
  void *(*const threads[])(void *) = { reader, reader, reader, reader, reader, reader, plugins, plugins, globals, modules, snapshots };
  void *const names[COUNT(threads)] = { NULL, NULL, NULL, NULL, NULL, NULL, "p", "q", NULL, NULL, NULL };
  together(threads, names, COUNT(threads), NULL, until);
}

/* In the child there is one thread: it makes what it uses, and uses what only this thread has used. */
static wattle_registry *mine;

static void fork_and_work(void) {
  unit of = { false, 0 };
  const wattle_contribution content = WATTLE_CONTRIBUTION(.id = WATTLE_STR("f.now"), .mode = WATTLE_APPEND, .runtime_content = runtime_content, .user_data = &of, .drop = drop);
  int status = 0;
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(20);
    make();
    wattle_prompt *into = NULL;
    MUST(!wattle_compose(NULL, 0, NULL, &into, NULL));
    plugin_comes_and_goes(shared, "p");
    MUST(!wattle_registry_register(mine, &content, 1, NULL));
    read_all(into);
    calling = true;
    MUST(!wattle_registry_compose_into(mine, &context, NULL, NULL, into, NULL) && strcmp(wattle_prompt_text(into).data, "now") == 0);
    MUST(!wattle_registry_unregister(mine, WATTLE_ORIGIN_RUNTIME_AWARE, content.id, NULL) && of.drops == 1);
    wattle_prompt_free(into);
    unmake();
    _exit(EXIT_SUCCESS);
  }
  MUST(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
  forks++;
}

static void forking(double until) {
  void *(*const threads[])(void *) = { reader, reader, plugins, plugins, modules, snapshots };
  void *const names[COUNT(threads)] = { NULL, NULL, "p", "q", NULL, NULL };
  const wattle_registry_options nothing = WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  MUST(!wattle_registry_new(&nothing, &mine, NULL));
  together(threads, names, COUNT(threads), fork_and_work, until);
  wattle_registry_free(mine);
}

/* Threads that end with their call: what they were the last to use is dropped by them, and the removal sees it. A key's destructor
   calls the library when the thread has no code of the host's left to run. */
static pthread_key_t at_the_end;
static atomic_bool in_call;

static void read_at_the_end(void *bundle) {
  wattle_bundle *again = NULL;
  MUST(wattle_bundle_text(bundle).len > 0);
  wattle_bundle_free(bundle);
  MUST(!wattle_registry_resolve(shared, &context, NULL, NULL, &again, NULL));
  wattle_bundle_free(again);
  ends++;
}

static wattle_status linger(void *user_data, wattle_call *call, const wattle_context *with, const wattle_state *state) {
  (void)user_data, (void)with, (void)state;
  in_call = true;
  usleep(300);
  return wattle_call_write(call, WATTLE_STR("lingers"));
}

static void *one_call(void *unused) {
  wattle_bundle *bundle = NULL;
  MUST(!wattle_registry_resolve(shared, &context, NULL, NULL, &bundle, NULL));
  MUST(!pthread_setspecific(at_the_end, bundle));
  return unused;
}

static void thread_ends(void) {
  unit of = { false, 0 };
  const wattle_contribution slow = WATTLE_CONTRIBUTION(.id = WATTLE_STR("e.slow"), .mode = WATTLE_APPEND, .runtime_content = linger, .user_data = &of, .drop = drop);
  pthread_t thread;
  in_call = false;
  MUST(!wattle_registry_register(shared, &slow, 1, NULL));
  MUST(!pthread_create(&thread, NULL, one_call, NULL));
  while (!in_call) {}
  MUST(!wattle_registry_unregister(shared, WATTLE_ORIGIN_RUNTIME_AWARE, slow.id, NULL));
  MUST(of.drops == 1);
  of.gone = true;
  MUST(!pthread_join(thread, NULL));
}

int main(int argc, char **argv) {
  if (argc > 1) seconds = strtod(argv[1], NULL);
  alarm((unsigned)seconds + HANGS);
  MUST(!pthread_key_create(&at_the_end, read_at_the_end));
  make();
  everything(seconds * 0.5);
  forking(seconds * 0.3);
  together(NULL, NULL, 0, thread_ends, seconds * 0.2);
  unmake();
  MUST(!pthread_key_delete(at_the_end));
  printf("threads: %lu rounds of reads, %lu of changes, %lu refused for a snapshot; %lu forks; %lu threads ended\n", reads, changes, refusals, forks, ends);
  MUST(reads > 0 && changes > 0 && forks > 0 && ends > 0);
  puts("threads: 1 passed, 0 failed");
  return EXIT_SUCCESS;
}
