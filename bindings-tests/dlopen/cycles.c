/*
 * Opens the library and the plugins, resolves, and closes everything again, from several threads at once and for many rounds:
 * cycles COPIES ROUNDS. The directory has copies of the example's plugins in 0/, 1/, ..., one for each thread. Each round every thread
 * goes once all the way; when all of them have closed the library it is gone, and only then the threads end. One thread, that of
 * main, lives through all rounds. Nothing may be left: no mapping, no key of pthread's, no memory.
 * For the last to be seen exactly, glibc must keep nothing for its threads: run.sh says so in GLIBC_TUNABLES.
 */
#include <dlfcn.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wattle.h>

#include "mappings.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define TEXT_OF_VALUE(number) #number
#define TEXT_OF(number) TEXT_OF_VALUE(number)
#define SONAME "libwattle.so." TEXT_OF(WATTLE_ABI_VERSION)

#define THREADS 4       /* besides main's */
#define MOST_GROWN 4096 /* bytes: less than the smallest block a round */

static const char *const names[] = { "irrigation", "pests", "weather" };

static const char *copies;
static pthread_barrier_t all_closed;
static char *expected; /* the prompt, as the first cycle has found it */

static void fail(const char *what, const char *which) {
  fprintf(stderr, "%s: %s\n", which, what);
  exit(EXIT_FAILURE);
}

static void *open_object(const char *file) {
  void *object = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!object) fail(dlerror(), "cannot be opened");
  return object;
}

static const wattle_api *table_of(void *library) {
  const wattle_api *(*get_api)(uint32_t) = NULL;
  void *found = dlsym(library, "wattle_get_api");
  memcpy(&get_api, &found, sizeof found);
  return get_api(WATTLE_ABI_VERSION);
}

static void *load(const wattle_api *api, wattle_registry *registry, const char *file) {
  wattle_plugin_entry_fn entry = NULL;
  void *object = open_object(file), *found = dlsym(object, WATTLE_PLUGIN_ENTRY);
  memcpy(&entry, &found, sizeof found);
  if (entry(api, registry, NULL, NULL)) fail("is refused", file);
  return object;
}

static void unload(const wattle_api *api, wattle_registry *registry, const char *name, void *object) {
  if (api->registry_unregister_plugin(registry, wattle_cstr(name), NULL)) fail("cannot be unregistered", name);
  dlclose(object);
}

static wattle_registry *new_registry(const wattle_api *api) {
  wattle_registry *registry = NULL;
  if (api->registry_new(NULL, &registry, NULL)) fail("none", "registry");
  return registry;
}

/* A turn in which every callback has something to say. */
static wattle_bundle *resolve(const wattle_api *api, const wattle_registry *registry) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  const wattle_str tool = WATTLE_STR("forecast");
  const wattle_state state =
      WATTLE_STATE(.loaded_tools = { &tool, 1 }, .turn_depth = 1, .prior_turn_had_tool_calls = WATTLE_YES);
  wattle_bundle *bundle = NULL;
  if (api->registry_resolve(registry, &context, &state, NULL, &bundle, NULL)) fail("none", "bundle");
  return bundle;
}

static void resolves_as_ever(const wattle_api *api, const wattle_registry *registry) {
  wattle_bundle *bundle = resolve(api, registry);
  const char *text = api->bundle_text(bundle).data;
  if (!expected && !(expected = strdup(text))) fail("no memory", "text");
  if (strcmp(text, expected)) fail("another one than ever", text);
  api->bundle_free(bundle);
}

/* A call that fails makes an error, and frees it. */
static void fails_as_ever(const wattle_api *api, wattle_registry *registry) {
  wattle_error *error = NULL;
  if (api->registry_unregister_plugin(registry, WATTLE_STR("nobody"), &error) != WATTLE_UNKNOWN_PLUGIN) fail("is known", "nobody");
  api->error_free(error);
}

static void cycle(int copy) {
  char file[PATH_MAX];
  void *library = open_object(SONAME), *objects[COUNT(names)];
  const wattle_api *api = table_of(library);
  wattle_registry *registry = new_registry(api);
  for (size_t i = 0; i < COUNT(names); i++) {
    snprintf(file, sizeof file, "%s/%d/%s.so", copies, copy, names[i]);
    objects[i] = load(api, registry, file);
  }
  for (int turn = 0; turn < 3; turn++) resolves_as_ever(api, registry);
  fails_as_ever(api, registry);
  for (size_t i = 0; i < COUNT(names); i++) {
    unload(api, registry, names[i], objects[i]);
    api->bundle_free(resolve(api, registry));
  }
  api->registry_free(registry);
  dlclose(library);
}

static void *run(void *copy) {
  cycle(*(int *)copy);
  pthread_barrier_wait(&all_closed);
  return NULL;
}

static void start_round(pthread_t threads[THREADS]) {
  static int numbers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i + 1;
    if (pthread_create(&threads[i], NULL, run, &numbers[i])) fail("cannot be started", "thread");
  }
}

static void nothing_is_mapped(void) {
  if (is_mapped("libwattle")) fail("is still mapped", SONAME);
  if (is_mapped(copies)) fail("are still mapped", "plugins");
}

static size_t free_keys(void) {
  pthread_key_t keys[PTHREAD_KEYS_MAX];
  size_t n = 0;
  while (n < COUNT(keys) && !pthread_key_create(&keys[n], NULL)) n++;
  for (size_t i = 0; i < n; i++) pthread_key_delete(keys[i]);
  return n;
}

int main(int argc, char **argv) {
  const long rounds = argc == 3 ? strtol(argv[2], NULL, 10) : 0, warm = rounds / 10;
  size_t keys = 0, bytes = 0;
  if (rounds < 10) fail("cycles COPIES ROUNDS", "at least 10 rounds");
  copies = argv[1];
  pthread_barrier_init(&all_closed, NULL, THREADS + 1);
  cycle(0);
  for (long round = 0; round < rounds; round++) {
    pthread_t threads[THREADS];
    if (round == warm) {
      keys = free_keys();
      bytes = mallinfo2().uordblks;
    }
    start_round(threads);
    run(&(int){ 0 });
    nothing_is_mapped();
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  }
  const size_t keys_at_the_end = free_keys(), bytes_at_the_end = mallinfo2().uordblks;
  printf("after %ld rounds: %zu keys free, %zu bytes in use; after %ld: %zu, %zu\n", warm, keys, bytes, rounds, keys_at_the_end,
         bytes_at_the_end);
  if (keys_at_the_end != keys) fail("are not given back", "keys");
  if (bytes_at_the_end > bytes + MOST_GROWN) fail("grows", "heap");
  pthread_barrier_destroy(&all_closed);
  free(expected);
  printf("cycles: 1 passed, 0 failed; %ld rounds of %d threads\n", rounds, THREADS + 1);
  return EXIT_SUCCESS;
}
