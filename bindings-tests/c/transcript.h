/*
 * Writes the transcript: one line of JSON a result. Commas come by themselves: what is written after a value gets one.
 */
#ifndef TRANSCRIPT_H
#define TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wattle.h>

void transcript_create(const char *path);
void transcript_close(void);

/* {"case":"<name>","<what>":<index> ... }\n */
void line_begin(wattle_str name, const char *what, size_t index);
void line_end(void);
/* ,"<key>":"<status>","subject":"...","message":"..." */
void line_error(const char *key, wattle_status status, const wattle_error *error);

/* Values. The key is NULL within an array. */
void put_open(const char *key, char bracket);
void put_close(char bracket);
void put_text(const char *key, wattle_str text);
void put_text_or_null(const char *key, wattle_str text); /* null for (NULL, 0) */
void put_number(const char *key, uint64_t number);
void put_number_or_null(const char *key, uint64_t number); /* null for WATTLE_UNLIMITED */
void put_bool(const char *key, bool value);

#endif
