/* misuse COPY: calls every function with everything wrong, and tells how many calls that were; COPY is a second copy of the library. */
#define _DEFAULT_SOURCE
#include "misuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 20 /* for one call */
#define MOST_FAULTS 60

static size_t calls, refused, taken, faults;

/* What a child says. */
static struct {
  bool refused;
  char fault[300];
} *said;

/* Names of types */

bool is_const(const char *type) { return strncmp(type, "const ", 6) == 0; }

bool is_pointer(const char *type) { return strchr(type, '*') != NULL; }

bool is_enumeration(const char *type) {
  for (size_t i = 0; i < enumerations_len; i++)
    if (strcmp(enumerations[i], type) == 0) return true;
  return false;
}

const shape *shape_of(const char *type) {
  const char *name = is_const(type) ? type + sizeof "const " - 1 : type;
  const size_t length = strcspn(name, " ");
  if (strncmp(name, "wattle_str", length) == 0 || strncmp(name, "wattle_str_list", length) == 0) return NULL;
  for (size_t i = 0; i < shapes_len; i++)
    if (strlen(shapes[i].name) == length && strncmp(shapes[i].name, name, length) == 0) return &shapes[i];
  return NULL;
}

/* Inside callbacks */

static const function *awaited;
static const value *arguments_of_it;
static result *result_of_it;

/* The call under way is what a right handle of it is. */
static void run_awaited(wattle_call *call) {
  value arguments[COUNT(awaited->parameters)];
  const function *function = awaited;
  if (!function) return;
  memcpy(arguments, arguments_of_it, sizeof arguments);
  for (size_t i = 0; i < function->parameters_len; i++) {
    if (strcmp(function->parameters[i].type, "wattle_call *") == 0 && arguments[i].pointer == UNTOUCHED) arguments[i].pointer = call;
  }
  awaited = NULL;
  function->run(arguments, result_of_it);
}

static wattle_status in_turn(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  (void)user_data, (void)context, (void)state;
  run_awaited(call);
  return WATTLE_OK;
}

static wattle_status in_module(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  (void)user_data, (void)context;
  run_awaited(call);
  return WATTLE_OK;
}

static void must(wattle_status status) {
  if (status == WATTLE_OK) return;
  snprintf(said->fault, sizeof said->fault, "what is needed for it cannot be set up: %s", wattle_status_name(status).data);
  _exit(EXIT_FAILURE);
}

static void in_registry(const wattle_contribution *contribution, const wattle_plugin *plugin) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE);
  wattle_registry *registry = NULL;
  wattle_bundle *bundle = NULL;
  must(wattle_registry_new(NULL, &registry, NULL));
  must(contribution ? wattle_registry_register(registry, contribution, 1, NULL) : wattle_registry_register_plugin(registry, plugin, NULL));
  wattle_registry_resolve(registry, &context, NULL, NULL, &bundle, NULL);
  wattle_bundle_free(bundle);
  wattle_registry_free(registry);
}

static void in_builder(const wattle_module *module) {
  const wattle_agent_context context = WATTLE_AGENT_CONTEXT(.max_tokens = 9000);
  wattle_module_builder *builder = NULL;
  wattle_prompt *prompt = NULL;
  must(wattle_module_builder_new(&builder, NULL));
  must(wattle_module_builder_add(builder, module, NULL));
  wattle_module_builder_build(builder, &context, NULL, &prompt, NULL);
  wattle_prompt_free(prompt);
  wattle_module_builder_free(builder);
}

