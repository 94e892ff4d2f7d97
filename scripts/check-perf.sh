#!/bin/bash
# Counts the instructions that the library executes for the workloads of benches/instructions.c, and compares them with
# benches/instructions.txt. With BLESS=1 in the environment it writes that file instead. Exit status 77: not comparable.
#
# Counted is what runs inside libwattle.so alone: libc's share depends on which memcpy the processor gets. What std and
# simdutf8 choose by the processor is the same everywhere under valgrind that has AVX2.
set -eu
cd "$(dirname "$0")/.."
committed=benches/instructions.txt
work=target/bench/callgrind
tolerance=3
rm -rf "$work"
mkdir -p "$work"
compiler=$(rustc --version)

valgrind -q --tool=callgrind --collect-atstart=no --compress-strings=no --compress-pos=no --callgrind-out-file="$work/out" \
  target/bench/instructions

# A line of positions and costs counts for the object named last, unless it tells of a call: then it is the called function's.
{
  echo '# Instructions inside libwattle.so, counted by callgrind. `make check-perf BLESS=1` writes this file.'
  echo "# $compiler"
  find "$work" -name 'out.*' | sort -V | xargs -d '\n' awk '
    FNR == 1 { inside = 0 }
    sub(/^desc: Trigger: Client Request: /, "") { name = $0; names[++n] = name }
    /^ob=/ { inside = /\/libwattle\.so[^\/]*$/ }
    /^calls=/ { getline; next }
    /^[0-9]/ && inside { split($0, cost, " "); sum[name] += cost[2] }
    END { for (i = 1; i <= n; i++) printf "%s\t%d\n", names[i], sum[names[i]] }
  '
} >"$work/instructions.txt"

if [ "${BLESS-}" = 1 ]; then
  cp "$work/instructions.txt" "$committed"
  cat "$committed"
  exit 0
fi

with=$(sed -n '2s/^# //p' "$committed")
if [ "$with" != "$compiler" ]; then
  echo "check-perf: $committed was counted with $with, and this is $compiler. What another compiler makes of the same code" \
    "says nothing of the code: compare with that one, or count the commit before with this one (make check-perf BLESS=1)"
  exit 77
fi

awk -F'\t' -v tolerance="$tolerance" '
  /^#/ { next }
  FNR == NR { was[$1] = $2; next }
  !($1 in was) { printf "%-40s %10s %10d         NEW\n", $1, "-", $2; bad = 1; next }
  {
    change = 100 * ($2 / was[$1] - 1)
    out = change > tolerance || change < -tolerance
    printf "%-40s %10d %10d %+6.2f%%%s\n", $1, was[$1], $2, change, out ? (change > 0 ? " MORE" : " FEWER") : ""
    bad = bad || out
    delete was[$1]
  }
  END {
    for (name in was) { printf "%-40s %10d %10s         GONE\n", name, was[name], "-"; bad = 1 }
    if (bad) print "check-perf: more than " tolerance " % apart. If that is meant: make check-perf BLESS=1, and say why in the commit"
    exit bad
  }
' "$committed" "$work/instructions.txt"
