#include "library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define TEXT_OF_VALUE(number) #number
#define TEXT_OF(number) TEXT_OF_VALUE(number)
#define SONAME "libwattle.so." TEXT_OF(WATTLE_ABI_VERSION)

/* Looks at data only: nothing of the library is called before it is known to be the right one. */
static int is_needed(const wattle_abi_data *abi) {
  static const uint8_t magic[sizeof abi->magic] = "wattle";
  if (abi == NULL || memcmp(abi->magic, magic, sizeof magic) != 0) {
    fprintf(stderr, "%s: is another library of that name\n", SONAME);
    return 0;
  }
  if (abi->abi_version != WATTLE_ABI_VERSION || abi->abi_revision < WATTLE_ABI_REVISION) {
    fprintf(stderr, "%s: needs ABI %d.%d, have %u.%u\n", SONAME, WATTLE_ABI_VERSION, WATTLE_ABI_REVISION,
            (unsigned)abi->abi_version, (unsigned)abi->abi_revision);
    return 0;
  }
  return 1;
}

/* The one function that is looked up. ISO C has no cast from an object's address to a function's. */
static const wattle_api *table_of(void *object) {
  const wattle_api *(*get_api)(uint32_t) = NULL;
  void *found = dlsym(object, "wattle_get_api");
  memcpy(&get_api, &found, sizeof found);
  return get_api != NULL ? get_api(WATTLE_ABI_VERSION) : NULL;
}

int library_open(library *opened) {
  opened->object = dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);
  if (opened->object == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 0;
  }
  opened->api = is_needed(dlsym(opened->object, "wattle_abi")) ? table_of(opened->object) : NULL;
  if (opened->api == NULL)
    dlclose(opened->object);
  return opened->api != NULL;
}

void library_close(library *opened) { dlclose(opened->object); }
