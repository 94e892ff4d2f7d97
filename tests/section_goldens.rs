//! What the reference sections say, byte for byte. The C and Go tests make the same texts of the same inputs and compare them to the
//! same file. `WATTLE_BLESS=1 cargo test --test section_goldens` writes it anew; a changed byte is a breaking change and goes into
//! the changelog.

use std::path::Path;

use wattle::{render_async_jobs, AsyncJob, State, StateSection};

/// Texts that must keep to their line, an empty one, and repeats.
const ODD: [&str; 7] = ["b|a", "`x``y`", "two\r\n\nlines\n", "", "a", "a", "naïve 🚀"];

const JOBS: [AsyncJob<'static>; 4] = [
    AsyncJob { id: "job-7", name: "build the index", state: "running", progress: Some(40) },
    AsyncJob { id: "job-3", name: "nightly report", state: "queued", progress: None },
    AsyncJob { id: "job-9", name: "import", state: "succeeded", progress: Some(100) },
    AsyncJob { id: "job-8", name: "thumbnails", state: "failed: no space left", progress: Some(0) },
];

const ODD_JOBS: [AsyncJob<'static>; 3] = [
    AsyncJob { id: "b|a\\|c", name: "`x`\n|\n", state: "two\r\n\nlines\r", progress: Some(1) },
    AsyncJob { id: "", name: "", state: "", progress: None },
    AsyncJob { id: "b|a\\|c", name: "naïve 🚀", state: "# no heading", progress: None },
];

fn golden() -> String {
    let tools = |tools| State { loaded_tools: Some(tools), ..State::default() };
    let intents = |intents| State { detected_intents: Some(intents), ..State::default() };
    let depth = |turn_depth| State { turn_depth, ..State::default() };
    let prior = |had| State { prior_turn_had_tool_calls: Some(had), ..State::default() };
    let mut all = String::new();
    for (name, section, state) in [
        ("loaded tools", StateSection::LoadedTools, tools(&["read_file", "web_search"])),
        ("loaded tools, odd", StateSection::LoadedTools, tools(&ODD)),
        ("loaded tools, none", StateSection::LoadedTools, tools(&[])),
        ("detected intents", StateSection::DetectedIntents, intents(&["fix a bug", "add a test"])),
        ("detected intents, odd", StateSection::DetectedIntents, intents(&ODD)),
        ("detected intents, none", StateSection::DetectedIntents, intents(&[])),
        ("depth 0", StateSection::SubagentDepth, depth(0)),
        ("depth 1", StateSection::SubagentDepth, depth(1)),
        ("depth 4294967295", StateSection::SubagentDepth, depth(u32::MAX)),
        ("prior turn with tool calls", StateSection::PriorTurnToolCalls, prior(true)),
        ("prior turn without tool calls", StateSection::PriorTurnToolCalls, prior(false)),
    ] {
        all.push_str(&format!("==== {name}\n{}\n", section.render(&state).unwrap()));
    }
    for (name, jobs) in [("jobs", &JOBS[..]), ("jobs, odd", &ODD_JOBS), ("jobs, none", &[])] {
        all.push_str(&format!("==== {name}\n{}\n", render_async_jobs(jobs).unwrap()));
    }
    all
}

#[test]
fn the_sections_say_the_committed_bytes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/sections.txt");
    let golden = golden();
    if std::env::var_os("WATTLE_BLESS").is_some() {
        std::fs::write(&path, &golden).unwrap();
    }
    assert_eq!(golden, std::fs::read_to_string(&path).unwrap());
}
