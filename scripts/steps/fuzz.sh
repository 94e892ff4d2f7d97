# shellcheck shell=bash
# The fuzz targets, without a fuzzer. Steps of scripts/test.sh, which reads this.

# Every input of the corpora, and some that are made of them, on the debug library, which checks its arithmetic.
fuzz_corpora() {
  cargo build -q --lib && make -s -j2 -C fuzz replay || return
  local target corpora=(fuzz/corpus/*)
  for target in "${corpora[@]##*/}"; do
    find "fuzz/corpus/$target" -type f -print0 | LC_ALL=C sort -z | xargs -0 "target/fuzz/replay/$target" 500 || { echo "$target failed"; return 1; }
  done
}
