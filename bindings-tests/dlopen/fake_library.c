/* Something that has the library's soname and is not the library that a host needs: HAVE_VERSION and HAVE_REVISION say what it is;
   without them it has no wattle_abi. Its table is not to be asked for. */
#include <stdio.h>
#include <stdlib.h>

#include <wattle.h>

#ifdef HAVE_VERSION
#ifndef MAGIC
#define MAGIC "wattle"
#endif
const wattle_abi_data wattle_abi = { MAGIC, sizeof(wattle_abi_data), HAVE_VERSION, HAVE_REVISION, 9, 9, 9, { 0 } };
#endif

const wattle_api *wattle_get_api(uint32_t abi_version) {
  (void)abi_version;
  puts("a library that is not the right one was called");
  exit(EXIT_SUCCESS);
}
