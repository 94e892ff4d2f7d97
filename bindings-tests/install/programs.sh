# Who links an installed library. Each program is built outside this tree, prints what examples/c/first.expected says, and has the
# library as it was asked for. The lines that build them are the README's, which name what comes of them behind a `#`.

expected=$PWD/examples/c/first.expected
sources=$PWD

# line PAGE COMMAND KIND: that line of the page.
line() {
  local found
  found=$(sed -nE "s/^($2 .*(pkg-config|wattle_pkgconfig).*)# $3\$/\1/p" "$1")
  [ -n "$found" ] || { echo "$1 does not say how to build with $2, $3" >&2; return 1; }
  echo "$found"
}

# folder NAME FILE...: a new folder outside this tree with these files of it.
folder() {
  local to=$work/$1
  shift
  rm -rf "$to"
  mkdir -p "$to"
  [ $# = 0 ] || cp -r "$@" "$to"
  echo "$to"
}

says_the_prompt() {
  "$1" | diff - "$expected" && ! { readelf -lW "$1" | grep 'GNU_STACK.*RWE'; }
}

is_shared() { # PROGRAM LIB
  [ "$(ldd "$1" | sed -n 's/^\tlibwattle\.so\.0 => \(.*\) (0x.*/\1/p')" = "$2/libwattle.so.0" ]
}

is_of_the_archive() {
  nm "$1" | grep -q ' T wattle_registry_compose$' && ldd "$1" | grep -q 'libc\.so' && ! ldd "$1" | grep libwattle
}

is_wholly_static() {
  nm "$1" | grep -q ' T wattle_registry_compose$' && ! readelf -lW "$1" | grep INTERP
}

# c_program KIND TEST...: builds by the README's line, and passes the program to the test.
c_program() {
  local to command
  to=$(folder "c $1")
  filled bindings-tests/docs/readme_first.c >"$to/first.c" || return
  command=$(line README.md cc "$1") && (cd "$to" && eval "$command") && says_the_prompt "$to/first" && "$2" "$to/first" "${@:3}"
}

c_program_of_the_only_archive() {
  local to
  to=$(folder archive examples/c/first.c)
  # shellcheck disable=SC2046
  cc -o "$to/first" "$to/first.c" $(pkg-config --static --cflags --libs wattle) && says_the_prompt "$to/first" && is_of_the_archive "$to/first"
}

c_program_with_spaces() {
  local to
  to=$(folder 'c with spaces' examples/c/first.c)
  (cd "$to" && eval "cc -o first first.c $(pkg-config --cflags --libs wattle)") && says_the_prompt "$to/first" && is_shared "$to/first" "$1"
}

# The package is a copy of its own, from which no way leads to what is built in this tree.
go_program() {
  local to package command
  package=$(folder 'go/package' bindings/go/.)
  to=$(folder "go/$1" examples/go/.)
  command=$(line README.md go "$1") && (
    cd "$to" && go mod edit -replace "wattle.dev/go=$package" && GOPROXY=off go mod tidy && eval "$command" -o first
  ) && says_the_prompt "$to/first" && "$2" "$to/first" "${@:3}"
}

# The program of docs/go.md, by that page's own line and with the package that is installed: go_guide_program TAGS PREFIX TEST...
go_guide_program() {
  local package=$2/share/wattle/go command
  command=$(sed -nE "s/^(go build -tags $1) .*/\\1/p" docs/go.md)
  [ -n "$command" ] && go_guide_programs "$work/go guide" || return
  # shellcheck disable=SC2086
  says_what_stands_below "$work/go guide/guide" "$package" $command && "$3" "$work/go guide/guide/program" "${@:4}"
}

# cmake_project PREFIX LIB
cmake_project() {
  local to language
  to=$(folder cmake bindings-tests/install/CMakeLists.txt examples/c/first.c examples/cpp/first.cpp)
  cmake -S "$to" -B "$to/build" -DCMAKE_PREFIX_PATH="$1" && cmake --build "$to/build" || return
  for language in c cpp; do
    says_the_prompt "$to/build/${language}_wattle" && is_shared "$to/build/${language}_wattle" "$1/$2" &&
      says_the_prompt "$to/build/${language}_static" && is_of_the_archive "$to/build/${language}_static" || return
  done
}

program_that_loads() {
  local to
  to=$(folder loads bindings-tests/install/loaded.c)
  cc -std=c99 -Wall -Wextra -Werror -I"$1/include" -Wl,-rpath,"$1/lib" -o "$to/loaded" "$to/loaded.c" -ldl && says_the_prompt "$to/loaded" &&
    ! ldd "$to/loaded" | grep libwattle
}
