//! Memory that runs out: the n-th allocation whose size the input decides fails, for every n, in every call that allocates.
//! Each sweep runs in a process of its own, so that an abort is seen and told with its n.

#[path = "support/face.rs"]
mod face;
#[path = "support/failing_memory.rs"]
mod failing_memory;
#[path = "support/memory_budgets.rs"]
mod memory_budgets;
#[path = "support/memory_changes.rs"]
mod memory_changes;
#[path = "support/memory_explain.rs"]
mod memory_explain;
#[path = "support/memory_guidance.rs"]
mod memory_guidance;
#[path = "support/memory_results.rs"]
mod memory_results;
#[path = "support/memory_sections.rs"]
mod memory_sections;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};

use failing_memory::{Case, Trial};

/// No sweep has as many allocations.
const MOST: usize = 5000;

/// After so many faults of one case the rest of its sweep is left out.
const FAULTS: usize = 3;

fn cases() -> impl Iterator<Item = Case> {
    let all = [
        memory_changes::CASES,
        memory_results::CASES,
        memory_sections::CASES,
        memory_guidance::CASES,
        memory_budgets::CASES,
        memory_explain::CASES,
    ];
    all.into_iter().flatten().copied()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, name, from, onward] = arguments.as_slice() {
        if flag == "--sweep" {
            sweep(name, from.parse().expect("a number"), onward == "onward");
            return ExitCode::SUCCESS;
        }
    }
    let wanted = arguments.get(1).filter(|argument| !argument.starts_with('-'));
    let (mut passed, mut failed) = (0, 0);
    for (name, _) in cases().filter(|(name, _)| wanted.is_none_or(|wanted| name.contains(wanted.as_str()))) {
        for onward in ["once", "onward"] {
            match supervise(name, onward) {
                0 => passed += 1,
                _ => failed += 1,
            }
        }
    }
    println!("memory runs out: {passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0 || passed == 0))
}

/// The child: every n, told before it is tried, until nothing fails any more.
fn sweep(name: &str, from: usize, onward: bool) {
    let (_, case) = cases().find(|(known, _)| *known == name).expect("a known case");
    for n in from..MOST {
        println!("{n}");
        std::io::stdout().flush().expect("the parent listens");
        let trial = Trial::new(n, onward);
        case(&trial);
        if !trial.ever_fired() {
            assert!(n > 1, "nothing allocates: the case shows nothing");
            println!("done");
            return;
        }
    }
    panic!("the sweep does not end");
}

/// The parent: runs the child again after each n that ended it, and counts those.
fn supervise(name: &str, onward: &str) -> usize {
    let mut from = 1;
    for faults in 0..FAULTS {
        let program = std::env::current_exe().expect("this program has a path");
        let mut child = Command::new(program)
            .args(["--sweep", name, &from.to_string(), onward])
            .env("RUST_BACKTRACE", "0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("a child can be started");
        let mut last = String::new();
        for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
            last = line.expect("the child tells lines");
        }
        let status = child.wait().expect("the child ends");
        if status.success() && last == "done" {
            return faults;
        }
        println!("memory runs out: {name} ({onward}), allocation {last}: {status}");
        from = last.parse::<usize>().unwrap_or(MOST) + 1;
    }
    FAULTS
}
