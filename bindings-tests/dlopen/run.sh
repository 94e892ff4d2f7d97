#!/bin/bash
# Hosts that load the library and plugins: run.sh [sanitized|valgrind]. What the example prints, and what it says of a wrong library
# and of bad plugins; the tests of plugins; and a thousand times everything from opening to closing.
set -euo pipefail
cd "$(dirname "$0")/../.."
mode=${1-} rounds=1000 repeats=5 run=() build=() sanitize=
example=$PWD/target/examples/host-and-plugin tests=$PWD/target/dlopen
case $mode in
  '') ;;
  sanitized)
    example=$PWD/target/examples-sanitized/host-and-plugin tests=$PWD/target/dlopen-address-undefined sanitize=address,undefined rounds=200 repeats=1
    build=(CFLAGS="-std=c99 -g -fsanitize=$sanitize" CXXFLAGS="-std=c++11 -g -fsanitize=$sanitize")
    export ASAN_OPTIONS=detect_leaks=1
    # The sanitizer's dlopen looks where its own library says.
    export LD_LIBRARY_PATH=$PWD/target/asan/lib
    ;;
  valgrind)
    # Without the kind "still reachable": the loader keeps what it knows of libstdc++, which never goes.
    run=(valgrind -q --leak-check=full --error-exitcode=1) rounds=10 repeats=1
    ;;
  *) echo 'run.sh [sanitized|valgrind]'; exit 1 ;;
esac
make -s -C examples/host-and-plugin OUT="$example" "${build[@]}"
make -s -C bindings-tests/dlopen SANITIZE="$sanitize"
passed=0

# host PLUGINS: the example with that folder.
host() { "${run[@]}" "$example/host" "$1" "$example/updates"; }

# as_expected [PLUGINS]: what it prints; its other words are in $said.
as_expected() {
  host "${1-$example/plugins}" 2>"$tests/said" | diff - examples/host-and-plugin/host.expected || { cat "$tests/said"; exit 1; }
  said=$(cat "$tests/said")
  passed=$((passed + 1))
}

# refuses FOLDER WORDS: with the library of that folder the example fails, and says just that.
refuses() {
  local said
  ! said=$(LD_LIBRARY_PATH=$tests/$1 host "$example/plugins" 2>&1) || { echo "$1 is not refused"; exit 1; }
  [ "$said" = "libwattle.so.$version: $2" ] || { echo "of $1 it says: $said"; exit 1; }
  passed=$((passed + 1))
}

for ((i = 0; i < repeats; i++)); do
  as_expected
  [ -z "$said" ] || { echo "it says: $said"; exit 1; }
done

version=$(awk '/^#define WATTLE_ABI_VERSION / { print $3 }' include/wattle.h)
revision=$(awk '/^#define WATTLE_ABI_REVISION / { print $3 }' include/wattle.h)
refuses newer "needs ABI $version.$revision, have 7.3"
refuses older "needs ABI $version.$revision, have $version.$((revision - 1))"
refuses other-magic 'is another library of that name'
refuses no-abi 'is another library of that name'

# What is refused does not keep the others out.
rm -rf "$tests/mixed"
cp -r "$example/plugins" "$tests/mixed"
cp "$tests"/plugins/{no_entry,no_words,own_words}.so "$tests/mixed"
as_expected "$tests/mixed"
diff - <(echo "$said") <<'END'
no_entry.so is refused: has no wattle_plugin_entry_v1
no_words.so is refused: refuses, and does not say why
own_words.so is refused: there is no room in the barn
END

# The commands that the Makefile tells, and the guide.
if [ -z "$mode" ]; then
  hand=$tests/by-hand
  rm -rf "$hand"
  cp -r examples/host-and-plugin "$hand"
  sed -n 's/^#   //p' "$hand/Makefile" | (export CPATH=$PWD/include && cd "$hand" && bash -e)
  cp "$example/plugins/pests.so" "$hand/plugins"
  LD_LIBRARY_PATH=target/lib "$hand/host" "$hand/plugins" "$example/updates" | diff - examples/host-and-plugin/host.expected
fi

# Nothing but the entry is to be found in a plugin, so none has a symbol that another one takes for its own.
for plugin in "$example"/plugins/*.so "$tests/plugins/unique.so"; do
  [ "$(nm -D --defined-only "$plugin" | awk '{ print $3 }')" = wattle_plugin_entry_v1 ] || { echo "$plugin exports more"; exit 1; }
done
echo "host: $passed passed, 0 failed"

"${run[@]}" "$tests/plugin_tests" "$example" "$tests/plugins"

for copy in 0 1 2 3 4; do
  mkdir -p "$tests/copies/$copy"
  cp "$example"/plugins/*.so "$tests/copies/$copy"
done
GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.malloc.arena_max=1 "${run[@]}" "$tests/cycles" "$tests/copies" "$rounds"
