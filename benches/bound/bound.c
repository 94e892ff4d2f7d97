#include "bound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Each byte adds at most 2 to a sum of 8 bits; a multiple of 16 keeps the loop in vector code. */
enum { BLOCK = 112 };

/* One unit for each byte that begins a character, one more for each that begins a character of four bytes. */
uint64_t bound_chars(const char *text, size_t len) {
  const uint8_t *bytes = (const uint8_t *)text;
  uint64_t chars = 0;
  while (len > 0) {
    const size_t block = len < BLOCK ? len : BLOCK;
    uint8_t sum = 0;
    for (size_t i = 0; i < block; i++)
      sum = (uint8_t)(sum + ((int8_t)bytes[i] > -65) + (bytes[i] >= 0xF0));
    chars += sum;
    bytes += block;
    len -= block;
  }
  return chars;
}

char *bound_copy(const struct bound_section *sections, size_t n, size_t *len) {
  size_t bytes = 0;
  size_t included = 0;
  for (size_t i = 0; i < n; i++) {
    if (sections[i].included) {
      bytes += sections[i].len;
      included++;
    }
  }
  if (included > 0)
    bytes += 2 * (included - 1);
  char *joined = malloc(bytes + 1);
  if (!joined)
    abort();
  char *to = joined;
  for (size_t i = 0; i < n; i++) {
    if (!sections[i].included)
      continue;
    if (to != joined) {
      *to++ = '\n';
      *to++ = '\n';
    }
    memcpy(to, sections[i].text, sections[i].len);
    to += sections[i].len;
  }
  *to = '\0';
  *len = bytes;
  return joined;
}

void bound_gate(struct bound_section *sections, size_t n, uint64_t budget, double fraction) {
  uint64_t core = 0;
  for (size_t i = 0; i < n; i++) {
    sections[i].chars = bound_chars(sections[i].text, sections[i].len);
    if (sections[i].tier == BOUND_CORE)
      core += sections[i].chars;
  }
  const int64_t left = (int64_t)budget - (int64_t)core;
  const int64_t ceiling = (int64_t)core + (int64_t)floor((double)left * fraction);
  uint64_t total = 0;
  for (size_t i = 0; i < n; i++) {
    const uint64_t with = total + sections[i].chars;
    switch (sections[i].tier) {
      case BOUND_CORE: sections[i].included = 1; break;
      case BOUND_ACTIVE: sections[i].included = ceiling >= 0 && with <= (uint64_t)ceiling; break;
      default: sections[i].included = with <= budget; break;
    }
    if (sections[i].included)
      total = with;
  }
}

char *bound_plain(struct bound_section *sections, size_t n, uint64_t budget, double fraction, size_t *len) {
  bound_gate(sections, n, budget, fraction);
  return bound_copy(sections, n, len);
}

size_t bound_nothing(const void *handle) { return (size_t)handle; }

const bound_call volatile bound_pointer = bound_nothing;
