//! Composing: candidates and a budget give a prompt (semantics 6). The order is the caller's; no text is ever cut.

mod budget;
mod event;
mod exact;
mod gate;
mod prompt;
mod prompt_json;
mod restore;

pub use budget::{Budget, BudgetResolver, ComposeOptions, CHARS_MAX, DEFAULT_ACTIVE_BUDGET_FRACTION};
pub use prompt::Prompt;
pub(crate) use prompt::{Decided, Totals};
use prompt::{Input, Source};

use crate::callback;
use crate::context::{Context, State};
use crate::contribution::Tier;
use crate::error::Result;
use crate::registry::{Registry, RegistryOptions, View};
use crate::resolve::{self, fire, Probes, Resolution, ResolveOptions};
use crate::section::Label;
use crate::text;

/// A candidate for a prompt.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Its id; any text, also several times the same.
    pub id: &'a str,
    /// Its text.
    pub content: &'a str,
    /// How it fares when the budget is short.
    pub tier: Tier,
    /// The caller's own measure of `content`; if none, its chars are counted.
    pub chars: Option<u64>,
    /// A shorter text, tried where the full one does not fit; always counted.
    pub condensed: Option<&'a str>,
}

/// Composes a prompt from candidates, in their order (semantics 6).
///
/// # Errors
/// [`crate::Kind::InvalidArgument`] (subject `activeBudgetFraction`, `totalBudget`, `resolveBudget`, or the candidate with which chars pass
/// [`CHARS_MAX`]), [`crate::Kind::CallbackFailed`] (subject `resolveBudget` or `onBuilt`).
pub fn compose(candidates: &[Candidate<'_>], options: &ComposeOptions<'_>) -> Result<Prompt> {
    let prompt = compose_unannounced(candidates, options)?;
    announce(&prompt, options.probes)?;
    Ok(prompt)
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
        let prompt = prompt_of(&self.view()?, context, state, static_first, options)?;
        announce(&prompt, options.probes)?;
        Ok(prompt)
    }
}

/// As [`compose`], before anybody is told.
pub(crate) fn compose_unannounced(candidates: &[Candidate<'_>], options: &ComposeOptions<'_>) -> Result<Prompt> {
    callback::refuse_too_deep()?;
    let mut inputs = text::try_vec(candidates.len())?;
    inputs.extend(candidates.iter().map(|candidate| Input {
        label: Label { id: candidate.id, plugin: None, origin: None, mode: None, tier: candidate.tier, is_static: false },
        content: candidate.content,
        chars: candidate.chars,
        condensed: candidate.condensed.map(|text| (text, None)),
    }));
    Prompt::build(&inputs, options, Source::default())
}

/// As [`Registry::compose`], before anybody is told.
pub(crate) fn prompt_of(
    view: &View,
    context: &Context<'_>,
    state: Option<&State<'_>>,
    static_first: bool,
    options: &ComposeOptions<'_>,
) -> Result<Prompt> {
    let resolve_options = ResolveOptions { static_first, probes: options.probes };
    resolve::resolve(view, context, state, &resolve_options, |resolution| from_resolution(resolution, options))
}

/// Fires the built event (semantics 6.8).
fn announce(prompt: &Prompt, probes: Option<&dyn Probes>) -> Result<()> {
    fire(probes, "the probe", "onBuilt", |probes| probes.on_built(prompt))
}

/// Each section is a candidate with its tier, and the condensed text of its one contributing record.
fn from_resolution(resolution: &Resolution<'_>, options: &ComposeOptions<'_>) -> Result<Prompt> {
    let mut inputs = text::try_vec(resolution.parts.len())?;
    inputs.extend(resolution.parts.iter().map(|part| Input {
        label: part.label,
        content: resolution.text(part),
        chars: Some(resolution.chars(part)),
        condensed: part.condensed.map(|text| (text.as_str(), Some(text.chars()))),
    }));
    Prompt::build(&inputs, options, Source { stable: resolution.stable_parts, static_only: resolution.static_only })
}
