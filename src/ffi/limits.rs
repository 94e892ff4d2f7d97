//! The named limits.

/// The longest id of a contribution or policy, in bytes; a longer one is WATTLE_UNNAMESPACED_ID.
pub const WATTLE_ID_MAX_BYTES: usize = 256;

/// The longest name of a plugin, in bytes.
pub const WATTLE_PLUGIN_NAME_MAX_BYTES: usize = 128;

/// The longest single text, given or written by one callback, in bytes: 1 GiB.
pub const WATTLE_TEXT_MAX_BYTES: usize = 1 << 30;

/// The longest JSON that is read, in bytes: 16 MiB. Reading JSON is the one place where memory that runs out for what
/// the input decides the size of ends the process, so it is bounded.
pub const WATTLE_JSON_MAX_BYTES: usize = 16 << 20;

/// The largest struct_size that is looked at, in bytes; a larger one is WATTLE_INVALID_ARGUMENT.
pub const WATTLE_STRUCT_MAX_BYTES: usize = 4096;

/// How many contexts a registry remembers its static sections and its fingerprint for, until it changes; for more, and for one of
/// over 1,024 bytes, they are made anew each time. The sections are remembered as they are, and decided on for two budgets; bundles
/// and prompts share them, and keep them as long as they live.
pub const WATTLE_REMEMBERED_CONTEXTS: usize = 64;

/// The largest priority of a module.
pub const WATTLE_PRIORITY_MAX: u32 = 100;

/// What of the context window a module builder keeps free for the model's answer, in tokens.
pub const WATTLE_OUTPUT_RESERVE_TOKENS: u64 = 4096;

/// How deep callbacks may nest on one thread. A call that runs callbacks, made deeper than that, is WATTLE_LIMIT_EXCEEDED.
pub const WATTLE_NESTING_MAX: u32 = 128;

/// How many of the most recent errors of tools are shown.
pub const WATTLE_RECENT_TOOL_ERRORS_LIMIT: usize = 5;
