# What the guides tell, outside this tree: their programs, built by their own lines and linked as these say.

# as_told KIND PROGRAM LIB: whether the program has the library as the line of that kind says.
as_told() {
  case $1 in
    shared) is_shared "$2" "$3" ;;
    static) is_of_the_archive "$2" ;;
    'static, libc too') is_wholly_static "$2" ;;
  esac
}

# guide_program PAGE COMPILER FRAME KIND LIB: a program of a guide, as first.c or first.cpp, which the guide's lines build.
guide_program() {
  local to command frame=bindings-tests/docs/$3
  to=$(folder "guide $3")
  filled "$frame" >"$to/first.${3##*.}" && command=$(line "$1" "$2" "$4") && (cd "$to" && eval "$command") &&
    "$to/first" | diff - <(filled "${frame%.*}.expected") && as_told "$4" "$to/first" "$5"
}

# guide_cmake_project PREFIX
guide_cmake_project() {
  local to
  to=$(folder 'guide cmake')
  filled bindings-tests/docs/c_first.c >"$to/first.c" && fenced docs/c.md cmake >"$to/CMakeLists.txt" &&
    cmake -S "$to" -B "$to/build" -DCMAKE_PREFIX_PATH="$1" && cmake --build "$to/build" && says_the_prompt "$to/build/first"
}

# The example that docs/plugins.md is about, by its lines. A plugin in Rust has more than one: the one that this tree has built.
guide_host_and_plugins() {
  local to command built=0
  make -s -C examples/host-and-plugin || return
  to=$(folder 'guide host' examples/host-and-plugin/.)
  rm "$to/Makefile" && mkdir "$to/updates" && cp target/examples/host-and-plugin/plugins/pests.so "$to/plugins" || return
  while read -r command; do
    (cd "$to" && eval "$command") && built=$((built + 1)) || return
    case $command in
      *irrigation*) (cd "$to" && eval "${command//plugins\/irrigation.so/updates\/irrigation.so} '-DVERSION=\"2.0.0\"'") || return ;;
    esac
  done < <(fenced docs/plugins.md sh)
  [ "$built" = 3 ] && (cd "$to" && ./host plugins updates) | diff - examples/host-and-plugin/host.expected
}

# The whole plugins that the README and docs/cpp.md show, by the lines of docs/plugins.md.
guides_plugins_load() {
  local to command
  to=$(folder 'guide plugins' examples/host-and-plugin/plugins bindings-tests/install/plugins.c)
  filled bindings-tests/docs/readme_plugin.c >"$to/plugins/weather.c" && filled bindings-tests/docs/cpp_plugin.cpp >"$to/plugins/irrigation.cpp" || return
  while read -r command; do
    command=${command//c++11/c++17}
    (cd "$to" && eval "${command//\*.c/plugins.c} -Wall -Wextra -Werror") || return
  done < <(fenced docs/plugins.md sh)
  (cd "$to" && ./host plugins/weather.so plugins/irrigation.so) | diff - <(printf '%s\n' 'greeting.text: Greet whoever you talk to.' 'weather.now: It rains.')
}
