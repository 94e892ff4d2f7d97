//! Where the module builder meets the rest: its modules as candidates, and a registry's safety policies after them.

#[path = "../bindings-tests/rust/face.rs"]
#[allow(dead_code)]
mod face;
mod module_support;

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr::null_mut;

use face::{call, obtain, read, str_of};
use module_support::*;
use proptest::prelude::*;
use wattle::ffi::*;
use wattle::{
    compose, Budget, BuildOptions, CallClass, Candidate, ComposeOptions, Context, Error, Kind, Mode, Origin, PolicyContent, Probes, Prompt,
    Registry, RegistryOptions, Result, Safety, SafetyPolicy, Text, Tier, Verdict,
};

const CONTEXT: Context<'static> = Context { call_class: CallClass::Converse, family: "any", tenant_id: None, runtime_role: None };

fn registry(policies: &[(&str, &str)]) -> Registry {
    let registry = Registry::new(RegistryOptions::empty()).unwrap();
    for (id, text) in policies {
        let content = PolicyContent::Text(Text::new(text).unwrap());
        registry
            .register_safety_policy(SafetyPolicy { id: (*id).to_owned(), content, enabled_by_default: true, attachment: None })
            .unwrap();
    }
    registry
}

#[test]
fn renderings_are_candidates() {
    let silent = Fake { full: vec![], ..fake("silent", 2, "") };
    let shortened = Fake { full: vec!["long ".repeat(20)], ..optional("shortened", 3, 0) }.minimal(1);
    let no_short = Fake { minimal: Some(vec![]), ..optional("plain", 4, 1) };
    let renderings = builder(&[fake("core", 1, "core"), silent, shortened, no_short]).render(&room(0)).unwrap();
    let mut candidates: Vec<_> = renderings.candidates().collect();
    let shown: Vec<_> = candidates.iter().map(|candidate| (candidate.id, candidate.tier, candidate.condensed)).collect();
    assert_eq!(shown, [("core", Tier::Core, None), ("shortened", Tier::Active, Some("mmmm")), ("plain", Tier::Active, None)]);
    candidates.push(Candidate { id: "mine", content: "mine", tier: Tier::Core, chars: None, condensed: None });
    let options = ComposeOptions { total_budget: Some(Budget::Chars(20)), active_budget_fraction: 1.0, ..ComposeOptions::default() };
    assert_eq!(compose(&candidates, &options).unwrap().text(), "core\n\nmmmm\n\nxxxx\n\nmine");
}

#[test]
fn safety_comes_last_and_counts_from_the_start() {
    let registry = registry(&[("safety.b", "no secrets"), ("safety.empty", ""), ("safety.a", "ask first")]);
    let options = BuildOptions { safety: Some(Safety { registry: &registry, context: &CONTEXT }), ..BuildOptions::default() };
    let modules = builder(&[fake("r", 1, "rrrr"), optional("o", 2, 2), optional("p", 3, 1)]);
    let built = modules.build(&room(8), &options).unwrap();
    // 1 for r, 3 and 3 for the policies: what is left is 1.
    assert_eq!(built.prompt().text(), "rrrr\n\nxxxx\n\nno secrets\n\nask first");
    let last = built.prompt().section(4).unwrap();
    assert_eq!((last.id, last.tier, last.origin, last.mode), ("safety.a", Tier::Core, Some(Origin::Static), Some(Mode::Append)));
    assert_eq!((last.chars, last.limit, last.verdict), (3, None, Verdict::Included));
    assert_eq!((built.metadata().module_count, built.metadata().dropped, built.prompt().summary().total_chars), (2, 1, 8));
    assert!(built.metadata_json().unwrap().contains("\"tokensByModule\":{\"r\":1,\"p\":1}"));
    registry.set_enabled_safety_policies(Some(vec!["safety.gone".into()])).unwrap();
    let ran = fake("never", 1, "x");
    let error = builder(std::slice::from_ref(&ran)).build(&room(8), &options).err().unwrap();
    assert_eq!((error.kind(), error.subject()), (Kind::UnknownSafetyPolicy, "safety.gone"));
    assert_eq!(ran.calls.render.load(std::sync::atomic::Ordering::SeqCst), 0, "checked before anything runs");
}

