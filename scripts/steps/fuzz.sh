# shellcheck shell=bash
# The fuzz targets, without a fuzzer. Steps of scripts/test.sh, which reads this.

# Every input of the corpora, and some that are made of them, on the debug library, which checks its arithmetic.
fuzz_corpora() {
  local ASAN_OPTIONS=detect_leaks=1:malloc_context_size=8:max_malloc_fill_size=0:quarantine_size_mb=8
  export ASAN_OPTIONS
  cargo build -q --lib && make -s -j2 -C fuzz replay || return
  # shellcheck disable=SC2016
  basename -a fuzz/corpus/* | xargs -P 2 -I '{}' sh -c '
    find "fuzz/corpus/$0" -type f | LC_ALL=C sort | xargs "target/fuzz/replay/$0" 60 || { echo "$0 failed"; exit 1; }' '{}'
}
