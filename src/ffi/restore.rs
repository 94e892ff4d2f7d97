//! A prompt made again of what one reported.

use super::compose::WATTLE_UNLIMITED;
use super::enums::{any_origin, flag, optional_mode, required_tier, unit, verdict};
use super::error::wattle_error;
use super::guard::guard;
use super::prompt::{deliver, wattle_prompt};
use super::section::{wattle_section, wattle_summary};
use super::status::wattle_status;
use super::structs::{read, read_all};
use super::text::{check_out, optional, required};
use crate::compose::Prompt;
use crate::error::Result;
use crate::section::{Section, Summary};

/// Makes a prompt again of what wattle_prompt_summary and wattle_prompt_section, or those of a bundle, gave: for hosts that hold
/// prompts as values of their own, or keep one from an earlier run to compare it with a later. The text is that of the sections,
/// joined. All accessors work but those of modules. Nothing is resolved or composed, no callback runs, and nobody is told.
///
/// `summary`: borrowed; NULL is WATTLE_NULL_ARGUMENT. `sections` must be `n`, and `stable_prefix` 0 or the end of a section that
/// is included and has none but included ones before it; an absent `unit` is "chars". The counts of verdicts, the estimate of
/// tokens and the percentage are found out anew, the other figures taken as they are told.
/// `sections`: an array of `n`, borrowed for the call; element 0's struct_size is the stride and all must agree: set those that
/// were filled to sizeof(wattle_section) again, as an older library has written its own. NULL is WATTLE_NULL_ARGUMENT unless `n` is
/// 0. `text` is optional: a dropped one has none; `start` and `end` are found out anew.
/// `n`: how many.
/// `prompt`: where the new prompt is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
/// `error`: where an owned error is stored on failure; may be NULL.
/// Errors: WATTLE_INVALID_ARGUMENT (subject the field at fault; its message names the section).
/// Threads: any. Inside a callback: allowed.
#[no_mangle]
pub unsafe extern "C" fn wattle_prompt_restore(
    summary: *const wattle_summary,
    sections: *const wattle_section,
    n: usize,
    prompt: *mut *mut wattle_prompt,
    error: *mut *mut wattle_error,
) -> wattle_status {
    // SAFETY: the pointers are what the header asks for; each is checked before it is used.
    unsafe {
        guard(error, || {
            check_out(prompt, "prompt")?;
            let summary = read_summary(&read(summary, "summary")?)?;
            let sections = read_all(sections, n, "sections", |fields| read_section(fields))?;
            deliver(Prompt::restore(&sections, &summary)?, None, prompt)
        })
    }
}

/// # Safety
/// The texts are what the header asks for, and stay unchanged while `'a` lasts.
unsafe fn read_section<'a>(fields: &wattle_section) -> Result<Section<'a>> {
    // SAFETY: as this function asks.
    unsafe {
        Ok(Section {
            id: required(fields.id, "id")?,
            plugin: optional(fields.plugin, "plugin")?,
            origin: any_origin(fields.origin)?,
            mode: optional_mode(fields.mode)?,
            tier: required_tier(fields.tier)?,
            verdict: verdict(fields.verdict)?,
            is_static: flag(fields.is_static, "is_static")?,
            text: optional(fields.text, "text")?,
            range: 0..0,
            chars: fields.chars,
            total_before: fields.total_before,
            limit: (fields.limit != WATTLE_UNLIMITED).then_some(fields.limit),
        })
    }
}

/// # Safety
/// As [`read_section`].
unsafe fn read_summary(fields: &wattle_summary) -> Result<Summary> {
    Ok(Summary {
        sections: fields.sections,
        included: fields.included,
        condensed: fields.condensed,
        dropped: fields.dropped,
        stable_prefix: fields.stable_prefix,
        total_chars: fields.total_chars,
        total_tokens_est: fields.total_tokens_est,
        effective_budget: (fields.effective_budget != WATTLE_UNLIMITED).then_some(fields.effective_budget),
        budget_used_pct: fields.budget_used_pct,
        over_budget: flag(fields.over_budget, "over_budget")?,
        static_only: flag(fields.static_only, "static_only")?,
        // SAFETY: as this function asks.
        unit: unit(unsafe { optional(fields.unit, "unit") }?)?,
    })
}
