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

/* Whether a terminal would heed the character that begins here, or show nothing: controls, marks of direction, blanks of no width. */
static int is_unseen(const unsigned char *c) {
  switch (c[0]) {
  case 0xc2: return c[1] < 0xa0;
  case 0xd8: return c[1] == 0x9c;
  case 0xe2: return c[1] == 0x80 ? (c[2] >= 0x8b && c[2] <= 0x8f) || (c[2] >= 0xa8 && c[2] <= 0xae) : c[1] == 0x81 && c[2] >= 0xa0 && c[2] < 0xb0;
  case 0xef: return c[1] == 0xbb && c[2] == 0xbf;
  default: return (c[0] < 0x20 && c[0] != '\n' && c[0] != '\t') || c[0] == 0x7f;
  }
}

void print_visible(FILE *out, wattle_str text) {
  size_t escaped = 0; /* how many bytes more of a character that is not to be shown */
  for (size_t i = 0; i < text.len; i++) {
    const unsigned char *c = (const unsigned char *)text.data + i;
    if (escaped == 0 && is_unseen(c))
      escaped = c[0] < 0x80 ? 1 : c[0] < 0xe0 ? 2 : 3;
    fprintf(out, escaped > 0 ? "\\x%02x" : "%c", c[0]);
    escaped -= escaped > 0;
  }
}
