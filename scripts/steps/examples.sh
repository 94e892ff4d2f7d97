# shellcheck shell=bash
# The examples print what stands beside them. Steps of scripts/test.sh, which reads this.

examples_say_what_they_say() {
  make -s -C examples/c || return
  diff <(target/examples/first) examples/c/first.expected || return
  (cd examples/go && go run .) | diff - examples/c/first.expected || return
  diff <(target/examples/agent) examples/c/agent.expected && demo_shows_hostile_texts || return
  diff <(target/examples/default_prompt) examples/c/default_prompt.expected || return
  make -s -C examples/cpp || return
  diff <(target/examples/cpp/first) examples/c/first.expected || return
  diff <(target/examples/cpp/turns) examples/cpp/turns.expected
}

# Its texts may come from anywhere, and its output goes to a terminal.
demo_shows_hostile_texts() {
  local texts=target/hostile-agent
  rm -rf "$texts" && cp -r examples/agent "$texts" || return
  printf 'a\x1b[2J\x07\r\x7f \xc2\x9b \xd8\x9c \xe2\x80\x8b \xe2\x80\xa8 \xe2\x80\xaa \xe2\x80\xae \xe2\x81\xa6 \xe2\x81\xa9 \xef\xbb\xbf\n\t%%s {{x}} \\ \xc3\xa9 \xd7\x90 \xe6\x97\xa5 \xf0\x9f\x9a\x80\n' \
    >"$texts/agent.persona.md"
  target/examples/agent "$texts" | head -n 4 | tail -n 2 | diff - <(
    printf '%s\n' 'a\x1b[2J\x07\x0d\x7f \xc2\x9b \xd8\x9c \xe2\x80\x8b \xe2\x80\xa8 \xe2\x80\xaa \xe2\x80\xae \xe2\x81\xa6 \xe2\x81\xa9 \xef\xbb\xbf'
    printf '\t%%s {{x}} \\ é א 日 🚀\n'
  )
}

# One program a branch of the contract, each with what it prints.
contributions_say_what_they_say() {
  local expected ran=0
  make -s -C examples/contributions || return
  for expected in examples/contributions/*.expected; do
    diff <("target/examples/contributions/$(basename "$expected" .expected)") "$expected" || return
    ran=$((ran + 1))
  done
  [ "$ran" = "$(ls target/examples/contributions | wc -l)" ] || { echo 'a program has no .expected'; return 1; }
  (cd examples/contributions/go && go run .) | diff - examples/contributions/go/main.expected || return
  echo "$((ran + 1)) passed"
}

# One program a way to compose, in C and in Go, where only composing into a prompt that there is has no counterpart.
assemblies_say_what_they_say() {
  local expected name ran=0
  make -s -C examples/assemblies || return
  (cd examples/assemblies/go && go build -o ../../../target/go-assemblies .) || return
  for expected in examples/assemblies/*.expected; do
    name=$(basename "$expected" .expected)
    diff <("target/examples/assemblies/$name") "$expected" || return
    [ "$name" = every_turn ] || target/go-assemblies "$name" | diff - "$expected" || return
    ran=$((ran + 1))
  done
  [ "$ran" = "$(ls target/examples/assemblies | wc -l)" ] || { echo 'a program has no .expected'; return 1; }
  echo "$((ran * 2 - 1)) passed"
}

# Both systems in one prompt, in C and in Go.
modules_say_what_they_say() {
  make -s -C examples/modules || return
  diff <(target/examples/modules) examples/modules/modules.expected || return
  (cd examples/modules/go && go run .) | diff - examples/modules/modules.expected
}

guidance_says_what_it_says() {
  make -s -C examples/guidance || return
  diff <(target/examples/guidance) examples/guidance/guidance.expected
}

# What a turn's state and the jobs say, in C and in Go.
sections_say_what_they_say() {
  make -s -C examples/sections || return
  diff <(target/examples/sections) examples/sections/sections.expected || return
  (cd examples/sections/go && go run .) | diff - examples/sections/sections.expected
}

# The promise of the library, on an agent's prompt and on one of modules: one SHA-256 for a thousand fresh processes.
same_bytes_in_a_thousand_processes() {
  local sums
  sums=$(for ((i = 0; i < 1000; i++)); do { target/examples/agent; target/examples/modules; } | sha256sum; done | sort | uniq -c)
  echo "$sums"
  [ "$(wc -l <<<"$sums")" = 1 ]
}