proptest! {
    // A builder knows from its last build how long a text gets, and takes what was rendered as the text where all of it is in.
    #[test]
    fn a_builder_builds_as_a_new_one_whatever_it_built_before(modules in any_fakes(), rooms in prop::collection::vec(0u64..700, 1..4)) {
        let registry = registry(&[("safety.b", "no secrets"), ("safety.a", "ask first")]);
        let with_safety = BuildOptions { safety: Some(Safety { registry: &registry, context: &CONTEXT }), ..BuildOptions::default() };
        let same = builder(&modules);
        for options in [BuildOptions::default(), with_safety] {
            for tokens in rooms.iter().copied().chain([700, 10_000, 10_000]) {
                let (built, expected) = (same.build(&room(tokens), &options).unwrap(), builder(&modules).build(&room(tokens), &options).unwrap());
                prop_assert_eq!(built.prompt().json().unwrap(), expected.prompt().json().unwrap());
                prop_assert_eq!(built.metadata_json().unwrap(), expected.metadata_json().unwrap());
                let texts: Vec<_> = built.prompt().sections().filter_map(|section| section.text.map(str::to_owned)).collect();
                prop_assert_eq!(texts.join("\n\n"), built.prompt().text());
            }
        }
    }
}

struct Log(RefCell<Vec<String>>, bool);

impl Probes for Log {
    fn on_empty_content(&self, id: &str, origin: Origin) -> Result<()> {
        self.0.borrow_mut().push(format!("{id} {}", origin.name()));
        Ok(())
    }

    fn on_built(&self, prompt: &Prompt) -> Result<()> {
        self.0.borrow_mut().push(prompt.event_json()?.to_owned());
        if self.1 {
            return Err(Error::from_callback(format_args!("told"), None));
        }
        Ok(())
    }
}

#[test]
fn observers_and_the_clock() {
    let registry = registry(&[("safety.empty", "")]);
    let log = Log(RefCell::default(), false);
    let safety = Some(Safety { registry: &registry, context: &CONTEXT });
    let options = BuildOptions { safety, probes: Some(&log), ..BuildOptions::default() };
    let silent = Fake { full: vec![], ..fake("silent", 2, "") };
    let modules = builder(&[fake("r", 1, "rrrrr"), silent, optional("o", 3, 9)]);
    modules.build(&room(4), &options).unwrap();
    let event = concat!(
        r#"{"sections":2,"totalChars":2,"totalTokensEst":2,"budgetUsedPct":50,"effectiveBudget":4,"sectionChars":{"r":2},"#,
        r#""dropped":["o"],"droppedChars":{"o":9}}"#
    );
    assert_eq!(*log.0.borrow(), ["safety.empty static", event]);
    let failing = Log(RefCell::default(), true);
    let error = modules.build(&room(4), &BuildOptions { probes: Some(&failing), ..options }).err().unwrap();
    assert_eq!((error.kind(), error.subject()), (Kind::CallbackFailed, "onBuilt"));
    let clock = || Err(Error::from_callback(format_args!("stopped"), None));
    let error = modules.build(&room(4), &BuildOptions { clock: Some(&clock), ..BuildOptions::default() }).err().unwrap();
    assert_eq!((error.kind(), error.subject()), (Kind::CallbackFailed, "clock"));
    let backwards = Cell::new(10);
    let clock = || Ok(backwards.replace(5));
    let built = modules.build(&room(4), &BuildOptions { clock: Some(&clock), ..BuildOptions::default() }).unwrap();
    assert_eq!(built.metadata().build_nanoseconds, Some(0));
}

unsafe extern "C-unwind" fn tick(data: *mut c_void, _: *mut wattle_call, nanoseconds: *mut u64) -> wattle_status {
    let now = unsafe { &*data.cast::<Cell<u64>>() };
    unsafe { *nanoseconds = now.replace(now.get() + 250) };
    wattle_status::OK
}

/// Counts, and fails the second time.
unsafe extern "C-unwind" fn on_built(data: *mut c_void, _: *mut wattle_call, prompt: *const wattle_prompt) -> wattle_status {
    let told = unsafe { &*data.cast::<Cell<u64>>() };
    assert!(read(unsafe { wattle_prompt_module_metadata_json(prompt) }).starts_with("{\"moduleCount\":1,"));
    told.set(told.get() + 1);
    wattle_status(i32::from(told.get() > 1))
}

#[test]
fn a_c_observer_is_told_of_the_prompt_and_may_refuse_it() {
    let told = Cell::new(0u64);
    let probes = wattle_probes {
        struct_size: size_of::<wattle_probes>(),
        user_data: (&raw const told).cast_mut().cast(),
        on_empty_content: None,
        on_replace_target_missing: None,
        on_duplicate_replace: None,
        on_built: Some(on_built),
    };
    unsafe {
        let mut context: wattle_agent_context = std::mem::zeroed();
        context.struct_size = size_of::<wattle_agent_context>();
        let mut options: wattle_build_options = std::mem::zeroed();
        (options.struct_size, options.probes) = (size_of::<wattle_build_options>(), &probes);
        let builder = obtain(|builder, error| wattle_module_builder_new(builder, error)).ok().unwrap();
        call(|error| wattle_module_builder_add_builtin(builder, str_of("tool-style"), wattle_maybe(0), error)).ok().unwrap();
        let build = || obtain(|prompt, error| wattle_module_builder_build(builder, &context, &options, prompt, error));
        wattle_prompt_free(build().ok().unwrap());
        let failure = build().err().unwrap();
        assert_eq!((failure.status, failure.subject.as_str(), told.get()), ("callback-failed", "onBuilt", 2));
        wattle_module_builder_free(builder);
    }
}

