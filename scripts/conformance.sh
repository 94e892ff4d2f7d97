#!/bin/bash
# Runs every case file of a directory through every face of the library, and compares the transcripts byte for byte:
# conformance.sh [CASES_DIR]. Prints `<harness>: N passed, N failed` a harness.
set -u
cases=$(realpath -- "${1:-bindings-tests/cases}") || exit 1
cd "$(dirname "$0")/.." || exit 1
out=$PWD/target/conformance
mkdir -p "$out"
rm -f "$out"/*.transcript
failed=0

make --no-print-directory -s -C bindings-tests/c || failed=1
make --no-print-directory -s -C bindings-tests/c THROUGH_TABLE=1 || failed=1
make --no-print-directory -s -j2 -C bindings-tests/cpp ../../target/cpp/harness || failed=1
(cd bindings-tests/go && go build -o "$out/go-harness" .) || failed=1

cargo test -q --test conformance -- "$cases" "$out/rust.transcript" 2> >(grep '^rust:' >&2) || failed=1
target/c/harness "$cases" "$out/c.transcript" || failed=1
target/c-through-table/harness "$cases" "$out/dlopen.transcript" || failed=1
target/cpp/harness "$cases" "$out/cpp.transcript" || failed=1
"$out/go-harness" "$cases" "$out/go.transcript" || failed=1

for harness in c dlopen cpp go; do
  if ! cmp "$out/rust.transcript" "$out/$harness.transcript" >&2; then
    echo "transcripts of rust and $harness differ" >&2
    failed=1
  fi
done
[ "$failed" = 0 ] && echo "transcripts: identical, $(wc -l <"$out/rust.transcript") lines"
exit "$failed"
