//! wattle composes the system prompts of LLM agents.
//!
//! A [`Registry`] holds typed [`Contribution`]s; [`Registry::resolve`] gives a [`Bundle`] of ordered sections for a [`Context`]
//! and a turn's [`State`]; [`compose`] and [`Registry::compose`] fit candidates into a budget and give a [`Prompt`], which says of
//! every candidate what became of it. A [`ModuleBuilder`] makes an agent's prompt of [`Module`]s, its own or the host's, within a
//! context window. [`Guidance`] says what is to be said of a tool. Same inputs, same bytes, everywhere.
//!
//! The C face lives in `ffi`, the only module that may be unsafe. "Semantics N" names a numbered rule of the system.

#![deny(unsafe_code)]
#![warn(missing_docs)]
// Sets are keyed by records, whose keys never change; what is mutable in a record is the count of its lease.
#![allow(clippy::mutable_key_type)]

pub mod baseline;
mod callback;
mod compose;
mod context;
mod contribution;
mod document;
mod error;
mod exact;
mod guidance;
mod explain;
mod json;
mod manifest;
mod modules;
mod one_line;
mod registry;
mod resolve;
mod section;
mod sections;
mod sink;
mod sync;
mod text;

#[allow(unsafe_code, non_camel_case_types)]
pub mod ffi;

pub use callback::NESTING_MAX;
pub use compose::{
    apply_budget_gate, compose, compose_default_system_prompt, compose_into, effective_budget, should_condense, skip_informational,
    would_fit, Budget, BudgetResolver, Candidate, ComposeOptions, LengthOf, Measure, Prompt, Verdicts, CHARS_MAX, CONDENSE_FROM_DEPTH,
    DEFAULT_ACTIVE_BUDGET_FRACTION, SKIP_INFORMATIONAL_FROM_DEPTH,
};
pub use context::{CallClass, Context, Scope, State};
pub use contribution::{
    Attachment, Content, Contribution, Hook, Mode, Origin, Plugin, PolicyContent, RuntimeContent, SafetyPolicy, StaticContent,
    StreamObserver, Tier, When, ID_MAX_BYTES, PLUGIN_NAME_MAX_BYTES,
};
pub use error::{Error, Kind, Payload, Result};
pub use explain::{Change, Changes, Diff, DiffSummary, Difference, FirstDifference, Side};
pub use guidance::{Guidance, GuidanceEntry, MatchMode};
pub use json::JSON_MAX_BYTES;
pub use modules::{
    AgentContext, BuildOptions, Clock, Command, IdentityFiles, Lines, Module, ModuleBuilder, ModuleMetadata, ModulePrompt, Renderings,
    Safety, Time, Tool, ToolFilter, OUTPUT_RESERVE_TOKENS, PRIORITY_MAX,
};
pub use registry::{
    check_id, register_global, unregister_global, ContentKind, RecordView, Records, Registry, RegistryOptions, REMEMBERED_CONTEXTS,
};
pub use resolve::{Bundle, Emitter, Probes, ResolveOptions};
pub use section::{Outcome, Section, Summary, Unit, UnitName, Verdict};
pub use sections::{render_async_jobs, render_recent_tool_errors, AsyncJob, StateSection, ToolError, RECENT_TOOL_ERRORS_LIMIT};
pub use sink::Sink;
pub use text::{Text, TEXT_MAX_BYTES};
