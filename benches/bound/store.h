/* A registry by hand: keeps copies of ids and texts in order and refuses an id it has. It shows what growth alone costs. */
#ifndef STORE_H
#define STORE_H

#include <stddef.h>

struct store;

struct store *store_new(void);
/* 1, or 0 if the id is there already. */
int store_add(struct store *store, const char *id, size_t id_len, const char *text, size_t len);
void store_free(struct store *store);

#endif
