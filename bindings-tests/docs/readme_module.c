#include <stdio.h>
#include <wattle.h>

//= README.md c 2

int main(void) {
  const wattle_agent_context context = WATTLE_AGENT_CONTEXT(.max_tokens = 200000);
  wattle_module_builder *builder = NULL;
  wattle_prompt *prompt = NULL;
  const int failed = wattle_module_builder_new(&builder, NULL) || add_branch_module(builder, NULL) ||
                     wattle_module_builder_build(builder, &context, NULL, &prompt, NULL);
  puts(wattle_prompt_text(prompt).data);
  wattle_prompt_free(prompt);
  wattle_module_builder_free(builder);
  return failed;
}
