# shellcheck shell=bash
# The harnesses again, under valgrind and the sanitizers, the Rust code too. Steps of scripts/test.sh, which reads this.

valgrind_clean() {
  valgrind -q --leak-check=full --show-leak-kinds=all --error-exitcode=1 "$@"
}

c_under_valgrind() {
  valgrind_clean target/c/harness bindings-tests/cases /dev/null || return
  valgrind_clean target/c/bad_input || return
  valgrind_clean target/c/shape_tests || return
  valgrind_clean target/c/goldens >/dev/null || return
  valgrind_clean target/c/section_goldens >/dev/null || return
  for depth in 0 1 2; do
    valgrind_clean target/examples/agent --depth "$depth" >/dev/null || return
  done
  valgrind_clean target/examples/first || return
  valgrind_clean target/examples/default_prompt >/dev/null || return
  valgrind_clean target/examples/modules >/dev/null || return
  valgrind_clean target/examples/sections >/dev/null || return
  valgrind_clean target/examples/guidance >/dev/null || return
  for program in target/examples/contributions/* target/examples/assemblies/*; do
    valgrind_clean "$program" >/dev/null || return
  done
}

cpp_under_valgrind() {
  valgrind_clean target/cpp/harness bindings-tests/cases /dev/null || return
  valgrind_clean target/cpp/tests || return
  valgrind_clean target/cpp/tests_noexcept || return
  valgrind_clean target/cpp/goldens >/dev/null || return
  valgrind_clean target/cpp/section_goldens >/dev/null || return
  valgrind_clean target/examples/cpp/first >/dev/null || return
  valgrind_clean target/examples/cpp/turns >/dev/null
}

# The library with the sanitizer in its Rust code too, in target/asan/lib: rustc gives a shared library no runtime of its own, so the
# program's is used. The option is one of nightly's, unlocked; std stays as it is.
instrumented_library() {
  CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=line-tables-only RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address \
    cargo rustc -q --lib --crate-type cdylib --target x86_64-unknown-linux-gnu --target-dir target/asan || return
  mkdir -p target/asan/lib
  cp target/asan/x86_64-unknown-linux-gnu/debug/libwattle.so target/asan/lib/libwattle.so.0
}

# What the library reads beyond the end of a block is seen, in its own code and not in a function that it calls.
sees_an_overrun() {
  local log=target/faults-address-undefined/overrun.log
  ! target/faults-address-undefined/overrun >"$log" 2>&1 || { echo 'the sanitizer is not on in the library'; return 1; }
  grep -q heap-buffer-overflow "$log" && grep -m 1 ' #0 ' "$log" | grep -q '/library/core/\|/src/ffi/' || { cat "$log"; return 1; }
}

cpp_with_sanitizers() {
  make -s -j2 -C bindings-tests/cpp SANITIZE=address,undefined || return
  nm target/cpp-address-undefined/tests | grep -q __asan_init || { echo 'the sanitizer is not on'; return 1; }
  make -s -C examples/cpp OUT=../../target/examples-sanitized/cpp CXXFLAGS='-std=c++17 -g -fsanitize=address,undefined' || return
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=halt_on_error=1
  local -x LD_LIBRARY_PATH=$PWD/target/asan/lib
  target/cpp-address-undefined/harness bindings-tests/cases /dev/null || return
  target/cpp-address-undefined/tests || return
  target/cpp-address-undefined/tests_noexcept || return
  target/examples-sanitized/cpp/turns >/dev/null
}

c_with_sanitizers() {
  instrumented_library || return
  make -s -C bindings-tests/c SANITIZE=address,undefined && make -s -C bindings-tests/faults SANITIZE=address,undefined || return
  make -s -C bindings-tests/misuse SANITIZE=address || return
  nm target/c-address-undefined/harness | grep -q __asan_init || { echo 'the sanitizer is not on'; return 1; }
  local folder program cflags='-std=c99 -g -fsanitize=address,undefined'
  for folder in c modules sections guidance; do
    make -s -C "examples/$folder" OUT=../../target/examples-sanitized CFLAGS="$cflags" || return
  done
  make -s -C examples/assemblies OUT=../../target/examples-sanitized/assemblies CFLAGS="$cflags" || return
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
  local -x LD_LIBRARY_PATH=$PWD/target/asan/lib
  sees_an_overrun || return
  target/misuse-address/misuse "$PWD/target/misuse-address/copy/libwattle.so.0" || return
  target/faults-address-undefined/callbacks || return
  target/c-address-undefined/harness bindings-tests/cases /dev/null || return
  target/c-address-undefined/bad_input || return
  target/c-address-undefined/shape_tests || return
  target/examples-sanitized/agent >/dev/null || return
  target/examples-sanitized/modules >/dev/null || return
  target/examples-sanitized/sections >/dev/null || return
  target/examples-sanitized/guidance >/dev/null || return
  for program in target/examples-sanitized/assemblies/*; do
    "$program" >/dev/null || return
  done
}

# The end of c_under_valgrind, started before these steps as the job $beside.
end_of_c_under_valgrind() {
  local status
  wait "$beside"
  status=$?
  cat "$logs/c-valgrind-beside.log"
  return "$status"
}
