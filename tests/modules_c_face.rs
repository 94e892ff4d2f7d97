//! The module builder through the C face: ownership, bad input, callbacks that call back, threads.

#[path = "../bindings-tests/rust/face.rs"]
#[allow(dead_code)]
mod face;

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::Barrier;

use face::*;
use wattle::ffi::*;

/// What a module of these tests does.
#[derive(Default)]
struct Host {
    lines: Vec<Vec<u8>>,
    tokens: Option<u64>,
    answer: Option<u8>,
    /// Called by the rendering, before it writes.
    during: Option<Box<dyn Fn(*mut wattle_call)>>,
    drops: Option<&'static AtomicUsize>,
}

unsafe extern "C-unwind" fn should_include(
    data: *mut c_void,
    _: *mut wattle_call,
    _: *const wattle_agent_context,
    answer: *mut u8,
) -> wattle_status {
    unsafe { *answer = (&*data.cast::<Host>()).answer.unwrap_or(1) };
    wattle_status::OK
}

unsafe extern "C-unwind" fn render(data: *mut c_void, call: *mut wattle_call, context: *const wattle_agent_context) -> wattle_status {
    let host = unsafe { &*data.cast::<Host>() };
    assert_eq!(unsafe { (*context).struct_size }, size_of::<wattle_agent_context>());
    host.during.iter().for_each(|during| during(call));
    for line in &host.lines {
        let line = wattle_str { data: line.as_ptr().cast(), len: line.len() };
        let _ = unsafe { wattle_call_write_line(call, line) };
    }
    wattle_status::OK
}

unsafe extern "C-unwind" fn estimate(
    data: *mut c_void,
    _: *mut wattle_call,
    _: *const wattle_agent_context,
    tokens: *mut u64,
) -> wattle_status {
    if let Some(own) = unsafe { (&*data.cast::<Host>()).tokens } {
        unsafe { *tokens = own };
    }
    wattle_status::OK
}

unsafe extern "C-unwind" fn release(data: *mut c_void) {
    let host = unsafe { Box::from_raw(data.cast::<Host>()) };
    if let Some(drops) = host.drops {
        drops.fetch_add(1, SeqCst);
    }
}

fn module(name: &str, host: Host) -> wattle_module {
    wattle_module {
        struct_size: size_of::<wattle_module>(),
        name: str_of(name),
        priority: 50,
        optional: 0,
        reserved: [0; 3],
        should_include: Some(should_include),
        render: Some(render),
        render_minimal: None,
        estimate: Some(estimate),
        user_data: Box::into_raw(Box::new(host)).cast(),
        drop: Some(release),
    }
}

fn lines(lines: &[&str]) -> Host {
    Host { lines: lines.iter().map(|line| line.as_bytes().to_vec()).collect(), ..Host::default() }
}

/// A builder that is freed.
struct Builder(*mut wattle_module_builder);

impl Builder {
    fn new() -> Builder {
        Builder(obtain(|builder, error| unsafe { wattle_module_builder_new(builder, error) }).ok().unwrap())
    }

    fn add(&self, module: wattle_module) -> Result<(), Failure> {
        call(|error| unsafe { wattle_module_builder_add(self.0, &module, error) })
    }

    fn build(&self, context: &wattle_agent_context) -> Result<Prompt, Failure> {
        obtain(|prompt, error| unsafe { wattle_module_builder_build(self.0, context, null(), prompt, error) }).map(Prompt)
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        unsafe { wattle_module_builder_free(self.0) };
    }
}

/// A prompt that is freed.
struct Prompt(*mut wattle_prompt);

impl Prompt {
    fn text(&self) -> &str {
        read(unsafe { wattle_prompt_text(self.0) })
    }

    fn metadata(&self) -> wattle_module_metadata {
        let mut metadata = wattle_module_metadata { struct_size: size_of::<wattle_module_metadata>(), ..unsafe { std::mem::zeroed() } };
        call(|error| unsafe { wattle_prompt_module_metadata(self.0, &mut metadata, error) }).ok().unwrap();
        metadata
    }
}

impl Drop for Prompt {
    fn drop(&mut self) {
        unsafe { wattle_prompt_free(self.0) };
    }
}

fn context() -> wattle_agent_context {
    wattle_agent_context {
        struct_size: size_of::<wattle_agent_context>(),
        max_tokens: 200_000,
        taint_threshold: 0.3,
        ..unsafe { std::mem::zeroed() }
    }
}

fn kind<T>(result: Result<T, Failure>) -> (&'static str, String) {
    result.err().map(|failure| (failure.status, failure.subject)).unwrap_or(("ok", String::new()))
}

