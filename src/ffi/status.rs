//! Statuses: one list, of which the header, ABI.md, C++ and Go have theirs.

use super::guard::guard_value;
use super::text::wattle_str;
use crate::error::Kind;

/// What a fallible function returns. Each says its name, which wattle_status_name gives, what it is, its subject, and from what it
/// comes; the table above is made of that. Numbers never change their meaning and are never used again; 1 to 999 are the library's.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct wattle_status(pub i32);

impl wattle_status {
    /// Done.
    pub const OK: wattle_status = wattle_status(0);
    /// "invalid-argument": a value that is not allowed. Subject: the field, the id, or the plugin's or module's name. From: any
    /// function.
    pub const INVALID_ARGUMENT: wattle_status = wattle_status(1);
    /// "null-argument": NULL where a value is required, or a text or list of (NULL, n > 0). Subject: the parameter or field. From:
    /// any function.
    pub const NULL_ARGUMENT: wattle_status = wattle_status(2);
    /// "invalid-utf8": a text that is not UTF-8. Subject: the parameter or field. From: any function that takes a text.
    pub const INVALID_UTF8: wattle_status = wattle_status(3);
    /// "invalid-handle": a handle of another type, or of another copy of the library. Subject: the parameter. From: any function
    /// that takes a handle.
    pub const INVALID_HANDLE: wattle_status = wattle_status(4);
    /// "unsupported": a struct of a newer header sets a field that this library does not know. Subject: the struct. From: any
    /// function that takes a struct.
    pub const UNSUPPORTED: wattle_status = wattle_status(5);
    /// "limit-exceeded": a text over WATTLE_TEXT_MAX_BYTES, JSON over WATTLE_JSON_MAX_BYTES, or a call inside WATTLE_NESTING_MAX
    /// callbacks. Subject: the parameter, the field, the id; "nesting". From: any function that takes or makes texts, or runs
    /// callbacks.
    pub const LIMIT_EXCEEDED: wattle_status = wattle_status(6);
    /// "out-of-memory": an allocation failed; nothing changed. Subject: none. From: any function.
    pub const OUT_OF_MEMORY: wattle_status = wattle_status(7);
    /// "internal": a fault of the library, caught; its text is the message. The handle stays usable. Subject: none. From: any
    /// function.
    pub const INTERNAL: wattle_status = wattle_status(8);
    /// "invalid-json": text that is not JSON, or JSON of another shape than what it is read for. Subject: the JSON path of the
    /// fault, such as $.contributions[3].mode. From: wattle_registry_load_json, wattle_guidance_load_json.
    pub const INVALID_JSON: wattle_status = wattle_status(9);
    /// "unnamespaced-id": an id that is not a namespace, a dot and a name (semantics 2). Subject: the id. From: what registers, emits or
    /// checks an id.
    pub const UNNAMESPACED_ID: wattle_status = wattle_status(20);
    /// "reserved-namespace": core.* appended or prepended, or safety.* contributed (semantics 2). Subject: the id. From: what
    /// registers, emits or checks a contribution's id.
    pub const RESERVED_NAMESPACE: wattle_status = wattle_status(21);
    /// "foreign-namespace": a plugin's append or prepend outside its own namespace; a policy outside safety.* (semantics 2, 4).
    /// Subject: the id. From: what registers, emits or checks a plugin's or policy's id; wattle_replace_core.
    pub const FOREIGN_NAMESPACE: wattle_status = wattle_status(22);
    /// "duplicate-contribution-id": the id is taken within its origin, or is a known policy's (semantics 2, 4). Subject: the id.
    /// From: what registers or emits contributions, plugins or policies.
    pub const DUPLICATE_CONTRIBUTION_ID: wattle_status = wattle_status(23);
    /// "duplicate-plugin": a plugin of that name is registered (semantics 2). Subject: the name. From:
    /// wattle_registry_register_plugin, wattle_registry_load_json.
    pub const DUPLICATE_PLUGIN: wattle_status = wattle_status(24);
    /// "unknown-plugin": no plugin of that name is registered (semantics 2). Subject: the name. From:
    /// wattle_registry_unregister_plugin, wattle_registry_replace_plugin.
    pub const UNKNOWN_PLUGIN: wattle_status = wattle_status(25);
    /// "unknown-contribution": nothing of that origin and id can be removed (semantics 2). Subject: the id. From:
    /// wattle_registry_unregister, wattle_unregister_global.
    pub const UNKNOWN_CONTRIBUTION: wattle_status = wattle_status(26);
    /// "unknown-safety-policy": an enabled policy, or the one to remove, is not registered (semantics 2, 4). Subject: the id. From:
    /// what resolves, and wattle_registry_unregister_safety_policy.
    pub const UNKNOWN_SAFETY_POLICY: wattle_status = wattle_status(27);
    /// "duplicate-module": a module of that name is in the builder (semantics 9.1). Subject: the name. From: what adds modules.
    pub const DUPLICATE_MODULE: wattle_status = wattle_status(28);
    /// "unknown-module": no module of that name is in the builder, or no built-in has it (semantics 9.1). Subject: the name. From:
    /// wattle_module_builder_remove, wattle_module_builder_add_builtin.
    pub const UNKNOWN_MODULE: wattle_status = wattle_status(29);
    /// "frozen": a change of a frozen snapshot (semantics 2). Subject: the id or name that was to be changed. From: what changes a
    /// registry.
    pub const FROZEN: wattle_status = wattle_status(30);
    /// "plugin-in-use": a frozen snapshot can still call what is to be removed (semantics 2). Subject: the id or name. From: what
    /// removes or replaces.
    pub const PLUGIN_IN_USE: wattle_status = wattle_status(31);
    /// "callback-failed": a callback returned another status than WATTLE_OK, or wrote what is not UTF-8. Subject: the id, plugin or
    /// module it belongs to; "resolveBudget", "measure", "clock", "onBuilt". From: what runs callbacks; wattle_call_fail.
    pub const CALLBACK_FAILED: wattle_status = wattle_status(40);
    /// "re-entrancy": a removal or replacement inside a callback of the library, which could wait for itself; composing into a
    /// prompt that is being composed. Subject: the id or name; "prompt". From: what removes or replaces; wattle_compose_into,
    /// wattle_registry_compose_into.
    pub const RE_ENTRANCY: wattle_status = wattle_status(41);
}

/// The dashed name of a status ("duplicate-plugin"; "ok" for WATTLE_OK), or "unknown" for any other number.
///
/// Returns: a view of static text that has a NUL behind it; valid for ever.
/// Errors: none. Threads: any.
#[no_mangle]
pub extern "C" fn wattle_status_name(status: wattle_status) -> wattle_str {
    guard_value(UNKNOWN, || match status {
        wattle_status::OK => wattle_str::constant("ok\0"),
        wattle_status(number) => {
            Kind::ALL.iter().find(|kind| **kind as i32 == number).map_or(UNKNOWN, |kind| wattle_str::constant(kind.terminated_name()))
        }
    })
}

/// What a number that names nothing is called.
pub(super) const UNKNOWN: wattle_str = wattle_str::constant("unknown\0");
