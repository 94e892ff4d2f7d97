//! What comes and goes while others resolve, and what they may see of it.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

use crate::support::*;
use wattle::*;

/// One generation of what comes and goes: its callbacks say its number, and notice when they run although it is gone.
pub struct Generation {
    pub number: usize,
    pub gone: AtomicBool,
    late: Arc<AtomicUsize>,
    /// What it shares with others, as plugins share their library.
    library: Option<Arc<Generation>>,
}

impl Generation {
    pub fn new(number: usize, late: &Arc<AtomicUsize>) -> Arc<Generation> {
        Arc::new(Generation { number, gone: AtomicBool::new(false), late: Arc::clone(late), library: None })
    }

    pub fn of(library: &Arc<Generation>) -> Arc<Generation> {
        let (late, library) = (Arc::clone(&library.late), Some(Arc::clone(library)));
        Arc::new(Generation { number: library.as_ref().map_or(0, |library| library.number), gone: AtomicBool::new(false), late, library })
    }

    fn is_gone(&self) -> bool {
        self.gone.load(SeqCst) || self.library.as_ref().is_some_and(|library| library.is_gone())
    }

    pub fn say(&self, what: &str) -> String {
        thread::yield_now();
        if self.is_gone() {
            self.late.fetch_add(1, SeqCst);
        }
        format!("{what} {}", self.number)
    }
}

/// A plugin of six things that are dropped: two texts, a function, a policy, an emission and the plugin itself.
pub fn generation_plugin(generation: &Arc<Generation>, drops: &Drops) -> Plugin {
    let (writes, hooks, guards) = (Arc::clone(generation), Arc::clone(generation), Arc::clone(generation));
    let guard = PolicyContent::Static(Box::new(move |_, sink| sink.write(&guards.say("safe"))));
    Plugin {
        prompts: vec![append("p.static", &format!("static {}", generation.number)).attached(drops.attachment())],
        runtime_prompts: vec![
            aware("p.aware", Mode::Append, move |_, _, sink| sink.write(&writes.say("aware"))).attached(drops.attachment())
        ],
        safety_policies: vec![SafetyPolicy { content: guard, attachment: Some(drops.attachment()), ..policy("safety.p", "") }],
        attachment: Some(drops.attachment()),
        ..hooked("p", move |_, _, emitter| emitter.emit(append("p.hook", &hooks.say("hook"))))
    }
}

pub fn plugin_text(number: usize) -> String {
    format!("host\n\nstatic {number}\n\naware {number}\n\nhook {number}\n\nsafe {number}")
}

/// Which generations there can be: those up to `gone` were removed; none over `begun` was there yet.
#[derive(Default)]
pub struct Window {
    pub begun: AtomicUsize,
    pub gone: AtomicUsize,
}

impl Window {
    /// Resolves until it is told to stop; each text is of one generation, or of none, that can be there. Gives those that it saw.
    pub fn watch(&self, registry: &Registry, stop: &AtomicBool) -> HashSet<Option<usize>> {
        let mut seen = HashSet::new();
        while !stop.load(SeqCst) {
            let before = self.gone.load(SeqCst);
            let text = text_of(registry);
            let after = self.begun.load(SeqCst);
            let number = text.split_once("static ").map(|(_, rest)| rest.split('\n').next().unwrap().parse::<usize>().unwrap());
            assert_eq!(text, number.map_or_else(|| "host".to_owned(), plugin_text));
            assert!(number.is_none_or(|number| before < number && number <= after), "{before} < {number:?} <= {after}");
            seen.insert(number);
        }
        seen
    }
}
