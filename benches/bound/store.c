#include "store.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  uint64_t hash;
  size_t id_len, len;
  char bytes[];
};

struct store {
  struct entry **entries;
  size_t n, room;
  /* Open addressing, at most half full; a place holds an entry's number plus one. */
  uint32_t *places;
  size_t mask;
};

static void *grown(void *old, size_t size) {
  void *new = realloc(old, size);
  if (!new)
    abort();
  return new;
}

static uint64_t hash_of(const char *id, size_t len) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < len; i++)
    hash = (hash ^ (uint8_t)id[i]) * 1099511628211u;
  return hash ^ hash >> 32;
}

static size_t place_of(const struct store *store, uint64_t hash, const char *id, size_t id_len) {
  size_t place = hash & store->mask;
  while (store->places[place]) {
    const struct entry *entry = store->entries[store->places[place] - 1];
    if (entry->hash == hash && entry->id_len == id_len && !memcmp(entry->bytes, id, id_len))
      break;
    place = (place + 1) & store->mask;
  }
  return place;
}

static void grow(struct store *store) {
  store->room = store->room ? 2 * store->room : 16;
  store->entries = grown(store->entries, store->room * sizeof *store->entries);
  free(store->places);
  store->mask = 2 * store->room - 1;
  store->places = calloc(store->mask + 1, sizeof *store->places);
  if (!store->places)
    abort();
  for (size_t i = 0; i < store->n; i++) {
    const struct entry *entry = store->entries[i];
    store->places[place_of(store, entry->hash, entry->bytes, entry->id_len)] = (uint32_t)i + 1;
  }
}

struct store *store_new(void) {
  struct store *store = calloc(1, sizeof *store);
  if (!store)
    abort();
  grow(store);
  return store;
}

int store_add(struct store *store, const char *id, size_t id_len, const char *text, size_t len) {
  if (store->n == store->room)
    grow(store);
  const uint64_t hash = hash_of(id, id_len);
  const size_t place = place_of(store, hash, id, id_len);
  if (store->places[place])
    return 0;
  struct entry *entry = grown(NULL, sizeof *entry + id_len + len);
  entry->hash = hash;
  entry->id_len = id_len;
  entry->len = len;
  memcpy(entry->bytes, id, id_len);
  memcpy(entry->bytes + id_len, text, len);
  store->entries[store->n++] = entry;
  store->places[place] = (uint32_t)store->n;
  return 1;
}

void store_free(struct store *store) {
  for (size_t i = 0; i < store->n; i++)
    free(store->entries[i]);
  free(store->entries);
  free(store->places);
  free(store);
}
