//! Composing into a prompt that there is: what comes of its old content, and what callbacks see of it meanwhile.

#[path = "support/face.rs"]
mod face;

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

use face::*;
use wattle::ffi::*;

const OK: wattle_status = wattle_status::OK;

/// Candidates of which the second is condensed and the third dropped at a budget of 12.
fn three() -> [wattle_candidate; 3] {
    let mut parts = [
        candidate("a.core", "core", wattle_tier::CORE),
        candidate("a.long", "a long text", wattle_tier::INFORMATIONAL),
        candidate("a.none", "nothing of it", wattle_tier::INFORMATIONAL),
    ];
    parts[1].condensed = str_of("short");
    parts
}

fn into(prompt: *mut wattle_prompt, parts: &[wattle_candidate], options: *const wattle_compose_options) -> wattle_status {
    // SAFETY: all pointers are alive for the call.
    unsafe { wattle_compose_into(parts.as_ptr(), parts.len(), options, prompt, null_mut()) }
}

fn composed(parts: &[wattle_candidate], options: *const wattle_compose_options) -> *mut wattle_prompt {
    let mut prompt = null_mut();
    // SAFETY: all pointers are alive for the call.
    assert_eq!(unsafe { wattle_compose(parts.as_ptr(), parts.len(), options, &mut prompt, null_mut()) }, OK);
    prompt
}

/// A prompt of one required module.
fn of_modules() -> *mut wattle_prompt {
    unsafe extern "C-unwind" fn render(_: *mut c_void, call: *mut wattle_call, _: *const wattle_agent_context) -> wattle_status {
        // SAFETY: the call is under way.
        unsafe { wattle_call_write_line(call, str_of("a module's line")) }
    }
    let (mut builder, mut prompt) = (null_mut(), null_mut());
    let module = prefixed!(wattle_module { name: str_of("m"), render: Some(render) });
    let context = prefixed!(wattle_agent_context { max_tokens: 9000 });
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(wattle_module_builder_new(&mut builder, null_mut()), OK);
        assert_eq!(wattle_module_builder_add(builder, &module, null_mut()), OK);
        assert_eq!(wattle_module_builder_build(builder, &context, null(), &mut prompt, null_mut()), OK);
        wattle_module_builder_free(builder);
    }
    prompt
}

/// All that a prompt says, its figures as modules have them too.
fn all_of(prompt: *const wattle_prompt) -> String {
    let mut metadata = prefixed!(wattle_module_metadata {});
    // SAFETY: the prompt is alive.
    unsafe {
        let modules = wattle_prompt_module_metadata(prompt, &mut metadata, null_mut());
        let texts = [wattle_prompt_text(prompt), wattle_prompt_json(prompt), wattle_prompt_event_json(prompt)].map(read);
        assert!(wattle_prompt_text(prompt).data.add(texts[0].len()).read() == 0, "no NUL behind the text");
        format!("{texts:?} {modules:?} {} {}", metadata.modules, read(wattle_prompt_module_metadata_json(prompt)))
    }
}

fn free(prompt: *mut wattle_prompt) {
    // SAFETY: the prompt is the test's own.
    unsafe { wattle_prompt_free(prompt) };
}

/// Prompts of every kind to compose into.
fn previous() -> Vec<*mut wattle_prompt> {
    let long = "x".repeat(5000);
    let many: Vec<_> = (0..40).map(|_| candidate("a.many", &long, wattle_tier::CORE)).collect();
    let recomposed = composed(&many, null());
    assert_eq!(into(recomposed, &[], null()), OK);
    let failed = composed(&three(), &compose_options(12));
    assert_eq!(into(failed, &many, &compose_options(WATTLE_CHARS_MAX + 1)), wattle_status::INVALID_ARGUMENT);
    vec![composed(&[], null()), composed(&many, null()), composed(&three(), &compose_options(12)), of_modules(), recomposed, failed]
}

