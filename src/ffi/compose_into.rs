//! Composing into a prompt that there is, in the memory that it has.

use super::compose::{prompt_of_candidates, prompt_of_registry, wattle_candidate};
use super::compose_options::{wattle_compose_options, Options};
use super::context::{wattle_context, wattle_state};
use super::error::wattle_error;
use super::guard::guard;
use super::handle::{borrow, borrow_mut};
use super::probes::{announce, wattle_probes};
use super::prompt::{wattle_prompt, HeldPrompt};
use super::registry::wattle_registry;
use super::status::wattle_status;
use crate::compose::{Prompt, Spare};
use crate::error::{Error, Kind, Result};

/// As wattle_compose, but the new prompt takes the place of what is in `prompt`, in memory that `prompt` has kept: where prompts
/// are composed into one handle again and again, neither text nor sections are allocated any more. It keeps room for two prompts
/// of the largest size it had, until it is freed.
///
/// `candidates`, `n`, `options`: as in wattle_compose. Texts of candidates may be views that `prompt` owns.
/// `prompt`: whatever it was made by, to be used by nobody else meanwhile; NULL is WATTLE_NULL_ARGUMENT. All that was borrowed from
/// it ends with this call. If this fails, also by on_built, what was in it stands. Of a prompt of modules the figures that only
/// such a prompt has end with its text. Callbacks of this call may look at `prompt`: they see what was in it, and on_built, which
/// is given this handle, sees what is. Composing into it once more in them is WATTLE_RE_ENTRANCY, and freeing it does nothing.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_compose, WATTLE_RE_ENTRANCY (subject "prompt").
/// Threads: any, but nobody else may be using `prompt`. Inside a callback: allowed, into another prompt than one that is being
/// composed or composed into.
#[no_mangle]
pub unsafe extern "C" fn wattle_compose_into(
    candidates: *const wattle_candidate,
    n: usize,
    options: *const wattle_compose_options,
    prompt: *mut wattle_prompt,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let mut rewriting = Rewriting::begin(prompt)?;
            let options = Options::read(options)?;
            let composed = prompt_of_candidates(candidates, n, &options, rewriting.spare())?;
            rewriting.finish(composed, options.probes.as_ref())
        })
    }
}

/// As wattle_registry_compose, into a prompt that there is, as wattle_compose_into does it.
///
/// `registry`, `context`, `state`, `options`: as in wattle_registry_compose.
/// `prompt`: as in wattle_compose_into; NULL is WATTLE_NULL_ARGUMENT.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: those of wattle_registry_compose, WATTLE_RE_ENTRANCY (subject "prompt").
/// Threads: any, but nobody else may be using `prompt`. Inside a callback: as wattle_compose_into.
#[no_mangle]
pub unsafe extern "C" fn wattle_registry_compose_into(
    registry: *const wattle_registry,
    context: *const wattle_context,
    state: *const wattle_state,
    options: *const wattle_compose_options,
    prompt: *mut wattle_prompt,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            let mut rewriting = Rewriting::begin(prompt)?;
            let options = Options::read(options)?;
            let composed = prompt_of_registry(registry, context, state, &options, rewriting.spare())?;
            rewriting.finish(composed, options.probes.as_ref())
        })
    }
}

/// A prompt that is being composed into. What is in it stands until the new prompt is made, so that callbacks may look at it; they
/// do so through its handle, and nothing here refers to what is behind it while one runs.
struct Rewriting {
    handle: *mut wattle_prompt,
    /// What the new prompt is made in; none when that is over.
    spare: Option<Box<Spare>>,
    /// What was in it, while the probe is told what is.
    before: Option<HeldPrompt>,
}

impl Rewriting {
    /// # Safety
    /// `handle` is NULL or a live handle, which nobody else uses until this is dropped.
    unsafe fn begin(handle: *mut wattle_prompt) -> Result<Rewriting> {
        // SAFETY: as this function asks.
        let held = unsafe { borrow(handle.cast_const(), "prompt") }?;
        if !held.claim() {
            return Err(Error::new(
                Kind::ReEntrancy,
                "prompt",
                format_args!("prompt is being composed; another call may compose into it when that is over"),
            ));
        }
        let mut rewriting = Rewriting { handle, spare: None, before: None };
        rewriting.spare = rewriting.held()?.prompt.take_spare();
        Ok(rewriting)
    }

    fn spare(&mut self) -> &mut Spare {
        self.spare.get_or_insert_default()
    }

    /// Puts a prompt in the place of the old one; if the probe refuses it, that comes back.
    fn finish(mut self, made: Prompt, probes: Option<&wattle_probes>) -> Result<()> {
        self.before = Some(self.held()?.replace(made.into()));
        announce(probes, self.handle)?;
        if let Some(before) = self.before.take() {
            before.prompt.retire(self.spare());
        }
        Ok(())
    }

    fn held(&mut self) -> Result<&mut HeldPrompt> {
        // SAFETY: as `begin` asks, and it has found the handle to be one.
        unsafe { borrow_mut(self.handle, "prompt") }
    }
}

/// However the call ends, by a panic too, the prompt is the caller's again.
impl Drop for Rewriting {
    fn drop(&mut self) {
        let (before, spare) = (self.before.take(), self.spare.take());
        let Ok(held) = self.held() else { return };
        let mut spare = spare.unwrap_or_default();
        if let Some(before) = before {
            held.replace(before).prompt.retire(&mut spare);
        }
        held.prompt.give_spare(spare);
        held.release();
    }
}
