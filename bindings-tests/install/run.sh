#!/bin/bash
# Installs the built library into folders outside this tree and uses it from there, as those do who have no other tree: run.sh. What it
# checks are the functions of tree.sh, about the files, of programs.sh, about who links them, and of guides.sh, about what the guides say.
set -u
cd "$(dirname "$0")/../.." || exit 1
source scripts/steps/docs.sh
source bindings-tests/install/tree.sh
source bindings-tests/install/programs.sh
source bindings-tests/install/guides.sh
passed=0 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
# Nothing from outside may help.
unset MAKEFLAGS MAKEOVERRIDES DESTDIR PREFIX LIBDIR INCLUDEDIR DOCDIR STRIP CFLAGS CPPFLAGS LDFLAGS CGO_CFLAGS CGO_LDFLAGS GOFLAGS LD_LIBRARY_PATH

# check COMMAND...
check() {
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED  $*"
  fi
}

# Without cargo, so that what is built is installed and nothing is built.
installs() {
  make --no-print-directory -s CARGO=no-cargo "$@"
}

prefix=$work/usr
installs install PREFIX="$prefix" || exit 1
before=$(contents "$prefix")
check installs install PREFIX="$prefix"
check [ "$before" = "$(contents "$prefix")" ]
check is_the_documented_tree "$prefix" lib include
check has_its_links_and_soname "$prefix/lib"
check needs_only_what_is_stated "$prefix/lib"
check exports_what_was_built "$prefix/lib"
check is_stripped "$prefix/lib"
check loads_on_the_stated_glibc "$prefix/lib"
check has_self_contained_headers "$prefix/include"

export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
check tells_its_flags "$prefix/lib" "$prefix/include"
check tells_the_libraries_that_rustc_tells
for kind in 'shared' 'static' 'static, libc too'; do
  check guide_program docs/c.md cc c_first.c "$kind" "$prefix/lib"
  check guide_program docs/c.md cc c.c "$kind" "$prefix/lib"
  check guide_program docs/cpp.md 'c\+\+' readme_first_cpp.cpp "$kind" "$prefix/lib"
done
check guide_program docs/cpp.md 'c\+\+' cpp.cpp shared "$prefix/lib"
check guide_cmake_project "$prefix"
check guide_host_and_plugins
check guides_plugins_load
check c_program 'shared' is_shared "$prefix/lib"
check c_program 'static' is_of_the_archive
check c_program 'static, libc too' is_wholly_static
check go_program 'shared' is_shared "$prefix/lib"
check go_program 'static' is_of_the_archive
check go_program 'static, libc too' is_wholly_static
check go_guide_program wattle_pkgconfig "$prefix" is_shared "$prefix/lib"
check go_guide_program wattle_pkgconfig,wattle_static "$prefix" is_of_the_archive
check cmake_project "$prefix" lib
check program_that_loads "$prefix"
check bindings-tests/static/run.sh "$prefix/include" "$prefix/lib/libwattle.a" "$work/other" >"$work/other.log"

# A tree that was moved, and has the archive only.
cp -r "$prefix" "$work/moved" && rm "$work"/moved/lib/libwattle.so*
export PKG_CONFIG_PATH=$work/moved/lib/pkgconfig
check c_program_of_the_only_archive

# Folders that are nowhere near each other, with spaces.
spaces=("PREFIX=$work/with spaces/usr" "LIBDIR=$work/with spaces/usr/lib/x86_64-linux-gnu" "INCLUDEDIR=$work/other spaces/headers")
check installs install "${spaces[@]}"
export PKG_CONFIG_PATH="$work/with spaces/usr/lib/x86_64-linux-gnu/pkgconfig"
check c_program_with_spaces "$work/with spaces/usr/lib/x86_64-linux-gnu"
check cmake_project "$work/with spaces/usr" lib/x86_64-linux-gnu
check installs uninstall "${spaces[@]}"
check leaves_nothing "$work/with spaces"
check leaves_nothing "$work/other spaces"

# A packager's: the system's folders, put together elsewhere by somebody who may not write there, of a tree that is not his.
system=(PREFIX=/usr LIBDIR=/usr/lib/x86_64-linux-gnu "DESTDIR=$work/a stage")
as_nobody=()
[ "$(id -u)" = 0 ] && as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
mkdir -p "$work/tree/target" "$work/a stage"
cp -r Makefile Cargo.toml README.md ABI.md SECURITY.md CHANGELOG.md LICENSE-* docs include packaging schemas scripts "$work/tree"
mkdir "$work/tree/bindings"
cp -r bindings/go "$work/tree/bindings"
cp -r target/lib "$work/tree/target"
chmod -R a+rX "$work/tree"
[ "$(id -u)" != 0 ] || chown 65534 "$work/a stage"
# of_packager VERB
of_packager() {
  (umask 077 && cd "$work/tree" && "${as_nobody[@]}" make --no-print-directory -s CARGO=no-cargo "$1" "${system[@]}")
}
check of_packager install
check is_the_documented_tree "$work/a stage/usr" lib/x86_64-linux-gnu include
check tells_no_system_paths "$work/a stage/usr/lib/x86_64-linux-gnu/pkgconfig"
rm -r "$work/tree/target"
check of_packager uninstall
check leaves_nothing "$work/a stage"

# refuses PATH WORDS: a path that would be anybody's guess, or that no .pc file can say.
refuses() {
  ! installs install PREFIX="$1" 2>"$work/refused" && grep -qF "PREFIX is '$1'; it $2" "$work/refused"
}
check refuses usr 'begins with /'
check refuses "$work/a#b" 'has none of'
check refuses "$work/a,b" 'has none of'

# What others put beside it stays, and the link of a later version.
mkdir -p "$prefix/share/doc/wattle" && touch "$prefix"/{lib/libother.so,include/other.h,share/doc/wattle/notes}
ln -sfn libwattle.so.1 "$prefix/lib/libwattle.so"
check installs uninstall PREFIX="$prefix"
check [ "$(cd "$prefix" && find . ! -type d | sort | xargs)" = './include/other.h ./lib/libother.so ./lib/libwattle.so ./share/doc/wattle/notes' ]

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
