//! Building: each module is rendered once, the budget is shared out, and what is in is joined (semantics 9.2 to 9.5).

use std::sync::Arc;

use super::allocation::{tokens, Allocation};
use super::metadata::{self, ModuleMetadata};
use super::{AgentContext, Entry, Lines, ModuleBuilder};
use crate::callback;
use crate::compose::{Decided, Prompt, Totals, CHARS_MAX};
use crate::context::Context;
use crate::contribution::Tier;
use crate::error::{Error, Kind, Quoted, Result};
use crate::json;
use crate::registry::Registry;
use crate::resolve::{fire, resolve_safety, Probes, Resolution};
use crate::section::{Label, Unit, Verdict};
use crate::text;

/// What of the context window is kept free for the model's answer, in tokens.
pub const OUTPUT_RESERVE_TOKENS: u64 = 4096;

/// Gives the time in nanoseconds, from any beginning.
pub type Clock<'a> = dyn Fn() -> Result<u64> + 'a;

/// How to build. The default adds nothing to the modules.
#[derive(Clone, Copy, Default)]
pub struct BuildOptions<'a> {
    /// Whose safety policies come last, as required sections.
    pub safety: Option<Safety<'a>>,
    /// The host's clock, for the build time in the metadata: the library reads none.
    pub clock: Option<&'a Clock<'a>>,
    /// Observers, of empty policies and of the prompt.
    pub probes: Option<&'a dyn Probes>,
}

/// A registry whose enabled safety policies are wanted, and the context they are written for.
#[derive(Clone, Copy)]
pub struct Safety<'a> {
    /// The registry.
    pub registry: &'a Registry,
    /// What a resolution of it would be for.
    pub context: &'a Context<'a>,
}

/// A prompt of modules: each is a section, core if required, active if optional, and after them the safety policies, core. The
/// unit is tokens. What is dropped says why: what it would have taken, what was used, and the limit.
pub struct ModulePrompt {
    pub(crate) prompt: Prompt,
    pub(crate) report: Report,
}

/// What a module builder says of a prompt beside it.
pub(crate) struct Report {
    pub(crate) metadata: ModuleMetadata,
    json: json::Once,
}

impl Report {
    /// The metadata of the prompt that this is beside of, as JSON.
    pub(crate) fn json(&self, prompt: &Prompt) -> Result<&str> {
        self.json.get(|| metadata::json(prompt, &self.metadata))
    }
}

impl ModulePrompt {
    /// The prompt.
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// The figures that only modules have.
    pub fn metadata(&self) -> &ModuleMetadata {
        &self.report.metadata
    }

