//! The rules of the module builder, one test each (semantics 9.1 to 9.11).

mod module_support;

use std::cell::Cell;
use std::sync::atomic::Ordering::SeqCst;

use module_support::*;
use proptest::prelude::*;
use wattle::{AgentContext, BuildOptions, Command, IdentityFiles, Kind, ModuleBuilder, Tier, Time, Tool, ToolFilter, Unit, Verdict};

#[test]
fn rule_9_1_names_are_unique_and_priorities_order_them() {
    let builder = builder(&[fake("late", 90, "l"), fake("b", 50, "b"), fake("a", 50, "a"), fake("early", 0, "e"), fake("last", 100, "z")]);
    let refused = |module: Fake| {
        let error = builder.add(Box::new(module)).unwrap_err();
        (error.kind(), error.subject().to_owned())
    };
    assert_eq!(refused(fake("a", 1, "x")), (Kind::DuplicateModule, "a".into()));
    assert_eq!(refused(fake("", 1, "x")), (Kind::InvalidArgument, "".into()));
    assert_eq!(refused(fake("p", 101, "x")), (Kind::InvalidArgument, "p".into()));
    assert_eq!(builder.remove("p").unwrap_err().kind(), Kind::UnknownModule);
    let built = builder.build(&room(100), &BuildOptions::default()).unwrap();
    assert_eq!(names(&built), ["early", "b", "a", "late", "last"]);
    builder.remove("b").unwrap();
    builder.add(Box::new(fake("b", 50, "b"))).unwrap();
    assert_eq!(names(&builder.build(&room(100), &BuildOptions::default()).unwrap()), ["early", "a", "b", "late", "last"]);
    let tiers: Vec<_> =
        build(&[fake("r", 1, "r"), optional("o", 2, 1)], &room(100)).prompt().sections().map(|section| section.tier).collect();
    assert_eq!(tiers, [Tier::Core, Tier::Active]);
}

#[test]
fn rule_9_2_tokens_are_a_quarter_of_the_chars_and_an_own_estimate_counts_for_the_room() {
    // Two lines and the break between: nine chars, three tokens; an emoji is two.
    let lines = Fake { full: vec!["🚀bcd".into(), "efg".into()], ..fake("lines", 1, "") };
    let low = Fake { tokens: Some(1), ..optional("low", 2, 9) };
    let high = Fake { tokens: Some(8), ..optional("high", 3, 1) }.minimal(2);
    let built = build(&[lines, low, high], &room(11));
    let chars: Vec<_> = built.prompt().sections().map(|section| (section.chars, section.total_before)).collect();
    assert_eq!(chars, [(3, 4 - 1), (9, 3), (2, 4)]);
    assert_eq!(fates(&built)[2].1, Verdict::Condensed);
    let summary = built.prompt().summary();
    assert_eq!((&summary.unit, summary.total_chars, summary.total_tokens_est), (&Unit::Tokens, 3 + 1 + 2, 6));
}

#[test]
fn rule_9_3_required_ones_come_first_whatever_their_priority() {
    let modules = [
        optional("before", 1, 3),
        fake("required", 50, "12345678"),
        optional("long", 60, 9).minimal(8),
        optional("short", 61, 9).minimal(2),
        optional("fits", 62, 3),
        optional("no", 63, 1),
    ];
    use Verdict::{Condensed, Dropped, Included};
    let built = build(&modules, &room(10));
    let verdicts: Vec<_> = fates(&built).into_iter().map(|(_, verdict)| verdict).collect();
    assert_eq!(verdicts, [Included, Included, Dropped, Condensed, Included, Dropped]);
    let dropped = built.prompt().section(2).unwrap();
    assert_eq!((dropped.chars, dropped.total_before, dropped.limit, dropped.text), (9, 5, Some(10), None));
    assert_eq!(built.prompt().section(1).unwrap().limit, None);
    // Over a negative budget required ones are in, and nothing optional is, not even nothing.
    let empty = Fake { full: vec![], ..optional("empty", 0, 0) };
    let built = build(&[empty, fake("required", 50, "12345678")], &AgentContext { max_tokens: 10, history_tokens: 20, ..room(0) });
    let summary = built.prompt().summary();
    assert_eq!((names(&built), summary.effective_budget, summary.over_budget), (vec!["required".to_owned()], Some(0), true));
    assert_eq!(built.metadata().available, 10 - 20 - 4096);
    // A budget below nothing is passed by nothing.
    assert!(build(&[], &AgentContext::default()).prompt().summary().over_budget);
    assert!(!build(&[], &room(0)).prompt().summary().over_budget);
}

