//! Building: each module is rendered once, the budget is shared out, and what is in is joined (semantics 9.2 to 9.5).

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::allocation::{tokens, Allocation};
use super::metadata::{self, ModuleMetadata};
use super::renderer::{Rendered, Renderer, Rendering};
use super::{AgentContext, ModuleBuilder};
use crate::callback;
use crate::compose::{join, Prompt, Source, Totals, CHARS_MAX};
use crate::context::Context;
use crate::contribution::Tier;
use crate::error::{Error, Kind, Quoted, Result};
use crate::json;
use crate::registry::Registry;
use crate::resolve::{fire, resolve_safety, Probes, Resolution};
use crate::section::{Label, Outcome, Sections, Unit, Verdict};
use crate::text::{self, SEPARATOR};

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
        callback::refuse_too_deep()?;
        context.check()?;
        let view = options.safety.map(|safety| safety.registry.view().map(|view| (view, safety.context))).transpose()?;
        view.as_ref().map_or(Ok(()), |(view, _)| view.snapshot.check_policies())?;
        let started = now(options)?;
        let ordered = self.ordered()?;
        let mut renderer = Renderer::new(context, ordered.bytes.load(Ordering::Relaxed));
        let modules = renderer.all(&ordered.entries)?;
        let mut built = match &view {
            None => share_out(&modules, renderer, None),
            Some((view, for_context)) => {
                resolve_safety(view, for_context, options.probes, |resolution| share_out(&modules, renderer, Some(resolution)))
            }
        }?;
        ordered.bytes.store(built.prompt.text().len() + 1, Ordering::Relaxed);
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

/// Decides on every module, and makes the prompt of those that are in, with the safety policies after them.
fn share_out(modules: &[Rendered<'_>], mut renderer: Renderer<'_>, safety: Option<&Resolution<'_>>) -> Result<ModulePrompt> {
    let context = renderer.context();
    let policies = safety.map_or(&[][..], |safety| &safety.parts);
    let available = context.max_tokens as i64 - context.history_tokens as i64 - OUTPUT_RESERVE_TOKENS as i64;
    let limit = available.max(0) as u64;
    let mut allocation = Allocation::new(available, required(modules, safety)?);
    let names = modules.iter().map(|module| module.name.len()).chain(policies.iter().map(|part| Sections::names_len(&part.label)));
    let mut sections = Sections::with_capacity(modules.len() + policies.len(), names.sum())?;
    let (mut metadata, mut whole) = (ModuleMetadata::new(context, available), Whole::default());
    for module in modules {
        let total_before = allocation.used();
        let mut minimal = None;
        let verdict = match module.optional {
            false => Verdict::Included,
            true => allocation.decide(module.weight, || {
                minimal = renderer.minimal(module.entry)?;
                Ok(minimal.as_ref().map(Rendering::tokens))
            })?,
        };
        let said = match verdict {
            Verdict::Included => Some(&module.full),
            Verdict::Condensed => minimal.as_ref(),
            Verdict::Dropped => None,
        };
        let tier = if module.optional { Tier::Active } else { Tier::Core };
        let label = Label { id: module.name, plugin: None, origin: None, mode: None, tier, is_static: false };
        let chars = said.map_or(module.weight, Rendering::tokens);
        sections.push(&label, Outcome { verdict, chars, total_before, limit: module.optional.then_some(limit) })?;
        if let Some((range, chars)) = said.and_then(|said| Some((said.text.clone()?, said.chars))) {
            sections.place_last(range);
            whole.add(chars);
        }
        metadata.note(module.name, verdict);
    }
    let used = allocation.used();
    for (safety, part) in safety.iter().flat_map(|safety| policies.iter().map(move |part| (safety, part))) {
        let chars = safety.chars(part);
        let outcome = Outcome { verdict: Verdict::Included, chars: tokens(chars), total_before: used, limit: None };
        sections.push_placed(&part.label, outcome, renderer.add(safety.text(part))?)?;
        whole.add(chars);
    }
    metadata.measure(whole.chars);
    let text = text_of(&mut sections, renderer.into_text(), metadata.minimal + metadata.dropped == 0)?;
    let totals = Totals { unit: Unit::Tokens, total: used, budget: Some(limit), over_budget: used as i64 > available };
    Ok(ModulePrompt {
        prompt: Prompt::of_decided(text, sections, totals, Source::default()),
        report: Report { metadata, json: json::Once::default() },
    })
}

/// The text of the sections, which are placed in `rendered`. Where that has nothing else it is the text, and nothing is copied,
/// unless it holds much more memory than it needs, as after a first build.
fn text_of(sections: &mut Sections, mut rendered: String, nothing_else: bool) -> Result<String> {
    rendered.try_reserve_exact(1)?;
    if nothing_else && rendered.capacity() <= rendered.len() + rendered.len() / 8 + 1 {
        rendered.push('\0');
        return Ok(rendered);
    }
    let mut ranges = text::try_vec(sections.len())?;
    ranges.extend((0..sections.len()).map(|index| sections.range(index)));
    let mut joined = String::new();
    join(sections, |index, _| ranges[index].clone().map(|range: Range<usize>| &rendered[range]), &mut joined)?;
    Ok(joined)
}

/// The length of the whole text, from those of its parts.
#[derive(Default)]
struct Whole {
    chars: u64,
    any: bool,
}

impl Whole {
    fn add(&mut self, chars: u64) {
        self.chars += chars + if std::mem::replace(&mut self.any, true) { SEPARATOR.len() as u64 } else { 0 };
    }
}

/// What is in whatever the room: the required modules, and the safety policies.
fn required(modules: &[Rendered<'_>], safety: Option<&Resolution<'_>>) -> Result<u64> {
    let modules = modules.iter().filter(|module| !module.optional).map(|module| (module.name, module.weight));
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
