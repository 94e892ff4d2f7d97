//! Semantics 8: the bodies of the state-driven sections, which section_goldens.rs pins, and the contents that write them.

mod support;

use proptest::prelude::*;
use support::*;
use wattle::*;

fn tools<'a>(tools: &'a [&'a str]) -> State<'a> {
    State { loaded_tools: Some(tools), ..State::default() }
}

/// A turn of which each of the four has something to say.
const EVENTFUL: State<'static> = State {
    loaded_tools: Some(&["shell"]),
    detected_intents: Some(&["repair"]),
    turn_depth: 2,
    prior_turn_had_tool_calls: Some(true),
    plugin_metadata: None,
    host: None,
};

fn job<'a>(id: &'a str, name: &'a str, state: &'a str) -> AsyncJob<'a> {
    AsyncJob { id, name, state, progress: None }
}

/// What a text shows as a list.
fn items(text: &str) -> Vec<&str> {
    text.split('\n').filter_map(|line| line.strip_prefix("- ")).collect()
}

/// The rows of a table, head and rule aside, each as its cells: what a `|` parts that is not escaped.
fn rows(text: &str) -> Vec<Vec<String>> {
    let rows = text.split('\n').filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let mut cells = vec![String::new()];
        for piece in row.split('|') {
            let cell = cells.last_mut().unwrap();
            match piece.strip_suffix('\\') {
                Some(before) => *cell += &format!("{before}|"),
                None => {
                    *cell += piece;
                    cells.push(String::new());
                }
            }
        }
        cells.pop();
        cells
    })
    .collect()
}

/// What is to be shown of a text.
fn one_line(text: &str) -> String {
    let is_break = |c: &char| "\n\u{b}\u{c}\r\u{85}\u{2028}\u{2029}".contains(*c);
    let (mut line, mut after_break) = (String::new(), false);
    for c in text.chars() {
        if !is_break(&c) {
            line.push(c);
        } else if !after_break {
            line.push(' ');
        }
        after_break = is_break(&c);
    }
    line
}

/// Any text, and often what a line or a row could break at.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["[|`\n\r\u{85}\u{2028} a\0é🚀-]{0,12}", any::<String>()]
}

proptest! {
    #[test]
    fn rule_8_lists_keep_order_and_repeats(texts in prop::collection::vec(any_text(), 1..9)) {
        let given: Vec<&str> = texts.iter().map(String::as_str).collect();
        let wanted: Vec<String> = texts.iter().map(|text| one_line(text)).collect();
        let shown = StateSection::LoadedTools.render(&tools(&given)).unwrap();
        prop_assert_eq!(items(&shown), wanted.clone());
        prop_assert_eq!(shown.split('\n').count(), 4 + given.len());
        prop_assert!(!shown.contains('\r'));
        let state = State { detected_intents: Some(&given), ..State::default() };
        let shown = StateSection::DetectedIntents.render(&state).unwrap();
        prop_assert_eq!(items(&shown), wanted);
    }

    #[test]
    fn rule_8_2_a_row_keeps_its_cells(texts in prop::collection::vec((any_text(), any_text(), any_text()), 1..9)) {
        // Readers of tables differ in what they take a backslash for that stands before an escaped pipe.
        prop_assume!(texts.iter().all(|(id, name, state)| ![id, name, state].iter().any(|text| text.contains('\\'))));
        let jobs: Vec<AsyncJob<'_>> = texts.iter().map(|(id, name, state)| job(id, name, state)).collect();
        let shown = render_async_jobs(&jobs).unwrap();
        let cell = |text: &str| format!(" {} ", one_line(text));
        let wanted: Vec<Vec<String>> = texts
            .iter()
            .map(|(id, name, state)| vec![String::new(), cell(id), cell(name), cell(state), " - ".into(), String::new()])
            .collect();
        prop_assert_eq!(rows(&shown), wanted);
        prop_assert_eq!(shown.split('\n').count(), 6 + jobs.len());
    }
}

#[test]
fn rule_8_1_nothing_to_say_is_the_empty_text() {
    let quiet = [
        State::default(),
        State { loaded_tools: Some(&[]), detected_intents: Some(&[]), ..State::default() },
        State { prior_turn_had_tool_calls: Some(false), ..State::default() },
    ];
    for section in StateSection::ALL {
        for state in &quiet {
            assert_eq!(section.render(state).unwrap(), "", "{section:?}");
        }
        let text = section.render(&EVENTFUL).unwrap();
        assert!(text.starts_with("## ") && !text.ends_with('\n') && !text.contains("\n\n\n"), "{section:?}: {text}");
    }
    assert_eq!(render_async_jobs(&[]).unwrap(), "");
}

