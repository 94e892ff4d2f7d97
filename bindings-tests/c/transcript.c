#include "transcript.h"

#include <inttypes.h>
#include <stdio.h>

#include "scratch.h"

static FILE *out;
static bool after_value;

void transcript_create(const char *path) {
  out = fopen(path, "wb");
  if (!out) die("cannot write", path);
}

void transcript_close(void) {
  bool failed = ferror(out) != 0;
  if (fclose(out) != 0 || failed) die("cannot write", "the transcript");
}

/* What comes before every value. */
static void before(const char *key) {
  if (after_value) fputc(',', out);
  if (key) fprintf(out, "\"%s\":", key);
  after_value = true;
}

static void put_quoted(wattle_str text) {
  fputc('"', out);
  for (size_t i = 0; i < text.len; i++) {
    unsigned char byte = (unsigned char)text.data[i];
    switch (byte) {
      case '\b': fputs("\\b", out); break;
      case '\t': fputs("\\t", out); break;
      case '\n': fputs("\\n", out); break;
      case '\f': fputs("\\f", out); break;
      case '\r': fputs("\\r", out); break;
      case '"': fputs("\\\"", out); break;
      case '\\': fputs("\\\\", out); break;
      default:
        if (byte < 0x20) fprintf(out, "\\u%04x", byte);
        else fputc(byte, out);
    }
  }
  fputc('"', out);
}

void put_open(const char *key, char bracket) {
  before(key);
  fputc(bracket, out);
  after_value = false;
}

void put_close(char bracket) {
  fputc(bracket, out);
  after_value = true;
}

void put_text(const char *key, wattle_str text) {
  before(key);
  put_quoted(text);
}

void put_text_or_null(const char *key, wattle_str text) {
  before(key);
  if (text.data) put_quoted(text);
  else fputs("null", out);
}

void put_number(const char *key, uint64_t number) {
  before(key);
  fprintf(out, "%" PRIu64, number);
}

void put_number_or_null(const char *key, uint64_t number) {
  before(key);
  if (number == WATTLE_UNLIMITED) fputs("null", out);
  else fprintf(out, "%" PRIu64, number);
}

void put_bool(const char *key, bool value) {
  before(key);
  fputs(value ? "true" : "false", out);
}

void line_begin(wattle_str name, const char *what, size_t index) {
  put_open(NULL, '{');
  put_text("case", name);
  put_number(what, index);
}

void line_error(const char *key, wattle_status status, const wattle_error *error) {
  put_text(key, wattle_status_name(status));
  put_text("subject", wattle_error_subject(error));
  put_text("message", wattle_error_message(error));
}

void line_end(void) {
  put_close('}');
  fputc('\n', out);
  after_value = false;
}
