# shellcheck shell=bash
# The goldens in every language, and the C tests by another road. Steps of scripts/test.sh, which reads this.

# tests/goldens.rs and tests/section_goldens.rs check the committed lines; here the other faces do, with registries and inputs that
# they build for themselves: on the release library, which they are linked to, and on the debug one put before it. Rust does so in debug
# in the step above, and here in release. Of the sections Go's own tests do.
goldens_in_every_language() {
  local committed=target/goldens.txt debug=$PWD/target/debug/libwattle.so program library
  grep -v '^#' bindings-tests/goldens.txt >"$committed"
  make -s -C bindings-tests/c && make -s -j2 -C bindings-tests/cpp ../../target/cpp/goldens ../../target/cpp/section_goldens || return
  (cd bindings-tests/go && go build -o ../../target/go-harness .) || return
  cargo build -q --lib && CARGO_PROFILE_RELEASE_LTO=off cargo test -q --release --test goldens --test section_goldens || return
  LD_PRELOAD=$debug ldd target/c/goldens | grep -q "$debug" || { echo 'the debug library is not used'; return 1; }
  for program in target/c/goldens target/cpp/goldens 'target/go-harness goldens'; do
    for library in '' "$debug"; do
      # shellcheck disable=SC2086
      LD_PRELOAD=$library $program | diff - "$committed" || return
    done
  done
  target/c/section_goldens | diff - tests/golden/sections.txt && target/cpp/section_goldens | diff - tests/golden/sections.txt || return
  echo "$(($(wc -l <"$committed") * 6)) passed in C, C++ and Go, release and debug"
}

# The programs again, as hosts that load the library; they end in failure if it does not unload.
c_through_the_table() {
  make -s -C bindings-tests/c THROUGH_TABLE=1 || return
  target/c-through-table/bad_input && target/c-through-table/shape_tests || return
  target/c-through-table/goldens | diff - target/goldens.txt && target/c-through-table/section_goldens | diff - tests/golden/sections.txt
}
