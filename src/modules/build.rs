//! Building: each module is rendered once, the budget is shared out, and what is in is joined (semantics 9.2 to 9.5).

use super::allocation::{tokens, Allocation};
use super::metadata::{self, ModuleMetadata};
use super::renderer::{Rendered, Renderer, Rendering};
use super::{AgentContext, ModuleBuilder};
use crate::callback;
use crate::compose::{Decided, Prompt, Totals, CHARS_MAX};
use crate::context::Context;
use crate::contribution::Tier;
use crate::error::{Error, Kind, Quoted, Result};
use crate::json;
use crate::registry::Registry;
use crate::resolve::{fire, resolve_safety, Probes, Resolution};
use crate::section::{Label, Unit, Verdict};
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
        context.check()?;
        let view = options.safety.map(|safety| safety.registry.view().map(|view| (view, safety.context))).transpose()?;
        view.as_ref().map_or(Ok(()), |(view, _)| view.snapshot.check_policies())?;
        let started = now(options)?;
        let entries = self.entries()?;
        let mut renderer = Renderer::new(context);
        let modules = renderer.all(&entries)?;
        let mut built = match &view {
            None => share_out(&modules, &mut renderer, None),
            Some((view, for_context)) => {
                resolve_safety(view, for_context, options.probes, |resolution| share_out(&modules, &mut renderer, Some(resolution)))
            }
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

/// Decides on every module, and makes the prompt of those that are in, with the safety policies after them.
fn share_out(modules: &[Rendered<'_>], renderer: &mut Renderer<'_>, safety: Option<&Resolution<'_>>) -> Result<ModulePrompt> {
    let context = renderer.context();
    let available = context.max_tokens as i64 - context.history_tokens as i64 - OUTPUT_RESERVE_TOKENS as i64;
    let mut allocation = Allocation::new(available, required(modules, safety)?);
    let limit = available.max(0) as u64;
    let mut fates = text::try_vec(modules.len())?;
    for module in modules {
        let total_before = allocation.used();
        let mut minimal = None;
        let verdict = if module.entry.optional {
            allocation.decide(module.weight, || {
                minimal = renderer.minimal(module.entry)?;
                Ok(minimal.as_ref().map(Rendering::tokens))
            })?
        } else {
            Verdict::Included
        };
        fates.push((verdict, total_before, minimal));
    }
    let mut decided = text::try_vec(modules.len() + safety.map_or(0, |safety| safety.parts.len()))?;
    let mut whole = Whole::default();
    for (module, (verdict, total_before, minimal)) in modules.iter().zip(&fates) {
        let (said, chars) = match (verdict, minimal) {
            (Verdict::Condensed, Some(minimal)) => (Some(minimal), minimal.tokens()),
            (Verdict::Dropped, _) => (None, module.weight),
            _ => (Some(&module.full), module.full.tokens()),
        };
        let said = said.and_then(|said| renderer.text(said).inspect(|_| whole.add(said.chars)));
        let optional = module.entry.optional;
        let tier = if optional { Tier::Active } else { Tier::Core };
        let label = Label { id: module.name, plugin: None, origin: None, mode: None, tier, is_static: false };
        let limit = optional.then_some(limit);
        decided.push(Decided { label, said, verdict: *verdict, chars, total_before: *total_before, limit });
    }
    let used = allocation.used();
    for (safety, part) in safety.into_iter().flat_map(|safety| safety.parts.iter().map(move |part| (safety, part))) {
        let (said, chars) = (Some(safety.text(part)), safety.chars(part));
        whole.add(chars);
        let (label, chars) = (part.label, tokens(chars));
        decided.push(Decided { label, said, verdict: Verdict::Included, chars, total_before: used, limit: None });
    }
    let over_budget = used as i64 > available;
    let prompt = Prompt::of_decided(&decided, Totals { unit: Unit::Tokens, total: used, budget: Some(limit), over_budget })?;
    let mut metadata = ModuleMetadata::new(context, available, whole.chars);
    for (module, (verdict, ..)) in modules.iter().zip(&fates) {
        metadata.note(module.name, *verdict);
    }
    Ok(ModulePrompt { prompt, report: Report { metadata, json: json::Once::default() } })
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
    let modules = modules.iter().filter(|module| !module.entry.optional).map(|module| (module.name, module.weight));
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
