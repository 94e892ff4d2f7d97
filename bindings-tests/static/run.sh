#!/bin/bash
# Links and runs wattle and another Rust library, both static, in one program, in both orders: whichever comes first, the other's
# standard library must stay its own. run.sh INCLUDE_DIR ARCHIVE OUT_DIR
set -eu
here=$(dirname "$0")
mkdir -p "$3"
rustc --edition 2021 --crate-type staticlib -O -o "$3/libother.a" "$here/other.rs"
for order in "$2:$3/libother.a" "$3/libother.a:$2"; do
  cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$1" "$here/main.c" "${order%:*}" "${order#*:}" -o "$3/main"
  "$3/main"
done
