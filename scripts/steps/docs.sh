# shellcheck shell=bash
# The programs in the README and the guides build and say what they say. A step of scripts/test.sh, which reads this; the tests of the
# installed tree read it too.

# fenced PAGE FENCE [N]: the blocks of a page that begin with ```FENCE, the Nth or all of them.
fenced() {
  awk -v fence="\`\`\`$2" -v n="${3:-0}" '
    $0 == fence { on = ++seen == n || !n; found = found || on; next }
    /^```/ { on = 0 }
    on
    END { exit !found }' "$1" || { echo "$1 has no \`\`\`$2 ${3-}" >&2; return 1; }
}

# filled FRAME: a file of bindings-tests/docs, which is what a page leaves out of its program, with the page's blocks in the places that
# the frame has for them: lines of `//= PAGE FENCE [N]`.
filled() {
  local line page fence
  while IFS= read -r line; do
    case $line in
      '//= '*[0-9]) read -r _ page fence <<<"$line" && fenced "$page" "${fence% *}" "${fence##* }" || return ;;
      '//= '*) read -r _ page fence <<<"$line" && fenced "$page" "$fence" || return ;;
      *) printf '%s\n' "$line" ;;
    esac
  done <"$1"
}

# builds SOURCE PROGRAM [FLAGS...]: with every compiler of its language that guides speak of, the last one's stays.
builds() {
  local source=$1 program=$2 compiler compilers flags='-Wall -Wextra -Wpedantic -Werror -Iinclude'
  shift 2
  case $source in
    *.c) compilers='clang cc' flags="-std=c99 $flags" ;;
    *.cpp) compilers=c++ flags="-std=c++17 -Wshadow -Wconversion $flags" ;;
  esac
  for compiler in $compilers; do
    # shellcheck disable=SC2086
    "$compiler" $flags "$source" -o "$program" "$@" || return
  done
}

# Each frame gives a program that prints what its .expected says, which may have places for blocks too. A plugin has none: it is linked
# to nothing, and the tests of the installed tree load it.
guides() {
  local out=target/docs frame name said library=(-Ltarget/lib -lwattle "-Wl,-rpath,$PWD/target/lib")
  rm -rf "$out"
  mkdir -p "$out"
  for frame in bindings-tests/docs/*.c bindings-tests/docs/*.cpp; do
    name=$(basename "${frame%.*}")
    filled "$frame" >"$out/${frame##*/}" || return
    case $name in
      *_plugin) builds "$out/${frame##*/}" "$out/$name.so" -fPIC -shared -Wl,--no-undefined || return; continue ;;
      *_noexcept) builds "$out/${frame##*/}" "$out/$name" -fno-exceptions -fno-rtti "${library[@]}" || return ;;
      *) builds "$out/${frame##*/}" "$out/$name" "${library[@]}" || return ;;
    esac
    filled "${frame%.*}.expected" >"$out/$name.expected" || return
    said=$("$out/$name") && diff <(echo "$said") "$out/$name.expected" || { echo "$name says something else"; return 1; }
  done
  no_block_is_left_out && readme_in_this_tree && diff <(fenced README.md go) examples/go/main.go
}

# Every block of C and C++ in these pages has its place in a frame.
no_block_is_left_out() {
  local page blocks fence
  for page in README.md docs/c.md docs/cpp.md docs/explain.md; do
    while read -r blocks fence; do
      grep -qxF "//= $page $fence" bindings-tests/docs/* ||
        [ "$(grep -hxE "//= $page $fence [0-9]+" bindings-tests/docs/* | sort -u | wc -l)" = "$blocks" ] ||
        { echo "$page has a block \`\`\`$fence that is in no program"; return 1; }
    done < <(grep -oE '^```c(pp)?( .*)?$' "$page" | tr -d '`' | sort | uniq -c)
  done
}

# The lines of the README that build in this tree do, in a folder that looks like it.
readme_in_this_tree() {
  local tree=target/docs/tree command built=0
  mkdir -p "$tree"
  ln -s "$PWD"/{include,target,examples} "$tree"
  while read -r command; do
    (cd "$tree" && eval "$command") && "$tree/first" | diff - examples/c/first.expected && built=$((built + 1)) || return
  done < <(fenced README.md sh | grep -e '-Iinclude')
  [ "$built" = 2 ]
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
