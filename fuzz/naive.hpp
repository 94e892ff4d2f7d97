// What the models of all targets say about texts, in the slowest and plainest way.
#ifndef NAIVE_HPP
#define NAIVE_HPP

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

// The code points of a text; false if it is not UTF-8.
inline bool code_points(std::string_view text, std::vector<uint32_t> &points) {
  for (size_t i = 0; i < text.size();) {
    const auto at = [&](size_t n) -> uint32_t { return i + n < text.size() ? uint8_t(text[i + n]) : 0; };
    const uint32_t first = at(0);
    const size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    if (length == 0) return false;
    uint32_t point = length == 1 ? first : first & (0x7f >> length);
    for (size_t n = 1; n < length; n++) {
      if (at(n) >> 6 != 2) return false;
      point = point << 6 | (at(n) & 0x3f);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (point < least[length] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return false;
    points.push_back(point);
    i += length;
  }
  return true;
}

inline std::vector<uint32_t> code_points(std::string_view text) {
  std::vector<uint32_t> points;
  code_points(text, points);
  return points;
}

inline bool is_utf8(std::string_view text) {
  std::vector<uint32_t> points;
  return code_points(text, points);
}

// UTF-16 code units of what is UTF-8: one for every byte that begins a character, and one more where that has four.
inline uint64_t chars(std::string_view text) {
  uint64_t units = 0;
  for (char c : text) units += uint64_t((c & 0xc0) != 0x80) + uint64_t(uint8_t(c) >= 0xf0);
  return units;
}

inline uint64_t quarter(uint64_t n) { return n / 4 + (n % 4 != 0); }

inline std::string joined(const std::vector<std::string> &texts, const std::string &between) {
  std::string all;
  for (size_t i = 0; i < texts.size(); i++) all += (i ? between : "") + texts[i];
  return all;
}

// White_Space or category Cc: what no id and no plugin's name may have (semantics 2).
inline bool is_forbidden(uint32_t point) {
  static const uint32_t spaces[] = {0x20, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000};
  for (uint32_t space : spaces) {
    if (point == space) return true;
  }
  return point < 0x20 || (point >= 0x7f && point < 0xa0) || (point >= 0x2000 && point <= 0x200a);
}

inline bool has_forbidden(const std::string &text) {
  for (uint32_t point : code_points(text)) {
    if (is_forbidden(point)) return true;
  }
  return false;
}

// A line break of semantics 7 and 8.2.
inline bool is_break(uint32_t point) { return (point >= 0x0a && point <= 0x0d) || point == 0x85 || point == 0x2028 || point == 0x2029; }

// As JSON.stringify writes it.
inline std::string json_text(const std::string &text) {
  std::string all = "\"";
  for (char c : text) {
    static const char special[] = "\b\t\n\f\r\"\\", letters[] = "btnfr\"\\";
    const char *found = c ? std::strchr(special, c) : nullptr;
    if (found) {
      all += std::string("\\") + letters[found - special];
    } else if (uint8_t(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", c);
      all += escaped;
    } else {
      all += c;
    }
  }
  return all + "\"";
}

#endif
