#!/bin/bash
# Runs the fuzz targets with libFuzzer, each for some seconds, as many at once as there are cores: fuzz.sh SECONDS [TARGET...].
# What they find new is kept in target/fuzz/corpus, and what fails is in target/fuzz/crashes: target/fuzz/bin/TARGET FILE runs it again.
# fuzz.sh minimise puts the smallest inputs that reach everything in the place of the corpora in fuzz/corpus.
set -u
cd "$(dirname "$0")/.." || exit 1
make -s -j2 -C fuzz || exit 1
# Less to be remembered of every allocation, and less memory to be kept away from the caches: it is what much of the time goes to. A
# failure that is run again says all.
export ASAN_OPTIONS=detect_leaks=1:malloc_context_size=1:max_malloc_fill_size=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=64
export UBSAN_OPTIONS=print_stacktrace=1
out=target/fuzz
mkdir -p "$out/crashes" "$out/logs"

# run SECONDS TARGET: one line that says what was tried and what was reached.
run() {
  local target=$2 log="$out/logs/$2.log" status words=()
  mkdir -p "$out/corpus/$target"
  [ "$target" = manifest ] && words=(-dict=fuzz/json.dict)
  # An input of this target reaches thousands of edges: to weigh each by how rare it is would take longer than the input does.
  [ "$target" = registry ] && words=(-entropic_feature_frequency_threshold=16 -entropic_number_of_rarest_features=20)
  "$out/bin/$target" -max_total_time="$1" -timeout=20 -max_len=1000 -len_control=0 -print_final_stats=1 "${words[@]}" -artifact_prefix="$out/crashes/$target-" \
    "$out/corpus/$target" "fuzz/corpus/$target" >"$log" 2>&1
  status=$?
  awk -v target="$target" '/cov: / { for (i = 1; i < NF; i++) { if ($i == "cov:") edges = $(i + 1); if ($i == "ft:") features = $(i + 1) } }
    /number_of_executed_units/ { runs = $2 }
    END { printf "%-10s %9d inputs, %5d edges of the library, %6d features\n", target, runs, edges, features }' "$log"
  [ "$status" = 0 ] || { grep -E 'not so:|ERROR|SUMMARY|Test unit written' "$log" | sed "s/^/$target: /"; }
  return "$status"
}

# What a failure of any target fails.
run_all() {
  local seconds=$1
  shift
  export -f run
  export out
  printf '%s\n' "$@" | xargs -P "$(nproc)" -I '{}' bash -c 'run "$0" "$1"' "$seconds" '{}'
}

# Edges only, without how often: a corpus is to be read and kept by people, and finds its way back to the rest.
minimise() {
  local target merged
  for target in "$@"; do
    merged=$out/minimised/$target
    rm -rf "$merged"
    mkdir -p "$merged" "$out/corpus/$target"
    "$out/bin/$target" -merge=1 -set_cover_merge=1 -use_counters=0 "$merged" "$out/corpus/$target" "fuzz/corpus/$target" >"$out/logs/$target.log" 2>&1 || return
    rm -rf "fuzz/corpus/$target"
    cp -r "$merged" "fuzz/corpus/$target"
    printf '%-10s %4d files, %6d bytes\n' "$target" "$(find "$merged" -type f | wc -l)" "$(cat "$merged"/* | wc -c)"
  done
}

all=(fuzz/corpus/*)
if [ "${1-}" = minimise ]; then
  minimise "${all[@]##*/}"
else
  seconds=${1:-60}
  shift
  # libFuzzer would take anything else for no limit at all.
  [[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "fuzz: SECONDS is \"$seconds\"; a whole number from 1 is allowed" >&2; exit 2; }
  for target in "$@"; do
    [ -d "fuzz/corpus/$target" ] || { echo "fuzz: TARGET is \"$target\"; allowed are ${all[*]##*/}" >&2; exit 2; }
  done
  [ $# -gt 0 ] || set -- "${all[@]##*/}"
  run_all "$seconds" "$@"
fi
