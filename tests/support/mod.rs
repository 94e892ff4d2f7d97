//! What the tests share: short ways to say contributions, contexts and options, and observers that remember.

#![allow(dead_code)]

use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use wattle::*;

pub const CONTEXT: Context<'static> = Context { call_class: CallClass::Converse, family: "anthropic", tenant_id: None, runtime_role: None };

pub fn registry() -> Registry {
    Registry::new(RegistryOptions::empty()).unwrap()
}

pub fn named_registry(runtime_id: &str) -> Registry {
    Registry::new(RegistryOptions { runtime_id: runtime_id.to_owned(), ..RegistryOptions::empty() }).unwrap()
}

/// A registry of the host's own contributions.
pub fn registry_of(contributions: Vec<Contribution>) -> Registry {
    let registry = registry();
    registry.register(contributions).unwrap();
    registry
}

pub fn append(id: &str, text: &str) -> Contribution {
    Contribution::text(id, Mode::Append, text).unwrap()
}

pub fn prepend(id: &str, text: &str) -> Contribution {
    Contribution::text(id, Mode::Prepend, text).unwrap()
}

pub fn replace(id: &str, text: &str) -> Contribution {
    Contribution::text(id, Mode::Replace, text).unwrap()
}

/// Static content that a function writes.
pub fn written(id: &str, mode: Mode, write: impl Fn(&Context<'_>, &mut Sink<'_>) -> Result<()> + Send + Sync + 'static) -> Contribution {
    Contribution::new(id, mode, Content::Static(Box::new(write))).unwrap()
}

/// Runtime-aware content that a function writes.
pub fn aware(
    id: &str,
    mode: Mode,
    write: impl Fn(&Context<'_>, &State<'_>, &mut Sink<'_>) -> Result<()> + Send + Sync + 'static,
) -> Contribution {
    Contribution::new(id, mode, Content::Runtime(Box::new(write))).unwrap()
}

/// A text that a predicate gates.
pub fn gated(id: &str, text: &str, when: impl Fn(&Context<'_>, &State<'_>) -> Result<bool> + Send + Sync + 'static) -> Contribution {
    Contribution::new(id, Mode::Append, Content::Gated(Box::new(when), Text::new(text).unwrap())).unwrap()
}

/// A contribution whose content fails, so that a test sees that it was evaluated.
pub fn failing(id: &str, mode: Mode) -> Contribution {
    written(id, mode, |_, _| failure("broken"))
}

pub fn failure<T>(message: &str) -> Result<T> {
    Err(Error::from_callback(format_args!("{message}"), None))
}

/// What a contribution may carry, said in a row.
pub trait With {
    fn origin(self, origin: Origin) -> Self;
    fn runtime(self) -> Self;
    fn tier(self, tier: Tier) -> Self;
    fn scope(self, scope: Scope) -> Self;
    fn tools(self, tools: &[&str]) -> Self;
    fn condensed(self, text: &str) -> Self;
    fn attached(self, attachment: Attachment) -> Self;
}

impl With for Contribution {
    fn origin(mut self, origin: Origin) -> Self {
        self.origin = Some(origin);
        self
    }

    fn runtime(self) -> Self {
        self.origin(Origin::RuntimeAware)
    }

    fn tier(mut self, tier: Tier) -> Self {
        self.tier = Some(tier);
        self
    }

    fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope.boxed();
        self
    }

    fn tools(mut self, tools: &[&str]) -> Self {
        self.requires_tools = Some(tools.iter().map(|tool| (*tool).to_owned()).collect());
        self
    }

    fn condensed(mut self, text: &str) -> Self {
        self.condensed = Some(Text::new(text).unwrap());
        self
    }

    fn attached(mut self, attachment: Attachment) -> Self {
        self.attachment = Some(attachment);
        self
    }
}

pub fn family(family: &str) -> Scope {
    Scope { family: Some(family.to_owned()), ..Scope::default() }
}

pub fn plugin(name: &str, prompts: Vec<Contribution>) -> Plugin {
    Plugin { name: name.to_owned(), prompts, ..Plugin::default() }
}

/// A plugin of a hook alone.
pub fn hooked(name: &str, hook: impl Fn(&Context<'_>, &State<'_>, &mut Emitter<'_>) -> Result<()> + Send + Sync + 'static) -> Plugin {
    Plugin { name: name.to_owned(), hook: Some(Box::new(hook)), ..Plugin::default() }
}

pub fn policy(id: &str, text: &str) -> SafetyPolicy {
    SafetyPolicy { id: id.to_owned(), content: PolicyContent::Text(Text::new(text).unwrap()), enabled_by_default: true, attachment: None }
}

pub fn disabled(policy: SafetyPolicy) -> SafetyPolicy {
    SafetyPolicy { enabled_by_default: false, ..policy }
}

/// A root turn.
pub fn resolve(registry: &Registry) -> Bundle {
    registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()).unwrap()
}

pub fn resolve_for(registry: &Registry, context: &Context<'_>) -> Bundle {
    registry.resolve(context, Some(&State::default()), &ResolveOptions::default()).unwrap()
}