#[test]
fn rule_8_1_an_empty_item_is_an_item() {
    assert_eq!(items(&StateSection::LoadedTools.render(&tools(&["", ""])).unwrap()), ["", ""]);
    assert_eq!(rows(&render_async_jobs(&[job("", "", "")]).unwrap()), [["", "  ", "  ", "  ", " - ", ""]]);
}

#[test]
fn rule_8_2_all_else_in_a_text_is_kept() {
    let odd = ["`a` | **b**", "nul\0nul", "u\u{200b}v\u{a0}w\u{1b}x", "# 1", "  - "];
    assert_eq!(items(&StateSection::LoadedTools.render(&tools(&odd)).unwrap()), odd);
}

#[test]
fn rule_8_3_progress_is_a_whole_number_of_per_cent() {
    let with = |progress| AsyncJob { progress, ..job("j", "n", "s") };
    for (progress, shown) in [(Some(0), " 0% "), (Some(7), " 7% "), (Some(100), " 100% "), (None, " - ")] {
        assert_eq!(rows(&render_async_jobs(&[with(progress)]).unwrap())[0][4], shown);
    }
    for progress in [101, 255, u32::MAX] {
        let error = render_async_jobs(&[with(None), with(Some(100)), with(Some(progress))]).unwrap_err();
        assert_eq!((error.kind(), error.subject()), (Kind::InvalidArgument, "progress"));
        assert_eq!(error.message(), format!("jobs[2]: progress is {progress}; 0 to 100 is allowed"));
    }
}

#[test]
fn rule_8_4_a_content_writes_what_the_builder_gives() {
    let registry = registry();
    for (n, section) in StateSection::ALL.into_iter().enumerate() {
        let id = format!("host.{n}");
        registry.register(vec![section.prompt(&id).unwrap()]).unwrap();
        let watch = Recorder::default();
        let bundle = watch.watch(&registry, Some(&EVENTFUL)).unwrap();
        assert_eq!(bundle.section(0).unwrap().text, Some(section.render(&EVENTFUL).unwrap().as_str()));
        assert_eq!(bundle.section(0).unwrap().origin, Some(Origin::RuntimeAware));
        assert_eq!((watch.take().len(), bundle.sections().count()), (0, 1));
        assert_eq!(watch.watch(&registry, Some(&State::default())).unwrap().text(), "");
        assert_eq!(watch.take(), [format!("empty {id} runtime-aware")]);
        assert_eq!(resolve_static(&registry).sections().count(), 0);
        registry.unregister(Origin::RuntimeAware, &id).unwrap();
    }
}

#[test]
fn rule_8_4_any_contribution_can_carry_one() {
    let [tools, intents, depth, prior] = StateSection::ALL;
    let text = |section: StateSection| section.render(&EVENTFUL).unwrap();
    let registry = registry_of(vec![
        append("host.slot", "replaced"),
        Contribution { mode: Mode::Replace, ..tools.prompt("host.slot").unwrap() },
        Contribution { mode: Mode::Prepend, ..intents.prompt("host.top").unwrap() }.tools(&["shell"]).scope(family("anthropic")),
    ]);
    let mut unit = hooked("p", move |_, _, emitter| emitter.emit(prior.prompt("p.hook")?));
    unit.runtime_prompts = vec![depth.prompt("p.own").unwrap()];
    registry.register_plugin(unit).unwrap();
    let bundle = registry.resolve(&CONTEXT, Some(&EVENTFUL), &ResolveOptions::default()).unwrap();
    assert_eq!(bundle.text(), [text(intents), text(tools), text(depth), text(prior)].join("\n\n"));
    let error = registry.register(vec![tools.prompt("host.x").unwrap().origin(Origin::Static)]).unwrap_err();
    assert_eq!(error.kind(), Kind::InvalidArgument);
}

#[test]
fn rule_8_4_a_content_of_the_hosts_own_can_say_more() {
    let mine = aware("host.mine", Mode::Append, |_, state, sink| {
        sink.write("Mine.\n\n")?;
        StateSection::LoadedTools.write(state, sink)?;
        sink.write("\n\nMine again.")
    });
    let shown = resolve_with_tools(&registry_of(vec![mine]), &["a\nb"]).text().to_owned();
    assert_eq!(shown, format!("Mine.\n\n{}\n\nMine again.", StateSection::LoadedTools.render(&tools(&["a\nb"])).unwrap()));
}

#[test]
fn rule_8_4_the_fingerprint_does_not_change_with_them() {
    let registry = registry_of(vec![append("host.a", "a")]);
    let before = hex(&registry, &CONTEXT);
    registry
        .register(StateSection::ALL.into_iter().map(|section| section.prompt(&format!("host.{section:?}")).unwrap()).collect())
        .unwrap();
    assert_eq!(hex(&registry, &CONTEXT), before);
}
