//! Composing: candidates and a budget give a prompt (semantics 6). The order is the caller's; no text is ever cut.

mod budget;
mod decide;
mod event;
mod gate;
mod measure;
mod prompt;
mod prompt_json;
mod restore;
mod spare;
mod verdicts;

pub use budget::{
    effective_budget, should_condense, skip_informational, would_fit, Budget, BudgetResolver, ComposeOptions, CHARS_MAX,
    CONDENSE_FROM_DEPTH, DEFAULT_ACTIVE_BUDGET_FRACTION, SKIP_INFORMATIONAL_FROM_DEPTH,
};
pub(crate) use decide::Totals;
use decide::{Input, Length};
pub use measure::{LengthOf, Measure};
pub(crate) use prompt::join;
pub use prompt::Prompt;
use prompt::Source;
pub(crate) use spare::Spare;
pub(crate) use verdicts::verdicts_of;
pub use verdicts::{apply_budget_gate, Verdicts};

use crate::callback;
use crate::context::{Context, State};
use crate::contribution::Tier;
use crate::error::Result;
use crate::registry::{Registry, RegistryOptions, View};
use crate::resolve::{self, fire, Probes, Resolution, ResolveOptions};
use crate::section::Label;

/// A candidate for a prompt.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Its id; any text, also several times the same.
    pub id: &'a str,
    /// Its text.
    pub content: &'a str,
    /// How it fares when the budget is short.
    pub tier: Tier,
    /// The caller's own measure of `content`; if none, its chars are counted, or measured as the options say.
    pub chars: Option<u64>,
    /// A shorter text, tried where the full one does not fit; always counted or measured.
    pub condensed: Option<&'a str>,
}

/// Composes a prompt from candidates, in their order (semantics 6).
///
/// # Errors
/// [`crate::Kind::InvalidArgument`] (subject `activeBudgetFraction`, `measure_unit`, `totalBudget`, `resolveBudget`, `measure` for
/// the separator, the candidate whose measure passes [`CHARS_MAX`], or the one with which all do),
/// [`crate::Kind::CallbackFailed`] (subject `resolveBudget`, the candidate that was measured, `measure` for the separator, or
/// `onBuilt`).
pub fn compose(candidates: &[Candidate<'_>], options: &ComposeOptions<'_>) -> Result<Prompt> {
    let prompt = compose_unannounced(candidates.iter().copied().map(Ok), options, &mut Spare::default())?;
    announce(&prompt, options.probes)?;
    Ok(prompt)
}

/// As [`compose`], into a prompt that there is, in memory that it has. If it fails, what was in it stands.
///
/// # Errors
/// Those of [`compose`].
pub fn compose_into(candidates: &[Candidate<'_>], options: &ComposeOptions<'_>, prompt: &mut Prompt) -> Result<()> {
    replace(prompt, options.probes, |spare| compose_unannounced(candidates.iter().copied().map(Ok), options, spare))
}

/// Composes what the library says when the host says nothing: the bundled baseline and the default safety policies.
///
/// # Errors
/// Those of [`compose`].
pub fn compose_default_system_prompt(context: &Context<'_>, options: &ComposeOptions<'_>) -> Result<Prompt> {
    Registry::new(RegistryOptions::default())?.compose(context, None, false, options)
}

impl Registry {
    /// Resolves and composes in one call (semantics 6.10): the main road.
    ///
    /// # Errors
    /// Those of [`Registry::resolve`] and of [`compose`].
    pub fn compose(
        &self,
        context: &Context<'_>,
        state: Option<&State<'_>>,
        static_first: bool,
        options: &ComposeOptions<'_>,
    ) -> Result<Prompt> {
        let prompt = prompt_of(&self.view()?, context, state, static_first, options, &mut Spare::default())?;
        announce(&prompt, options.probes)?;
        Ok(prompt)
    }

    /// As [`Registry::compose`], into a prompt that there is, in memory that it has. If it fails, what was in it stands.
    ///
    /// # Errors
    /// Those of [`Registry::compose`].
    pub fn compose_into(
        &self,
        context: &Context<'_>,
        state: Option<&State<'_>>,
        static_first: bool,
        options: &ComposeOptions<'_>,
        prompt: &mut Prompt,
    ) -> Result<()> {
        let view = self.view()?;
        replace(prompt, options.probes, |spare| prompt_of(&view, context, state, static_first, options, spare))
    }
}

/// As [`compose`], of candidates that are read one by one, in the memory of `spare`, before anybody is told.
pub(crate) fn compose_unannounced<'a>(
    candidates: impl ExactSizeIterator<Item = Result<Candidate<'a>>>,
    options: &ComposeOptions<'_>,
    spare: &mut Spare,
) -> Result<Prompt> {
    callback::refuse_too_deep()?;
    let mut inputs = spare.take_inputs(candidates.len())?;
    let made = list(candidates, &mut inputs).and_then(|()| Prompt::build(&inputs, options, Source::default(), spare));
    spare.keep_inputs(inputs);
    made
}

/// As [`Registry::compose`], in the memory of `spare`, before anybody is told.
pub(crate) fn prompt_of(
    view: &View,
    context: &Context<'_>,
    state: Option<&State<'_>>,
    static_first: bool,
    options: &ComposeOptions<'_>,
    spare: &mut Spare,
) -> Result<Prompt> {
    let resolve_options = ResolveOptions { static_first, probes: options.probes };
    resolve::resolve(view, context, state, &resolve_options, |resolution| from_resolution(resolution, options, spare))
}

/// Makes a prompt in the spare memory of another, and puts it in its place when it is made and announced.
fn replace(prompt: &mut Prompt, probes: Option<&dyn Probes>, make: impl FnOnce(&mut Spare) -> Result<Prompt>) -> Result<()> {
    let mut spare = prompt.take_spare().unwrap_or_default();
    let made = make(&mut spare).and_then(|made| announce(&made, probes).map(|()| made));
    let outcome = made.map(|made| std::mem::replace(prompt, made).retire(&mut spare));
    prompt.give_spare(spare);
    outcome
}

/// Fires the built event (semantics 6.8).
fn announce(prompt: &Prompt, probes: Option<&dyn Probes>) -> Result<()> {
    fire(probes, "the probe", "onBuilt", |probes| probes.on_built(prompt))
}

fn list<'a>(candidates: impl Iterator<Item = Result<Candidate<'a>>>, inputs: &mut Vec<Input<'a>>) -> Result<()> {
    for candidate in candidates {
        let Candidate { id, content, tier, chars, condensed } = candidate?;
        inputs.push(Input {
            label: Label { id, plugin: None, origin: None, mode: None, tier, is_static: false },
            content,
            length: chars.map_or(Length::Unknown, Length::Own),
            condensed: condensed.map(|text| (text, None)),
        });
    }
    Ok(())
}

/// Each section is a candidate with its tier, and the condensed text of its one contributing record.
fn from_resolution(resolution: &Resolution<'_>, options: &ComposeOptions<'_>, spare: &mut Spare) -> Result<Prompt> {
    let mut inputs = spare.take_inputs(resolution.parts.len())?;
    inputs.extend(resolution.parts.iter().map(|part| Input {
        label: part.label,
        content: resolution.text(part),
        length: Length::Chars(resolution.chars(part)),
        condensed: part.condensed.map(|text| (text.as_str(), Some(text.chars()))),
    }));
    let source = Source { stable: resolution.stable_parts, static_only: resolution.static_only };
    let made = Prompt::build(&inputs, options, source, spare);
    spare.keep_inputs(inputs);
    made
}
