//! The conformance harness of the Rust side, through the `extern "C"` functions. ../README.md says what a harness does.

mod compose_cases;
mod content;
mod face;
mod guidance_cases;
mod module_cases;
mod resolve_cases;

use std::path::{Path, PathBuf};

use serde_json::Value;

/// How many mismatches are told in full.
const SHOWN: usize = 5;

/// The lines of the transcript, and what differed.
#[derive(Default)]
pub struct Report {
    transcript: String,
    mismatches: Vec<String>,
}

impl Report {
    /// Adds a line to the transcript.
    pub fn line(&mut self, line: &Value) {
        self.transcript.push_str(&line.to_string());
        self.transcript.push('\n');
    }

    /// Compares everything that is expected.
    pub fn expect(&mut self, place: &str, expected: &Value, actual: &Value) {
        match (expected, actual) {
            (Value::Object(fields), Value::Object(_)) => {
                for (key, value) in fields {
                    self.expect(&format!("{place}.{key}"), value, &actual[key]);
                }
            }
            (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
                for (i, (item, other)) in items.iter().zip(others).enumerate() {
                    self.expect(&format!("{place}[{i}]"), item, other);
                }
            }
            (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => {}
            _ if expected == actual => {}
            _ => self.mismatches.push(format!("{place}: expected {expected}, got {actual}")),
        }
    }

    pub fn require(&mut self, place: &str, holds: bool, what: &str) {
        if !holds {
            self.mismatches.push(format!("{place}: {what}"));
        }
    }
}

fn main() {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let cases = arguments.next().unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings-tests/cases"));
    let transcript = arguments.next();
    let (mut passed, mut failed) = (0, 0);
    let mut report = Report::default();
    for file in case_files(&cases) {
        let (kind, cases) = read_cases(&file);
        for (index, case) in cases.iter().enumerate() {
            let before = report.mismatches.len();
            match kind {
                Kind::Resolve => resolve_cases::run(case, &mut report),
                Kind::Compose => compose_cases::run(case, &mut report),
                Kind::Modules => module_cases::run(case, &mut report),
                Kind::Guidance => guidance_cases::run(case, &mut report),
                Kind::Taint => module_cases::run_taint(index, case, &mut report),
            }
            if report.mismatches.len() == before {
                passed += 1;
            } else {
                failed += 1;
            }
        }
    }
    report.mismatches.iter().take(SHOWN).for_each(|mismatch| eprintln!("rust: {mismatch}"));
    if let Some(path) = transcript {
        std::fs::write(path, &report.transcript).expect("the transcript can be written");
    }
    println!("rust: {passed} passed, {failed} failed");
    std::process::exit((failed > 0 || passed == 0).into());
}

fn case_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a directory entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

/// What the cases of a file are about.
#[derive(Clone, Copy)]
enum Kind {
    Resolve,
    Compose,
    Modules,
    Guidance,
    Taint,
}

/// The first case has a key by which its file's kind is known.
const KINDS: [(&str, Kind); 5] = [
    ("ops", Kind::Resolve),
    ("candidates", Kind::Compose),
    ("modules", Kind::Modules),
    ("entries", Kind::Guidance),
    ("taintRatio", Kind::Taint),
];

/// The cases of a file; none of a kind that this harness does not know.
fn read_cases(path: &Path) -> (Kind, Vec<Value>) {
    let text = std::fs::read_to_string(path).expect("a case file can be read");
    let cases: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let first = cases.get(0);
    let kind = KINDS.iter().find(|(key, _)| first.is_some_and(|case| case.get(key).is_some()));
    match (kind, cases) {
        (Some((_, kind)), Value::Array(cases)) => (*kind, cases),
        _ => {
            eprintln!("rust: not run: {}", path.file_name().unwrap_or_default().to_string_lossy());
            (Kind::Compose, Vec::new())
        }
    }
}
