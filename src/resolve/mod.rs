//! Resolving: a snapshot of a registry, a context and a turn's state give ordered sections (semantics 3).

mod bundle;
mod bundle_json;
mod fingerprint;
mod hooks;
mod layer;
mod plan;
mod probes;
mod resolution;
mod walk;

pub use bundle::Bundle;
pub use hooks::Emitter;
pub(crate) use probes::fire;
pub use probes::Probes;
pub(crate) use resolution::Resolution;

use crate::context::{Context, State};
use crate::error::Result;
use crate::registry::{CallLineup, Lineup, Registry, View};
use plan::Plan;
use walk::Turn;

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
    with_turn(view, context, state, options, |lineup, turn| match turn.remembered.filter(|_| layer::applies(lineup, turn)) {
        Some(remembered) => match remembered.joined.get() {
            Some(fixed) => layer::resolve(fixed, lineup, turn),
            None => walk_all(lineup, turn, |resolution| {
                // Without memory to remember there is still the bundle.
                if let Ok(joined) = layer::joined(resolution) {
                    let _ = remembered.joined.set(joined);
                }
                Bundle::new(resolution)
            }),
        },
        None => walk_all(lineup, turn, Bundle::new),
    })
}

pub(crate) fn fingerprint_of(view: &View, context: &Context<'_>) -> Result<[u8; 64]> {
    let compute =
        || resolve(view, context, None, &ResolveOptions::default(), |resolution| Ok(fingerprint::fingerprint(context, resolution)));
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
    resolve(view, context, None, &ResolveOptions::default(), |resolution| {
        let fingerprint = fingerprint::fingerprint(context, resolution);
        bundle_json::fingerprint_json(std::str::from_utf8(&fingerprint).unwrap_or_default(), context, state, resolution)
    })
}

/// Resolves, and gives the resolution to `then` while everything it borrows from is alive.
pub(crate) fn resolve<T>(
    view: &View,
    context: &Context<'_>,
    state: Option<&State<'_>>,
    options: &ResolveOptions<'_>,
    then: impl FnOnce(&Resolution<'_>) -> Result<T>,
) -> Result<T> {
    with_turn(view, context, state, options, |lineup, turn| walk_all(lineup, turn, then))
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