#[test]
fn a_refused_module_is_dropped_once_and_a_kept_one_at_the_end() {
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    let counted = || Host { drops: Some(&DROPS), ..lines(&["x"]) };
    let builder = Builder::new();
    assert_eq!(kind(builder.add(module("m", counted()))), ("ok", String::new()));
    let refusals = [
        (module("m", counted()), ("duplicate-module", "m")),
        (module("", counted()), ("invalid-argument", "")),
        (wattle_module { priority: 101, ..module("p", counted()) }, ("invalid-argument", "p")),
        (wattle_module { optional: 2, ..module("o", counted()) }, ("invalid-argument", "optional")),
        (wattle_module { render: None, ..module("r", counted()) }, ("null-argument", "render")),
        (wattle_module { name: wattle_str { data: null(), len: 3 }, ..module("", counted()) }, ("null-argument", "name")),
        (wattle_module { name: wattle_str { data: b"\xff".as_ptr().cast(), len: 1 }, ..module("", counted()) }, ("invalid-utf8", "name")),
    ];
    for (n, (module, (status, subject))) in refusals.into_iter().enumerate() {
        assert_eq!(kind(builder.add(module)), (status, subject.to_owned()));
        assert_eq!(DROPS.load(SeqCst), n + 1);
    }
    let no_builder = call(|error| unsafe { wattle_module_builder_add(null_mut(), &module("n", counted()), error) });
    assert_eq!((kind(no_builder).0, DROPS.load(SeqCst)), ("null-argument", 8));
    // A size that is refused is not read: the user_data stays the caller's.
    let small = wattle_module { struct_size: 16, ..module("s", counted()) };
    assert_eq!((kind(builder.add(small)).1.as_str(), DROPS.load(SeqCst)), ("struct_size", 8));
    unsafe { release(small.user_data) };
    let prompt = builder.build(&context()).ok().unwrap();
    drop(builder);
    assert_eq!((DROPS.load(SeqCst), prompt.text()), (10, "x"));
}

#[test]
fn lines_keep_breaks_and_nuls_and_must_be_utf8() {
    let builder = Builder::new();
    builder.add(module("m", lines(&["a\r\nb", "", "c\0d\n"]))).ok().unwrap();
    assert_eq!(builder.build(&context()).ok().unwrap().text(), "a\r\nb\n\nc\0d\n");
    let bad = Host { lines: vec![b"fine".to_vec(), b"\xe2\x82".to_vec()], ..Host::default() };
    builder.add(module("bad", bad)).ok().unwrap();
    assert_eq!(kind(builder.build(&context())), ("callback-failed", "bad".into()));
}

#[test]
fn a_million_lines() {
    let builder = Builder::new();
    builder.add(module("m", Host { lines: vec![b"0123456".to_vec(); 1_000_000], ..Host::default() })).ok().unwrap();
    let prompt = builder.build(&context()).ok().unwrap();
    assert_eq!((prompt.text().len(), prompt.metadata().estimated_tokens), (7_999_999, 2_000_000));
    assert_eq!((prompt.metadata().percent_remaining, prompt.metadata().available), (0, 200_000 - 4096));
}

#[test]
fn absurd_numbers_are_refused() {
    for tokens in [1 << 53, 1 << 63, u64::MAX] {
        let builder = Builder::new();
        builder.add(module("m", Host { tokens: Some(tokens), ..lines(&["x"]) })).ok().unwrap();
        assert_eq!(kind(builder.build(&context())), ("invalid-argument", "m".into()), "{tokens}");
    }
    let builder = Builder::new();
    for name in ["a", "b"] {
        builder.add(module(name, Host { tokens: Some(WATTLE_CHARS_MAX), ..lines(&["x"]) })).ok().unwrap();
    }
    assert_eq!(kind(builder.build(&context())), ("invalid-argument", "b".into()));
    let builder = Builder::new();
    for (field, context) in [
        ("maxTokens", wattle_agent_context { max_tokens: 1 << 53, ..context() }),
        ("historyTokens", wattle_agent_context { history_tokens: u64::MAX, ..context() }),
        ("taintRatio", wattle_agent_context { taint_ratio: f64::NAN, ..context() }),
        ("taintThreshold", wattle_agent_context { taint_threshold: -1.0, ..context() }),
        ("time", wattle_agent_context { has_time: 1, time_seconds: i64::MIN, ..context() }),
        ("time", wattle_agent_context { has_time: 1, time_offset_minutes: i32::MIN, ..context() }),
        ("has_time", wattle_agent_context { time_seconds: 5, ..context() }),
        ("reply_optional", wattle_agent_context { reply_optional: 2, ..context() }),
        ("struct_size", wattle_agent_context { struct_size: 8, ..context() }),
    ] {
        assert_eq!(kind(builder.build(&context)), ("invalid-argument", field.to_owned()));
    }
    // What is only strange is not refused: no window, a history over it, an absurd but exact one.
    for (max_tokens, history_tokens) in [(0, 0), (0, WATTLE_CHARS_MAX), (5, 10), (WATTLE_CHARS_MAX, WATTLE_CHARS_MAX)] {
        let prompt = builder.build(&wattle_agent_context { max_tokens, history_tokens, taint_ratio: 2.0, ..context() }).ok().unwrap();
        let metadata = prompt.metadata();
        assert_eq!((metadata.percent_remaining, metadata.available), (0, max_tokens as i64 - history_tokens as i64 - 4096));
    }
}

