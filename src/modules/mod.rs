//! The module builder: an agent's prompt from modules that render lines, by priority, within the context window (semantics 9).

mod agent_context;
mod allocation;
mod build;
mod builtin;
mod lines;
mod metadata;
mod number_text;
mod renderer;
mod renderings;
mod time_text;
mod tool_filter;
mod workspace_path;

use std::borrow::Borrow;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use agent_context::{AgentContext, Command, IdentityFiles};
pub(crate) use build::Report;
pub use build::{BuildOptions, Clock, ModulePrompt, Safety, OUTPUT_RESERVE_TOKENS};
pub use lines::Lines;
pub use metadata::ModuleMetadata;
pub use renderings::Renderings;
pub use time_text::Time;
pub use tool_filter::{Tool, ToolFilter};

use crate::callback;
use crate::error::{Error, Kind, Quoted, Result};
use crate::registry::{Latch, Lease};
use crate::text;

/// The largest priority; 0 comes first.
pub const PRIORITY_MAX: u32 = 100;

/// A module: a part of an agent's prompt that is sized, shortened or dropped as one (semantics 9.1).
pub trait Module: Send + Sync {
    /// Its name, always the same one: not empty, and unique in a builder.
    fn name(&self) -> &str;

    /// From 0, which comes first, to [`PRIORITY_MAX`]; always the same.
    fn priority(&self) -> u32;

    /// Whether it may be shortened or dropped where the window is short.
    fn is_optional(&self) -> bool {
        false
    }

    /// Whether it has a part in the prompt for this context.
    fn should_include(&self, context: &AgentContext<'_>) -> Result<bool> {
        let _ = context;
        Ok(true)
    }

