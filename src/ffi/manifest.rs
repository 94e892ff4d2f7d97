//! Manifests: plugins, contributions and safety policies as one JSON document.

use super::error::wattle_error;
use super::guard::guard;
use super::registry::{registry_of, wattle_registry};
use super::status::wattle_status;
use super::text::{required, wattle_str};

/// Registers all that a manifest has: a JSON document for texts that are kept as data. It is an object with any of `plugins`,
/// `contributions` and `safetyPolicies`:
///
///   { "plugins": [ { "name": "git", "version": "1.2",
///                    "prompts": [ { "id": "git.rules", "mode": "append", "content": { "text": "Commit often." } } ],
///                    "runtimePrompts": [ { "id": "git.push", "mode": "append", "requiresTools": [ "git_push" ],
///                                          "content": { "text": "Ask before you push." } } ],
///                    "safetyPolicies": [] } ],
///     "contributions": [ { "id": "acme.tone", "mode": "prepend", "origin": "static", "tier": "core",
///                          "scope": { "callClass": "converse", "family": "anthropic", "tenantId": "t1", "runtimeRole": "dev" },
///                          "content": { "text": "Be brief and exact." }, "condensed": "Be brief." } ],
///     "safetyPolicies": [ { "id": "safety.no-secrets", "content": { "text": "Never show secrets." }, "enabledByDefault": true } ] }
///
/// A plugin needs `name`, a contribution `id`, `mode` and `content`, a policy `id` and `content`; the rest may be left out or null,
/// and then is what the field of the C struct is by default. An unknown or a repeated key is an error. There is a JSON Schema of
/// it: schemas/manifest.schema.json.
///
/// Registered are the plugins one by one, then the contributions as the host's own, then the policies: all of the document or
/// none of it, in one step. It is refused for what the calls in that order would be refused for, with the same status and
/// subject; the message begins with the place in the document. A shape that is wrong anywhere comes before that.
///
/// `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
/// `json`: required; at most WATTLE_JSON_MAX_BYTES, without a byte order mark. A text may hold `\u0000`.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_JSON (subject: the JSON path, such as $.contributions[3].mode; the message says what is there, what is
/// allowed, and the line and the column, in bytes, where reading stopped), WATTLE_LIMIT_EXCEEDED, and those of
/// wattle_registry_register_plugin, wattle_registry_register and wattle_registry_register_safety_policy.
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_load_json(
    registry: *mut wattle_registry,
    json: wattle_str,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe { guard(error, || registry_of(registry)?.load_json(required(json, "json")?)) }
}
