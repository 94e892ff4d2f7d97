//! The nouns that a host registers: contributions, safety policies, plugins.

use std::any::Any;

use crate::context::{Context, Scope, State, Tools};
use crate::error::{Error, Kind, Quoted, Result};
use crate::registry::check_id;
use crate::resolve::Emitter;
use crate::sink::Sink;
use crate::text::{self, Text};

/// The longest id, in bytes.
pub const ID_MAX_BYTES: usize = 256;

/// The longest name of a plugin, in bytes.
pub const PLUGIN_NAME_MAX_BYTES: usize = 128;

/// How a contribution combines (semantics 1.1, 3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Mode {
    /// A section of its own, after what was registered before it.
    Append = 1,
    /// A section of its own, before every appended one.
    Prepend = 2,
    /// Takes the place of the section with the same id.
    Replace = 3,
}

text::names! { Mode { Append = "append", Prepend = "prepend", Replace = "replace" } }

/// Where a contribution comes from (semantics 1.5), which is also the layer it resolves in, in this order (3.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum Origin {
    /// The library's own baseline.
    CoreDefault = 1,
    /// The library's own templates.
    CoreTemplate = 2,
    /// A function of the context alone.
    Static = 3,
    /// May depend on the state.
    RuntimeAware = 4,
}

impl Origin {
    /// The tier of a contribution that names none (semantics 6.10).
    pub(crate) const fn default_tier(self) -> Tier {
        match self {
            Origin::CoreDefault | Origin::CoreTemplate => Tier::Core,
            Origin::Static | Origin::RuntimeAware => Tier::Active,
        }
    }
}

text::names! { Origin { CoreDefault = "core-default", CoreTemplate = "core-template", Static = "static", RuntimeAware = "runtime-aware" } }

/// How a section fares when the budget is short (semantics 6.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Tier {
    /// Always included, even over the budget.
    Core = 1,
    /// Included up to the active ceiling.
    Active = 2,
    /// Included while the whole budget allows.
    Informational = 3,
}

text::names! { Tier { Core = "core", Active = "active", Informational = "informational" } }

/// Writes a text that depends on the context alone.
pub type StaticContent = dyn Fn(&Context<'_>, &mut Sink<'_>) -> Result<()> + Send + Sync;

