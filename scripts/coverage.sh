#!/bin/bash
# Says which share of the lines of src is run by the tests of Rust and C and by the fuzz targets' corpora, a file and in all, and
# fails where that of the core is below what is asked for: coverage.sh [LEAST_PERCENT]. The lines of tests within src do not count. It needs the tools of the LLVM
# that rustc has; scripts/setup.sh installs them.
set -eu
cd "$(dirname "$0")/.."
least=${1:-90}
llvm=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
make -s lib && make -s -C bindings-tests/c
export CARGO_TARGET_DIR=$PWD/target/coverage RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/instrumented-rustc.sh
profiles=$CARGO_TARGET_DIR/profiles
rm -rf "$profiles"
mkdir -p "$profiles"

# What a line cannot show is how often a test is run: once will do, and properties with the inputs that they have by default.
export LLVM_PROFILE_FILE="$profiles/%m-%p.profraw"
cargo test -q >"$CARGO_TARGET_DIR/tests.log" 2>&1 || { tail -n 40 "$CARGO_TARGET_DIR/tests.log"; exit 1; }
cargo build -q --lib
make -s -j2 -C fuzz replay REPLAY="$CARGO_TARGET_DIR/replay" LIBRARY="$CARGO_TARGET_DIR/debug/libwattle.a" LDFLAGS=-Wl,-u,__llvm_profile_runtime
for corpus in fuzz/corpus/*; do
  find "$corpus" -type f -print0 | xargs -0 "$CARGO_TARGET_DIR/replay/$(basename "$corpus")" 0 >/dev/null
done
# C programs by their public road, with this library in the place of the one that they are linked to.
library=$CARGO_TARGET_DIR/debug/libwattle.so
for program in bad_input shape_tests; do
  LD_PRELOAD=$library "target/c/$program" >"$CARGO_TARGET_DIR/c.log" 2>&1 || { tail -n 40 "$CARGO_TARGET_DIR/c.log"; exit 1; }
done
unset LLVM_PROFILE_FILE

objects=(-object "$library")
for program in "$CARGO_TARGET_DIR"/debug/deps/* "$CARGO_TARGET_DIR"/replay/*; do
  [ -f "$program" ] && [ -x "$program" ] && [ "${program%.so}" = "$program" ] && objects+=(-object "$program")
done
"llvm-profdata-$llvm" merge -sparse -o "$CARGO_TARGET_DIR/all.profdata" "$profiles"/*.profraw
"llvm-cov-$llvm" export -format=lcov -instr-profile "$CARGO_TARGET_DIR/all.profdata" "${objects[@]}" --sources "$PWD/src" \
  >"$CARGO_TARGET_DIR/all.lcov" 2>"$CARGO_TARGET_DIR/llvm-cov.log"

# The lines of each file up to its tests.
awk -F '[:,]' -v root="$PWD/" -v least="$least" '
  function percent(covered, all) { return all ? 100 * covered / all : 100 }
  /^SF:/ { file = substr($0, 4); end = 1e9; line = 0
    while ((getline text < file) > 0) { line++; if (text ~ /^#\[cfg\(test\)\]/) { end = line; break } }
    close(file); sub(root, "", file) }
  /^DA:/ && $2 < end { all[file]++; if ($3 > 0) covered[file]++; else missed[file] = missed[file] " " $2 }
  END {
    for (file in all) {
      ring = file ~ /^src\/ffi\// ? "ffi" : "core"
      total[ring] += all[file]; reached[ring] += covered[file]
      printf "%6.2f%%  %5d of %5d  %s\n", percent(covered[file], all[file]), covered[file], all[file], file | "sort -k 5"
      printf "%s:%s\n", file, missed[file] | ("sort >" root "target/coverage/missed-lines.txt")
    }
    close("sort -k 5")
    core = percent(reached["core"], total["core"])
    printf "%6.2f%%  %5d of %5d  src without src/ffi\n", core, reached["core"], total["core"]
    printf "%6.2f%%  %5d of %5d  src\n", percent(reached["core"] + reached["ffi"], total["core"] + total["ffi"]), reached["core"] + reached["ffi"], total["core"] + total["ffi"]
    if (core < least) { printf "below %s%%; the lines that nothing runs are in target/coverage/missed-lines.txt\n", least; exit 1 }
  }' "$CARGO_TARGET_DIR/all.lcov"
