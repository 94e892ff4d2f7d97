// The C++ conformance harness: harness CASES_DIR TRANSCRIPT. See bindings-tests/README.md.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>

#include "harness.hpp"

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_differences_shown = 20;

struct tally {
  unsigned passed = 0, failed = 0;
  std::size_t differences = 0;

  void add(const std::string& name, const run& done) {
    ++(done.differences.empty() ? passed : failed);
    for (const std::string& difference : done.differences)
      if (++differences <= most_differences_shown) std::fprintf(stderr, "cpp: %s: %s\n", name.c_str(), difference.c_str());
  }
};

std::vector<fs::path> case_files(const char* directory) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

using run_fn = void (*)(run&, const json&, std::size_t);

// What runs the cases of a file; nullptr for a file of another kind.
run_fn runner_of(const json& cases) {
  if (!cases.is_array() || cases.empty()) return nullptr;
  const json& first = cases.front();
  if (first.contains("ops")) return [](run& now, const json& one, std::size_t) { run_resolve_case(now, one); };
  if (first.contains("candidates")) return [](run& now, const json& one, std::size_t) { run_compose_case(now, one); };
  if (first.contains("modules")) return [](run& now, const json& one, std::size_t) { run_module_case(now, one); };
  if (first.contains("entries")) return [](run& now, const json& one, std::size_t) { run_guidance_case(now, one); };
  if (first.contains("taintRatio")) return run_taint_case;
  return nullptr;
}

void run_file(const fs::path& path, std::ofstream& transcript, tally& total) {
  std::ifstream file(path);
  const json cases = json::parse(file);
  const run_fn run_case = runner_of(cases);
  if (!run_case) {
    std::fprintf(stderr, "cpp: not run: %s\n", path.filename().c_str());
    return;
  }
  std::size_t index = 0;
  for (const json& one : cases) {
    run now{transcript, {}};
    run_case(now, one, index++);
    total.add(one.value("name", path.filename().string()), now);
  }
}

}  // namespace

void run::equal(const std::string& what, const json& got, const json& want) {
  if (got != want) differences.push_back(what + ": from what is wanted to what was got: " + json::diff(want, got).dump());
}

void run::outcome(const std::string& what, const wattle::error& error, const json& expect, const char* key) {
  const bool object = expect.is_object();
  equal(what + ": status", name(error.status()), object ? expect.value(key, json("ok")) : json("ok"));
  if (error.status() == wattle::status::ok) return;
  if (object && expect.contains("subject")) equal(what + ": subject", error.subject(), expect.at("subject"));
  equal(what + ": has a message", error.message().empty(), false);
}

void add_error(ordered& line, const char* key, const wattle::error& error) {
  line[key] = name(error.status());
  line["subject"] = error.subject();
  line["message"] = error.message();
}

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s CASES_DIR TRANSCRIPT\n", argv[0]);
    return 2;
  }
  tally total;
  try {
    std::ofstream transcript(argv[2]);
    transcript.exceptions(std::ios::failbit | std::ios::badbit);
    for (const fs::path& path : case_files(argv[1])) run_file(path, transcript, total);
    transcript.close();
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "cpp: %s\n", fault.what());
    return 2;
  }
  std::printf("cpp: %u passed, %u failed\n", total.passed, total.failed);
  return total.failed > 0;
}
