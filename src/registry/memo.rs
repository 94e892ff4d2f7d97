//! What a snapshot remembers for each context (semantics 3.4): the texts of static functions, the fingerprint, and the static
//! sections joined. Bounded, never written on a hit, and gone with the snapshot.

use std::sync::{Arc, OnceLock};

use crate::context::{CallClass, Context};
use crate::error::Result;
use crate::section::{Decided, Joined, Limits};
use crate::text::{self, Text};

/// How many contexts a snapshot remembers at most; what comes after them is evaluated each time.
pub const REMEMBERED_CONTEXTS: usize = 64;

/// For how many limits a context's sections are remembered decided: those of a root turn and of a sub-agent.
const REMEMBERED_LIMITS: usize = 2;

/// A context of more bytes is not remembered: a host that puts documents into it would keep them here.
const CONTEXT_MAX_BYTES: usize = 1024;

/// Contexts by their hash, in an open table whose places are filled once.
pub(crate) struct Memo([OnceLock<Box<Remembered>>; REMEMBERED_CONTEXTS]);

/// What is remembered of one context.
pub(crate) struct Remembered {
    call_class: CallClass,
    family: String,
    tenant_id: Option<String>,
    runtime_role: Option<String>,
    /// One for each static function of the snapshot.
    contents: Vec<OnceLock<Text>>,
    pub(crate) fingerprint: OnceLock<[u8; 64]>,
    /// The static sections, where no runtime-aware contribution can touch them.
    pub(crate) joined: OnceLock<Arc<Joined>>,
    /// The same, decided on, for the first limits that came.
    decided: [OnceLock<Decided>; REMEMBERED_LIMITS],
}

impl Default for Memo {
    fn default() -> Memo {
        Memo(std::array::from_fn(|_| OnceLock::new()))
    }
}

impl Memo {
    /// The place of a context, made at its first call; none if the table is full or memory ran out, which only costs time.
    pub(crate) fn of(&self, context: &Context<'_>, functions: usize) -> Option<&Remembered> {
        let optional = |text: Option<&str>| text.map_or(0, str::len);
        if context.family.len() + optional(context.tenant_id) + optional(context.runtime_role) > CONTEXT_MAX_BYTES {
            return None;
        }
        let first = hash(context);
        for step in 0..REMEMBERED_CONTEXTS {
            let slot = &self.0[first.wrapping_add(step) % REMEMBERED_CONTEXTS];
            if slot.get().is_none() {
                // Another thread may fill it first, with this context or another.
                let _ = slot.set(Box::new(Remembered::new(context, functions).ok()?));
            }
            match slot.get() {
                Some(remembered) if remembered.is_of(context) => return Some(remembered),
                _ => continue,
            }
        }
        None
    }
}

/// Where a context is looked for first: FNV-1a, which is quick for texts of a few bytes. Contexts that collide on purpose cost
/// their own host some time.
fn hash(context: &Context<'_>) -> usize {
    let texts = [Some(context.family), context.tenant_id, context.runtime_role];
    let bytes = texts.iter().flatten().flat_map(|text| text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325 ^ context.call_class as u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
        as usize
}

impl Remembered {
    fn new(context: &Context<'_>, functions: usize) -> Result<Remembered> {
        let mut contents = text::try_vec(functions)?;
        contents.extend((0..functions).map(|_| OnceLock::new()));
        Ok(Remembered {
            call_class: context.call_class,
            family: text::try_string(context.family)?,
            tenant_id: context.tenant_id.map(text::try_string).transpose()?,
            runtime_role: context.runtime_role.map(text::try_string).transpose()?,
            contents,
            fingerprint: OnceLock::new(),
            joined: OnceLock::new(),
            decided: Default::default(),
        })
    }

    fn is_of(&self, context: &Context<'_>) -> bool {
        self.call_class == context.call_class
            && self.family == context.family
            && self.tenant_id.as_deref() == context.tenant_id
            && self.runtime_role.as_deref() == context.runtime_role
    }

    /// The static sections under these limits, decided on unless they are remembered; none if others are.
    pub(crate) fn decided(&self, limits: Limits, decide: impl FnOnce() -> Result<Joined>) -> Result<Option<&Arc<Joined>>> {
        for place in &self.decided {
            if place.get().is_none() {
                // Another thread may be first, with these limits or others.
                let _ = place.set((limits, Arc::new(decide()?)));
                return Ok(place.get().filter(|(others, _)| *others == limits).map(|(_, joined)| joined));
            }
            if let Some((_, joined)) = place.get().filter(|(others, _)| *others == limits) {
                return Ok(Some(joined));
            }
        }
        Ok(None)
    }

    /// The text of a static function, evaluated unless it is remembered. Two threads that miss together both evaluate it.
    pub(crate) fn content(&self, function: usize, evaluate: impl FnOnce() -> Result<Text>) -> Result<&Text> {
        let place = &self.contents[function];
        if let Some(text) = place.get() {
            return Ok(text);
        }
        let text = evaluate()?;
        Ok(place.get_or_init(|| text))
    }
}
