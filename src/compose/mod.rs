//! Composing: candidates and a budget give a prompt (semantics 6). The order is the caller's; no text is ever cut.

mod budget;
mod candidates;
mod decide;
mod event;
mod gate;
mod layered;
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
pub(crate) use candidates::Candidates;
use candidates::Texts;
pub(crate) use decide::Totals;
pub use measure::{LengthOf, Measure};
pub(crate) use prompt::join;
pub use prompt::Prompt;
pub(crate) use prompt::Source;
pub(crate) use spare::Spare;
pub(crate) use verdicts::verdicts_of;
pub use verdicts::{apply_budget_gate, Verdicts};

use crate::callback;
use crate::context::{Context, State};
use crate::contribution::Tier;
use crate::error::Result;
use crate::registry::{Registry, RegistryOptions, View};
use crate::resolve::{self, fire, Probes, ResolveOptions, Resolved};

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
    let prompt = compose_unannounced(candidates.len(), |into| into.add_all(candidates), options, &mut Spare::default())?;
    announce(&prompt, options.probes)?;
    Ok(prompt)
}

/// As [`compose`], into a prompt that there is, in memory that it has. If it fails, what was in it stands.
///
/// # Errors
/// Those of [`compose`].
pub fn compose_into(candidates: &[Candidate<'_>], options: &ComposeOptions<'_>, prompt: &mut Prompt) -> Result<()> {
    replace(prompt, options.probes, |spare| compose_unannounced(candidates.len(), |into| into.add_all(candidates), options, spare))
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

/// How long an id is taken to be where room is made before any is read; longer ones make themselves room.
const USUAL_ID_BYTES: usize = 32;

/// As [`compose`], of so many candidates that `read` adds, in the memory of `spare`, before anybody is told.
pub(crate) fn compose_unannounced<'a>(
    len: usize,
    read: impl FnOnce(&mut Candidates<'a>) -> Result<()>,
    options: &ComposeOptions<'_>,
    spare: &mut Spare,
) -> Result<Prompt> {
    callback::refuse_too_deep()?;
    let mut candidates = spare.take(len, len * USUAL_ID_BYTES)?;
    let made = read(&mut candidates)
        .and_then(|()| options.effective_budget())
        .and_then(|budget| Prompt::build(&mut candidates, options, budget, Source::default(), spare));
    spare.keep(candidates);
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
    resolve::resolve(view, context, state, &resolve_options, |resolved| of_resolved(resolved, options, spare))
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

/// Each section is a candidate with its tier, and the condensed text of its one contributing record.
fn of_resolved(resolved: Resolved<'_>, options: &ComposeOptions<'_>, spare: &mut Spare) -> Result<Prompt> {
    let budget = options.effective_budget()?;
    if let Resolved::Layered(layers) = resolved {
        if let Some(prompt) = layered::prompt_around_fixed(layers, options, budget, spare)? {
            return Ok(prompt);
        }
    }
    let (len, names) = resolved.size();
    let mut candidates = spare.take(len, names)?;
    let read = resolved
        .each(|label, text, condensed| candidates.add(label, text.chars, Texts { content: text.text, condensed, has_own_length: false }));
    let source = Source { stable: resolved.stable(), static_only: resolved.static_only() };
    let made = read.and_then(|()| Prompt::build(&mut candidates, options, budget, source, spare));
    spare.keep(candidates);
    made
}