    /// The metadata as JSON, made once.
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`].
    pub fn metadata_json(&self) -> Result<&str> {
        self.report.json(&self.prompt)
    }
}

impl ModuleBuilder {
    /// Builds a prompt of the modules that are in the builder now.
    ///
    /// # Errors
    /// [`Kind::InvalidArgument`] (subject a field of the context, or the module whose estimate is too large or with which the
    /// required ones pass [`CHARS_MAX`] tokens), [`Kind::CallbackFailed`] (subject the module, the policy, `clock` or `onBuilt`),
    /// [`Kind::UnknownSafetyPolicy`].
    pub fn build(&self, context: &AgentContext<'_>, options: &BuildOptions<'_>) -> Result<ModulePrompt> {
        let built = self.build_unannounced(context, options)?;
        fire(options.probes, "the probe", "onBuilt", |probes| probes.on_built(&built.prompt))?;
        Ok(built)
    }

    /// As [`ModuleBuilder::build`], before anybody is told.
    pub(crate) fn build_unannounced(&self, context: &AgentContext<'_>, options: &BuildOptions<'_>) -> Result<ModulePrompt> {
        context.check()?;
        let view = options.safety.map(|safety| safety.registry.view().map(|view| (view, safety.context))).transpose()?;
        view.as_ref().map_or(Ok(()), |(view, _)| view.snapshot.check_policies())?;
        let started = now(options)?;
        let entries = self.entries()?;
        let mut lines = Lines::default();
        let mut modules = render_all(&entries, context, &mut lines)?;
        let mut built = match &view {
            None => share_out(&mut modules, context, &mut lines, None),
            Some((view, for_context)) => resolve_safety(view, for_context, options.probes, |resolution| {
                share_out(&mut modules, context, &mut lines, Some(resolution))
            }),
        }?;
        if let (Some(started), Some(ended)) = (started, now(options)?) {
            built.report.metadata.build_nanoseconds = Some(ended.saturating_sub(started));
        }
        Ok(built)
    }
}

fn now(options: &BuildOptions<'_>) -> Result<Option<u64>> {
    let Some(clock) = options.clock else { return Ok(None) };
    let _inside = callback::enter();
    clock().map(Some).map_err(|error| error.blamed_on("the callback", "clock"))
}

/// The lines of a module, joined.
pub(super) struct Rendering {
    /// None if there is not a single line.
    pub(super) text: Option<String>,
    tokens: u64,
}

/// A module that has a part in the prompt, and its full rendering.
pub(super) struct Rendered<'e> {
    pub(super) entry: &'e Entry,
    pub(super) full: Rendering,
    /// Its own estimate, or the tokens of the full rendering: what is held against the room.
    weight: u64,
}

/// Renders in full every module that is to be included, each once, in order.
pub(super) fn render_all<'e>(entries: &'e [Arc<Entry>], context: &AgentContext<'_>, lines: &mut Lines) -> Result<Vec<Rendered<'e>>> {
    let mut rendered = text::try_vec(entries.len())?;
    for entry in entries {
        let (name, module) = (entry.name(), &entry.module);
        let ask = |what, error: Error| error.blamed_on(what, name);
        let _inside = callback::enter();
        if !module.should_include(context).map_err(|error| ask("the predicate of", error))? {
            continue;
        }
        lines.clear();
        let outcome = module.render(context, lines);
        let full = rendering(lines, outcome, name)?;
        let weight = module.estimate(context).map_err(|error| ask("the estimate of", error))?.unwrap_or(full.tokens);
        if weight > CHARS_MAX {
            return Err(Error::new(
                Kind::InvalidArgument,
                name,
                format_args!("module {} estimates {weight} tokens; at most {CHARS_MAX} is allowed", Quoted(name)),
            ));
        }
        rendered.push(Rendered { entry, full, weight });
    }
    Ok(rendered)
}

/// The minimal rendering of a module, if it has one.
pub(super) fn render_minimal(entry: &Entry, context: &AgentContext<'_>, lines: &mut Lines) -> Result<Option<Rendering>> {
    let _inside = callback::enter();
    lines.clear();
    match entry.module.render_minimal(context, lines) {
        Ok(false) => Ok(None),
        outcome => rendering(lines, outcome.map(|_| ()), entry.name()).map(Some),
    }
}

fn rendering(lines: &mut Lines, outcome: Result<()>, name: &str) -> Result<Rendering> {
    let text = lines.settle(outcome, "the rendering of", name)?.map(text::try_string).transpose()?;
    Ok(Rendering { tokens: text.as_deref().map_or(0, |text| tokens(text::chars(text))), text })
}

/// Decides on every module, and makes the prompt of those that are in, with the safety policies after them.
fn share_out(
    modules: &mut [Rendered<'_>],
    context: &AgentContext<'_>,
    lines: &mut Lines,
    safety: Option<&Resolution<'_>>,
) -> Result<ModulePrompt> {
    let available = context.max_tokens as i64 - context.history_tokens as i64 - OUTPUT_RESERVE_TOKENS as i64;
    let mut allocation = Allocation::new(available, required(modules, safety)?);
    let limit = available.max(0) as u64;
    let mut minimal: Vec<Option<Rendering>> = text::try_vec(modules.len())?;
    let mut fates = text::try_vec(modules.len())?;
    for module in modules.iter() {
        let used = allocation.used();
        let mut shorter = None;
        let verdict = if module.entry.optional {
            allocation.decide(module.weight, || {
                shorter = render_minimal(module.entry, context, lines)?;
                Ok(shorter.as_ref().map(|shorter| shorter.tokens))
            })?
        } else {
            Verdict::Included
        };
        fates.push((verdict, used));
        minimal.push(shorter);
    }
    let mut decided = text::try_vec(modules.len() + safety.map_or(0, |safety| safety.parts.len()))?;
    for ((module, (verdict, total_before)), minimal) in modules.iter().zip(fates).zip(&minimal) {
        let (said, chars) = match (verdict, minimal) {
            (Verdict::Condensed, Some(minimal)) => (minimal.text.as_deref(), minimal.tokens),
            (Verdict::Dropped, _) => (None, module.weight),
            _ => (module.full.text.as_deref(), module.full.tokens),
        };
        let optional = module.entry.optional;
        let tier = if optional { Tier::Active } else { Tier::Core };
        let label = Label { id: module.entry.name(), plugin: None, origin: None, mode: None, tier, is_static: false };
        decided.push(Decided { label, said, verdict, chars, total_before, limit: optional.then_some(limit) });
    }
    let used = allocation.used();
    for part in safety.into_iter().flat_map(|safety| &safety.parts) {
        let Some(safety) = safety else { break };
        let (said, chars) = (Some(safety.text(part)), tokens(safety.chars(part)));
        decided.push(Decided { label: part.label, said, verdict: Verdict::Included, chars, total_before: used, limit: None });
    }
    let over_budget = used as i64 > available;
    let prompt = Prompt::of_decided(&decided, Totals { unit: Unit::Tokens, total: used, budget: Some(limit), over_budget })?;
    let metadata = ModuleMetadata::new(&prompt, context, available);
    Ok(ModulePrompt { prompt, report: Report { metadata, json: json::Once::default() } })
}

/// What is in whatever the room: the required modules, and the safety policies.
fn required(modules: &[Rendered<'_>], safety: Option<&Resolution<'_>>) -> Result<u64> {
    let modules = modules.iter().filter(|module| !module.entry.optional).map(|module| (module.entry.name(), module.weight));
    let policies = safety.into_iter().flat_map(|safety| safety.parts.iter().map(|part| (part.label.id, tokens(safety.chars(part)))));
    let mut sum = 0;
    for (name, weight) in modules.chain(policies) {
        sum += weight;
        if sum > CHARS_MAX {
            return Err(Error::new(
                Kind::InvalidArgument,
                name,
                format_args!("with the {weight} tokens of {} what is required passes {CHARS_MAX} tokens in all", Quoted(name)),
            ));
        }
    }
    Ok(sum)
}
