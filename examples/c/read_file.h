/* Texts read from files; all of them live until files_free. */
#ifndef READ_FILE_H
#define READ_FILE_H

#include <wattle.h>

struct files {
  struct file *first;
};

/*
 * Reads "<directory>/<name><suffix>" into `text`, without the newline at its end: sections are joined by a blank line
 * and otherwise taken byte for byte. Returns 1, or 0 after one line on stderr.
 */
int files_read(struct files *files, const char *directory, const char *name, const char *suffix, wattle_str *text);

void files_free(struct files *files);

#endif
