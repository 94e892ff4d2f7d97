#!/bin/bash
# Structs grow, and whoever was compiled before they did does not notice: run.sh. The program beside this is compiled with each header
# in abi/headers, and with one whose structs have a field more, and runs on the library in target/lib, and on one whose structs have a
# field more; linked to it each time, and loading it.
set -eu
cd "$(dirname "$0")/../.."
out=target/frozen
rm -rf "$out"
mkdir -p "$out/grown-library"

# The structs that may grow: how many the header must be found to have.
growing=$(grep -c '\.struct_size 0 8$' abi/layout.txt)
found() { # HOW MANY, WHERE
  [ "$1" = "$growing" ] || { echo "$1 structs of $2 grew, of $growing in abi/layout.txt"; exit 1; }
}

mkdir "$out/newer"
perl -0pe 's/(typedef struct (wattle_\w+) \{\n(?:  \/\*\*[^\n]*\n(?:   \*[^\n]*\n)*)?  size_t struct_size;\n.*?)\n\} \2;/$1\n  uint64_t newer;\n} $2;/sg' \
  include/wattle.h >"$out/newer/wattle.h"
found "$(grep -c '^  uint64_t newer;$' "$out/newer/wattle.h")" include/wattle.h

# A library of a release to come, whose structs have the size that they have now and a larger one. It has a package's name of its own,
# so that cargo keeps the two apart, and the same soname.
mkdir "$out/grown"
cp -r src build.rs Cargo.toml Cargo.lock "$out/grown"
perl -0pi -e 's/(pub struct wattle_\w+ \{\n(?:    \/\/\/[^\n]*\n)*    pub struct_size: usize,\n.*?)\n\}/$1\n    pub newer: u64,\n}/sg;
  s/struct_size: size_of::<wattle_(?!abi_data)\w+>\(\),/$& newer: 0,/g;
  s/const SIZES: (.*?)= &\[size_of::<Self>\(\)\]/const SIZES: $1= &[size_of::<Self>() - 8]/' "$out"/grown/src/ffi/*.rs
found "$(grep -h '^    pub newer: u64,$' "$out"/grown/src/ffi/*.rs | wc -l)" src/ffi
sed -i 's/^name = "wattle"$/name = "wattle-grown"/' "$out"/grown/Cargo.{toml,lock}
sed -i '/^\[dev-dependencies\]/,/^$/d; /^\[\[/,/^$/d' "$out/grown/Cargo.toml"
(cd "$out/grown" && cargo rustc -q --lib --crate-type cdylib --target-dir ../.. -- --cap-lints allow)
cp target/debug/libwattle_grown.so "$out/grown-library/libwattle.so.0"

version=$(sed -n 's/^#define WATTLE_ABI_VERSION //p' include/wattle.h)
for header in abi/headers/*.h; do
  # What was compiled with another version's asks for another soname.
  grep -q "^#define WATTLE_ABI_VERSION $version\$" "$header" || continue
  mkdir "$out/$(basename "$header" .h)"
  cp "$header" "$out/$(basename "$header" .h)/wattle.h"
done

ran=0
for include in "$out"/wattle-* "$out/newer"; do
  for road in linked loading; do
    # The initialisers of the newer header leave out what was added, as a program's own may.
    flags='-std=c99 -Wall -Wextra -Wpedantic -Werror -Wno-missing-field-initializers'
    libraries='-Ltarget/lib -lwattle'
    [ "$road" = linked ] || { flags+=' -DWATTLE_THROUGH_TABLE' libraries=-ldl; }
    # shellcheck disable=SC2086
    cc $flags -I"$include" bindings-tests/frozen/program.c -o "$include/$road" $libraries
    for library in target/lib "$out/grown-library"; do
      LD_LIBRARY_PATH=$library "$include/$road" >"$out/said" || { echo "$include/$road fails on $library"; exit 1; }
      ran=$((ran + 1))
    done
  done
done

# Every struct that the oldest header lets grow is one that the program uses.
oldest=$(printf '%s\n' "$out"/wattle-* | sort -V | head -n 1)
for initialiser in $(perl -0ne 'print "$1\n" while /#define (WATTLE_\w+_INIT)(?: \\\n )? \{ sizeof/g' "$oldest/wattle.h"); do
  grep -q "\b$initialiser\b" bindings-tests/frozen/program.c || { echo "the program does not use $initialiser"; exit 1; }
done
echo "$ran passed"