#[test]
fn rule_9_4_renderings_without_a_line_are_no_sections_and_each_runs_once() {
    let none = Fake { full: vec![], ..fake("none", 1, "") };
    let blank = fake("blank", 2, "");
    let full = fake("full", 3, "text");
    let tried = optional("tried", 4, 100).minimal(1);
    let silent = Fake { minimal: Some(vec![]), ..optional("silent", 5, 100) };
    let untouched = optional("untouched", 6, 1).minimal(1);
    let out = Fake { included: false, ..fake("out", 7, "out") };
    let modules = [none, blank, full, tried, silent, untouched, out];
    let built = build(&modules, &room(20));
    assert_eq!(built.prompt().text(), "\n\ntext\n\nmmmm\n\nxxxx");
    assert_eq!(names(&built), ["none", "blank", "full", "tried", "silent", "untouched"]);
    let texts: Vec<_> = built.prompt().sections().map(|section| section.text.map(str::to_owned)).collect();
    assert_eq!((texts[0].as_deref(), texts[1].as_deref(), texts[4].as_deref()), (None, Some(""), None));
    assert_eq!(built.metadata().module_count, 6);
    assert!(built.metadata_json().unwrap().contains("\"tokensByModule\":{\"blank\":0,\"full\":1,\"tried\":1,\"untouched\":1}"));
    let calls: Vec<_> =
        modules.iter().map(|module| &module.calls).map(|calls| (calls.render.load(SeqCst), calls.minimal.load(SeqCst))).collect();
    assert_eq!(calls, [(1, 0), (1, 0), (1, 0), (1, 1), (1, 1), (1, 0), (0, 0)]);
}

#[test]
fn rule_9_4_a_failing_function_fails_the_build() {
    for fails in ["should_include", "render", "minimal", "estimate"] {
        let module = Fake { fails, ..optional("broken", 1, 100).minimal(1) };
        let error = builder(&[fake("fine", 0, "x"), module]).build(&room(10), &BuildOptions::default()).err().unwrap();
        assert_eq!((error.kind(), error.subject()), (Kind::CallbackFailed, "broken"), "{fails}");
        assert!(error.message().ends_with(&format!("failed: {fails} fails")), "{}", error.message());
    }
}

#[test]
fn rule_9_5_metadata() {
    let context = AgentContext { max_tokens: 4396, history_tokens: 200, ..AgentContext::default() };
    let now = Cell::new(0);
    let clock = || Ok(now.replace(now.get() + 1_500_000));
    let modules = builder(&[fake("r", 1, "12345678"), optional("s", 2, 99).minimal(1), optional("d", 3, 98), optional("o", 4, 2)]);
    let built = modules.build(&context, &BuildOptions { clock: Some(&clock), ..BuildOptions::default() }).unwrap();
    let expected = concat!(
        r#"{"moduleCount":3,"modules":["r","s","o"],"minimal":["s"],"dropped":[{"name":"d","tokens":98,"used":3,"limit":100}],"#,
        r#""estimatedTokens":6,"tokensByModule":{"r":2,"s":1,"o":2},"contextWindow":4396,"historyTokens":200,"available":100,"#,
        r#""percentRemaining":95,"buildTimeMs":1.5}"#
    );
    assert_eq!(built.metadata_json().unwrap(), expected);
    let metadata = built.metadata();
    assert_eq!((metadata.module_count, metadata.minimal, metadata.dropped), (3, 1, 1));
    let percent =
        |max_tokens, history_tokens| build(&[], &AgentContext { max_tokens, history_tokens, ..room(0) }).metadata().percent_remaining;
    assert_eq!((percent(0, 0), percent(0, 5), percent(10, 20), percent(200, 189), percent(200, 188)), (0, 0, 0, 6, 6));
    // 2.5 per cent rounds up, and -0.5 to nothing.
    assert_eq!((percent(200, 195), percent(200, 201)), (3, 0));
}

#[test]
fn rule_9_6_a_first_run_shows_how_to_find_an_identity() {
    let builder = ModuleBuilder::new();
    builder.add_builtins().unwrap();
    builder.add(Box::new(fake("own", 99, "own"))).unwrap();
    let built = |context: &AgentContext<'_>| builder.build(context, &BuildOptions::default()).unwrap();
    let (_, context) = contexts()[2];
    let prompt = built(&context);
    assert_eq!(names(&prompt), ["identity", "memory-recall", "skills", "commands", "own"]);
    assert_eq!(prompt.prompt().section(0).unwrap().text, Some("Find out who you are.\n"));
    assert_eq!(names(&built(&AgentContext { skills: &[], commands: &[], ..context })), ["identity", "memory-recall", "own"]);
    let with = |soul, bootstrap| {
        let identity_files = IdentityFiles { soul, bootstrap, ..context.identity_files };
        AgentContext { identity_files, ..context }.is_bootstrap()
    };
    assert_eq!([with("", "b"), with("", " "), with(" ", "b"), with("s", "b"), with("", "")], [true, true, false, false, false]);
}

