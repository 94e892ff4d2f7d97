# Makes of the preprocessed header what misuse.h asks for: every function with its parameters and a way to call it by values of which
# the harness knows only the type, every struct with its fields, and the names of the enumerations.
#
#   cc -E -P -DWATTLE_API=WATTLE_API wattle.h | awk -f describe.awk

# A parameter or field, "const wattle_context *context": sets `type` and `name`.
function split_declaration(text) {
  sub(/^ +/, "", text)
  match(text, /[A-Za-z_0-9]+$/)
  name = substr(text, RSTART)
  type = substr(text, 1, RSTART - 1)
  sub(/ +$/, "", type)
}

# What of a value holds a parameter of the type.
function member(type) {
  if (type ~ /\*/) return "pointer"
  if (type == "wattle_str") return "text"
  if (type == "wattle_str_list") return "list"
  if (type ~ /_fn$/) return "drop"
  return "number"
}

function function_of(declaration,    head, parameters, n, i, result, arguments) {
  if (!match(declaration, /wattle_[a-z0-9_]+\(/)) return
  head = substr(declaration, 1, RSTART - 1)
  sub(/WATTLE_API/, "", head); gsub(/^ +| +$/, "", head)
  result = head
  head = substr(declaration, RSTART, RLENGTH - 1)
  if (head == "wattle_plugin_entry_v1") return
  parameters = substr(declaration, RSTART + RLENGTH)
  sub(/\).*/, "", parameters)
  n = parameters == "void" ? 0 : split(parameters, each, /, */)
  rows = rows "  { \"" head "\", \"" result "\", call_" head ", " n ", {"
  for (i = 1; i <= n; i++) {
    split_declaration(each[i])
    rows = rows (i > 1 ? ", " : " ") "{ \"" type "\", \"" name "\" }"
    arguments = arguments (i > 1 ? ", " : "") "(" type ")a[" i - 1 "]." member(type)
    if (member(type) ~ /text|list/) sub("\\(" type "\\)a", "a", arguments)
  }
  rows = rows (n ? "" : " { NULL, NULL }") " } },\n"
  if (result == "wattle_str") arguments = "r->text = " head "(" arguments ")"
  else if (result ~ /\*/) arguments = "r->pointer = " head "(" arguments ")"
  else if (result == "void") arguments = head "(" arguments ")"
  else if (result == "wattle_status") arguments = "r->status = " head "(" arguments ")"
  else arguments = "r->number = " head "(" arguments ")"
  # What is not in the table is called by its name alone.
  if (head == "wattle_get_api") arguments = "r->pointer = (void *)table_for((uint32_t)a[0].number)"
  printf "static void call_%s(const value *a, result *r) {\n  (void)a, (void)r;\n  %s;\n}\n", head, arguments
}

/^typedef u?int32_t wattle_/ { sub(/;/, "", $3); enumerations = enumerations "  \"" $3 "\",\n" }

/^typedef struct wattle_[a-z_]+ \{/ { shape = $3; fields = ""; first = ""; next }
shape && /^\}/ {
  printf "static const field fields_of_%s[] = {\n%s};\n", shape, fields
  shapes = shapes "  { \"" shape "\", sizeof(" shape "), " (first == "struct_size") ", COUNT(fields_of_" shape "), fields_of_" shape " },\n"
  shape = ""
  next
}
shape {
  sub(/;$/, "")
  sub(/\[[0-9]+\]$/, "")
  split_declaration($0)
  if (!first) first = name
  fields = fields "  { { \"" type "\", \"" name "\" }, offsetof(" shape ", " name "), sizeof(((" shape " *)0)->" name ") },\n"
}

/WATTLE_API/ { declaration = ""; on = 1 }
on { declaration = declaration " " $0 }
on && /;/ { on = 0; gsub(/ +/, " ", declaration); function_of(declaration) }

END {
  printf "const function functions[] = {\n%s};\nconst size_t functions_len = COUNT(functions);\n", rows
  printf "const shape shapes[] = {\n%s};\nconst size_t shapes_len = COUNT(shapes);\n", shapes
  printf "const char *const enumerations[] = {\n%s};\nconst size_t enumerations_len = COUNT(enumerations);\n", enumerations
}
