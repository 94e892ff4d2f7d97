//! Modules and contexts for the tests of the module builder.
#![allow(dead_code)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use proptest::prelude::*;
use wattle::{
    AgentContext, BuildOptions, Command, Error, IdentityFiles, Lines, Module, ModuleBuilder, ModulePrompt, Result, Time, Verdict,
};

/// How often each function of a module was called.
#[derive(Default, Debug)]
pub struct Calls {
    pub should_include: AtomicUsize,
    pub render: AtomicUsize,
    pub minimal: AtomicUsize,
    pub estimate: AtomicUsize,
}

/// A module that does what its fields say.
#[derive(Clone, Debug)]
pub struct Fake {
    pub name: String,
    pub priority: u32,
    pub optional: bool,
    pub included: bool,
    pub full: Vec<String>,
    pub minimal: Option<Vec<String>>,
    pub tokens: Option<u64>,
    /// Which function fails.
    pub fails: &'static str,
    pub calls: Arc<Calls>,
}

/// A required module of one line.
pub fn fake(name: &str, priority: u32, line: &str) -> Fake {
    let (name, full) = (name.to_owned(), vec![line.to_owned()]);
    Fake { name, priority, optional: false, included: true, full, minimal: None, tokens: None, fails: "", calls: Arc::default() }
}

/// An optional module of so many tokens.
pub fn optional(name: &str, priority: u32, tokens: usize) -> Fake {
    Fake { optional: true, ..fake(name, priority, &"x".repeat(4 * tokens)) }
}

impl Fake {
    pub fn minimal(self, tokens: usize) -> Fake {
        Fake { minimal: Some(vec!["m".repeat(4 * tokens)]), ..self }
    }

    fn called(&self, function: &str, count: &AtomicUsize) -> Result<()> {
        count.fetch_add(1, Ordering::SeqCst);
        if self.fails == function {
            return Err(Error::from_callback(format_args!("{function} fails"), None));
        }
        Ok(())
    }
}

fn write(lines: &mut Lines<'_>, texts: &[String]) -> Result<()> {
    texts.iter().try_for_each(|text| lines.line(text))
}

impl Module for Fake {
    fn name(&self) -> &str {
        &self.name
    }

    fn priority(&self) -> u32 {
        self.priority
    }

    fn is_optional(&self) -> bool {
        self.optional
    }

    fn should_include(&self, _: &AgentContext<'_>) -> Result<bool> {
        self.called("should_include", &self.calls.should_include).map(|()| self.included)
    }

    fn render(&self, _: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
        self.called("render", &self.calls.render)?;
        write(lines, &self.full)
    }

    fn render_minimal(&self, _: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<bool> {
        self.called("minimal", &self.calls.minimal)?;
        self.minimal.as_ref().map_or(Ok(false), |texts| write(lines, texts).map(|()| true))
    }

    fn estimate(&self, _: &AgentContext<'_>) -> Result<Option<u64>> {
        self.called("estimate", &self.calls.estimate).map(|()| self.tokens)
    }
}

/// Up to a dozen modules; a text of no tokens is one empty line.
pub fn any_fakes() -> impl Strategy<Value = Vec<Fake>> {
    let shape = (0u32..=100, any::<bool>(), prop::option::of(0usize..60), prop::option::of(0usize..30), prop::option::of(0u64..80));
    prop::collection::vec(shape, 0..12).prop_map(|shapes| {
        let named = shapes.into_iter().enumerate().map(|(n, (priority, is_optional, tokens, minimal, own))| {
            let module = Fake { optional: is_optional, tokens: own, ..optional(&format!("m{n}"), priority, tokens.unwrap_or(0)) };
            let module = Fake { full: module.full.into_iter().filter(|_| tokens.is_some()).collect(), ..module };
            minimal.into_iter().fold(module, Fake::minimal)
        });
        named.collect()
    })
}

/// A builder of these modules.
pub fn builder(modules: &[Fake]) -> ModuleBuilder {
    let builder = ModuleBuilder::new();
    for module in modules {
        builder.add(Box::new(module.clone())).unwrap();
    }
    builder
}

/// A context in which so many tokens are available.
pub fn room(tokens: u64) -> AgentContext<'static> {
    AgentContext { max_tokens: tokens + 4096, ..AgentContext::default() }
}

pub fn build(modules: &[Fake], context: &AgentContext<'_>) -> ModulePrompt {
    builder(modules).build(context, &BuildOptions::default()).unwrap()
}

/// What became of each module.
pub fn fates(prompt: &ModulePrompt) -> Vec<(String, Verdict)> {
    prompt.prompt().sections().map(|section| (section.id.to_owned(), section.verdict)).collect()
}

pub fn names(prompt: &ModulePrompt) -> Vec<String> {
    fates(prompt).into_iter().filter(|(_, verdict)| *verdict != Verdict::Dropped).map(|(name, _)| name).collect()
}

pub const SKILLS: [&str; 2] = ["# Reviewing\n\nRead the whole change first.", "# Releasing\n\n1. Tag.\n2. Publish.\n"];

pub const COMMANDS: [Command<'static>; 2] = [
    Command { name: "review", plugin: "quality", description: "# Review\n\nReviews a change | asks before it merges.\nMore." },
    Command { name: "/ship", plugin: "release\ntrain", description: "" },
];

/// A context in which every built-in has something to say.
pub fn normal() -> AgentContext<'static> {
    AgentContext {
        agent_type: "coding",
        workspace: "/home/somebody/projects/site",
        sandbox_type: "docker",
        profile: "balanced",
        taint_ratio: 0.125,
        taint_threshold: 0.3,
        identity_files: IdentityFiles {
            agents: "You maintain the site.",
            soul: "Calm and exact.",
            identity: "Your name is Ada.",
            user: "They prefer short answers.",
            bootstrap: "",
        },
        context_content: "The site is live.",
        skills: &SKILLS,
        commands: &COMMANDS,
        heartbeat_content: "- [ ] daily: check the certificates\n",
        max_tokens: 200_000,
        history_tokens: 10_000,
        reply_optional: true,
        agent_id: Some("agent-7"),
        time: Some(Time { epoch_seconds: 1_787_322_999, utc_offset_minutes: 120 }),
        has_workspace: true,
        has_governance: false,
        host: None,
    }
}

/// The contexts that goldens are of.
pub fn contexts() -> [(&'static str, AgentContext<'static>); 4] {
    let normal = normal();
    let files = normal.identity_files;
    [
        ("normal", normal),
        ("elevated", AgentContext { taint_ratio: 0.3125, profile: "paranoid", ..normal }),
        ("bootstrap", AgentContext { identity_files: IdentityFiles { soul: "", bootstrap: "Find out who you are.\n", ..files }, ..normal }),
        ("empty", AgentContext { max_tokens: 200_000, profile: "", ..AgentContext::default() }),
    ]
}
