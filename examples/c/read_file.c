#include "read_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"

struct file {
  struct file *next;
  char bytes[];
};

static char *join(const char *directory, const char *name, const char *suffix) {
  const size_t size = strlen(directory) + 1 + strlen(name) + strlen(suffix) + 1;
  char *path = malloc(size);
  if (path != NULL)
    snprintf(path, size, "%s/%s%s", directory, name, suffix);
  return path;
}

/* The whole of a stream, or NULL with errno set. */
static struct file *read_all(FILE *stream, size_t *len) {
  size_t capacity = 4096;
  struct file *file = malloc(sizeof *file + capacity);

  *len = 0;
  while (file != NULL) {
    *len += fread(file->bytes + *len, 1, capacity - *len, stream);
    if (ferror(stream)) {
      const int cause = errno;
      free(file);
      errno = cause;
      return NULL;
    }
    if (*len < capacity)
      return file;
    capacity *= 2;
    struct file *larger = realloc(file, sizeof *file + capacity);
    if (larger == NULL)
      free(file);
    file = larger;
  }
  errno = ENOMEM;
  return NULL;
}

int files_read(struct files *files, const char *directory, const char *name, const char *suffix, wattle_str *text) {
  char *path = join(directory, name, suffix);
  FILE *stream = path != NULL ? fopen(path, "rb") : NULL;
  size_t len = 0;
  struct file *file = stream != NULL ? read_all(stream, &len) : NULL;

  if (file == NULL) {
    const char *cause = strerror(errno);
    fputs("agent: cannot read ", stderr);
    print_escaped(stderr, wattle_cstr(directory));
    fprintf(stderr, "/%s%s: %s\n", name, suffix, cause);
  } else {
    if (len > 0 && file->bytes[len - 1] == '\n')
      len--;
    file->next = files->first;
    files->first = file;
    text->data = file->bytes;
    text->len = len;
  }
  if (stream != NULL)
    fclose(stream);
  free(path);
  return file != NULL;
}

void files_free(struct files *files) {
  while (files->first != NULL) {
    struct file *next = files->first->next;
    free(files->first);
    files->first = next;
  }
}
