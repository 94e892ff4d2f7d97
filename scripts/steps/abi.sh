# shellcheck shell=bash
# What the header, the exports and ABI.md say is so. Steps of scripts/test.sh, which reads this.

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

# Every test that ABI.md and docs/reliability.md name is there.
the_law_names_its_tests() {
  local kind name missing=0
  while IFS=: read -r kind name; do
    case $kind in
      rust) grep -rqE "fn $name\(" tests src ;;
      c) grep -qE "\b$name\b" bindings-tests/c/bad_*.c bindings-tests/dlopen/*.c ;;
      cpp) grep -qE "^TEST\($name\)" bindings-tests/cpp/tests_*.cpp ;;
      go) grep -qE "^func $name\(" bindings/go/*_test.go ;;
      step) grep -qF "step '$name'" scripts/test.sh ;;
    esac || { echo "$kind:$name is named, and is not there"; missing=1; }
  done < <(grep -ohE '`(rust|c|cpp|go|step):[^`]+`' ABI.md docs/reliability.md | tr -d '`')
  return "$missing"
}
