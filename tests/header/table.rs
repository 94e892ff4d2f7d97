//! The table of functions in the header: a member for each, of the function's type, and the switch that puts the table behind the
//! functions' names.

use std::collections::HashMap;
use std::fmt::Write;

use wattle::ffi::FUNCTIONS;

/// What is not in the table: what gives it.
const OUTSIDE: [&str; 1] = ["wattle_get_api"];

/// Puts the table after the last declaration.
pub fn with_table(header: &str) -> String {
    let declarations = declarations(header);
    let mut all: Vec<&str> = FUNCTIONS.iter().chain(&OUTSIDE).copied().collect();
    all.sort_unstable();
    let mut declared: Vec<&str> = declarations.keys().copied().collect();
    declared.sort_unstable();
    assert_eq!(declared, all, "src/ffi/table.rs does not list what the header declares");
    let mut table = String::from(BEFORE_MEMBERS);
    for function in FUNCTIONS {
        let (result, parameters) = &declarations[function];
        let member = function.strip_prefix("wattle_").unwrap();
        let space = if result.ends_with('*') { "" } else { " " };
        table.push_str(&wrapped(&format!("  {result}{space}(*{member}){parameters};\n")));
    }
    table.push_str(AFTER_MEMBERS);
    for function in FUNCTIONS {
        writeln!(table, "#define {function} (wattle_table->{})", function.strip_prefix("wattle_").unwrap()).unwrap();
    }
    table.push_str("#endif\n\n");
    let helpers = "/* ==== Initialisers and helpers ==== */";
    assert_eq!(header.matches(helpers).count(), 1);
    header.replacen(helpers, &(table + helpers), 1)
}

/// A member in lines of a width that a page has.
fn wrapped(member: &str) -> String {
    const WIDTH: usize = 132;
    match member[..member.len().min(WIDTH)].rfind(", ") {
        Some(comma) if member.len() > WIDTH => format!("{},\n{}", &member[..comma], wrapped(&format!("      {}", &member[comma + 2..]))),
        _ => member.to_owned(),
    }
}

/// The functions by their names: what they give, and their parameters, on one line.
fn declarations(header: &str) -> HashMap<&str, (&str, String)> {
    let mut found = HashMap::new();
    for (start, prefix) in header.match_indices("\nWATTLE_API") {
        let declaration = header[start + prefix.len()..].split(';').next().unwrap();
        let (head, parameters) = declaration.split_once('(').unwrap();
        let name_at = head.rfind("wattle_").unwrap();
        let parameters = parameters.split_whitespace().collect::<Vec<_>>().join(" ");
        found.insert(&head[name_at..], (head[..name_at].trim(), format!("({parameters}")));
    }
    found
}

const BEFORE_MEMBERS: &str = "\
/* ==== The table, for who loads the library ==== */

#ifdef __cplusplus
extern \"C\" {
#endif

/** Every function of the library, by its name without \"wattle_\"; they are documented where they are declared. */
struct wattle_api {
  /** How many bytes the table has in the library that is loaded. */
  size_t struct_size;
  /** The library's WATTLE_ABI_VERSION. */
  uint32_t abi_version;
  /** The library's WATTLE_ABI_REVISION. */
  uint32_t abi_revision;
";

const AFTER_MEMBERS: &str = "};

/**
 * What a plugin exports under the name wattle_plugin_entry_v1, for hosts that load it: registers what it has, through the table.
 *
 * `api`: the host's library, valid while the plugin is loaded; the first thing to check is that it has what the plugin needs:
 * abi_version, and abi_revision or WATTLE_HAS.
 * `registry`: where to register.
 * `host_data`: what this host agreed on with its plugins; may be NULL.
 * `error`: where an owned error is stored on failure, by wattle_error_new or by what failed; may be NULL.
 * Returns: WATTLE_OK, or a status; then the plugin has left nothing registered, and the host unloads it.
 */
typedef wattle_status (*wattle_plugin_entry_fn)(const wattle_api *api, wattle_registry *registry, void *host_data, wattle_error **error);
/** The name that a host looks up in a plugin. */
#define WATTLE_PLUGIN_ENTRY \"wattle_plugin_entry_v1\"
/** A plugin's entry, of the type wattle_plugin_entry_fn: it is the plugin's, and no function of the library. */
WATTLE_API wattle_status wattle_plugin_entry_v1(const wattle_api *api, wattle_registry *registry, void *host_data, wattle_error **error);

#ifdef __cplusplus
}
#endif

/* The same source links or loads. With WATTLE_THROUGH_TABLE defined before the header is included, every function's name, also in the
   helpers below, stands for the table's member, and nothing is linked; it is no constant then, and cannot initialise what is static.
   One source file of the program or plugin has WATTLE_TABLE_DEFINITION; before the first call it sets `wattle_table` to what
   wattle_get_api gave, or to what its entry was given. Each program and each plugin has a pointer of its own. */
#ifdef WATTLE_THROUGH_TABLE
#ifdef __GNUC__
#define WATTLE_TABLE_OF_ITS_OWN __attribute__((visibility(\"hidden\")))
#else
#define WATTLE_TABLE_OF_ITS_OWN
#endif
#ifdef __cplusplus
extern \"C\" {
#endif
extern WATTLE_TABLE_OF_ITS_OWN const wattle_api *wattle_table;
#ifdef __cplusplus
}
#endif
#define WATTLE_TABLE_DEFINITION const wattle_api *wattle_table = NULL;
";
