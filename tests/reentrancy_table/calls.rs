//! Every function of the header, called with what is allowed.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use wattle::ffi::*;

use crate::face::*;
use crate::outs::*;
use crate::world::*;

/// A function, called inside a callback; of a drop, `call` is NULL.
pub type Call = (&'static str, fn(&World, *mut wattle_call) -> wattle_status);

macro_rules! calls {
    (|$world:ident, $call:ident| $($name:ident($($argument:expr),*) $(gives $check:expr)?;)*) => {
        &[$((stringify!($name), |$world, $call| {
            let _ = ($world, $call);
            // SAFETY: all pointers are alive for the call.
            #[allow(unused_unsafe)]
            let result = unsafe { $name($($argument),*) };
            $(let result = $check(result);)?
            result
        })),*]
    };
}

/// What gives no status has worked if it gave what it gives elsewhere.
fn yes(right: bool) -> wattle_status {
    if right {
        OK
    } else {
        wattle_status::INTERNAL
    }
}

fn shown(text: wattle_str) -> wattle_status {
    yes(!matches!(read(text), "" | "unknown"))
}

fn done((): ()) -> wattle_status {
    OK
}

fn another_registry() -> *mut wattle_registry {
    registry_of(&[])
}

const STATIC: wattle_origin = wattle_origin::STATIC;

#[rustfmt::skip]
pub const CALLS: &[Call] = calls! { |world, call|
    wattle_get_api(WATTLE_ABI_VERSION) gives |table: *const wattle_api| yes(!table.is_null());
    wattle_version() gives shown;
    wattle_status_name(OK) gives shown;
    wattle_error_new(wattle_status::FROZEN, ABSENT, ABSENT, null_mut()) gives |status| yes(status == wattle_status::FROZEN);
    wattle_error_status(world.error) gives |status| yes(status == wattle_status::FROZEN);
    wattle_error_message(world.error) gives shown;
    wattle_error_subject(world.error) gives shown;
    wattle_error_payload(world.error, null()) gives |payload: *mut c_void| yes(payload.is_null());
    wattle_error_free(an_error()) gives done;
    wattle_mode_name(wattle_mode::APPEND) gives shown;
    wattle_call_class_name(wattle_call_class::CONVERSE) gives shown;
    wattle_origin_name(STATIC) gives shown;
    wattle_tier_name(wattle_tier::CORE) gives shown;
    wattle_verdict_name(wattle_verdict::INCLUDED) gives shown;
    wattle_change_name(wattle_change::MOVED) gives shown;
    wattle_match_mode_name(wattle_match_mode::GLOB) gives shown;
    wattle_call_write(call, str_of("written"));
    wattle_call_write_line(call, str_of("line"));
    wattle_call_emit(call, &contribution("act.emitted", wattle_mode::APPEND, "emitted"), null_mut());
    wattle_call_fail(call, str_of("failed")) gives |status| yes(status == wattle_status::CALLBACK_FAILED);
    wattle_call_fail_with(call, str_of("failed"), null(), null_mut(), None) gives |status| yes(status == wattle_status::CALLBACK_FAILED);
    wattle_loaded_tools_content(null_mut(), call, &context(), &state());
    wattle_detected_intents_content(null_mut(), call, &context(), &state());
    wattle_subagent_depth_content(null_mut(), call, &context(), &state());
    wattle_prior_turn_tool_calls_content(null_mut(), call, &context(), &state());
    wattle_replace_core(str_of("core.a"), str_of("x"), sized(), null_mut());
    wattle_check_id(str_of("a.b"), wattle_mode::APPEND, ABSENT, null_mut());
    wattle_registry_new(null(), out(), null_mut());
    wattle_registry_free(another_registry()) gives done;
    wattle_registry_snapshot(world.registry, out(), null_mut());
    wattle_registry_register(world.registry, &contribution("host.late", wattle_mode::APPEND, "late"), 1, null_mut());
    wattle_registry_unregister(world.registry, STATIC, str_of("host.base"), null_mut());
    wattle_registry_register_plugin(world.registry, &plugin("late", &[]), null_mut());
    wattle_registry_replace_plugin(world.registry, &plugin("victim", &[]), null_mut());
    wattle_registry_unregister_plugin(world.registry, str_of("victim"), null_mut());
    wattle_registry_emit_stream(world.registry, str_of("bytes"), null_mut());
    wattle_registry_register_safety_policy(world.registry, &policy("safety.late", "late"), null_mut());
    wattle_registry_unregister_safety_policy(world.registry, str_of("safety.victim"), null_mut());
    wattle_registry_set_enabled_safety_policies(world.registry, list_of(&[str_of("safety.late")]), null_mut());
    wattle_registry_load_json(world.registry, str_of("{\"contributions\":[]}"), null_mut());
    wattle_register_global(&contribution(&world.late_global, wattle_mode::APPEND, "late"), everywhere(), null_mut());
    wattle_unregister_global(STATIC, str_of(&world.global), null_mut());
    wattle_registry_list(world.registry, wattle_origin(0), ABSENT, out(), null_mut());
    wattle_registry_list_safety_policies(world.registry, 0, out(), null_mut());
    wattle_registry_json(world.registry, out(), null_mut());
    wattle_registry_resolve(world.registry, &context(), &state(), null(), out(), null_mut());
    wattle_registry_fingerprint(world.registry, &context(), out(), null_mut());
    wattle_registry_fingerprint_json(world.registry, &context(), &state(), out(), null_mut());
    wattle_registry_compose(world.registry, &context(), &state(), null(), out(), null_mut());
    wattle_registry_compose_into(world.registry, &context(), &state(), null(), world.into, null_mut());
    wattle_records_len(world.records) gives |len| yes(len == 1);
    wattle_records_at(world.records, 0, sized(), null_mut());
    wattle_records_free(list(world.registry)) gives done;
    wattle_text_view(world.text) gives shown;
    wattle_text_free(a_text()) gives done;
    wattle_fragment_count(wattle_fragment_set::BASE) gives |count| yes(count == 11);
    wattle_fragment_at(wattle_fragment_set::BASE, 0, sized(), null_mut());
    wattle_bundle_text(world.bundle) gives shown;
    wattle_bundle_summary(world.bundle, sized(), null_mut());
    wattle_bundle_section(world.bundle, 0, sized(), null_mut());
    wattle_bundle_json(world.bundle) gives shown;
    wattle_bundle_table(world.bundle) gives shown;
    wattle_bundle_diff(world.bundle, world.bundle, out(), null_mut());
    wattle_bundle_free(resolve(world.registry)) gives done;
    wattle_compose(&candidate("a", "text", wattle_tier::CORE), 1, null(), out(), null_mut());
    wattle_compose_into(&candidate("a", "text", wattle_tier::CORE), 1, null(), world.into, null_mut());
    wattle_compose_default_system_prompt(&context(), null(), out(), null_mut());
    wattle_effective_budget(null(), out(), null_mut());
    wattle_apply_budget_gate(&candidate("a", "text", wattle_tier::CORE), 1, null(), sized(), sized(), null_mut());
    wattle_should_condense(1) gives |answer| yes(answer == 1);
    wattle_skip_informational(2) gives |answer| yes(answer == 1);
    wattle_would_fit(1, 1, 2) gives |answer| yes(answer == 1);
    wattle_prompt_text(world.prompt) gives shown;
    wattle_prompt_summary(world.prompt, sized(), null_mut());
    wattle_prompt_section(world.prompt, 0, sized(), null_mut());
    wattle_prompt_event_json(world.prompt) gives shown;
    wattle_prompt_json(world.prompt) gives shown;
    wattle_prompt_table(world.prompt) gives shown;
    wattle_prompt_diff(world.prompt, world.prompt, out(), null_mut());
    wattle_prompt_restore(&*world.summary, &*world.section, 1, out(), null_mut());
    wattle_prompt_module_metadata(world.built, sized(), null_mut());
    wattle_prompt_module_metadata_json(world.built) gives shown;
    wattle_prompt_tool_filter(world.built, sized(), null_mut());
    wattle_prompt_free(compose_one()) gives done;
    wattle_diff_summary(world.diff, sized(), null_mut());
    wattle_diff_at(world.diff, 0, sized(), null_mut());
    wattle_diff_json(world.diff) gives shown;
    wattle_diff_free(compare(world.bundle, world.bundle)) gives done;
    wattle_module_builder_new(out(), null_mut());
    wattle_module_builder_add(world.builder, &module("late"), null_mut());
    wattle_module_builder_add_builtins(brief(new_builder()), null_mut());
    wattle_module_builder_add_builtin(world.builder, str_of("skills"), wattle_maybe(0), null_mut());
    wattle_module_builder_remove(world.builder, str_of("victim"), null_mut());
    wattle_module_builder_build(world.builder, &agent(), null(), out(), null_mut());
    wattle_module_builder_render(world.builder, &agent(), out(), null_mut());
    wattle_module_builder_free(new_builder()) gives done;
    wattle_renderings_len(world.renderings) gives |len| yes(len == 1);
    wattle_renderings_at(world.renderings, 0, sized(), null_mut());
    wattle_renderings_free(render(world.builder)) gives done;
    wattle_filter_tools(sized(), &prefixed!(wattle_tool { name: str_of("shell") }), 1, out(), out(), null_mut());
    wattle_render_loaded_tools(&state(), out(), null_mut());
    wattle_render_detected_intents(&state(), out(), null_mut());
    wattle_render_subagent_depth(&state(), out(), null_mut());
    wattle_render_prior_turn_tool_calls(&state(), out(), null_mut());
    wattle_render_async_jobs(&prefixed!(wattle_async_job { id: str_of("1") }), 1, out(), null_mut());
    wattle_render_recent_tool_errors(&prefixed!(wattle_tool_error { tool: str_of("shell") }), 1, out(), null_mut());
    wattle_guidance_new(out(), null_mut());
    wattle_guidance_add(world.guidance, &prefixed!(wattle_guidance_entry { mode: wattle_match_mode::EXACT }), 1, null_mut());
    wattle_guidance_load_json(world.guidance, str_of("{\"entries\":[]}"), null_mut());
    wattle_guidance_len(world.guidance) gives |len| yes(len == 1);
    wattle_guidance_resolve(world.guidance, str_of("shell"), null(), 0, out(), null_mut());
    wattle_guidance_estimate_chars(world.guidance, str_of("shell"), null(), 0, out(), null_mut());
    wattle_guidance_free(new_guidance()) gives done;
};
