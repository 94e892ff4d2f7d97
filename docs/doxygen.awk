# What docs/Doxyfile reads of the headers: their words in doxygen's. The first comment is a page, a title begins a group, and in a
# comment "`name`:", "Returns:", "Errors:" and "Threads:" are what doxygen calls them. The comment of a block of macros is that of each.

FNR == 1 { page = "@mainpage " substr(FILENAME, match(FILENAME, /[^\/]*$/)) }
page && /^\/\*$/ { print "/** @file */\n/** " page "\n@verbatim"; next }
page && /^ \*\/$/ { print "@endverbatim */"; page = ""; next }
page { sub(/^ \* ?/, ""); print; next }

/^\/\* ==== .* ==== \*\/$/ && FILENAME ~ /\.h$/ {
  if (groups++) print "/** @} */"
  printf "/** @defgroup c%02d %s\n@{ */\n", groups, substr($0, 9, length($0) - 16)
  next
}
END { if (groups) print "/** @} */" }

# What is indented is an example.
/^ \*   / && !example { print "@verbatim"; example = 1 }
example && /^ \*\/?$/ { print "@endverbatim"; example = 0 }
example { sub(/^ \*   /, ""); print; next }

# A line may say something of several parameters.
/^ \* `[a-z_0-9]+`(, `[a-z_0-9]+`)*: / {
  while (match($0, /[.;] `[a-z_0-9]+`(, `[a-z_0-9]+`)*: /))
    $0 = substr($0, 1, RSTART) "\n * " substr($0, RSTART + 2)
  lines = split($0, line, "\n")
  $0 = ""
  for (i = 1; i <= lines; i++) {
    colon = index(line[i], ": ")
    names = substr(line[i], 4, colon - 4)
    gsub(/[` ]/, "", names)
    $0 = $0 (i > 1 ? "\n" : "") " * @param " names " " substr(line[i], colon + 2)
  }
}
/^\/\*\*/ || /^ \*/ {
  sub(/^ \* Returns: /, " * @return ")
  sub(/^ \* Errors: /, " * @par Errors\n * ")
  sub(/^ \* Threads: /, " * @par Threads\n * ")
  sub(/ Threads: /, "\n * @par Threads\n * ")
}

/^\/\*\*/ { comment = "" }
/^\/\*\*/, /\*\/$/ { comment = comment $0 "\n" }
/^$/ { comment = "" }
/^#define / { if (!fresh) printf "%s", comment }
{ fresh = /^ \*\/$/ || /^\/\*\*.*\*\/$/ }

# The form that throws stands below the one that does not, whose comment is that of both.
/^ *WATTLE_HPP_THROWING\(/ && !said { print "/// As its try_ form, whose failure it throws." }
{ said = /^ *\/\/\// }

# Doxygen takes a base that is a specialisation for the class itself.
/class \[\[nodiscard\]\] result : / { sub(/ : public result<void>/, "") }

# The members of the table are documented where the functions are.
/^struct wattle_api \{/, /^\};/ {
  if (match($0, /\(\*[a-z_0-9]+\)/)) print "  /** wattle_" substr($0, RSTART + 2, RLENGTH - 3) " */"
}
{ print }
