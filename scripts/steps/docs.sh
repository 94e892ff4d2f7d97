# shellcheck shell=bash
# The programs in the README and the guides build and say what they say. Steps of scripts/test.sh, which reads this.

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

# go_guide_programs OUT: two modules of the pieces of code in docs/go.md, and what they print: guide, and iterators, which is for itself
# because not every version of Go has them.
go_guide_programs() {
  mkdir -p "$1/guide" "$1/iterators"
  {
    printf 'package main\n\nimport (\n'
    printf '\t"%s"\n' errors fmt io io/fs log os strings sync '' wattle.dev/go | sed 's/^\t""$//'
    printf ')\n\nfunc main() {\n\tif err := guide(); err != nil {\n\t\tlog.Fatal(err)\n\t}\n}\n\nfunc guide() error {\n'
    fenced docs/go.md go | sed 's/^./\t&/'
    printf '\treturn nil\n}\n'
  } >"$1/guide/main.go"
  printf 'module wattle.dev/go/guide\n\ngo 1.19\n' >"$1/guide/go.mod"
  fenced docs/go.md text >"$1/guide/expected"
  fenced docs/go.md 'go 1.23' >"$1/iterators/main.go"
  printf 'module wattle.dev/go/iterators\n\ngo 1.23\n' >"$1/iterators/go.mod"
  fenced docs/go.md 'text 1.23' >"$1/iterators/expected"
}

# says_what_stands_below FOLDER PACKAGE COMMAND...: such a module with the Go package that is there, which the command builds, as its page says.
says_what_stands_below() {
  (
    cd "$1" && go mod edit -replace "wattle.dev/go=$2" && GOPROXY=off go mod tidy && "${@:3}" -o program && [ -s expected ] && ./program | diff - expected
  )
}

go_guide() {
  local out=target/go-guide
  rm -rf "$out"
  go_guide_programs "$out" && test -z "$(gofmt -d "$out" | tee /dev/stderr)" || return
  says_what_stands_below "$out/guide" "$PWD/bindings/go" go build || return
  case $(go env GOVERSION) in
    go1.19* | go1.2[0-2]*) echo 'without iterators' ;;
    *) says_what_stands_below "$out/iterators" "$PWD/bindings/go" go build ;;
  esac
}