#[test]
fn into_any_prompt_is_composing_anew() {
    let registry = registry_of(&[contribution("a.1", wattle_mode::APPEND, "one"), contribution("a.2", wattle_mode::PREPEND, "two")]);
    let options = wattle_compose_options { strict: 1, ..compose_options(12) };
    let (raw, mut of_registry) = (composed(&three(), &options), null_mut());
    // SAFETY: all pointers are alive for the calls.
    unsafe {
        assert_eq!(wattle_registry_compose(registry, &context(), null(), &options, &mut of_registry, null_mut()), OK);
        assert_eq!(read(wattle_prompt_text(raw)), "core\n\nshort");
        for prompt in previous() {
            // Back and forth, as the memory of the one before the last is what is written to.
            for _ in 0..3 {
                assert_eq!(into(prompt, &three(), &options), OK);
                assert_eq!(all_of(prompt), all_of(raw));
                assert_eq!(wattle_registry_compose_into(registry, &context(), null(), &options, prompt, null_mut()), OK);
                assert_eq!(all_of(prompt), all_of(of_registry));
                assert_eq!(into(prompt, &[], null()), OK);
                assert_eq!(read(wattle_prompt_text(prompt)), "");
            }
            free(prompt);
        }
        wattle_registry_free(registry);
    }
    free(raw);
    free(of_registry);
}

unsafe extern "C-unwind" fn fails(_: *mut c_void, call: *mut wattle_call, _: wattle_str, _: *mut u64) -> wattle_status {
    // SAFETY: the call is under way.
    unsafe { wattle_call_fail(call, str_of("no")) }
}

unsafe extern "C-unwind" fn refuses(_: *mut c_void, call: *mut wattle_call, _: *const wattle_prompt) -> wattle_status {
    // SAFETY: the call is under way.
    unsafe { wattle_call_fail(call, str_of("no")) }
}

#[test]
fn whatever_fails_leaves_the_old_content() {
    let probes = prefixed!(wattle_probes { on_built: Some(refuses) });
    let mut half = three();
    half[2].tier = wattle_tier(9);
    let over = wattle_candidate { has_chars: 1, chars: WATTLE_CHARS_MAX, ..candidate("a.over", "x", wattle_tier::ACTIVE) };
    let fine = compose_options(12);
    let failing = registry_of(&[prefixed!(wattle_contribution {
        id: str_of("a.bad"),
        mode: wattle_mode::APPEND,
        origin: wattle_origin::RUNTIME_AWARE,
        static_content: None,
        runtime_content: Some(content_fails),
    })]);
    for prompt in previous() {
        let before = all_of(prompt);
        let failures = [
            (into(prompt, &half, &fine), wattle_status::INVALID_ARGUMENT),
            (into(prompt, &three(), &wattle_compose_options { strict: 7, ..fine }), wattle_status::INVALID_ARGUMENT),
            (into(prompt, &three(), &wattle_compose_options { active_budget_fraction: 7.0, ..fine }), wattle_status::INVALID_ARGUMENT),
            (into(prompt, &[three()[0], over], &fine), wattle_status::INVALID_ARGUMENT),
            (
                into(prompt, &three(), &wattle_compose_options { measure: Some(fails), measure_unit: str_of("u"), ..fine }),
                wattle_status::CALLBACK_FAILED,
            ),
            (into(prompt, &three(), &wattle_compose_options { probes: &probes, ..fine }), wattle_status::CALLBACK_FAILED),
            // SAFETY: all pointers are alive for the calls.
            (
                unsafe { wattle_registry_compose_into(failing, &context(), null(), &fine, prompt, null_mut()) },
                wattle_status::CALLBACK_FAILED,
            ),
            (
                // SAFETY: as above.
                unsafe { wattle_registry_compose_into(failing, null(), null(), &fine, prompt, null_mut()) },
                wattle_status::NULL_ARGUMENT,
            ),
            (
                // SAFETY: as above.
                unsafe { wattle_compose_into(null(), 1, &fine, prompt, null_mut()) },
                wattle_status::NULL_ARGUMENT,
            ),
        ];
        for (n, (status, expected)) in failures.into_iter().enumerate() {
            assert_eq!(status, expected, "failure {n}");
        }
        assert_eq!(all_of(prompt), before);
        assert_eq!(into(prompt, &three(), &fine), OK);
        free(prompt);
    }
    // SAFETY: the registry is ours.
    unsafe { wattle_registry_free(failing) };
}

