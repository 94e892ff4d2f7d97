# What an installed tree is. Each function fails when it is not, and says why; LIB and INCLUDE are its folders.

version=$(sed -n '/^version = "\(.*\)"$/{s//\1/p;q}' Cargo.toml)
soname=libwattle.so.0

# Everything in a folder, with modes and sums.
contents() {
  (cd "$1" && find . -printf '%M %P %l\n' && find . -type f -exec sha256sum {} +) | sort
}

# is_the_documented_tree PREFIX LIB INCLUDE, the two below the prefix: these files with these modes and no others.
is_the_documented_tree() {
  local header name
  diff <(cd "$1" && find . -type f -printf '%m %P\n' -o -type l -printf 'link %P %l\n' | sort) <({
    for header in include/*.h*; do
      echo "644 $3/${header#include/}"
    done
    for name in ABI.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT README.md SECURITY.md docs/*.md schemas/*; do
      echo "644 share/doc/wattle/$name"
    done
    (cd bindings/go && find . -type f ! -name '*_test.go' -printf '644 share/wattle/go/%P\n')
    cat <<END
755 $2/libwattle.so.$version
link $2/$soname libwattle.so.$version
link $2/libwattle.so $soname
644 $2/libwattle.a
644 $2/pkgconfig/wattle.pc
644 $2/pkgconfig/wattle-static.pc
644 $2/cmake/wattle/wattleConfig.cmake
644 $2/cmake/wattle/wattleConfigVersion.cmake
END
  } | sort) && diff <(find "$1" -type d ! -perm 755) /dev/null
}

has_its_links_and_soname() {
  [ "$(objdump -p "$1/libwattle.so" | awk '$1 == "SONAME" { print $2 }')" = "$soname" ] &&
    cmp "$1/libwattle.so" "$1/$soname" && cmp "$1/$soname" "$1/libwattle.so.$version"
}

needs_only_what_is_stated() {
  diff <(objdump -p "$1/libwattle.so" | awk '$1 == "NEEDED" { print $2 }') - <<'END'
libgcc_s.so.1
libc.so.6
ld-linux-x86-64.so.2
END
}

# The step of the built library's exports says that those are the header's.
exports_what_was_built() {
  local built
  built=$(nm -D --defined-only target/lib/libwattle.so | awk '{ print $3 }' | sort)
  [ -n "$built" ] && ! grep -v '^wattle_' <<<"$built" &&
    diff <(nm -D --defined-only "$1/libwattle.so" | awk '{ print $3 }' | sort) - <<<"$built" &&
    diff <(nm -g --defined-only "$1/libwattle.a" | awk 'NF == 3 { print $3 }' | sort) - <<<"$built"
}

is_stripped() {
  local library
  for library in libwattle.so libwattle.a; do
    ! readelf -SW "$1/$library" | grep '\.debug_' || return
    echo "$library: $(stat -Lc %s "$1/$library") bytes"
  done
}

loads_on_the_stated_glibc() {
  local floor highest
  floor=$(<packaging/glibc-floor)
  highest=$(objdump -T "$1/libwattle.so" | grep -oE 'GLIBC_[0-9A-Z.]+' | sort -uV | tail -n 1)
  echo "glibc: $floor is stated, $highest is needed"
  [ "$(printf '%s\n' "$highest" "GLIBC_$floor" | sort -V | tail -n 1)" = "GLIBC_$floor" ] &&
    grep -qF "glibc $floor or later" README.md
}

has_self_contained_headers() {
  local header
  for header in "$1"/*.h*; do
    case $header in
      *.hpp) set -- "$1" c++ c++17 ;;
      *) set -- "$1" c c99 c++ c++11 ;;
    esac
    while [ $# -gt 1 ]; do
      echo "#include <$(basename "$header")>" | cc -x "$2" -std="$3" -Wall -Wextra -Wpedantic -Werror -I"$1" -fsyntax-only - || return
      set -- "$1" "${@:4}"
    done
  done
}

# words TEXT: one a line, paths made plain.
words() {
  local word
  for word in $1; do
    case $word in
      -[IL]*) echo "${word:0:2}$(realpath -- "${word:2}")" ;;
      /*) realpath -- "$word" ;;
      *) echo "$word" ;;
    esac
  done
}

tells_its_flags() {
  [ "$(pkg-config --modversion wattle)" = "$version" ] && pkg-config --validate wattle &&
    diff <(words "$(pkg-config --cflags --libs wattle)") <(printf '%s\n' "-I$2" "-L$1" "-Wl,-rpath,$1" -lwattle) &&
    diff <(words "$(pkg-config --cflags --libs wattle-static)") \
      <(words "-I$2 $1/libwattle.a $(pkg-config --static --libs-only-l wattle | sed 's/-lwattle //')")
}

# What each compiler links by itself is not told: -lc, and -lgcc_s, which a wholly static program cannot have.
tells_the_libraries_that_rustc_tells() {
  local told
  told=$(echo | rustc --crate-type staticlib --print native-static-libs -o "$work/empty.a" - 2>&1 | sed -n 's/.*native-static-libs: //p')
  [ -n "$told" ] && diff <(words "$(pkg-config --static --libs-only-l wattle)" | grep -vxe -lwattle) <(words "$told" | grep -vxe -lc -e -lgcc_s)
}

# They would come before folders that a program puts in front of the system's.
tells_no_system_paths() {
  diff <(PKG_CONFIG_LIBDIR=$1 PKG_CONFIG_PATH='' pkg-config --cflags --libs wattle | xargs) - <<<'-lwattle'
}

leaves_nothing() {
  diff <(find "$1" ! -type d -o -name '*wattle*') /dev/null
}
