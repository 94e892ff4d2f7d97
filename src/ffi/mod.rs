//! The C face.

mod version;
mod limits;
mod text;
mod error;
mod enums;
mod context;
mod call;
mod contribution;
mod registry;
mod plugin;
mod safety;
mod globals;
mod section;
mod probes;
mod resolve;
mod bundle;
mod compose;
mod prompt;