/// A turn with these tools loaded.
pub fn resolve_with_tools(registry: &Registry, tools: &[&str]) -> Bundle {
    registry.resolve(&CONTEXT, Some(&State { loaded_tools: Some(tools), ..State::default() }), &ResolveOptions::default()).unwrap()
}

pub fn resolve_static(registry: &Registry) -> Bundle {
    registry.resolve(&CONTEXT, None, &ResolveOptions::default()).unwrap()
}

pub fn resolve_static_first(registry: &Registry) -> Bundle {
    registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions { static_first: true, probes: None }).unwrap()
}

pub fn text_of(registry: &Registry) -> String {
    resolve(registry).text().to_owned()
}

pub fn ids(bundle: &Bundle) -> Vec<String> {
    bundle.sections().map(|section| section.id.to_owned()).collect()
}

pub fn hex(registry: &Registry, context: &Context<'_>) -> String {
    String::from_utf8(registry.fingerprint(context).unwrap().to_vec()).unwrap()
}

/// The kind and the subject of a refusal.
pub fn refused<T>(result: Result<T>) -> (Kind, String) {
    match result {
        Ok(_) => panic!("it was not refused"),
        Err(error) => (error.kind(), error.subject().to_owned()),
    }
}

/// The same, to compare with.
pub fn refusal(kind: Kind, subject: &str) -> (Kind, String) {
    (kind, subject.to_owned())
}

pub fn units(text: &str) -> u64 {
    text.encode_utf16().count() as u64
}

/// Probes that write down what they are told, and one that may fail.
#[derive(Default)]
pub struct Recorder {
    pub told: RefCell<Vec<String>>,
    /// The beginning of the line at which to fail.
    pub fails_at: Option<&'static str>,
}

impl Recorder {
    pub fn failing(at: &'static str) -> Recorder {
        Recorder { told: RefCell::default(), fails_at: Some(at) }
    }

    pub fn take(&self) -> Vec<String> {
        self.told.take()
    }

    pub fn note(&self, line: String) -> Result<()> {
        let fails = self.fails_at.is_some_and(|at| line.starts_with(at));
        self.told.borrow_mut().push(line);
        if fails {
            return failure("the probe fails");
        }
        Ok(())
    }

    /// Resolves a turn and gives what was told.
    pub fn watch(&self, registry: &Registry, state: Option<&State<'_>>) -> Result<Bundle> {
        registry.resolve(&CONTEXT, state, &ResolveOptions { static_first: false, probes: Some(self) })
    }
}

impl Probes for Recorder {
    fn on_empty_content(&self, id: &str, origin: Origin) -> Result<()> {
        self.note(format!("empty {id} {}", origin.name()))
    }

    fn on_replace_target_missing(&self, id: &str) -> Result<()> {
        self.note(format!("missing {id}"))
    }

    fn on_duplicate_replace(&self, ids: &[&str]) -> Result<()> {
        self.note(format!("duplicate {}", ids.join(" ")))
    }

    fn on_built(&self, prompt: &Prompt) -> Result<()> {
        self.note(format!("built {}", prompt.event_json()?))
    }
}

/// Counts how often what it made was dropped.
#[derive(Clone, Default)]
pub struct Drops(Arc<AtomicUsize>);

struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Drops {
    pub fn attachment(&self) -> Attachment {
        Box::new(Counted(Arc::clone(&self.0)))
    }

    pub fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

/// A candidate that says a text.
pub fn candidate<'a>(id: &'a str, tier: Tier, content: &'a str) -> Candidate<'a> {
    Candidate { id, content, tier, chars: None, condensed: None }
}

/// A candidate of so many x, with the measure it names itself.
pub fn measured(id: &str, tier: Tier, chars: u64) -> Candidate<'_> {
    Candidate { id, content: "x", tier, chars: Some(chars), condensed: None }
}

pub fn budget(chars: u64) -> ComposeOptions<'static> {
    ComposeOptions { total_budget: Some(Budget::Chars(chars)), ..ComposeOptions::default() }
}

pub fn strict(chars: u64) -> ComposeOptions<'static> {
    ComposeOptions { strict: true, ..budget(chars) }
}

pub fn included(prompt: &Prompt) -> Vec<&str> {
    prompt.sections().filter(|section| section.verdict != Verdict::Dropped).map(|section| section.id).collect()
}

pub fn dropped(prompt: &Prompt) -> Vec<&str> {
    prompt.sections().filter(|section| section.verdict == Verdict::Dropped).map(|section| section.id).collect()
}

/// Names meant to do harm, such as candidates and modules may have.
pub const HOSTILE_NAMES: [&str; 9] = [
    "%s%n{{id}}",
    "\x1b[2J\x07",
    "line\r\nbreak\u{85}\u{2028}",
    "nul\0",
    "\u{202e}cba\u{2066}",
    "\u{200b}\u{feff}\u{61c}\u{e0041}",
    "\"},{\"id\":\"",
    "</td>|`",
    "e\u{301}\u{5d0}\u{65e5}",
];