#[test]
fn the_same_through_the_c_face() {
    let mut context: wattle_agent_context = unsafe { std::mem::zeroed() };
    (context.struct_size, context.max_tokens) = (size_of::<wattle_agent_context>(), 4096);
    let for_policies = wattle_context {
        struct_size: size_of::<wattle_context>(),
        call_class: wattle_call_class::CONVERSE,
        reserved: 0,
        family: str_of("any"),
        tenant_id: face::ABSENT,
        runtime_role: face::ABSENT,
    };
    let policy = wattle_safety_policy {
        struct_size: size_of::<wattle_safety_policy>(),
        id: str_of("safety.a"),
        text: str_of("ask first"),
        static_content: None,
        enabled_by_default: 1,
        reserved: [0; 7],
        user_data: null_mut(),
        drop: None,
    };
    let now = Cell::new(0u64);
    unsafe {
        let builder = obtain(|builder, error| wattle_module_builder_new(builder, error)).ok().unwrap();
        let no = wattle_maybe::NO;
        let bare = wattle_registry_options {
            struct_size: size_of::<wattle_registry_options>(),
            seed_core_defaults: no,
            seed_core_templates: no,
            seed_safety_policies: no,
            ..std::mem::zeroed()
        };
        let registry = obtain(|registry, error| wattle_registry_new(&bare, registry, error)).ok().unwrap();
        call(|error| wattle_registry_register_safety_policy(registry, &policy, error)).ok().unwrap();
        call(|error| wattle_module_builder_add_builtin(builder, str_of("tool-style"), wattle_maybe::YES, error)).ok().unwrap();
        let mut options = wattle_build_options {
            struct_size: size_of::<wattle_build_options>(),
            safety_registry: registry,
            safety_context: std::ptr::null(),
            clock: Some(tick),
            clock_data: (&raw const now).cast_mut().cast(),
            probes: std::ptr::null(),
        };
        let build =
            |options: &wattle_build_options| obtain(|prompt, error| wattle_module_builder_build(builder, &context, options, prompt, error));
        let failure = build(&options).err().unwrap();
        assert_eq!((failure.status, failure.subject.as_str()), ("null-argument", "safety_context"));
        options.safety_context = &for_policies;
        let prompt = build(&options).ok().unwrap();
        // No room: the optional module is dropped, the policy is not.
        assert_eq!(read(wattle_prompt_text(prompt)), "ask first");
        assert_eq!(face::section(prompt, 1).origin, wattle_origin::STATIC);
        let mut metadata: wattle_module_metadata = std::mem::zeroed();
        metadata.struct_size = size_of::<wattle_module_metadata>();
        call(|error| wattle_prompt_module_metadata(prompt, &mut metadata, error)).ok().unwrap();
        assert_eq!((metadata.modules, metadata.dropped, metadata.build_nanoseconds), (0, 1, 250));

        let renderings = obtain(|renderings, error| wattle_module_builder_render(builder, &context, renderings, error)).ok().unwrap();
        wattle_module_builder_free(builder);
        assert_eq!(wattle_renderings_len(renderings), 1);
        let mut candidate: wattle_candidate = std::mem::zeroed();
        candidate.struct_size = size_of::<wattle_candidate>();
        call(|error| wattle_renderings_at(renderings, 0, &mut candidate, error)).ok().unwrap();
        let past = call(|error| wattle_renderings_at(renderings, 1, &mut candidate, error));
        assert_eq!(past.err().unwrap().subject, "index");
        let mut options: wattle_compose_options = std::mem::zeroed();
        (options.struct_size, options.total_budget, options.active_budget_fraction) = (size_of::<wattle_compose_options>(), 200, 1.0);
        let composed = obtain(|composed, error| wattle_compose(&candidate, 1, &options, composed, error)).ok().unwrap();
        assert_eq!(face::section(composed, 0).verdict, wattle_verdict::CONDENSED);
        assert_eq!(read(wattle_prompt_text(composed)), read(candidate.condensed));
        for prompt in [prompt, composed] {
            wattle_prompt_free(prompt);
        }
        wattle_renderings_free(renderings);
        wattle_registry_free(registry);
    }
}
