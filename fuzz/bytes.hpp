// How a target reads its input: as a sequence of choices. Behind the last byte every choice is the first one, so that every
// string of bytes is an input, and a shorter one is a simpler one.
#ifndef BYTES_HPP
#define BYTES_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

class bytes {
 public:
  bytes(const uint8_t *data, size_t size) : next(data), end(data + size) {}

  bool more() const { return next < end; }
  uint8_t byte() { return more() ? *next++ : 0; }
  // From 0; `n` is at most 256.
  size_t below(size_t n) { return byte() % n; }
  bool flag() { return below(2) == 1; }
  // Rarely true, and never behind the end: for faults, of which several would hide each other.
  bool once_in(size_t n) { return below(n) == n - 1; }

  template <class T, size_t n> const T &one_of(const T (&choices)[n]) { return choices[below(n)]; }

  // Any number, and often one where something changes.
  uint64_t number() {
    static const uint64_t edges[] = {0, 1, 2, 3, 4, 100, 4096, 1u << 30, (1ull << 53) - 2, (1ull << 53) - 1, 1ull << 53, UINT64_MAX - 1, UINT64_MAX};
    const size_t kind = below(32);
    if (kind < 16) return byte();
    if (kind < 16 + sizeof edges / sizeof *edges) return edges[kind - 16];
    uint64_t any = 0;
    for (int i = 0; i < 8; i++) any = any << 8 | byte();
    return any;
  }

  // So many bytes as they are, or what is left.
  std::string raw(size_t n) {
    n = n < size_t(end - next) ? n : size_t(end - next);
    std::string taken(reinterpret_cast<const char *>(next), n);
    next += n;
    return taken;
  }
  std::string rest() { return raw(size_t(end - next)); }

  // UTF-8 with all that counting and joining have to look at: characters of every length, NUL, line breaks, the separator.
  std::string text(size_t most_pieces = 6) {
    static const std::string pieces[] = {"a", "é", "€", "𝄞", std::string(1, '\0'), "\n", "\n\n", "\r\n", " ", "\"\\\t\x1f\x7f",
                                         "sixteen letters.", "\u2028\u0085", "|`*?", std::string(70, 'x'), "😀😀😀", "Z"};
    std::string all;
    for (size_t n = below(most_pieces + 1); n > 0; n--) all += one_of(pieces);
    return all;
  }

  // The same, and once in a while with a byte that does not belong there.
  std::string hardly_text(size_t odds) {
    std::string all = text();
    static const char *const faults[] = {"\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\xe2\x82"};
    if (once_in(odds)) all.insert(below(all.size() % 255 + 1), one_of(faults));
    return all;
  }

 private:
  const uint8_t *next, *end;
};

#endif