#[test]
fn rule_9_7_the_built_ins_and_when_they_are_in() {
    let builder = ModuleBuilder::new();
    builder.add_builtins().unwrap();
    let all = [
        ("identity", false),
        ("injection-defense", false),
        ("security", false),
        ("tool-style", false),
        ("memory-recall", false),
        ("skills", true),
        ("commands", true),
        ("delegation", true),
        ("heartbeat", true),
        ("runtime", true),
        ("reply-gate", false),
    ];
    let built = |context: &AgentContext<'_>| builder.build(context, &BuildOptions::default()).unwrap();
    let tiers: Vec<_> = built(&normal()).prompt().sections().map(|section| (section.id.to_owned(), section.tier == Tier::Active)).collect();
    assert_eq!(tiers, all.map(|(name, optional)| (name.to_owned(), optional)));
    let nothing = AgentContext { heartbeat_content: " \n\t", ..contexts()[3].1 };
    assert_eq!(
        names(&built(&nothing)),
        ["identity", "injection-defense", "security", "tool-style", "memory-recall", "delegation", "runtime"]
    );
    // No room for anything optional: nothing but the required ones.
    assert_eq!(built(&AgentContext { max_tokens: 0, ..normal() }).metadata().dropped, 5);
    let renderings = builder.render(&normal()).unwrap();
    let shorter: Vec<_> = renderings.candidates().filter(|candidate| candidate.condensed.is_some()).map(|candidate| candidate.id).collect();
    assert_eq!(shorter, ["skills", "commands", "delegation", "heartbeat"]);
    // A host may make required ones optional, and optional ones required.
    let own = ModuleBuilder::new();
    own.add_builtin("security", Some(true)).unwrap();
    own.add_builtin("delegation", Some(false)).unwrap();
    let tiers: Vec<_> = own.build(&normal(), &BuildOptions::default()).unwrap().prompt().sections().map(|section| section.tier).collect();
    assert_eq!(tiers, [Tier::Active, Tier::Core]);
    assert_eq!(own.add_builtin("weather", None).unwrap_err().kind(), Kind::UnknownModule);
    let error = own.add_builtins().unwrap_err();
    assert_eq!((error.kind(), error.subject()), (Kind::DuplicateModule, "security"));
    assert_eq!(names(&own.build(&normal(), &BuildOptions::default()).unwrap()).len(), 2, "all or none");
}

#[test]
fn rule_9_8_taint_is_checked_and_shown() {
    let builder = ModuleBuilder::new();
    builder.add_builtin("injection-defense", None).unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, -f64::MIN_POSITIVE] {
        for (subject, context) in [
            ("taintRatio", AgentContext { taint_ratio: bad, ..normal() }),
            ("taintThreshold", AgentContext { taint_threshold: bad, ..normal() }),
        ] {
            let error = builder.build(&context, &BuildOptions::default()).err().unwrap();
            assert_eq!((error.kind(), error.subject()), (Kind::InvalidArgument, subject), "{bad}");
        }
    }
    let shown = |taint_ratio, taint_threshold| {
        let context = AgentContext { taint_ratio, taint_threshold, ..normal() };
        let text = builder.build(&context, &BuildOptions::default()).unwrap().prompt().text().to_owned();
        let line = text.lines().nth(2).unwrap().to_owned();
        (line, text.contains("explicit approval"))
    };
    assert_eq!(shown(2.0, 0.125), ("Taint of this session: 200.0%. Threshold: 13%.".into(), true));
    assert_eq!(shown(0.3, 0.3), ("Taint of this session: 30.0%. Threshold: 30%.".into(), false));
    assert_eq!(shown(-0.0, 0.0), ("Taint of this session: 0.0%. Threshold: 0%.".into(), false));
    let over = Fake { tokens: Some(1 << 53), ..fake("over", 1, "x") };
    let error = crate::builder(&[over]).build(&room(1), &BuildOptions::default()).err().unwrap();
    assert_eq!((error.kind(), error.subject()), (Kind::InvalidArgument, "over"));
}

#[test]
fn rule_9_9_commands_are_cells_of_a_table_and_nothing_else_is_escaped() {
    let builder = ModuleBuilder::new();
    builder.add_builtin("commands", None).unwrap();
    builder.add_builtin("skills", None).unwrap();
    let commands = [Command { name: "a|b", plugin: "p\r\n\nq", description: "\n# no\n \n  yes | *so* \r\nno" }];
    let skills = ["| not | a | table |\n## Skills"];
    let context = AgentContext { commands: &commands, skills: &skills, ..normal() };
    let built = builder.build(&context, &BuildOptions::default()).unwrap();
    assert!(built.prompt().text().ends_with("\n| /a\\|b | p q | yes \\| *so* |"), "{}", built.prompt().text());
    assert!(built.prompt().text().contains(skills[0]));
}

