# wattle.hpp as pages, into target/docs/cpp, with links to those of wattle.h: the comment of a type or function ends by its name in C,
# where each member and field is documented. Here they need not be again.
@INCLUDE               = docs/Doxyfile
INPUT                  = include/wattle.hpp
HTML_OUTPUT            = cpp
GENERATE_TAGFILE       =
TAGFILES               = target/docs/wattle.tag=../html
OPTIMIZE_OUTPUT_FOR_C  = NO
EXTRACT_ALL            = YES
EXCLUDE_SYMBOLS        = *detail* WATTLE_HPP*
PREDEFINED             = __cpp_exceptions=199711 WATTLE_HPP_NAMESPACE=v0 "WATTLE_HPP_THROWING(...)=__VA_ARGS__"
