/* Resolve cases: a registry, ops on it, and what it then resolves to. */
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "cases.h"
#include "content.h"
#include "json.h"
#include "names.h"
#include "report.h"
#include "transcript.h"

void check_failure(wattle_status status, const wattle_error *error, const cJSON *kind, const cJSON *subject) {
  const char *expected = kind ? kind->valuestring : "ok";
  expect_name("status", expected, wattle_status_name(status).data);
  expect_true("an error is stored just on failure", (status == WATTLE_OK) == (error == NULL));
  expect_number("the error's status", (uint64_t)status, (uint64_t)wattle_error_status(error));
  if (status != WATTLE_OK) expect_true("it has a message", wattle_error_message(error).len > 0);
  if (subject && status != WATTLE_OK) {
    scratch s = { NULL };
    expect_text("subject", json_text(&s, subject), wattle_error_subject(error));
    scratch_free(&s);
  }
}

/* One function an op. The inputs may be freed when it has returned. */
typedef wattle_status (*op_fn)(scratch *s, wattle_registry *registry, const cJSON *op, wattle_error **error);

static bool is_static(const cJSON *op) { return origin_from(json_need(op, "origin")) == WATTLE_ORIGIN_STATIC; }

static wattle_contribution contribution_of(scratch *s, const cJSON *op) {
  return build_contribution(s, json_need(op, "contribution"), origin_from(json_need(op, "origin")), is_static(op));
}

static wattle_status op_register(scratch *s, wattle_registry *registry, const cJSON *op, wattle_error **error) {
  wattle_contribution contribution = contribution_of(s, op);
  return wattle_registry_register(registry, &contribution, 1, error);
}

static wattle_status op_register_global(scratch *s, wattle_registry *registry, const cJSON *op, wattle_error **error) {
  wattle_contribution contribution = contribution_of(s, op);
  (void)registry;
  return wattle_register_global(&contribution, json_texts(s, json_need(op, "targetRuntimes")), error);
}

static wattle_status op_unregister(scratch *s, wattle_registry *registry, const cJSON *op, wattle_error **error) {
  wattle_str id = json_text(s, json_need(op, "id"));
  return wattle_registry_unregister(registry, origin_from(json_need(op, "origin")), id, error);
}

static wattle_status op_register_plugin(scratch *s, wattle_registry *registry, const cJSON *op, wattle_error **error) {
  wattle_plugin plugin = build_plugin(s, json_need(op, "plugin"));
  return wattle_registry_register_plugin(registry, &plugin, error);
}

static wattle_status op_replace_plugin(scratch *s, wattle_registry *registry, const cJSON *op, wattle_error **error) {
  wattle_plugin plugin = build_plugin(s, json_need(op, "plugin"));
  return wattle_registry_replace_plugin(registry, &plugin, error);
}

static wattle_status op_unregister_plugin(scratch *s, wattle_registry *registry, const cJSON *op,
                                          wattle_error **error) {
  return wattle_registry_unregister_plugin(registry, json_text(s, json_need(op, "name")), error);
}

static wattle_status op_register_safety_policy(scratch *s, wattle_registry *registry, const cJSON *op,
                                               wattle_error **error) {
  wattle_safety_policy policy = build_policy(s, json_need(op, "policy"));
  return wattle_registry_register_safety_policy(registry, &policy, error);
}

static const struct {
  const char *name;
  op_fn run;
} ops[] = {
  { "register", op_register },
  { "registerGlobal", op_register_global },
  { "unregister", op_unregister },
  { "registerPlugin", op_register_plugin },
  { "replacePlugin", op_replace_plugin },
  { "unregisterPlugin", op_unregister_plugin },
  { "registerSafetyPolicy", op_register_safety_policy },
};

static op_fn op_named(const cJSON *name) {
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (cJSON_IsString(name) && strcmp(ops[i].name, name->valuestring) == 0) return ops[i].run;
  die("unknown op", cJSON_IsString(name) ? name->valuestring : "");
  return NULL;
}

static void run_op(wattle_str name, wattle_registry *registry, size_t index, const cJSON *op) {
  op_fn run = op_named(json_need(op, "op"));
  scratch inputs = { NULL };
  wattle_error *error = NULL;
  wattle_status status = run(&inputs, registry, op, &error);
  scratch_free(&inputs);

  report_at("op", index);
  check_failure(status, error, json_need(op, "expect"), json_get(op, "subject"));
  line_begin(name, "op", index);
  if (status == WATTLE_OK) put_text("status", wattle_status_name(status));
  else line_error("status", status, error);
  line_end();
  wattle_error_free(error);
}

/*
 * Removes the globals that the case's ops registered. Two of the same origin and id go at once, so that the second one
 * is not found any more; whether none is left over, the count of drops tells.
 */
static void unregister_globals(const cJSON *ops_json) {
  const cJSON *op;
  cJSON_ArrayForEach(op, ops_json) {
    scratch s = { NULL };
    if (strcmp(json_need(op, "op")->valuestring, "registerGlobal") == 0) {
      wattle_str id = json_text(&s, json_need(json_need(op, "contribution"), "id"));
      wattle_unregister_global(origin_from(json_need(op, "origin")), id, NULL);
    }
    scratch_free(&s);
  }
}

static wattle_registry *new_registry(const cJSON *json) {
  scratch s = { NULL };
  wattle_registry_options options = WATTLE_REGISTRY_OPTIONS_INIT;
  wattle_registry *registry = NULL;
  wattle_error *error = NULL;
  options.seed_core_defaults = options.seed_core_templates = options.seed_safety_policies = WATTLE_NO;
  options.runtime_id = json_text(&s, json_need(json, "runtimeId"));
  options.enabled_safety_policies = json_texts(&s, json_need(json, "enabledSafetyPolicies"));
  check_failure(wattle_registry_new(&options, &registry, &error), error, NULL, NULL);
  wattle_error_free(error);
  scratch_free(&s);
  return registry;
}

void run_resolve_case(const cJSON *json) {
  scratch names = { NULL };
  wattle_str name = json_text(&names, json_need(json, "name"));
  wattle_registry *registry = new_registry(json);
  const cJSON *entry;
  size_t i = 0;

  callbacks_created = callbacks_dropped = 0;
  cJSON_ArrayForEach(entry, json_need(json, "ops")) run_op(name, registry, i++, entry);
  i = 0;
  cJSON_ArrayForEach(entry, json_need(json, "resolves")) {
    run_resolution(name, registry, i, entry);
    if (json_get(entry, "compose")) run_registry_composition(name, registry, i, entry);
    i++;
  }
  unregister_globals(json_need(json, "ops"));
  wattle_registry_free(registry);

  report_at("end", 0);
  expect_number("user_data dropped", callbacks_created, callbacks_dropped);
  scratch_free(&names);
}