#[test]
fn rule_9_10_no_name_and_no_fresh_time_is_shown() {
    let builder = ModuleBuilder::new();
    builder.add_builtin("runtime", None).unwrap();
    let shown = |workspace, epoch_seconds| {
        let context = AgentContext { workspace, time: Some(Time { epoch_seconds, utc_offset_minutes: 0 }), ..normal() };
        builder.build(&context, &BuildOptions::default()).unwrap().prompt().text().to_owned()
    };
    for (workspace, expected) in [
        ("/home/somebody/x", "- Workspace: ~/x\n"),
        ("C:\\Users\\somebody\\x", "- Workspace: ~/x\n"),
        ("\\\\fileserver\\share\\x", "- Workspace: ./x\n"),
        ("~", "- Workspace: ~\n"),
        ("x/y", "- Workspace: ./y\n"),
    ] {
        let text = shown(workspace, 1_787_322_999);
        assert!(text.contains(expected), "{text}");
        assert!(!text.contains("somebody") && !text.contains("fileserver"), "{text}");
        assert!(text.contains("- Time: 2026-08-21 14:35 UTC\n"), "{text}");
        assert_eq!(text, shown(workspace, 1_787_322_900), "the same for five minutes");
    }
    assert!(!shown("", 0).contains("Workspace"));
    let error = builder
        .build(&AgentContext { time: Some(Time { epoch_seconds: i64::MAX, utc_offset_minutes: 0 }), ..normal() }, &BuildOptions::default());
    assert_eq!(error.err().unwrap().subject(), "time");
}

#[test]
fn rule_9_11_tools_follow_what_was_really_included() {
    let builder = ModuleBuilder::new();
    builder.add_builtins().unwrap();
    let filter = |context: &AgentContext<'_>| builder.build(context, &BuildOptions::default()).unwrap().metadata().tool_filter;
    let all = ToolFilter {
        has_heartbeat: true,
        has_skills: true,
        has_delegation: true,
        has_commands: true,
        has_memory: true,
        has_workspace: true,
        has_governance: false,
    };
    assert_eq!(filter(&normal()), all);
    assert_eq!(
        filter(&AgentContext { has_workspace: false, has_governance: true, max_tokens: 0, ..normal() }),
        ToolFilter { has_memory: true, has_governance: true, ..ToolFilter::default() }
    );
    let catalogue = ["scheduler", "skill", "delegation", "command", "memory", "workspace", "governance", "", "Skill", "weather"];
    let tools: Vec<_> = catalogue.iter().map(|category| Tool { name: "t", category }).collect();
    let kept = |filter: ToolFilter| filter.filter(&tools).unwrap().iter().map(|tool| tool.category).collect::<Vec<_>>().join(" ");
    assert_eq!(kept(all), "scheduler skill delegation command memory workspace  Skill weather");
    assert_eq!(kept(ToolFilter::default()), " Skill weather");
    // Whoever made a module of that name: it explains the tools.
    let own = build(&[fake("skills", 1, "own"), optional("delegation", 2, 99)], &room(10));
    assert_eq!(own.metadata().tool_filter, ToolFilter { has_skills: true, ..ToolFilter::default() });
}

proptest! {
    #[test]
    fn required_is_never_dropped_and_the_room_is_never_passed_by_others(modules in any_fakes(), room_for in 0u64..300) {
        let built = build(&modules, &room(room_for));
        let summary = built.prompt().summary();
        let weight = |name: &str| modules.iter().find(|module| module.name == name).map(|module| module.tokens.unwrap_or(module.full.concat().len() as u64 / 4)).unwrap();
        let required: u64 = modules.iter().filter(|module| !module.optional).map(|module| weight(&module.name)).sum();
        let mut used = required;
        for section in built.prompt().sections() {
            if section.tier == Tier::Core {
                prop_assert_eq!(section.verdict, Verdict::Included);
                continue;
            }
            prop_assert_eq!(section.total_before, used);
            match section.verdict {
                Verdict::Included => used += weight(section.id),
                Verdict::Condensed => used += section.chars,
                Verdict::Dropped => prop_assert!(used + section.chars > room_for, "dropped although it fits"),
            }
        }
        prop_assert_eq!(summary.total_chars, used);
        prop_assert!(used <= room_for.max(required));
        let parts: Vec<_> = built.prompt().sections().filter_map(|section| section.text.map(str::to_owned)).collect();
        prop_assert_eq!(parts.join("\n\n"), built.prompt().text());
    }
}
