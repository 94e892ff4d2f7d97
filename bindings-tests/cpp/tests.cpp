// Runs the tests that are linked in.
#include "tests.hpp"

#include <cstdio>
#include <vector>

namespace {

struct test {
  const char* name;
  void (*run)();
};
std::vector<test>& all_tests() {
  static std::vector<test> all;
  return all;
}

const char* now = "";
std::string_view row;
bool failed_now;

}  // namespace

test_registration::test_registration(const char* name, void (*run)()) { all_tests().push_back({name, run}); }

void check_that(bool holds, const char* what, const char* file, int line) {
  if (holds) return;
  failed_now = true;
  std::fprintf(stderr, "%s:%d: %s (%.*s): %s does not hold\n", file, line, now, static_cast<int>(row.size()), row.data(), what);
}

void check_row(std::string_view name) { row = name; }

bool refused(const wattle::error& error, wattle::status status, std::string_view subject) {
  const bool as_expected =
      error.status() == status && error.subject() == subject && !error.message().empty() && error.what() == error.message();
  if (!as_expected)
    std::fprintf(stderr, "%s of \"%s\": %s\n", name(error.status()).data(), error.get() ? error.subject().data() : "", error.what());
  return as_expected;
}

int main() {
  unsigned passed = 0, failed = 0;
  for (const test& one : all_tests()) {
    now = one.name;
    row = {};
    failed_now = false;
#if defined(__cpp_exceptions)
    try {
      one.run();
    } catch (const std::exception& thrown) {
      check_that(false, thrown.what(), __FILE__, __LINE__);
    }
#else
    one.run();
#endif
    ++(failed_now ? failed : passed);
  }
  std::printf("cpp: %u passed, %u failed\n", passed, failed);
  return failed > 0;
}
