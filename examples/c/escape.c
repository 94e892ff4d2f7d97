#include "escape.h"

void print_escaped(FILE *out, wattle_str text) {
  for (size_t i = 0; i < text.len; i++) {
    const unsigned char code = (unsigned char)text.data[i];
    if (code < 0x20 || code > 0x7e)
      fprintf(out, "\\x%02x", code);
    else
      fprintf(out, code == '\\' ? "\\\\" : "%c", code);
  }
}
