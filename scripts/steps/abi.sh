# shellcheck shell=bash
# What the header, the exports and ABI.md say is so. Steps of scripts/test.sh, which reads this.

# The functions of the header whose declarations match; the inline ones and what plugins export are no exports.
declared() {
  cc -E -P include/wattle.h | grep -oE "$1" | tr -d '(' | awk '{ print $NF }' | sort -u
}

# The shared library exports what abi/exports.txt lists, which `make header` writes, and that is what the header declares.
exports_are_the_header() {
  local name functions data changed=0
  local -x LC_ALL=C
  nm -D --defined-only target/lib/libwattle.so | awk '{ print $3 }' | sort >target/exports.txt
  for name in $(comm -23 abi/exports.txt target/exports.txt); do
    echo "libwattle.so lacks $name, without which programs that are linked to it do not start: bring it back, or raise WATTLE_ABI_VERSION in src/ffi/version.rs; then make header"
    changed=1
  done
  for name in $(comm -13 abi/exports.txt target/exports.txt); do
    echo "libwattle.so exports $name, which abi/exports.txt does not list: hide it, or enter it in src/ffi/table.rs and raise WATTLE_ABI_REVISION in src/ffi/version.rs; then make header"
    changed=1
  done
  functions=$(comm -23 <(declared '\bwattle_[a-z0-9_]+\(') <(declared 'static inline wattle_[a-z]+ wattle_[a-z0-9_]+\('))
  data=$(cc -E -P include/wattle.h | sed -nE 's/^extern .*const wattle_[a-z_]+ (wattle_[a-z_]+);$/\1/p')
  diff abi/exports.txt <(printf '%s\n' "$functions" "$data" | grep -vx wattle_plugin_entry_v1 | sort) && return "$changed"
}

# Every test that ABI.md, SECURITY.md and docs/reliability.md name is there.
the_law_names_its_tests() {
  local page kind name missing=0
  while IFS=: read -r page kind name; do
    case $kind in
      rust) grep -rqE "fn $name\(" tests src ;;
      c) grep -qE "\b$name\b" bindings-tests/c/bad_*.c bindings-tests/dlopen/*.c ;;
      cpp) grep -qE "^TEST\($name\)" bindings-tests/cpp/tests_*.cpp ;;
      go) grep -qE "^func $name\(" bindings/go/*_test.go ;;
      step) grep -qF "step '$name'" scripts/test.sh ;;
    esac || { echo "$page names $kind:$name, which is not there"; missing=1; }
  done < <(grep -oHE '`(rust|c|cpp|go|step):[^`]+`' ABI.md SECURITY.md docs/reliability.md | tr -d '`')
  return "$missing"
}