unsafe extern "C-unwind" fn content_fails(
    _: *mut c_void,
    call: *mut wattle_call,
    _: *const wattle_context,
    _: *const wattle_state,
) -> wattle_status {
    // SAFETY: the call is under way.
    unsafe { wattle_call_fail(call, str_of("no")) }
}

#[test]
fn candidates_may_be_made_of_what_the_prompt_says() {
    let prompt = composed(&[candidate("a.1", "first", wattle_tier::CORE), candidate("a.2", "second", wattle_tier::CORE)], null());
    let mut section = prefixed!(wattle_section {});
    for expected in ["second\n\nfirst\n\nsecond", "first\n\nsecond\n\nsecond\n\nfirst\n\nsecond"] {
        // SAFETY: the prompt is alive, and what is borrowed from it until the call ends.
        unsafe {
            assert_eq!(wattle_prompt_section(prompt, 1, &mut section, null_mut()), OK);
            let parts = [
                wattle_candidate { id: section.id, content: section.text, ..candidate("", "", wattle_tier::CORE) },
                wattle_candidate { id: section.id, content: wattle_prompt_text(prompt), ..candidate("", "", wattle_tier::CORE) },
            ];
            assert_eq!(into(prompt, &parts, null()), OK);
            assert_eq!(read(wattle_prompt_text(prompt)), expected);
        }
    }
    free(prompt);
}

/// What callbacks do with the prompt that their call composes into.
struct Watch {
    prompt: *mut wattle_prompt,
    seen: RefCell<Vec<String>>,
}

impl Watch {
    fn look(&self) -> wattle_status {
        // SAFETY: the prompt is alive.
        unsafe {
            self.seen.borrow_mut().push(read(wattle_prompt_text(self.prompt)).to_owned());
            let mut error = null_mut();
            let part = candidate("a.inner", "inner", wattle_tier::CORE);
            assert_eq!(wattle_compose_into(&part, 1, null(), self.prompt, &mut error), wattle_status::RE_ENTRANCY);
            assert_eq!(read(wattle_error_subject(error)), "prompt");
            wattle_error_free(error);
            // It is not the callback's, so nothing happens.
            wattle_prompt_free(self.prompt);
            // Another prompt is.
            let other = composed(&[], null());
            assert_eq!(into(other, &[part], null()), OK);
            free(other);
        }
        OK
    }
}

unsafe extern "C-unwind" fn measures(data: *mut c_void, _: *mut wattle_call, text: wattle_str, length: *mut u64) -> wattle_status {
    // SAFETY: the test keeps both alive.
    unsafe {
        length.write(text.len as u64);
        (*data.cast::<Watch>()).look()
    }
}

unsafe extern "C-unwind" fn budgets(data: *mut c_void, _: *mut wattle_call, _: u32, _: wattle_str, budget: *mut u64) -> wattle_status {
    // SAFETY: as above.
    unsafe {
        budget.write(100);
        (*data.cast::<Watch>()).look()
    }
}

unsafe extern "C-unwind" fn built(data: *mut c_void, _: *mut wattle_call, prompt: *const wattle_prompt) -> wattle_status {
    // SAFETY: as above.
    unsafe {
        let watch = &*data.cast::<Watch>();
        assert_eq!(prompt, watch.prompt.cast_const(), "another handle than the caller's");
        watch.look()
    }
}

unsafe extern "C-unwind" fn built_and_refused(data: *mut c_void, call: *mut wattle_call, prompt: *const wattle_prompt) -> wattle_status {
    // SAFETY: as above.
    unsafe {
        built(data, call, prompt);
        refuses(data, call, prompt)
    }
}

