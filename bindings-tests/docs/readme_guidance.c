#include <stdio.h>
#include <wattle.h>

int main(void) {
  const wattle_tool_error errors[] = { WATTLE_TOOL_ERROR(.tool = WATTLE_STR("search_web"), .error = WATTLE_STR("timed out")) };
  const size_t n = 1;
  wattle_guidance *guidance = NULL;
  wattle_text *text = NULL;
  wattle_error *error = NULL;
  wattle_guidance_new(&guidance, &error);
//= README.md c 5
  puts(wattle_text_view(text).data);
  wattle_text_free(text);
  wattle_guidance_free(guidance);
  return error != NULL;
}
