#!/bin/bash
# Makes the static library that is given away of the one that Rust made: one object in which only wattle_* is visible, so that
# it links next to other Rust libraries, whose standard library has the same names: static-library.sh FROM TO
set -eu
made_of=$(cat -- "$1" "$0" | cksum)
from=$(realpath -- "$1")
to=$2
mkdir -p "$(dirname "$to")"
to=$(realpath -m -- "$to")
[ -f "$to" ] && [ "$(cat "$to.made-of" 2>/dev/null)" = "$made_of" ] && exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
ar x "$from"
# Without the allocation of groups the first panic finds no way out.
ld -r --force-group-allocation -o wattle.o ./*.o
objcopy --wildcard --keep-global-symbol='wattle_*' -R .llvmbc -R .llvmcmd wattle.o
rm -f "$to"
ar rcs "$to" wattle.o
printf '%s\n' "$made_of" >"$to.made-of"