    /// Renders it in full. Called once per build.
    fn render(&self, context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()>;

    /// Renders it shorter, and says whether it has a shorter form at all. Called only where the full one does not fit.
    fn render_minimal(&self, context: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<bool> {
        let _ = (context, lines);
        Ok(false)
    }

    /// Its own estimate of the tokens of its full rendering, up to [`crate::CHARS_MAX`]; without one they are counted.
    fn estimate(&self, context: &AgentContext<'_>) -> Result<Option<u64>> {
        let _ = context;
        Ok(None)
    }
}

/// Holds modules, and builds prompts of them. A clone is the same builder. It may be used from any number of threads: a build
/// works on the modules that were there when it began.
#[derive(Clone, Default)]
pub struct ModuleBuilder(Arc<Mutex<Held>>);

/// What a builder holds.
#[derive(Default)]
struct Held {
    modules: HashSet<Named>,
    /// The modules in order, if a build has asked since they changed.
    ordered: Option<Arc<Ordered>>,
    /// How many were ever added: what orders modules of one priority.
    added: u64,
}

/// Modules by priority, in the order of their adding where that is the same.
struct Ordered {
    entries: Vec<Arc<Entry>>,
    /// How many bytes the last build of them took: the next will take about as many.
    bytes: AtomicUsize,
}

/// A module in a builder.
struct Entry {
    module: Box<dyn Module>,
    priority: u32,
    optional: bool,
    order: u64,
    /// Last, so that it outlives the module's callbacks.
    lease: Lease,
}

impl Entry {
    fn name(&self) -> &str {
        self.module.name()
    }
}

impl ModuleBuilder {
    /// A builder without modules.
    pub fn new() -> ModuleBuilder {
        ModuleBuilder::default()
    }

    /// Adds a module.
    ///
    /// # Errors
    /// [`Kind::InvalidArgument`] (an empty name, a priority over [`PRIORITY_MAX`]), [`Kind::DuplicateModule`]; the subject is the name.
    pub fn add(&self, module: Box<dyn Module>) -> Result<()> {
        self.add_all([module])
    }

    /// Adds the eleven built-in modules: all of them or none (semantics 9.7).
    ///
    /// # Errors
    /// [`Kind::DuplicateModule`]; the subject is the first name that is taken.
    pub fn add_builtins(&self) -> Result<()> {
        let mut modules: Vec<Box<dyn Module>> = text::try_vec(builtin::ALL.len())?;
        modules.extend(builtin::ALL.iter().map(|builtin| Box::new(*builtin) as Box<dyn Module>));
        self.add_all(modules)
    }

    /// Adds one built-in module, optional or not as the host wants it, or as it is.
    ///
    /// # Errors
    /// [`Kind::UnknownModule`] (there is no built-in of that name), [`Kind::DuplicateModule`].
    pub fn add_builtin(&self, name: &str, optional: Option<bool>) -> Result<()> {
        let Some(mut builtin) = builtin::ALL.into_iter().find(|builtin| builtin.name == name) else {
            let names = builtin::ALL.map(|builtin| builtin.name).join(", ");
            return Err(Error::new(
                Kind::UnknownModule,
                name,
                format_args!("there is no built-in module {}; there are {names}", Quoted(name)),
            ));
        };
        builtin.optional = optional.unwrap_or(builtin.optional);
        self.add(Box::new(builtin))
    }

    /// Removes a module. When it returns, no build is calling it or will, and it has been dropped.
    ///
    /// # Errors
    /// [`Kind::UnknownModule`], [`Kind::ReEntrancy`] (inside a callback, which could wait for itself).
    pub fn remove(&self, name: &str) -> Result<()> {
        callback::refuse_inside("removing module", name)?;
        let mut held = self.lock();
        let taken = held.modules.take(name);
        let ordered = taken.as_ref().and_then(|_| held.ordered.take());
        drop(held);
        let Some(Named(entry)) = taken else {
            return Err(Error::new(Kind::UnknownModule, name, format_args!("there is no module {} in the builder", Quoted(name))));
        };
        let latch = entry.lease.latch();
        drop((entry, ordered));
        latch.wait();
        Ok(())
    }

    /// Checks each in turn, and adds all or none.
    fn add_all<M: IntoIterator<Item = Box<dyn Module>>>(&self, modules: M) -> Result<()>
    where
        M::IntoIter: ExactSizeIterator,
    {
        let modules = modules.into_iter();
        let mut entries: Vec<Named> = text::try_vec(modules.len())?;
        for module in modules {
            let priority = checked_priority(&*module)?;
            let optional = module.is_optional();
            let lease = Lease::of(&Arc::new(Latch::default()));
            entries.push(Named(Arc::new(Entry { module, priority, optional, order: 0, lease })));
        }
        // Refused modules are dropped when the lock is not held: their drops are host code.
        let mut held = self.lock();
        held.modules.try_reserve(entries.len())?;
        if let Some(taken) = entries.iter().find(|entry| held.modules.contains(*entry)) {
            let name = taken.0.name();
            let refusal = Error::new(
                Kind::DuplicateModule,
                name,
                format_args!("a module {} is in the builder already; remove it first", Quoted(name)),
            );
            drop(held);
            return Err(refusal);
        }
        held.ordered = None;
        for mut entry in entries {
            let order = held.added;
            held.added += 1;
            if let Some(entry) = Arc::get_mut(&mut entry.0) {
                entry.order = order;
            }
            held.modules.insert(entry);
        }
        Ok(())
    }

    /// The modules as they are now, in order.
    fn ordered(&self) -> Result<Arc<Ordered>> {
        let mut held = self.lock();
        if let Some(ordered) = &held.ordered {
            return Ok(Arc::clone(ordered));
        }
        let mut entries = text::try_vec(held.modules.len())?;
        entries.extend(held.modules.iter().map(|named| Arc::clone(&named.0)));
        entries.sort_unstable_by_key(|entry: &Arc<Entry>| (entry.priority, entry.order));
        let ordered = Arc::new(Ordered { entries, bytes: AtomicUsize::new(0) });
        held.ordered = Some(Arc::clone(&ordered));
        Ok(ordered)
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn checked_priority(module: &dyn Module) -> Result<u32> {
    let (name, priority) = (module.name(), module.priority());
    if name.is_empty() {
        return Err(Error::new(Kind::InvalidArgument, "", format_args!("the name of a module is empty")));
    }
    if priority > PRIORITY_MAX {
        return Err(Error::new(
            Kind::InvalidArgument,
            name,
            format_args!("module {} has priority {priority}; 0 to {PRIORITY_MAX} is allowed", Quoted(name)),
        ));
    }
    Ok(priority)
}

/// A module seen as what must be unique: its name.
struct Named(Arc<Entry>);

impl PartialEq for Named {
    fn eq(&self, other: &Named) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for Named {}

impl Hash for Named {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name().hash(state);
    }
}

impl Borrow<str> for Named {
    fn borrow(&self) -> &str {
        self.0.name()
    }
}