#[test]
fn predicates_answer_yes_or_no() {
    let builder = Builder::new();
    builder.add(module("no", Host { answer: Some(0), ..lines(&["no"]) })).ok().unwrap();
    builder.add(module("yes", lines(&["yes"]))).ok().unwrap();
    assert_eq!(builder.build(&context()).ok().unwrap().text(), "yes");
    builder.add(module("odd", Host { answer: Some(7), ..lines(&["odd"]) })).ok().unwrap();
    assert_eq!(kind(builder.build(&context())), ("callback-failed", "odd".into()));
}

#[test]
fn a_callback_may_call_back_but_not_remove() {
    let builder = Builder::new();
    let handle = builder.0;
    let during = move |under_way: *mut wattle_call| {
        // What is added during a build is of the next one.
        let _ = call(|error| unsafe { wattle_module_builder_add(handle, &module("later", lines(&["later"])), error) });
        let removed = call(|error| unsafe { wattle_module_builder_remove(handle, str_of("m"), error) });
        assert_eq!(kind(removed), ("re-entrancy", "m".into()));
        // A rendering writes lines, not text.
        assert!(unsafe { wattle_call_write(under_way, str_of("x")) } == wattle_status::INVALID_ARGUMENT);
    };
    builder.add(module("m", Host { during: Some(Box::new(during)), ..lines(&["m"]) })).ok().unwrap();
    assert_eq!(builder.build(&context()).ok().unwrap().text(), "m");
    assert_eq!(builder.build(&context()).ok().unwrap().text(), "m\n\nlater");
    let nested = move |_: *mut wattle_call| {
        let inner = Builder::new();
        inner.add(module("inner", lines(&["inner"]))).ok().unwrap();
        assert_eq!(inner.build(&context()).ok().unwrap().text(), "inner");
    };
    builder.add(module("nested", Host { during: Some(Box::new(nested)), ..lines(&["nested"]) })).ok().unwrap();
    assert_eq!(builder.build(&context()).ok().unwrap().text(), "m\n\nlater\n\nnested");
}

#[test]
fn a_callback_may_free_the_builder() {
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    let builder = std::mem::ManuallyDrop::new(Builder::new());
    let handle = builder.0;
    let during = move |_: *mut wattle_call| {
        unsafe { wattle_module_builder_free(handle) };
        assert_eq!(DROPS.load(SeqCst), 0, "the build goes on with its modules");
    };
    builder.add(module("m", Host { during: Some(Box::new(during)), drops: Some(&DROPS), ..lines(&["m"]) })).ok().unwrap();
    assert_eq!(builder.build(&context()).ok().unwrap().text(), "m");
    assert_eq!(DROPS.load(SeqCst), 1);
}

#[test]
fn a_removal_waits_for_builds_in_flight() {
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    static ENDED: AtomicBool = AtomicBool::new(false);
    let inside: &'static Barrier = Box::leak(Box::new(Barrier::new(2)));
    let builder = Builder::new();
    let during = move |_: *mut wattle_call| {
        inside.wait();
        std::thread::sleep(std::time::Duration::from_millis(50));
        ENDED.store(true, SeqCst);
    };
    builder.add(module("m", Host { during: Some(Box::new(during)), drops: Some(&DROPS), ..lines(&["m"]) })).ok().unwrap();
    let handle = builder.0 as usize;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let builder = std::mem::ManuallyDrop::new(Builder(handle as *mut wattle_module_builder));
            assert_eq!(builder.build(&context()).ok().unwrap().text(), "m");
        });
        inside.wait();
        call(|error| unsafe { wattle_module_builder_remove(builder.0, str_of("m"), error) }).ok().unwrap();
        assert!(ENDED.load(SeqCst), "the callback was still running");
        assert_eq!(DROPS.load(SeqCst), 1);
    });
    let again = call(|error| unsafe { wattle_module_builder_remove(builder.0, str_of("m"), error) });
    assert_eq!(kind(again), ("unknown-module", "m".into()));
}

