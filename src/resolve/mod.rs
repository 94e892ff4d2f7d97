//! Resolving: a snapshot of a registry, a context and a turn's state give ordered sections (semantics 3).

mod bundle;
mod bundle_json;
mod fingerprint;
mod evaluation;
mod hooks;
mod layers;
mod plan;
mod probes;
mod resolution;
mod walk;

pub use bundle::Bundle;
pub use hooks::Emitter;
pub(crate) use probes::fire;
pub use probes::Probes;
pub(crate) use resolution::Resolution;

use std::sync::Arc;

use crate::context::{Context, State};
use crate::error::Result;
use crate::registry::{CallLineup, Lineup, Registry, View};
use crate::section::Label;
use crate::text::Counted;
use evaluation::Turn;
pub(crate) use layers::Layers;
use plan::Plan;

/// How to resolve.
#[derive(Clone, Copy, Default)]
pub struct ResolveOptions<'a> {
    /// Static sections first, then the rest, safety last (semantics 3.10).
    pub static_first: bool,
    /// Observers.
    pub probes: Option<&'a dyn Probes>,
}

impl Registry {
    /// Resolves for a call. Without a state only static layers resolve: the static-only resolution.
    ///
    /// # Errors
    /// [`crate::Kind::UnknownSafetyPolicy`], [`crate::Kind::CallbackFailed`], the first refusal of a hook's emission.
    pub fn resolve(&self, context: &Context<'_>, state: Option<&State<'_>>, options: &ResolveOptions<'_>) -> Result<Bundle> {
        bundle_of(&self.view()?, context, state, options)
    }

    /// The fingerprint for a context, as 64 hex digits (semantics 5): it runs the static-only resolution, without probes.
    ///
    /// # Errors
    /// Those of [`Registry::resolve`].
    pub fn fingerprint(&self, context: &Context<'_>) -> Result<[u8; 64]> {
        fingerprint_of(&self.view()?, context)
    }

    /// The fingerprint with what it was made of, as JSON of one line, for logs (semantics 5.4). The state is shown as given.
    ///
    /// # Errors
    /// Those of [`Registry::resolve`]; [`crate::Kind::InvalidArgument`] if the state's plugin metadata is not a JSON object.
    pub fn fingerprint_json(&self, context: &Context<'_>, state: Option<&State<'_>>) -> Result<String> {
        fingerprint_json_of(&self.view()?, context, state)
    }
}

pub(crate) fn bundle_of(view: &View, context: &Context<'_>, state: Option<&State<'_>>, options: &ResolveOptions<'_>) -> Result<Bundle> {
    resolve(view, context, state, options, |resolved| match resolved {
        Resolved::Layered(layers) => Bundle::layered(layers),
        Resolved::Walked(resolution) => Bundle::walked(resolution),
    })
}

pub(crate) fn fingerprint_of(view: &View, context: &Context<'_>) -> Result<[u8; 64]> {
    let compute = || resolve_static(view, context, |resolution| Ok(fingerprint::fingerprint(context, resolution)));
    // A snapshot's own fingerprint is remembered; globals come and go without it.
    let remembered = view.snapshot.remembered(context).filter(|_| !view.has_globals());
    match remembered.map(|remembered| &remembered.fingerprint) {
        Some(place) => match place.get() {
            Some(fingerprint) => Ok(*fingerprint),
            None => compute().map(|fingerprint| *place.get_or_init(|| fingerprint)),
        },
        None => compute(),
    }
}

pub(crate) fn fingerprint_json_of(view: &View, context: &Context<'_>, state: Option<&State<'_>>) -> Result<String> {
    if let Some(metadata) = state.and_then(|state| state.plugin_metadata) {
        bundle_json::check_plugin_metadata(metadata)?;
    }
    resolve_static(view, context, |resolution| {
        let fingerprint = fingerprint::fingerprint(context, resolution);
        bundle_json::fingerprint_json(std::str::from_utf8(&fingerprint).unwrap_or_default(), context, state, resolution)
    })
}

/// What resolving gives, by either road.
pub(crate) enum Resolved<'r> {
    Walked(&'r Resolution<'r>),
    Layered(&'r Layers<'r>),
}

