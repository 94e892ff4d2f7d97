#!/bin/sh
# Installs what a command of the Makefile needs and does not find: `setup.sh demo`, `test`, `docs`, `coverage` or `perf`. Where it may
# not install, it says in one line what to install, and fails.
set -u

missing=
need() { # command, Debian package
  command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}

need cc gcc
need make make
case ${1-} in
  test) need doxygen doxygen; need valgrind valgrind ;;
  docs) need doxygen doxygen ;;
  perf) need valgrind valgrind ;;
  coverage)
    # The tools read only what the LLVM of their own version wrote.
    llvm=$(rustc -vV 2>/dev/null | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
    need "llvm-cov-${llvm:-19}" "llvm-${llvm:-19}"
    ;;
esac
if [ "${1-}" = test ] || [ "${1-}" = coverage ]; then
  need g++ g++
  need clang clang
  version=$(clang -dumpversion 2>/dev/null | cut -d. -f1)
  [ -f "$(clang -print-file-name="libclang_rt.fuzzer-$(uname -m).a" 2>/dev/null)" ] || missing="$missing libclang-rt-${version:-14}-dev"
  need pkg-config pkg-config
  need cmake cmake
  need setpriv util-linux
  need nm binutils
  need perl perl-base
  need go golang-go
  need gofmt golang-go
  echo '#include <cjson/cJSON.h>' | cc -E -x c - >/dev/null 2>&1 || missing="$missing libcjson-dev"
  echo '#include <nlohmann/json.hpp>' | c++ -E -x c++ - >/dev/null 2>&1 || missing="$missing nlohmann-json3-dev"
fi

as=
[ "$(id -u)" = 0 ] || as='sudo -n'
install() {
  # shellcheck disable=SC2086
  $as apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as apt-get install -y -qq --no-install-recommends $1
}

if [ -n "$missing" ]; then
  if ! { command -v apt-get && { [ -z "$as" ] || $as true; }; } >/dev/null 2>&1; then
    echo "setup: install these packages (Debian's names):$missing" >&2
    exit 1
  fi
  if ! log=$(install "$missing" 2>&1); then
    printf '%s\n' "$log" >&2
    echo "setup: apt-get could not install:$missing" >&2
    exit 1
  fi
fi

# The oldest Go there is to test with. Not every system has it, and without it that test is skipped.
if [ "${1-}" = test ] && ! [ -x /usr/lib/go-1.19/bin/go ]; then
  install golang-1.19-go >/dev/null 2>&1
fi

floor=1.85
version=$(rustc --version 2>/dev/null | cut -d' ' -f2)
if [ -z "$version" ] || [ "$(printf '%s\n%s\n' "$floor" "$version" | sort -V | head -n 1)" != "$floor" ]; then
  echo "setup: install Rust $floor or later (https://rustup.rs); found: ${version:-none}" >&2
  exit 1
fi
