#!/bin/bash
# Puts the built library where compilers, pkg-config, CMake and the loader look for it, or takes it away again: install.sh
# install|uninstall, with PREFIX, LIBDIR, INCLUDEDIR, DOCDIR, DESTDIR and STRIP in the environment. Run it as `make install`.
set -eu
cd "$(dirname "$0")/.."
verb=$1
STRIP=${STRIP:-strip}
for name in PREFIX LIBDIR INCLUDEDIR DOCDIR; do
  [ "${!name:0:1}" = / ] || { echo "install.sh: $name is '${!name}'; it begins with /" >&2; exit 2; }
  # What pkg-config, CMake and the linker's options could not be told.
  case ${!name} in *[\#\'\"\\\$\,\;\@\(\)[:cntrl:]]*) echo "install.sh: $name is '${!name}'; it has none of # ' \" \\ \$ , ; @ ( ) and control characters" >&2; exit 2 ;; esac
done
prefix=$(realpath -ms -- "$PREFIX")
libdir=$(realpath -ms -- "$LIBDIR")
includedir=$(realpath -ms -- "$INCLUDEDIR")
pcdir=$libdir/pkgconfig
cmakedir=$libdir/cmake/wattle
docdir=$(realpath -ms -- "$DOCDIR")
godir=$prefix/share/wattle/go

version=$(sed -n '/^version = "\(.*\)"$/{s//\1/p;q}' Cargo.toml)
soname=libwattle.so.$(sed -n 's/^#define WATTLE_ABI_VERSION //p' include/wattle.h)
library=$soname.${version#*.}

# from DIRECTORY PATH: the way from the one to the other.
from() {
  realpath -ms --relative-to="$1" -- "$2"
}

# What the templates are filled with. The libraries are what `rustc --print native-static-libs` says, without what compilers link by
# themselves: -lc, and -lgcc_s, which a wholly static program cannot have.
declare -A fields=(
  [VERSION]=$version
  [SONAME]=$soname
  [LIBRARY]=$library
  [LIBS_PRIVATE]='-lutil -lrt -lpthread -lm -ldl'
  [CMAKE_INCLUDEDIR]=$(from "$cmakedir" "$includedir")
)
fields[CMAKE_LIBS_PRIVATE]=${fields[LIBS_PRIVATE]// /;}
if [ "$libdir" = /usr/lib ] || [ "$libdir" = /lib ] || [ -e "$libdir/libc.so.6" ]; then
  # Where the system looks by itself, as its own libc is there: pkg-config leaves such paths out, so that they come before nobody's.
  fields[PC_PREFIX]=$prefix fields[PC_LIBDIR]=$libdir fields[PC_INCLUDEDIR]=$includedir fields[PC_RPATH]=
else
  # Elsewhere the paths begin at the .pc file, so that the tree may be moved or be in its DESTDIR still, and programs are told where
  # the library will be.
  fields[PC_PREFIX]="\${pcfiledir}/$(from "$pcdir" "$prefix")"
  fields[PC_LIBDIR]="\${pcfiledir}/$(from "$pcdir" "$libdir")"
  fields[PC_INCLUDEDIR]="\${pcfiledir}/$(from "$pcdir" "$includedir")"
  fields[PC_RPATH]=-Wl,-rpath,$libdir
fi
for name in PC_PREFIX PC_LIBDIR PC_INCLUDEDIR PC_RPATH; do
  fields[$name]=${fields[$name]// /\\ }
done

fill() {
  local text name
  text=$(<"$1")
  for name in "${!fields[@]}"; do
    text=${text//"@$name@"/"${fields[$name]}"}
  done
  printf '%s\n' "$text"
}

# Each file is said once, for both verbs: put MODE FROM TO, and point LINK TARGET.
put() {
  case $verb in
    install) install -D -m "$1" -- "$2" "$DESTDIR$3" ;;
    uninstall) rm -f -- "$DESTDIR$3" ;;
  esac
}

point() {
  case $verb in
    install) ln -sfn -- "$2" "$DESTDIR$1" ;;
    # One that leads elsewhere is of another version.
    uninstall) [ "$(readlink -- "$DESTDIR$1")" != "$2" ] || rm -f -- "$DESTDIR$1" ;;
  esac
}

made=
case $verb in
  install)
    [ -f target/lib/libwattle.so ] && [ -f target/lib/libwattle.a ] || { echo 'install: run make lib first' >&2; exit 1; }
    made=$(mktemp -d)
    trap 'rm -rf "$made"' EXIT
    "$STRIP" --strip-unneeded -o "$made/libwattle.so" target/lib/libwattle.so
    "$STRIP" --strip-debug -o "$made/libwattle.a" target/lib/libwattle.a
    for template in packaging/*.in; do
      fill "$template" >"$made/$(basename "$template" .in)"
    done
    ;;
  uninstall) ;;
  *) echo "install.sh: $verb is neither install nor uninstall" >&2; exit 2 ;;
esac

put 755 "$made/libwattle.so" "$libdir/$library"
point "$libdir/$soname" "$library"
point "$libdir/libwattle.so" "$soname"
put 644 "$made/libwattle.a" "$libdir/libwattle.a"
for header in include/*.h*; do
  put 644 "$header" "$includedir/$(basename "$header")"
done
put 644 "$made/wattle.pc" "$pcdir/wattle.pc"
put 644 "$made/wattle-static.pc" "$pcdir/wattle-static.pc"
put 644 "$made/wattleConfig.cmake" "$cmakedir/wattleConfig.cmake"
put 644 "$made/wattleConfigVersion.cmake" "$cmakedir/wattleConfigVersion.cmake"
for document in LICENSE-MIT LICENSE-APACHE README.md ABI.md SECURITY.md CHANGELOG.md docs/*.md schemas/*; do
  put 644 "$document" "$docdir/$document"
done
# The Go package, which go.mod files of others put in the place of wattle.dev/go.
while read -r source; do
  put 644 "bindings/go/$source" "$godir/$source"
done < <(cd bindings/go && find . -type f ! -name '*_test.go' | sed 's|^\./||')

if [ "$verb" = install ]; then
  printf '%s, %d KiB, and libwattle.a, %d KiB, are in %s\n' "$library" \
    $(($(stat -c %s "$made/libwattle.so") / 1024)) $(($(stat -c %s "$made/libwattle.a") / 1024)) "$DESTDIR$libdir"
else
  # The folders of its own; those that others share are not its to remove.
  find "$DESTDIR$prefix/share/wattle" "$DESTDIR$docdir" "$DESTDIR$cmakedir" -depth -type d -empty -delete 2>/dev/null || true
fi