#[test]
fn builds_and_changes_from_several_threads() {
    let builder = Builder::new();
    builder.add(module("fixed", lines(&["fixed"]))).ok().unwrap();
    let handle = builder.0 as usize;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                let builder = std::mem::ManuallyDrop::new(Builder(handle as *mut wattle_module_builder));
                for _ in 0..200 {
                    if thread == 0 {
                        builder.add(module("comes", lines(&["comes"]))).ok().unwrap();
                        call(|error| unsafe { wattle_module_builder_remove(builder.0, str_of("comes"), error) }).ok().unwrap();
                    } else {
                        let prompt = builder.build(&context()).ok().unwrap();
                        assert!(["fixed", "fixed\n\ncomes"].contains(&prompt.text()), "{}", prompt.text());
                    }
                }
            });
        }
    });
}

#[test]
fn a_catalogue_of_many_tools() {
    let filter = wattle_tool_filter { struct_size: size_of::<wattle_tool_filter>(), has_skills: 1, ..unsafe { std::mem::zeroed() } };
    let categories = ["skill", "scheduler", "weather", "memory", ""];
    let tool = |n: usize| wattle_tool { struct_size: size_of::<wattle_tool>(), name: str_of("t"), category: str_of(categories[n % 5]) };
    let mut tools: Vec<_> = (0..100_000).map(tool).collect();
    let (mut kept, mut len) = (vec![usize::MAX; tools.len()], usize::MAX);
    let mut run = |filter: &wattle_tool_filter, tools: &[wattle_tool]| {
        let failed = call(|error| unsafe { wattle_filter_tools(filter, tools.as_ptr(), tools.len(), kept.as_mut_ptr(), &mut len, error) });
        (kind(failed), kept[..len.min(kept.len())].to_vec())
    };
    let (outcome, indices) = run(&filter, &tools);
    assert_eq!((outcome.0, indices), ("ok", (0..100_000).filter(|n| matches!(n % 5, 0 | 2 | 4)).collect::<Vec<_>>()));
    tools[99_999].category = wattle_str { data: b"\xff".as_ptr().cast(), len: 1 };
    let (outcome, indices) = run(&filter, &tools);
    assert_eq!((outcome, indices.len()), (("invalid-utf8", "category".into()), 60_000), "nothing is written on failure");
    let (outcome, _) = run(&wattle_tool_filter { has_memory: 2, ..filter }, &[]);
    assert_eq!(outcome, ("invalid-argument", "has_memory".into()));
    let none = call(|error| unsafe { wattle_filter_tools(&filter, null(), 0, null_mut(), &mut len, error) });
    assert_eq!((kind(none).0, len), ("ok", 0));
}

#[test]
fn a_prompt_that_no_builder_made_has_no_modules() {
    let prompt = Prompt(obtain(|prompt, error| unsafe { wattle_compose(null(), 0, null(), prompt, error) }).ok().unwrap());
    let mut metadata = wattle_module_metadata { struct_size: size_of::<wattle_module_metadata>(), ..unsafe { std::mem::zeroed() } };
    let mut filter = wattle_tool_filter { struct_size: size_of::<wattle_tool_filter>(), ..unsafe { std::mem::zeroed() } };
    unsafe {
        assert_eq!(
            kind(call(|error| wattle_prompt_module_metadata(prompt.0, &mut metadata, error))),
            ("invalid-argument", "prompt".into())
        );
        assert_eq!(kind(call(|error| wattle_prompt_tool_filter(prompt.0, &mut filter, error))), ("invalid-argument", "prompt".into()));
        assert_eq!(read(wattle_prompt_module_metadata_json(prompt.0)), "");
        assert_eq!(read(wattle_prompt_module_metadata_json(null())), "");
        assert_eq!(read(summary(prompt.0).unit), "chars");
        // A handle of another type is told apart.
        let builder = Builder::new();
        let wrong = obtain(|prompt, error| wattle_module_builder_build(builder.0.cast_const(), &context(), null(), prompt, error));
        drop(Prompt(wrong.ok().unwrap()));
        assert_eq!(kind(call(|error| wattle_module_builder_add_builtins(prompt.0.cast(), error))), ("invalid-handle", "builder".into()));
        wattle_module_builder_free(prompt.0.cast());
        wattle_renderings_free(null_mut());
        wattle_module_builder_free(null_mut());
    }
}

#[test]
fn every_number_is_the_cores() {
    assert_eq!((WATTLE_PRIORITY_MAX, WATTLE_OUTPUT_RESERVE_TOKENS), (wattle::PRIORITY_MAX, wattle::OUTPUT_RESERVE_TOKENS));
    assert_eq!(read(wattle_status_name(wattle_status::DUPLICATE_MODULE)), "duplicate-module");
    assert_eq!(read(wattle_status_name(wattle_status::UNKNOWN_MODULE)), "unknown-module");
}
