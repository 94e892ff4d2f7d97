// Package foreign is a program's own C code: it uses the library in the same process, without the Go package.
package foreign

/*
#cgo CFLAGS: -I${SRCDIR}/../../../include
#cgo LDFLAGS: -L${SRCDIR}/../../../target/lib -lwattle -Wl,-rpath,${SRCDIR}/../../../target/lib
#include <stdlib.h>
#include <wattle.h>

static char *copy(wattle_str text) {
  char *z = malloc(text.len + 1);
  memcpy(z, text.data, text.len);
  z[text.len] = 0;
  return z;
}

static wattle_status resolve(char **text) {
  wattle_registry_options options = WATTLE_REGISTRY_OPTIONS_INIT;
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_UTILITY, .family = WATTLE_STR("foreign"),
                                                .runtime_role = WATTLE_STR(""));
  const wattle_str tools[] = {WATTLE_STR("saw"), WATTLE_STR("")};
  const wattle_state state = WATTLE_STATE(.loaded_tools = {tools, 2}, .turn_depth = 7,
                                          .prior_turn_had_tool_calls = WATTLE_NO, .host = (void *)1);
  wattle_registry *registry = NULL;
  wattle_bundle *bundle = NULL;
  wattle_error *error = NULL;

  options.seed_core_defaults = options.seed_safety_policies = WATTLE_NO;
  options.runtime_id = WATTLE_STR("foreign");
  wattle_status status = wattle_registry_new(&options, &registry, &error);
  if (status == WATTLE_OK) status = wattle_registry_resolve(registry, &context, &state, NULL, &bundle, &error);
  *text = copy(status == WATTLE_OK ? wattle_bundle_text(bundle) : wattle_error_message(error));
  wattle_bundle_free(bundle);
  wattle_registry_free(registry);
  wattle_error_free(error);
  return status;
}
*/
import "C"

import "unsafe"

// Runtime is the runtime id of the registry that Resolve makes.
const Runtime = "foreign"

// Resolve makes a registry that has nothing but globals, and resolves it. The text is the bundle's, or the error's message.
func Resolve() (text string, ok bool) {
	var z *C.char
	status := C.resolve(&z)
	defer C.free(unsafe.Pointer(z))
	return C.GoString(z), status == C.WATTLE_OK
}