impl<'r> Resolved<'r> {
    /// How many sections there are, and how many bytes their names take.
    pub(crate) fn size(&self) -> (usize, usize) {
        match self {
            Resolved::Walked(resolution) => (resolution.parts.len(), resolution.names_len()),
            Resolved::Layered(layers) => (layers.len(), layers.names_len()),
        }
    }

    /// Tells of every section in order: who it is, its text, and its condensed text.
    pub(crate) fn each(&self, tell: impl FnMut(&Label<'r>, Counted<'r>, Option<Counted<'r>>) -> Result<()>) -> Result<()> {
        match self {
            Resolved::Walked(resolution) => resolution.each(tell),
            Resolved::Layered(layers) => layers.each(tell),
        }
    }

    /// How many sections, at the head, do not depend on the turn.
    pub(crate) fn stable(&self) -> usize {
        match self {
            Resolved::Walked(resolution) => resolution.stable_parts,
            Resolved::Layered(layers) => layers.stable(),
        }
    }

    /// Whether it is the static-only resolution.
    pub(crate) fn static_only(&self) -> bool {
        match self {
            Resolved::Walked(resolution) => resolution.static_only,
            Resolved::Layered(layers) => layers.static_only(),
        }
    }
}

/// Resolves, and gives the outcome to `then` while everything it borrows from is alive.
pub(crate) fn resolve<T>(
    view: &View,
    context: &Context<'_>,
    state: Option<&State<'_>>,
    options: &ResolveOptions<'_>,
    then: impl FnOnce(Resolved<'_>) -> Result<T>,
) -> Result<T> {
    with_turn(view, context, state, options, |lineup, turn| {
        let remembered = turn.remembered.filter(|_| layers::apply(lineup, turn));
        if let Some((remembered, fixed)) = remembered.and_then(|remembered| Some((remembered, remembered.joined.get()?))) {
            return then(Resolved::Layered(&Layers::of(remembered, fixed, lineup, turn)?));
        }
        walk_all(lineup, turn, |resolution| {
            if let Some(remembered) = remembered {
                // Another thread may be first with the same.
                let _ = remembered.joined.set(Arc::new(layers::joined(resolution)?));
            }
            then(Resolved::Walked(resolution))
        })
    })
}

/// Resolves by the walk alone, and without a state: the static-only resolution.
fn resolve_static<T>(view: &View, context: &Context<'_>, then: impl FnOnce(&Resolution<'_>) -> Result<T>) -> Result<T> {
    with_turn(view, context, None, &ResolveOptions::default(), |lineup, turn| walk_all(lineup, turn, then))
}

/// Runs the hooks, and gives the turn and all that it can see to `then`.
fn with_turn<T>(
    view: &View,
    context: &Context<'_>,
    state: Option<&State<'_>>,
    options: &ResolveOptions<'_>,
    then: impl FnOnce(&CallLineup<'_>, &Turn<'_>) -> Result<T>,
) -> Result<T> {
    view.snapshot.check_policies()?;
    let emitted = match state {
        Some(state) => hooks::collect(&view.snapshot, context, state)?,
        None => Vec::new(),
    };
    let lineup = view.lineup(&emitted)?;
    let turn = Turn {
        context,
        state,
        static_first: options.static_first,
        probes: options.probes,
        snapshot: &view.snapshot,
        remembered: view.snapshot.remembered(context),
    };
    then(&lineup, &turn)
}

/// Resolves the enabled safety policies and nothing else, as the last sections of a prompt that is made otherwise.
pub(crate) fn resolve_safety<T>(
    view: &View,
    context: &Context<'_>,
    probes: Option<&dyn Probes>,
    then: impl FnOnce(&Resolution<'_>) -> Result<T>,
) -> Result<T> {
    view.snapshot.check_policies()?;
    let remembered = view.snapshot.remembered(context);
    let turn = Turn { context, state: None, static_first: false, probes, snapshot: &view.snapshot, remembered };
    walk_all(&Lineup::default(), &turn, then)
}

fn walk_all<T>(lineup: &Lineup, turn: &Turn<'_>, then: impl FnOnce(&Resolution<'_>) -> Result<T>) -> Result<T> {
    let plan = Plan::new(lineup, turn.context, turn.loaded_tools())?;
    then(&walk::walk(lineup, &plan, turn)?)
}