/// Writes a text that may depend on the turn's state.
pub type RuntimeContent = dyn Fn(&Context<'_>, &State<'_>, &mut Sink<'_>) -> Result<()> + Send + Sync;

/// Decides whether a gated text is given this turn.
pub type When = dyn Fn(&Context<'_>, &State<'_>) -> Result<bool> + Send + Sync;

/// Collects a plugin's contributions for one turn.
pub type Hook = dyn Fn(&Context<'_>, &State<'_>, &mut Emitter<'_>) -> Result<()> + Send + Sync;

/// Looks at the bytes of a stream, as a host hands them on.
pub type StreamObserver = dyn Fn(&[u8]) -> Result<()> + Send + Sync;

/// What a contribution says.
pub enum Content {
    /// Always the same.
    Text(Text),
    /// By the context.
    Static(Box<StaticContent>),
    /// By the context and the state.
    Runtime(Box<RuntimeContent>),
    /// A text, or nothing when the predicate says no (gatedPrompt).
    Gated(Box<When>, Text),
}

impl Content {
    /// Whether it reads the state, and so belongs under runtime-aware only (semantics 2).
    pub(crate) fn reads_state(&self) -> bool {
        matches!(self, Content::Runtime(_) | Content::Gated(..))
    }

    fn runs_host_code(&self) -> bool {
        !matches!(self, Content::Text(_))
    }
}

/// Something of the host's that lives exactly as long as what it came with.
pub type Attachment = Box<dyn Any + Send + Sync>;

/// A typed piece of prompt (semantics 1.1).
pub struct Contribution {
    /// `<namespace>.<name>`.
    pub id: String,
    /// How it combines.
    pub mode: Mode,
    /// Where it comes from; if `None`, runtime-aware when it reads the state, else static, or what the list it is in says.
    pub origin: Option<Origin>,
    /// How it fares when the budget is short; if `None`, by origin.
    pub tier: Option<Tier>,
    /// Which contexts it is for; if `None`, every one. Boxed, as few contributions have one.
    pub scope: Option<Box<Scope>>,
    /// What it says.
    pub content: Content,
    /// A shorter text, tried where the budget has no room for the full one (semantics 6.6).
    pub condensed: Option<Text>,
    /// Active only when all of these are among the loaded tools (semantics 1.6).
    pub requires_tools: Option<Vec<String>>,
    /// Dropped with the contribution.
    pub attachment: Option<Attachment>,
}

impl Contribution {
    /// A contribution for every context, with nothing optional set.
    pub fn new(id: &str, mode: Mode, content: Content) -> Result<Contribution> {
        Ok(Contribution {
            id: text::try_string(id)?,
            mode,
            origin: None,
            tier: None,
            scope: None,
            content,
            condensed: None,
            requires_tools: None,
            attachment: None,
        })
    }

    /// A contribution that says a text.
    pub fn text(id: &str, mode: Mode, text: &str) -> Result<Contribution> {
        Contribution::new(id, mode, Content::Text(Text::new(text)?))
    }

    /// A text of its own, after what was registered before it: most contributions are this.
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`], [`Kind::LimitExceeded`] (the text).
    pub fn append_prompt(id: &str, text: &str) -> Result<Contribution> {
        Contribution::text(id, Mode::Append, text)
    }

    /// A persona: a text before every appended one; the first registered is the very top of the prompt.
    ///
    /// # Errors
    /// As [`Contribution::append_prompt`].
    pub fn prepend_persona(id: &str, text: &str) -> Result<Contribution> {
        Contribution::text(id, Mode::Prepend, text)
    }

    /// A text in the place of one of the library's own, or of all of them at once ([`crate::baseline::DEFAULT_SYSTEM_PROMPT_ID`]).
    ///
    /// # Errors
    /// [`Kind::UnnamespacedId`], [`Kind::ReservedNamespace`] (safety.\*), [`Kind::ForeignNamespace`] (any other id that is not core.\*),
    /// and as [`Contribution::append_prompt`].
    pub fn replace_core(id: &str, text: &str) -> Result<Contribution> {
        check_core_id(id)?;
        Contribution::text(id, Mode::Replace, text)
    }

    /// An appended text for some contexts only.
    ///
    /// # Errors
    /// As [`Contribution::append_prompt`].
    pub fn scoped_prompt(id: &str, scope: Scope, text: &str) -> Result<Contribution> {
        Ok(Contribution { scope: scope.boxed(), ..Contribution::append_prompt(id, text)? })
    }

    /// An appended text for the turns for which the predicate says so. In the others it is empty, which `on_empty_content` is told.
    ///
    /// # Errors
    /// As [`Contribution::append_prompt`].
    pub fn gated_prompt(
        id: &str,
        when: impl Fn(&Context<'_>, &State<'_>) -> Result<bool> + Send + Sync + 'static,
        text: &str,
    ) -> Result<Contribution> {
        Contribution::new(id, Mode::Append, Content::Gated(Box::new(when), Text::new(text)?))
    }

    /// The origin, named or derived.
    pub(crate) fn effective_origin(&self) -> Origin {
        let derived = if self.content.reads_state() || self.requires_tools.is_some() { Origin::RuntimeAware } else { Origin::Static };
        self.origin.unwrap_or(derived)
    }

    /// Whether its removal must wait for calls in flight: it runs or holds something of the host's.
    pub(crate) fn holds_host_code(&self) -> bool {
        self.content.runs_host_code() || self.attachment.is_some()
    }

    /// Whether it has a part in a resolution (semantics 3.2), the state's presence aside.
    pub(crate) fn is_active(&self, context: &Context<'_>, loaded_tools: &Tools<'_>) -> bool {
        self.scope.as_ref().is_none_or(|scope| scope.matches(context))
            && self.requires_tools.as_ref().is_none_or(|tools| tools.iter().all(|tool| loaded_tools.contain(tool)))
    }
}

/// Refuses an id that [`Contribution::replace_core`] is not for.
pub(crate) fn check_core_id(id: &str) -> Result<()> {
    check_id(id, Mode::Replace, None)?;
    if id.starts_with("core.") {
        return Ok(());
    }
    Err(Error::new(
        Kind::ForeignNamespace,
        id,
        format_args!("{} is outside the namespace \"core\"; a replace of any other id is registered as it is", Quoted(id)),
    ))
}

/// A text that always comes last and that nothing can move, replace or drop (semantics 4).
pub struct SafetyPolicy {
    /// `safety.<name>`.
    pub id: String,
    /// A text or a static function.
    pub content: PolicyContent,
    /// Whether it is enabled where the registry has no list of enabled policies.
    pub enabled_by_default: bool,
    /// Dropped with the policy.
    pub attachment: Option<Attachment>,
}

/// What a safety policy says: never anything that reads the state.
pub enum PolicyContent {
    /// Always the same.
    Text(Text),
    /// By the context.
    Static(Box<StaticContent>),
}

impl SafetyPolicy {
    pub(crate) fn holds_host_code(&self) -> bool {
        matches!(self.content, PolicyContent::Static(_)) || self.attachment.is_some()
    }
}

/// Contributions, policies and a per-turn hook that come and go as one unit (semantics 2).
#[derive(Default)]
pub struct Plugin {
    /// Its name, which is also its namespace.
    pub name: String,
    /// Its version, for people.
    pub version: String,
    /// Static contributions.
    pub prompts: Vec<Contribution>,
    /// Runtime-aware contributions.
    pub runtime_prompts: Vec<Contribution>,
    /// Safety policies.
    pub safety_policies: Vec<SafetyPolicy>,
    /// Collects contributions for each turn.
    pub hook: Option<Box<Hook>>,
    /// Looks at what the host emits.
    pub observer: Option<Box<StreamObserver>>,
    /// Dropped with the plugin.
    pub attachment: Option<Attachment>,
}

impl Plugin {
    /// A plugin of contributions: each goes to the list that its origin, named or derived, belongs to. The other fields are the
    /// default; fill them in.
    ///
    /// # Errors
    /// [`Kind::OutOfMemory`].
    pub fn create(name: &str, version: &str, contributions: Vec<Contribution>) -> Result<Plugin> {
        let mut plugin = Plugin { name: text::try_string(name)?, version: text::try_string(version)?, ..Plugin::default() };
        for contribution in contributions {
            let list = match contribution.effective_origin() {
                Origin::RuntimeAware => &mut plugin.runtime_prompts,
                _ => &mut plugin.prompts,
            };
            text::try_push(list, contribution)?;
        }
        Ok(plugin)
    }
}
