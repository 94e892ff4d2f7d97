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

# The functions of the header whose declarations match; the inline ones and what plugins export are no exports.
declared() {
  cc -E -P include/wattle.h | grep -oE "$1" | tr -d '(' | awk '{ print $NF }' | sort -u
}

exports_are_the_header() {
  local functions data
  functions=$(comm -23 <(declared '\bwattle_[a-z0-9_]+\(') <(declared 'static inline wattle_[a-z]+ wattle_[a-z0-9_]+\('))
  data=$(cc -E -P include/wattle.h | sed -nE 's/^extern .*const wattle_[a-z_]+ (wattle_[a-z_]+);$/\1/p')
  diff <(nm -D --defined-only target/lib/libwattle.so | awk '{ print $3 }' | sort) \
    <(printf '%s\n' "$functions" "$data" | grep -vx wattle_plugin_entry_v1 | sort)
}

valgrind_clean() {
  valgrind -q --leak-check=full --show-leak-kinds=all --error-exitcode=1 "$@"
}

c_under_valgrind() {
  valgrind_clean target/c/harness bindings-tests/cases /dev/null || return
  valgrind_clean target/c/bad_input || return
  valgrind_clean target/c/shape_tests || return
  valgrind_clean target/c/goldens >/dev/null || return
  valgrind_clean target/c/section_goldens >/dev/null || return
  for depth in 0 1 2; do
    valgrind_clean target/examples/agent --depth "$depth" >/dev/null || return
  done
  valgrind_clean target/examples/first || return
  valgrind_clean target/examples/default_prompt >/dev/null || return
  valgrind_clean target/examples/modules >/dev/null || return
  valgrind_clean target/examples/sections >/dev/null || return
  valgrind_clean target/examples/guidance >/dev/null || return
  for program in target/examples/contributions/* target/examples/assemblies/*; do
    valgrind_clean "$program" >/dev/null || return
  done
}

cpp_under_valgrind() {
  valgrind_clean target/cpp/harness bindings-tests/cases /dev/null || return
  valgrind_clean target/cpp/tests || return
  valgrind_clean target/cpp/tests_noexcept || return
  valgrind_clean target/cpp/goldens >/dev/null || return
  valgrind_clean target/cpp/section_goldens >/dev/null || return
  valgrind_clean target/examples/cpp/first >/dev/null || return
  valgrind_clean target/examples/cpp/turns >/dev/null
}

cpp_with_sanitizers() {
  make -s -j2 -C bindings-tests/cpp SANITIZE=address,undefined || return
  nm target/cpp-address-undefined/tests | grep -q __asan_init || { echo 'the sanitizer is not on'; return 1; }
  make -s -C examples/cpp OUT=../../target/examples-sanitized/cpp CXXFLAGS='-std=c++17 -g -fsanitize=address,undefined' || return
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=halt_on_error=1
  target/cpp-address-undefined/harness bindings-tests/cases /dev/null || return
  target/cpp-address-undefined/tests || return
  target/cpp-address-undefined/tests_noexcept || return
  target/examples-sanitized/cpp/turns >/dev/null
}

c_with_sanitizers() {
  make -s -C bindings-tests/c SANITIZE=address,undefined || return
  nm target/c-address-undefined/harness | grep -q __asan_init || { echo 'the sanitizer is not on'; return 1; }
  local folder program cflags='-std=c99 -g -fsanitize=address,undefined'
  for folder in c modules sections guidance; do
    make -s -C "examples/$folder" OUT=../../target/examples-sanitized CFLAGS="$cflags" || return
  done
  make -s -C examples/assemblies OUT=../../target/examples-sanitized/assemblies CFLAGS="$cflags" || return
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
  target/c-address-undefined/harness bindings-tests/cases /dev/null || return
  target/c-address-undefined/bad_input || return
  target/c-address-undefined/shape_tests || return
  target/examples-sanitized/agent >/dev/null || return
  target/examples-sanitized/modules >/dev/null || return
  target/examples-sanitized/sections >/dev/null || return
  target/examples-sanitized/guidance >/dev/null || return
  for program in target/examples-sanitized/assemblies/*; do
    "$program" >/dev/null || return
  done
}

# tests/goldens.rs and tests/section_goldens.rs check the committed lines; here the other faces do, with registries and inputs that
# they build for themselves: on the release library, which they are linked to, and on the debug one put before it. Rust does so in debug
# in the step above, and here in release. Of the sections Go's own tests do.
goldens_in_every_language() {
  local committed=target/goldens.txt debug=$PWD/target/debug/libwattle.so program library
  grep -v '^#' bindings-tests/goldens.txt >"$committed"
  make -s -C bindings-tests/c && make -s -j2 -C bindings-tests/cpp ../../target/cpp/goldens ../../target/cpp/section_goldens || return
  (cd bindings-tests/go && go build -o ../../target/go-harness .) || return
  cargo build -q --lib && cargo test -q --release --test goldens --test section_goldens || return
  LD_PRELOAD=$debug ldd target/c/goldens | grep -q "$debug" || { echo 'the debug library is not used'; return 1; }
  for program in target/c/goldens target/cpp/goldens 'target/go-harness goldens'; do
    for library in '' "$debug"; do
      # shellcheck disable=SC2086
      LD_PRELOAD=$library $program | diff - "$committed" || return
    done
  done
  target/c/section_goldens | diff - tests/golden/sections.txt && target/cpp/section_goldens | diff - tests/golden/sections.txt || return
  echo "$(($(wc -l <"$committed") * 6)) passed in C, C++ and Go, release and debug"
}

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

# The programs again, as hosts that load the library; they end in failure if it does not unload.
c_through_the_table() {
  make -s -C bindings-tests/c THROUGH_TABLE=1 || return
  target/c-through-table/bad_input && target/c-through-table/shape_tests || return
  target/c-through-table/goldens | diff - target/goldens.txt && target/c-through-table/section_goldens | diff - tests/golden/sections.txt
}

cpp_through_the_table() {
  make -s -j2 -C bindings-tests/cpp THROUGH_TABLE=1 tests || return
  target/cpp-through-table/tests && target/cpp-through-table/tests_noexcept
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
  diff <(target/examples/default_prompt) examples/c/default_prompt.expected || return
  make -s -C examples/cpp || return
  diff <(target/examples/cpp/first) examples/c/first.expected || return
  diff <(target/examples/cpp/turns) examples/cpp/turns.expected
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

# One program a way to compose, in C and in Go, where only composing into a prompt that there is has no counterpart.
assemblies_say_what_they_say() {
  local expected name ran=0
  make -s -C examples/assemblies || return
  (cd examples/assemblies/go && go build -o ../../../target/go-assemblies .) || return
  for expected in examples/assemblies/*.expected; do
    name=$(basename "$expected" .expected)
    diff <("target/examples/assemblies/$name") "$expected" || return
    [ "$name" = every_turn ] || target/go-assemblies "$name" | diff - "$expected" || return
    ran=$((ran + 1))
  done
  [ "$ran" = "$(ls target/examples/assemblies | wc -l)" ] || { echo 'a program has no .expected'; return 1; }
  echo "$((ran * 2 - 1)) passed"
}

# Both systems in one prompt, in C and in Go.
modules_say_what_they_say() {
  make -s -C examples/modules || return
  diff <(target/examples/modules) examples/modules/modules.expected || return
  (cd examples/modules/go && go run .) | diff - examples/modules/modules.expected
}

guidance_says_what_it_says() {
  make -s -C examples/guidance || return
  diff <(target/examples/guidance) examples/guidance/guidance.expected
}

# What a turn's state and the jobs say, in C and in Go.
sections_say_what_they_say() {
  make -s -C examples/sections || return
  diff <(target/examples/sections) examples/sections/sections.expected || return
  (cd examples/sections/go && go run .) | diff - examples/sections/sections.expected
}

# fenced FILE FENCE [N]: the blocks of a page that begin with ```FENCE, the Nth or all of them.
fenced() {
  awk -v fence="\`\`\`$2" -v n="${3-0}" '$0 == fence { on = ++seen == n || !n; next } /^```/ { on = 0 } on' "$1"
}

# The README's programs: those in C and C++ build in both of the ways it tells, the Go one is the example, its module and its sections
# are in prompts, and its measure measures one. That of docs/explain.md builds, too, and tells why a cache missed.
readme_programs() {
  local out=target/readme
  mkdir -p "$out"
  linked() { cc -std=c99 -Wall -Wextra -Wpedantic -Werror "$out/$1.c" -Iinclude -Ltarget/lib -lwattle -Wl,-rpath,"$PWD/target/lib" -o "$out/$1"; }
  fenced README.md c 1 >"$out/first.c"
  linked first || return
  cc -std=c99 "$out/first.c" -Iinclude target/lib/libwattle.a -o "$out/static" || return
  "$out/first" | diff - examples/c/first.expected && "$out/static" | diff - examples/c/first.expected || return
  fenced README.md cpp 1 >"$out/first.cpp"
  c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror "$out/first.cpp" -Iinclude -Ltarget/lib -lwattle -Wl,-rpath,"$PWD/target/lib" -o "$out/first" || return
  c++ -std=c++17 "$out/first.cpp" -Iinclude target/lib/libwattle.a -o "$out/static" || return
  "$out/first" | diff - examples/c/first.expected && "$out/static" | diff - examples/c/first.expected || return
  diff <(fenced README.md go 1) examples/go/main.go || return
  { printf '#include <stdio.h>\n#include <wattle.h>\n'; fenced README.md c 2; cat; } >"$out/module.c" <<'END'
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
  linked module || return
  "$out/module" | diff - <(printf '## Branch\nCommit to your own branch and to no other.\n') || return
  { printf '#include <stdio.h>\n#include <wattle.h>\n'; fenced docs/explain.md c 1; cat; } >"$out/explain.c" <<'END'
int main(void) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE);
  const wattle_registry_options nothing_else =
    WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  wattle_registry *registry = NULL;
  wattle_prompt *prompts[2] = { NULL, NULL };
  int failed = wattle_registry_new(&nothing_else, &registry, NULL);
  for (int i = 0; i < 2; i++) {
    const wattle_contribution rules = wattle_append_prompt(WATTLE_STR("agent.rules"), i ? WATTLE_STR("Report.") : WATTLE_STR("Claim."));
    failed = failed || wattle_registry_register(registry, &rules, 1, NULL) ||
             wattle_registry_compose(registry, &context, NULL, NULL, &prompts[i], NULL) ||
             wattle_registry_unregister(registry, WATTLE_ORIGIN_STATIC, rules.id, NULL);
  }
  failed = failed || explain(prompts[0], prompts[1], NULL);
  wattle_prompt_free(prompts[0]);
  wattle_prompt_free(prompts[1]);
  wattle_registry_free(registry);
  return failed;
}
END
  linked explain || return
  "$out/explain" | diff - <(printf 'the cache serves 0 bytes, up to agent.rules\nagent.rules has another text\n') || return
  { printf '#include <stdio.h>\n#include <wattle.h>\nstatic uint64_t count_tokens(void *tokenizer, const char *text, size_t len) {\n  (void)tokenizer, (void)text;\n  return len;\n}\n'; fenced README.md c 3; cat; } >"$out/budget.c" <<'END'
int main(void) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
  wattle_summary summary = WATTLE_SUMMARY_INIT;
  wattle_registry *registry = NULL;
  wattle_prompt *prompt = NULL;
  const int failed = wattle_registry_new(NULL, &registry, NULL) || wattle_compose(NULL, 0, NULL, &prompt, NULL) ||
                     next_turn(registry, &context, NULL, NULL, prompt, NULL) || wattle_prompt_summary(prompt, &summary, NULL);
  printf("%s %d\n", summary.unit.data, summary.total_chars == wattle_prompt_text(prompt).len);
  wattle_prompt_free(prompt);
  wattle_registry_free(registry);
  return failed;
}
END
  linked budget || return
  "$out/budget" | diff - <(echo 'tokens 1') || return
  { printf '#include <stdio.h>\n#include <wattle.h>\n'; fenced README.md c 4; cat; } >"$out/sections.c" <<'END'
int main(void) {
  const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE);
  const wattle_str tool = WATTLE_STR("shell");
  const wattle_state state = WATTLE_STATE(.loaded_tools = { &tool, 1 }, .detected_intents = { &tool, 1 }, .turn_depth = 1,
                                          .prior_turn_had_tool_calls = WATTLE_YES);
  const wattle_registry_options options = WATTLE_REGISTRY_OPTIONS(.seed_core_defaults = WATTLE_NO, .seed_safety_policies = WATTLE_NO);
  wattle_registry *registry = NULL;
  wattle_bundle *bundle = NULL;
  const int failed = wattle_registry_new(&options, &registry, NULL) || add_sections(registry, NULL) ||
                     wattle_registry_resolve(registry, &context, &state, NULL, &bundle, NULL);
  puts(wattle_bundle_text(bundle).data);
  wattle_bundle_free(bundle);
  wattle_registry_free(registry);
  return failed;
}
END
  linked sections || return
  "$out/sections" | grep '^## ' | diff - <(printf '## %s\n' 'Tools loaded this turn' 'Detected intents' 'Sub-agent' 'Tool calls of the turn before')
}

# The pieces of code in docs/cpp.md are one program, and those marked noexcept another: they print what stands below them. The plugin
# builds without the library.
cpp_guide() {
  local out=target/guide
  mkdir -p "$out"
  guide() { # MARK FLAGS...
    local mark=$1
    shift
    { printf '#include <%s>\n' algorithm cstdio string vector wattle.hpp; echo 'int main() {'; fenced docs/cpp.md "cpp$mark"; echo '}'; } >"$out/guide.cpp"
    c++ -std=c++17 "$@" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror "$out/guide.cpp" -Iinclude -Ltarget/lib -lwattle \
      -Wl,-rpath,"$PWD/target/lib" -o "$out/guide" || return
    fenced docs/cpp.md "text$mark" >"$out/expected"
    [ -s "$out/expected" ] && "$out/guide" | diff - "$out/expected"
  }
  guide '' && guide ' noexcept' -fno-exceptions -fno-rtti || return
  fenced docs/cpp.md 'cpp plugin' >"$out/plugin.cpp"
  c++ -std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fPIC -shared -Wl,--no-undefined "$out/plugin.cpp" -Iinclude -o "$out/plugin.so"
}

# Every test that ABI.md names is there.
the_law_names_its_tests() {
  local kind name missing=0
  while IFS=: read -r kind name; do
    case $kind in
      rust) grep -rqE "fn $name\(" tests src ;;
      c) grep -qE "\b$name\b" bindings-tests/c/bad_*.c bindings-tests/dlopen/*.c ;;
      cpp) grep -qE "^TEST\($name\)" bindings-tests/cpp/tests_*.cpp ;;
      go) grep -qE "^func $name\(" bindings/go/*_test.go ;;
      step) grep -qF "step '$name'" scripts/test.sh ;;
    esac || { echo "ABI.md names $kind:$name, which is not there"; missing=1; }
  done < <(grep -oE '`(rust|c|cpp|go|step):[^`]+`' ABI.md | tr -d '`')
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
step 'c: through the table' c_through_the_table
step 'cpp' cpp_tests
step 'cpp: every function' cpp_has_every_function
step 'cpp: through the table' cpp_through_the_table
step 'cpp: no unique symbols' cpp_without_unique_symbols
step 'go' go_tests
step 'go: race detector' go_race
step 'examples' examples_say_what_they_say
step 'examples: contributions' contributions_say_what_they_say
step 'examples: assemblies' assemblies_say_what_they_say
step 'examples: modules' modules_say_what_they_say
step 'examples: sections' sections_say_what_they_say
step 'examples: guidance' guidance_says_what_it_says
step 'plugin host' bindings-tests/dlopen/run.sh
step 'static next to another rust library' bindings-tests/static/run.sh include target/lib/libwattle.a target/static
step 'installed tree' bindings-tests/install/run.sh
step 'readme' readme_programs
step 'cpp: the guide' cpp_guide
step 'the law names its tests' the_law_names_its_tests
step 'a thousand processes' same_bytes_in_a_thousand_processes
# Valgrind runs on one core, and long: the steps after it are for the other.
c_under_valgrind >"$logs/c-valgrind-beside.log" 2>&1 &
beside=$!
end_of_c_under_valgrind() {
  local status
  wait "$beside"
  status=$?
  cat "$logs/c-valgrind-beside.log"
  return "$status"
}

step 'c: address sanitizer' c_with_sanitizers
step 'plugin host: address sanitizer' bindings-tests/dlopen/run.sh sanitized
step 'plugin host: valgrind' bindings-tests/dlopen/run.sh valgrind
step 'cpp: address sanitizer' cpp_with_sanitizers
step 'cpp: valgrind' cpp_under_valgrind
step 'c: valgrind' end_of_c_under_valgrind

[ "$skipped" -gt 0 ] && [ "${CI-}" = true ] && { echo 'nothing may be skipped here'; failed=$((failed + skipped)) skipped=0; }
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
