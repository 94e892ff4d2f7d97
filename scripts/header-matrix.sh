#!/bin/bash
# Compiles include/wattle.h, included twice and with every initialiser used, as every C and C++ it promises to be, and
# include/wattle.hpp with every call, with gcc and clang: header-matrix.sh. Prints the combinations that fail.
set -u
cd "$(dirname "$0")/.." || exit 1
strict='-Wall -Wextra -Wpedantic -Wundef -Werror -fsyntax-only -Iinclude'
bad=0
try() {
  # shellcheck disable=SC2086
  "$@" $strict || { echo "fails: $*" >&2; bad=1; }
}
for standard in c99 c11 c17 c2x; do
  for compiler in gcc clang; do
    try "$compiler" "-std=$standard" -Wc++-compat -Wstrict-prototypes bindings-tests/header/every_initialiser.c
    try "$compiler" "-std=$standard" -DWATTLE_THROUGH_TABLE -Wc++-compat -Wstrict-prototypes bindings-tests/header/every_initialiser.c
    try "$compiler" "-std=$standard" -fshort-enums bindings-tests/header/sizes.c
  done
done
for standard in c++11 c++14 c++17 c++20; do
  for compiler in g++ clang++; do
    try "$compiler" "-std=$standard" -x c++ bindings-tests/header/every_initialiser.c
    try "$compiler" "-std=$standard" -x c++ -DWATTLE_THROUGH_TABLE bindings-tests/header/every_initialiser.c
  done
done
# C++23 where the compiler has it.
for standard in c++17 c++20 c++2b; do
  for compiler in g++ clang++; do
    echo | "$compiler" "-std=$standard" -x c++ -fsyntax-only - 2>/dev/null || continue
    for exceptions in '' '-fno-exceptions -fno-rtti'; do
      # shellcheck disable=SC2086
      try "$compiler" "-std=$standard" $exceptions -Wshadow -Wconversion bindings-tests/header/every_call.cpp
      # shellcheck disable=SC2086
      try "$compiler" "-std=$standard" $exceptions -DWATTLE_THROUGH_TABLE -Wshadow -Wconversion bindings-tests/header/every_call.cpp
    done
  done
done
exit "$bad"
