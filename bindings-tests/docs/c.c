#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wattle.h>

//= docs/c.md c function
int main(void) {
//= docs/c.md c
  return 0;
}