#[test]
fn callbacks_see_the_old_content_and_the_probe_the_new() {
    let mut watch = Watch { prompt: composed(&[candidate("a.old", "old", wattle_tier::CORE)], null()), seen: RefCell::default() };
    let data: *mut c_void = (&raw mut watch).cast();
    let mut probes = prefixed!(wattle_probes { user_data: data, on_built: Some(built_and_refused) });
    let mut options = wattle_compose_options {
        measure: Some(measures),
        measure_data: data,
        measure_unit: str_of("bytes"),
        resolve_budget: Some(budgets),
        resolve_budget_data: data,
        probes: &probes,
        ..compose_options(WATTLE_NOT_SET)
    };
    let new = [candidate("a.new", "new", wattle_tier::CORE)];
    assert_eq!(into(watch.prompt, &new, &options), wattle_status::CALLBACK_FAILED);
    assert_eq!(watch.seen.take(), ["old", "old", "new"]);
    // SAFETY: the prompt is alive.
    assert_eq!(unsafe { read(wattle_prompt_text(watch.prompt)) }, "old");
    probes.on_built = Some(built);
    options.probes = &probes;
    assert_eq!(into(watch.prompt, &new, &options), OK);
    assert_eq!(watch.seen.take(), ["old", "old", "new"]);
    // SAFETY: as above.
    assert_eq!(unsafe { read(wattle_prompt_text(watch.prompt)) }, "new");
    free(watch.prompt);
}

#[test]
fn a_prompt_that_is_not_delivered_yet_is_its_calls() {
    unsafe extern "C-unwind" fn keeps(data: *mut c_void, _: *mut wattle_call, prompt: *const wattle_prompt) -> wattle_status {
        // SAFETY: the test keeps it alive.
        let watch = unsafe { &mut *data.cast::<Watch>() };
        watch.prompt = prompt.cast_mut();
        watch.look()
    }
    let mut watch = Watch { prompt: null_mut(), seen: RefCell::default() };
    let probes = prefixed!(wattle_probes { user_data: (&raw mut watch).cast(), on_built: Some(keeps) });
    let prompt = composed(&three(), &wattle_compose_options { probes: &probes, ..compose_options(12) });
    assert_eq!((prompt, watch.seen.take()), (watch.prompt, vec!["core\n\nshort".to_owned()]));
    assert_eq!(into(prompt, &[], null()), OK);
    free(prompt);
}

#[test]
fn the_unit_of_an_earlier_measure_is_not_kept() {
    unsafe extern "C-unwind" fn one(_: *mut c_void, _: *mut wattle_call, _: wattle_str, length: *mut u64) -> wattle_status {
        // SAFETY: the library gives a place.
        unsafe { length.write(1) };
        OK
    }
    let unit_of = |prompt| {
        let mut summary = prefixed!(wattle_summary {});
        // SAFETY: the prompt is alive, and the unit has a NUL behind it.
        unsafe {
            assert_eq!(wattle_prompt_summary(prompt, &mut summary, null_mut()), OK);
            assert_eq!(summary.unit.data.add(summary.unit.len).read(), 0);
        }
        (read(summary.unit).to_owned(), summary.total_chars, summary.total_tokens_est)
    };
    let prompt = of_modules();
    for (unit, expected) in [("tokens", (3, 3)), ("words", (3, 1)), ("words", (3, 1)), ("", (28, 7)), ("letters", (3, 1))] {
        let measure = (!unit.is_empty()).then_some(one as _);
        let options = wattle_compose_options { measure, measure_unit: str_of(unit), ..compose_options(WATTLE_UNLIMITED) };
        assert_eq!(into(prompt, &three(), &options), OK);
        let unit = if unit.is_empty() { "chars" } else { unit };
        assert_eq!(unit_of(prompt), (unit.to_owned(), expected.0, expected.1));
    }
    free(prompt);
}
