#!/bin/bash
# Everything that must hold, one line a step; the output of a step is in target/test-logs. Run it as `make test`.
set -u
cd "$(dirname "$0")/.." || exit 1
logs=$PWD/target/test-logs
rm -rf "$logs"
mkdir -p "$logs"
passed=0 failed=0 skipped=0

# How many tests a log tells of, all its summaries together.
tally() {
  grep -oE '[0-9]+ passed' "$1" | awk '{ n += $1 } END { if (n) print n " passed" }'
}

# step NAME COMMAND...: exit status 77 means skipped, and the last line of the output says why.
step() {
  local name=$1 log status started=$SECONDS
  shift
  log="$logs/${name//[^a-z0-9]/-}.log"
  "$@" >"$log" 2>&1
  status=$?
  case $status in
    0) passed=$((passed + 1)); printf 'ok      %-40s %3ds  %s\n' "$name" $((SECONDS - started)) "$(tally "$log")" ;;
    77) skipped=$((skipped + 1)); printf 'SKIPPED %-40s %s\n' "$name" "$(tail -n 1 "$log")" ;;
    *) failed=$((failed + 1)); printf 'FAILED  %-40s (status %d)\n' "$name" "$status"; tail -n 40 "$log" | sed 's/^/        /' ;;
  esac
}

for steps in scripts/steps/*.sh; do
  # shellcheck disable=SC1090
  . "$steps"
done

step 'rust' cargo test -q
step 'rust: a panic in every export' cargo test -q --features panic-injection --test panics
step 'header: every C and C++' scripts/header-matrix.sh
step 'exports are what the header says' exports_are_the_header
step 'programs of frozen headers' bindings-tests/frozen/run.sh
step 'conformance' scripts/conformance.sh
step 'goldens' goldens_in_every_language
step 'c: bad input' target/c/bad_input
step 'c: common shapes' target/c/shape_tests
step 'c: through the table' c_through_the_table
step 'c: misuse' every_misuse
step 'c: injected faults' injected_faults
step 'c: foreign unwinds' foreign_unwinds
step 'c: threads' all_at_once
step 'cpp' cpp_tests
step 'cpp: every function' cpp_has_every_function
step 'cpp: through the table' cpp_through_the_table
step 'cpp: under load' target/cpp/soak
step 'cpp: no unique symbols' cpp_without_unique_symbols
step 'go' go_tests
step 'go: race detector' go_race
step 'go: the oldest' go_floor
step 'go: static' go_static
step 'go: a service under load' go_service
step 'examples' examples_say_what_they_say
step 'examples: contributions' contributions_say_what_they_say
step 'examples: assemblies' assemblies_say_what_they_say
step 'examples: modules' modules_say_what_they_say
step 'examples: sections' sections_say_what_they_say
step 'examples: guidance' guidance_says_what_it_says
step 'fuzz: corpora' fuzz_corpora
step 'plugin host' bindings-tests/dlopen/run.sh
step 'static next to another rust library' bindings-tests/static/run.sh include target/lib/libwattle.a target/static
step 'installed tree' bindings-tests/install/run.sh
step 'guides' guides
step 'go: the guide' go_guide
step 'docs' make -s docs
step 'the law names its tests' the_law_names_its_tests
step 'a thousand processes' same_bytes_in_a_thousand_processes
# Valgrind runs on one core, and long: the steps after it are for the other.
c_under_valgrind >"$logs/c-valgrind-beside.log" 2>&1 &
beside=$!
step 'c: address sanitizer' c_with_sanitizers
step 'plugin host: address sanitizer' bindings-tests/dlopen/run.sh sanitized
step 'plugin host: valgrind' bindings-tests/dlopen/run.sh valgrind
step 'cpp: address sanitizer' cpp_with_sanitizers
step 'cpp: valgrind' cpp_under_valgrind
step 'c: valgrind' end_of_c_under_valgrind

[ "$skipped" -gt 0 ] && [ "${CI-}" = true ] && { echo 'nothing may be skipped here'; failed=$((failed + skipped)) skipped=0; }
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
