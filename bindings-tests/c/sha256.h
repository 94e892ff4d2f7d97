/* SHA-256, for the goldens and the cases of modules: the library has it but does not hand it out. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>

/* 64 lowercase hex digits and a NUL. */
void sha256_hex(const void *data, size_t len, char hex[65]);

#endif