void run_in_its_place(const function *function, const value *arguments, result *result) {
  const wattle_contribution content = WATTLE_CONTRIBUTION(.id = WATTLE_STR("acts.in"), .mode = WATTLE_APPEND, .runtime_content = in_turn);
  const wattle_contribution global = WATTLE_CONTRIBUTION(.id = WATTLE_STR("host.global"), .mode = WATTLE_APPEND, .text = WATTLE_STR("x"));
  const wattle_plugin hooked = WATTLE_PLUGIN(.name = WATTLE_STR("acts"), .hook = in_turn);
  const wattle_module module = WATTLE_MODULE(.name = WATTLE_STR("in"), .optional = WATTLE_NO, .priority = 50, .render = in_module);
  const wattle_str all = WATTLE_STR("*");
  bool in_call = false;
  for (size_t i = 0; i < function->parameters_len; i++) in_call = in_call || strcmp(function->parameters[i].type, "wattle_call *") == 0;
  if (strcmp(function->name, "wattle_registry_replace_plugin") == 0 || strcmp(function->name, "wattle_registry_unregister_plugin") == 0) {
    must(wattle_registry_register_plugin(handle(handle_type("wattle_registry *")), &hooked, NULL));
    remember_handles();
  }
  if (strcmp(function->name, "wattle_unregister_global") == 0) {
    must(wattle_register_global(&global, (wattle_str_list){ &all, 1 }, NULL));
    remember_handles();
  }
  awaited = function;
  arguments_of_it = arguments;
  result_of_it = result;
  if (!in_call) run_awaited(NULL);
  else if (strcmp(function->name, "wattle_call_write_line") == 0) in_builder(&module);
  else if (strcmp(function->name, "wattle_call_emit") == 0) in_registry(NULL, &hooked);
  else in_registry(&content, NULL);
}

/* Trying */

static void child(const function *function, const value *arguments, kind kind, const char *path) {
  static unsigned char before[1 << 18];
  result result = { WATTLE_OK, WATTLE_STR_ABSENT, NULL, 0 };
  const char *fault;
  alarm(SECONDS);
  memcpy(before, arena, arena_len());
  run_in_its_place(function, arguments, &result);
  said->refused = result.status != WATTLE_OK;
  fault = fault_of(function, arguments, &result, kind, path, before);
  snprintf(said->fault, sizeof said->fault, "%s", fault ? fault : "");
  _exit(EXIT_SUCCESS);
}

void attempt(const function *function, const value *arguments, kind kind, const char *path, const char *what) {
  int status = 0;
  memset(said, 0, sizeof *said);
  const pid_t pid = fork();
  if (pid == 0) child(function, arguments, kind, path);
  if (pid < 0 || waitpid(pid, &status, 0) != pid) {
    perror("misuse");
    exit(EXIT_FAILURE);
  }
  calls++;
  if (WIFSIGNALED(status)) snprintf(said->fault, sizeof said->fault, WTERMSIG(status) == SIGALRM ? "it hangs" : "signal %d", WTERMSIG(status));
  else if (WEXITSTATUS(status) && !said->fault[0]) snprintf(said->fault, sizeof said->fault, "it ends the process");
  if (said->refused) refused++;
  else taken++;
  if (!said->fault[0]) return;
  fprintf(stderr, "%s, %s: %s (%s): %s\n", function->name, path, kind_names[kind], what, said->fault);
  if (++faults >= MOST_FAULTS) exit(EXIT_FAILURE);
}

int main(int argc, char **argv) {
  value arguments[COUNT(functions[0].parameters)];
  if (argc != 2 && argc != 3) {
    fputs("usage: misuse COPY_OF_THE_LIBRARY [FUNCTION]\n", stderr);
    return EXIT_FAILURE;
  }
  said = mmap(NULL, sizeof *said, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  make_handles(argv[1]);
  for (size_t i = 0; i < functions_len; i++) {
    if (argc == 3 && strcmp(functions[i].name, argv[2])) continue;
    memset(arguments, 0, sizeof arguments);
    right_values(&functions[i], arguments);
    vary_all(&functions[i], arguments);
  }
  free_all();
  if (calls == 0) {
    fprintf(stderr, "misuse: there is no function %s\n", argc == 3 ? argv[2] : "");
    return EXIT_FAILURE;
  }
  printf("misuse: %zu functions, %zu parameters and fields, %zu calls: %zu refused, %zu not; %zu faults\n", argc == 3 ? (size_t)1 : functions_len, places_varied(),
         calls, refused, taken, faults);
  return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
