/* Hands the library a struct of which only the first half of its first field is there: what the address sanitizer must see, in the
   library's own code, or it is not on there. */
#include <stdlib.h>
#include <string.h>

#include <wattle.h>

int main(void) {
  wattle_registry *registry = NULL;
  wattle_bundle *bundle = NULL;
  wattle_context *short_context = malloc(sizeof short_context->struct_size / 2);
  if (!short_context || wattle_registry_new(NULL, &registry, NULL)) return EXIT_FAILURE;
  memset(short_context, 0, sizeof short_context->struct_size / 2);
  wattle_registry_resolve(registry, short_context, NULL, NULL, &bundle, NULL);
  wattle_registry_free(registry);
  free(short_context);
  return EXIT_SUCCESS;
}
