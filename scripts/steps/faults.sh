# shellcheck shell=bash
# What a caller does wrong, and what goes wrong around the library. Steps of scripts/test.sh, which reads this.

# Every function with everything wrong in each of its places, through the table; the step with the sanitizer does it linked. That is
# every export: those described to the program are those of abi/exports.txt.
every_misuse() {
  local out=target/misuse-through-table
  make -s -C bindings-tests/misuse THROUGH_TABLE=1 || return
  diff <(sed -nE 's/^static void call_(wattle_[a-z0-9_]+)\(.*/\1/p' "$out/described.c" | sort) \
    <(grep -vx wattle_abi abi/exports.txt) || return
  "$out/misuse" "$PWD/$out/copy/libwattle.so.0"
}

# Memory that runs out at every allocation, and callbacks that fail at every point.
injected_faults() {
  make -s -C bindings-tests/faults && target/faults/memory && target/faults/callbacks
}

# Everything at once for so many seconds: threads, forks, threads that end, and closing the library.
all_at_once() {
  make -s -C bindings-tests/faults && target/faults/threads "${1-2}"
}

# An exception out of a callback of C's ends the process the same way in debug and release.
foreign_unwinds() {
  make -s -C bindings-tests/faults && cargo build -q --lib || return
  target/faults/unwind && LD_PRELOAD=$PWD/target/debug/libwattle.so target/faults/unwind
}
