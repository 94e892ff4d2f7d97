# shellcheck shell=bash
# What a caller does wrong, and what goes wrong around the library. Steps of scripts/test.sh, which reads this.

# Every function with everything wrong in each of its places, linked and through the table. That is every export: those described to the
# program are those of abi/layout.txt.
every_misuse() {
  local out
  for out in misuse misuse-through-table; do
    make -s -C bindings-tests/misuse THROUGH_TABLE="$([ $out = misuse ] || echo 1)" || return
    diff <(sed -nE 's/^static void call_(wattle_[a-z0-9_]+)\(.*/\1/p' target/$out/described.c | sort) \
      <(sed -n 's/^export //p' abi/layout.txt | grep -vx wattle_abi) || return
    target/$out/misuse "$PWD/target/$out/copy/libwattle.so.0" || return
  done
}

# Memory that runs out at every allocation, and callbacks that fail at every point.
injected_faults() {
  make -s -C bindings-tests/faults && target/faults/memory && target/faults/callbacks
}
