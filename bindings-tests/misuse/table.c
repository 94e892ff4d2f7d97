/* The table, linked or loaded. */
#include "misuse.h"

#ifdef WATTLE_THROUGH_TABLE
const wattle_api *table_for(uint32_t abi_version) { return abi_version == WATTLE_ABI_VERSION ? wattle_table : NULL; }
#else
const wattle_api *table_for(uint32_t abi_version) { return wattle_get_api(abi_version); }
#endif
