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

# The functions of the header whose declarations match; the inline ones are no exports.
declared() {
  cc -E -P include/wattle.h | grep -oE "$1" | tr -d '(' | awk '{ print $NF }' | sort -u
}

exports_are_the_header() {
  diff <(nm -D --defined-only target/lib/libwattle.so | awk '{ print $3 }' | sort) \
    <(comm -23 <(declared '\bwattle_[a-z0-9_]+\(') <(declared 'static inline wattle_[a-z]+ wattle_[a-z0-9_]+\('))
}

valgrind_clean() {
  valgrind -q --leak-check=full --show-leak-kinds=all --error-exitcode=1 "$@"
}

c_under_valgrind() {
  valgrind_clean target/c/harness bindings-tests/cases /dev/null || return
  valgrind_clean target/c/bad_input || return
  valgrind_clean target/c/shape_tests || return
  valgrind_clean target/c/goldens >/dev/null || return
  for depth in 0 1 2; do
    valgrind_clean target/examples/agent --depth "$depth" >/dev/null || return
  done
  valgrind_clean target/examples/first || return
  valgrind_clean target/examples/default_prompt >/dev/null || return
  valgrind_clean target/examples/modules >/dev/null || return
  for program in target/examples/contributions/*; do
    valgrind_clean "$program" >/dev/null || return
  done
}

c_with_sanitizers() {
  make -s -C bindings-tests/c SANITIZE=address,undefined || return
  nm target/c-address-undefined/harness | grep -q __asan_init || { echo 'the sanitizer is not on'; return 1; }
  for folder in c modules; do
    make -s -C "examples/$folder" OUT=../../target/examples-sanitized CFLAGS='-std=c99 -g -fsanitize=address,undefined' || return
  done
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
  target/c-address-undefined/harness bindings-tests/cases /dev/null || return
  target/c-address-undefined/bad_input || return
  target/c-address-undefined/shape_tests || return
  target/examples-sanitized/agent >/dev/null || return
  target/examples-sanitized/modules >/dev/null
}

# tests/goldens.rs checks the committed lines; here the other faces do, with registries that they build for themselves: on the release
# library, which they are linked to, and on the debug one put before it. Rust does so in debug in the step above, and here in release.
goldens_in_every_language() {
  local committed=target/goldens.txt debug=$PWD/target/debug/libwattle.so program library
  grep -v '^#' bindings-tests/goldens.txt >"$committed"
  make -s -C bindings-tests/c || return
  (cd bindings-tests/go && go build -o ../../target/go-harness .) || return
  cargo build -q --lib && cargo test -q --release --test goldens || return
  LD_PRELOAD=$debug ldd target/c/goldens | grep -q "$debug" || { echo 'the debug library is not used'; return 1; }
  for program in target/c/goldens 'target/go-harness goldens'; do
    for library in '' "$debug"; do
      # shellcheck disable=SC2086
      LD_PRELOAD=$library $program | diff - "$committed" || return
    done
  done
  echo "$(($(wc -l <"$committed") * 4)) passed in C and in Go, release and debug"
}

go_tests() {
  (cd bindings/go && GODEBUG=cgocheck=1 go test -count=1 ./...) && (cd bindings-tests/go && go test -count=1 ./...)
}

go_race() {
  (cd bindings/go && go test -count=1 -race -short ./...)
}

examples_say_what_they_say() {
  make -s -C examples/c || return
  diff <(target/examples/first) examples/c/first.expected || return
  (cd examples/go && go run .) | diff - examples/c/first.expected || return
  diff <(target/examples/agent) examples/c/agent.expected || return
  diff <(target/examples/default_prompt) examples/c/default_prompt.expected
}

# One program a branch of the contract, each with what it prints.
contributions_say_what_they_say() {
  local expected ran=0
  make -s -C examples/contributions || return
  for expected in examples/contributions/*.expected; do
    diff <("target/examples/contributions/$(basename "$expected" .expected)") "$expected" || return
    ran=$((ran + 1))
  done
  [ "$ran" = "$(ls target/examples/contributions | wc -l)" ] || { echo 'a program has no .expected'; return 1; }
  (cd examples/contributions/go && go run .) | diff - examples/contributions/go/main.expected || return
  echo "$((ran + 1)) passed"
}

# Both systems in one prompt, in C and in Go.
modules_say_what_they_say() {
  make -s -C examples/modules || return
  diff <(target/examples/modules) examples/modules/modules.expected || return
  (cd examples/modules/go && go run .) | diff - examples/modules/modules.expected
}

# The README's programs: the C one builds in both of the ways it tells, the Go one is the example, and its module is in a prompt.
readme_programs() {
  local out=target/readme
  mkdir -p "$out"
  # fenced LANGUAGE N: the Nth block of it.
  fenced() { awk -v fence="\`\`\`$1" -v n="$2" '$0 == fence { on = ++seen == n; next } /^```/ { on = 0 } on' README.md; }
  fenced c 1 >"$out/first.c"
  cc -std=c99 -Wall -Wextra -Wpedantic -Werror "$out/first.c" -Iinclude -Ltarget/lib -lwattle -Wl,-rpath,"$PWD/target/lib" -o "$out/shared" || return
  cc -std=c99 "$out/first.c" -Iinclude target/lib/libwattle.a -o "$out/static" || return
  "$out/shared" | diff - examples/c/first.expected && "$out/static" | diff - examples/c/first.expected || return
  diff <(fenced go 1) examples/go/main.go || return
  { printf '#include <stdio.h>\n#include <wattle.h>\n'; fenced c 2; cat; } >"$out/module.c" <<'END'
int main(void) {
  const wattle_agent_context context = WATTLE_AGENT_CONTEXT(.max_tokens = 200000);
  wattle_module_builder *builder = NULL;
  wattle_prompt *prompt = NULL;
  const int failed = wattle_module_builder_new(&builder, NULL) || add_branch_module(builder, NULL) ||
                     wattle_module_builder_build(builder, &context, NULL, &prompt, NULL);
  puts(wattle_prompt_text(prompt).data);
  wattle_prompt_free(prompt);
  wattle_module_builder_free(builder);
  return failed;
}
END
  cc -std=c99 -Wall -Wextra -Wpedantic -Werror "$out/module.c" -Iinclude -Ltarget/lib -lwattle -Wl,-rpath,"$PWD/target/lib" -o "$out/module" || return
  "$out/module" | diff - <(printf '## Branch\nCommit to your own branch and to no other.\n')
}

# Every test that ABI.md names is there.
the_law_names_its_tests() {
  local kind name missing=0
  while IFS=: read -r kind name; do
    case $kind in
      rust) grep -rqE "fn $name\(" tests src ;;
      c) grep -qE "\b$name\b" bindings-tests/c/bad_*.c ;;
      go) grep -qE "^func $name\(" bindings/go/*_test.go ;;
      step) grep -qF "step '$name'" scripts/test.sh ;;
    esac || { echo "ABI.md names $kind:$name, which is not there"; missing=1; }
  done < <(grep -oE '`(rust|c|go|step):[^`]+`' ABI.md | tr -d '`')
  return "$missing"
}

# The promise of the library, on an agent's prompt and on one of modules: one SHA-256 for a thousand fresh processes.
same_bytes_in_a_thousand_processes() {
  local sums
  sums=$(for ((i = 0; i < 1000; i++)); do { target/examples/agent; target/examples/modules; } | sha256sum; done | sort | uniq -c)
  echo "$sums"
  [ "$(wc -l <<<"$sums")" = 1 ]
}

step 'rust' cargo test -q
step 'rust: a panic in every export' cargo test -q --features panic-injection --test panics
step 'header: every C and C++' scripts/header-matrix.sh
step 'exports are what the header says' exports_are_the_header
step 'conformance' scripts/conformance.sh
step 'goldens' goldens_in_every_language
step 'c: bad input' target/c/bad_input
step 'c: common shapes' target/c/shape_tests
step 'go' go_tests
step 'go: race detector' go_race
step 'examples' examples_say_what_they_say
step 'examples: contributions' contributions_say_what_they_say
step 'examples: modules' modules_say_what_they_say
step 'static next to another rust library' bindings-tests/static/run.sh include target/lib/libwattle.a target/static
step 'installed tree' bindings-tests/install/run.sh
step 'readme' readme_programs
step 'the law names its tests' the_law_names_its_tests
step 'a thousand processes' same_bytes_in_a_thousand_processes
step 'c: address sanitizer' c_with_sanitizers
step 'c: valgrind' c_under_valgrind

[ "$skipped" -gt 0 ] && [ "${CI-}" = true ] && { echo 'nothing may be skipped here'; failed=$((failed + skipped)) skipped=0; }
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
