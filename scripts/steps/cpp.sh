# shellcheck shell=bash
# The C++ face. Steps of scripts/test.sh, which reads this.

# With the library as it is given away, and with the debug one put before it: an exception ends neither.
cpp_tests() {
  local debug=$PWD/target/debug/libwattle.so library
  make -s -j2 -C bindings-tests/cpp && cargo build -q --lib || return
  LD_PRELOAD=$debug ldd target/cpp/tests | grep -q "$debug" || { echo 'the debug library is not used'; return 1; }
  for library in '' "$debug"; do
    LD_PRELOAD=$library target/cpp/tests && LD_PRELOAD=$library target/cpp/tests_noexcept || return
  done
  target/cpp/tests_allocations
}

# Each function of wattle.h is called, or for a common shape named, in wattle.hpp; the table is C in C++ too.
cpp_has_every_function() {
  comm -23 <(declared '\bwattle_[a-z0-9_]+\(') <(grep -oE '\bwattle_[a-z0-9_]+' include/wattle.hpp | sort -u) |
    diff - <(echo wattle_get_api)
}

# One of them would keep a C++ plugin in memory for ever. Clang makes none; g++ does, unless it is told not to.
cpp_without_unique_symbols() {
  local out=target/unique compiler optimised kind
  mkdir -p "$out"
  echo 'inline int one = 1; int *two() { return &one; }' | g++ -std=c++17 -x c++ -c -o "$out/control.o" - || return
  nm "$out/control.o" | grep -q ' u ' || { echo 'unique symbols are not told by nm'; return 1; }
  for compiler in g++ clang++; do
    for optimised in -O0 -O2; do
      for kind in '' '-shared -fPIC'; do
        # shellcheck disable=SC2086
        "$compiler" -std=c++17 $optimised $kind -Iinclude bindings-tests/header/every_call.cpp -o "$out/every_call" -Ltarget/lib -lwattle || return
        ! nm "$out/every_call" | grep ' u ' || return
      done
    done
  done
}

cpp_through_the_table() {
  make -s -j2 -C bindings-tests/cpp THROUGH_TABLE=1 tests || return
  target/cpp-through-table/tests && target/cpp-through-table/tests_noexcept
}
