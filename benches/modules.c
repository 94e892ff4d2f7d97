/* From a module builder to a prompt: N modules of about 400 characters, each one callback that writes one line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "counting.h"

static wattle_status render(void *user_data, wattle_call *call, const wattle_agent_context *context) {
  const struct bound_section *section = user_data;
  (void)context;
  return wattle_call_write_line(call, (wattle_str){section->text, section->len});
}

/* Core sections are required modules, the others optional; the window has room for all. */
struct modules modules_new(size_t n) {
  struct modules made = {.workload = workload_new(n, ASCII), .context = WATTLE_AGENT_CONTEXT_INIT};
  wattle_error *error = NULL;
  must(wattle_module_builder_new(&made.builder, &error), error);
  for (size_t i = 0; i < n; i++) {
    struct bound_section *section = &made.workload.sections[i];
    const wattle_module module = WATTLE_MODULE(.name = wattle_cstr(made.workload.ids[i]), .priority = 50, .render = render,
                                               .optional = section->tier != BOUND_CORE, .user_data = section);
    must(wattle_module_builder_add(made.builder, &module, &error), error);
  }
  made.context.max_tokens = WATTLE_OUTPUT_RESERVE_TOKENS + made.workload.chars;
  return made;
}

void modules_free(struct modules *modules) {
  wattle_module_builder_free(modules->builder);
  workload_free(&modules->workload);
}

static wattle_prompt *built(const struct modules *modules) {
  wattle_prompt *prompt = NULL;
  wattle_error *error = NULL;
  must(wattle_module_builder_build(modules->builder, &modules->context, NULL, &prompt, &error), error);
  return prompt;
}

static char *copied(const struct modules *modules, size_t *len) {
  return bound_copy(modules->workload.sections, modules->workload.n, len);
}

double build_modules(void *data, size_t times) {
  const double start = core_ns();
  for (size_t i = 0; i < times; i++)
    wattle_prompt_free(built(data));
  return core_ns() - start;
}

static double copy(void *data, size_t times) {
  size_t len;
  const double start = core_ns();
  for (size_t i = 0; i < times; i++)
    free(copied(data, &len));
  return core_ns() - start;
}

/* Ends the program if the library's bytes are not the bound's. */
static void check(const struct modules *modules) {
  size_t len;
  char *bound = copied(modules, &len);
  wattle_prompt *prompt = built(modules);
  const wattle_str text = wattle_prompt_text(prompt);
  if (text.len != len || memcmp(text.data, bound, len)) {
    fprintf(stderr, "a prompt of %zu modules: %zu bytes, the bound has %zu others\n", modules->workload.n, text.len, len);
    exit(1);
  }
  wattle_prompt_free(prompt);
  free(bound);
}

static void count(const struct modules *modules) {
  const uint64_t before = allocations();
  wattle_prompt_free(built(modules));
  report_count("allocations: module builder", modules->workload.n, (double)(allocations() - before), "", 5);
}

void module_cases(void) {
  static const char name[] = "module builder / copy";
  for (size_t i = 0; i < SIZES; i++) {
    struct modules modules = modules_new(sizes[i]);
    check(&modules);
    if (is_wanted(name))
      measure(name, sizes[i], 1, (struct timed){build_modules, &modules}, (struct timed){copy, &modules},
              (struct allowed){.ratio = sizes[i] == 1000 ? 4 : 0});
    if (is_wanted("allocations"))
      count(&modules);
    modules_free(&modules);
  }
}
