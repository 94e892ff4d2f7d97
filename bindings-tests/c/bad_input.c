/* Tests that no bad input takes the process down, changes anything, or leaks: one file a theme, one function a test. */
#include <stdlib.h>

#include "check.h"

int main(void) {
  null_tests();
  handle_tests();
  text_tests();
  struct_tests();
  value_tests();
  number_tests();
  id_tests();
  content_tests();
  probe_tests();
  reentry_tests();
  removal_tests();
  payload_tests();
  error_tests();
  list_tests();
  json_tests();
  explain_tests();
  restore_tests();
  hostile_tests();
  frozen_tests();
  stream_tests();
  size_tests();
  filled_tests();
  module_tests();
  module_text_tests();
  module_reentry_tests();
  build_tests();
  render_tests();
  tool_tests();
  section_tests();
  guidance_tests();
  environment_tests();
  measure_tests();
  gate_tests();
  into_tests();
  return tests_done("c bad input") ? EXIT_SUCCESS : EXIT_FAILURE;
}
