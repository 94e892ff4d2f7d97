/* Puts the library that was found by its soname behind the functions' names, before main, and closes it after: with this file the C
   programs of ../c are hosts that load the library. A library that is not as it must be ends them, with a word about it. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wattle.h>

WATTLE_TABLE_DEFINITION

#define TEXT_OF_VALUE(number) #number
#define TEXT_OF(number) TEXT_OF_VALUE(number)
#define SONAME "libwattle.so." TEXT_OF(WATTLE_ABI_VERSION)

static void *library;

static void refuse(const char *what, const char *which) {
  fprintf(stderr, "libwattle: %s %s\n", what, which);
  exit(EXIT_FAILURE);
}

static void *symbol(const char *name) {
  void *found = dlsym(library, name);
  if (!found) refuse("there is no", name);
  return found;
}

/* A function of the library by its name; ISO C has no cast from an object's address to a function's. */
static const wattle_api *table_for(uint32_t version) {
  const wattle_api *(*get_api)(uint32_t) = NULL;
  void *found = symbol("wattle_get_api");
  memcpy(&get_api, &found, sizeof found);
  return get_api(version);
}

static void check_data(const wattle_abi_data *abi) {
  static const uint8_t magic[8] = "wattle\0";
  static const uint8_t zeros[sizeof abi->reserved];
  char words[99];
  if (memcmp(abi->magic, magic, sizeof magic) || abi->struct_size != sizeof *abi) refuse("this is none:", "wattle_abi says so");
  if (abi->abi_version != WATTLE_ABI_VERSION || abi->abi_revision < WATTLE_ABI_REVISION) {
    snprintf(words, sizeof words, "%d.%d, have %u.%u", WATTLE_ABI_VERSION, WATTLE_ABI_REVISION, (unsigned)abi->abi_version,
             (unsigned)abi->abi_revision);
    refuse("needs ABI", words);
  }
  if (memcmp(abi->reserved, zeros, sizeof zeros)) refuse("this is no", "wattle_abi: its reserve is used");
}

/* Each member is the function that its name says: the header and the library have the same order. members.h, a line for each, is made
   of the header. */
static void check_members(void) {
#define MEMBER(function, member) \
  { \
    void *found = symbol(#function); \
    if (memcmp(&found, &wattle_table->member, sizeof found)) refuse("the table has another", #function); \
  }
#include "members.h"
#undef MEMBER
}

/* Nothing of the library is left behind: it can go. */
static void unload(void) {
  wattle_table = NULL;
  dlclose(library);
  if (dlopen(SONAME, RTLD_NOW | RTLD_NOLOAD)) {
    fprintf(stderr, "libwattle: does not unload\n");
    _Exit(EXIT_FAILURE);
  }
}

__attribute__((constructor)) static void load(void) {
  library = dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);
  if (!library) refuse("cannot be opened:", dlerror());
  check_data(symbol("wattle_abi"));
  if (table_for(WATTLE_ABI_VERSION + 1) || table_for(UINT32_MAX)) refuse("serves", "an ABI version that it cannot know");
  wattle_table = table_for(WATTLE_ABI_VERSION);
  if (!wattle_table) refuse("has no table for", "its own ABI version");
  if (wattle_table->struct_size != sizeof *wattle_table) refuse("its table has", "another size than the header's");
  check_members();
  if (atexit(unload)) refuse("cannot be closed", "at the end");
}
