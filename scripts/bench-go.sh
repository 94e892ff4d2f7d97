#!/bin/bash
# Go's benchmarks beside the same cases of the C bench, of which the results are given: bench-go.sh results.json. Of each the least of five
# runs is taken, in time on a core, the garbage collector's too. What Go allows itself is twice C's time and half a microsecond.
set -eu
results=$(realpath "$1")
cd "$(dirname "$0")/../bindings/go"
go test -run '^$' -bench '^Benchmark(ComposeCandidates|RegistryToPrompt|Resolve)$/^(lean,)?n=' -benchtime 0.2s -count 5 -cpu 1 . | awk -v results="$results" '
  BEGIN {
    cases["ComposeCandidates"] = "compose candidates / plain, ASCII"
    cases["RegistryToPrompt"] = "registry to prompt / copy, ASCII"
    cases["Resolve"] = "warm resolve / copy"
    while ((getline line <results) > 0)
      if (match(line, /"name":"[^"]*","n":[0-9]+,"median_ns":[0-9.]+/)) {
        split(substr(line, RSTART, RLENGTH), field, /"name":"|","n":|,"median_ns":/)
        c[field[2], field[3]] = field[4]
      }
    printf "\n%-52s %8s %13s %13s %8s %13s\n", "Go / C", "N", "least ns", "C ns", "ratio", "allowed ns"
  }
  /^Benchmark/ {
    lean = sub(/\/lean,/, "/", $1) ? ", text alone" : ""
    split(substr($1, 10), part, /\/n=/)
    for (i = 3; i < NF; i++)
      if ($(i + 1) == "core-ns/op") {
        key = part[1] SUBSEP part[2] SUBSEP lean
        if (!(key in least)) order[++rows] = key
        if (!(key in least) || $i < least[key]) least[key] = $i
      }
  }
  END {
    for (i = 1; i <= rows; i++) {
      split(order[i], part, SUBSEP)
      in_c = c[cases[part[1]], part[2]]
      printf "%-52s %8d %13.1f %13.1f %8.2f %13.1f\n", cases[part[1]] part[3], part[2], least[order[i]], in_c, least[order[i]] / in_c, 2 * in_c + 500
    }
    exit rows == 0
  }'
