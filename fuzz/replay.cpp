// Runs a target without libFuzzer: `replay RUNS FILES...` gives it every file, then so many inputs that are made of them and of
// nothing, the same ones each time.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {

// SplitMix64.
uint64_t seed = 1;
uint64_t any() {
  uint64_t z = seed += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}
size_t below(size_t n) { return size_t(any() % n); }

std::string some_bytes(size_t n) {
  std::string all;
  while (all.size() < n) all += char(any());
  return all;
}

// A file with some bytes changed, put in, or taken out, or with the end of another one.
std::string changed(const std::vector<std::string> &files) {
  std::string input = files[below(files.size())];
  for (size_t n = 1 + below(4); n > 0; n--) {
    const size_t at = below(input.size() + 1);
    const std::string &other = files[below(files.size())];
    switch (below(4)) {
      case 0: input.insert(at, some_bytes(1 + below(4))); break;
      case 1: input.erase(at, 1 + below(8)); break;
      case 2: input.replace(at, 1, some_bytes(1)); break;
      default: input = input.substr(0, at) + other.substr(below(other.size() + 1));
    }
  }
  return input;
}

void run(const std::string &input) {
  // Of its own size, so that a byte too far is seen.
  const std::vector<uint8_t> exact(input.begin(), input.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  std::vector<std::string> files;
  for (int i = 2; i < argc; i++) {
    std::ifstream file(argv[i], std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    run(files.back());
  }
  const size_t runs = std::strtoul(argv[1], nullptr, 10);
  for (size_t i = 0; i < runs; i++) run(!files.empty() && i % 2 ? changed(files) : some_bytes(below(400)));
  std::printf("%zu passed: %zu of the corpus, %zu made\n", files.size() + runs, files.size(), runs);
}
