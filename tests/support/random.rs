//! Random registries, turns and candidates, and the library's own objects made of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use wattle::*;

use crate::model::{Body, Op, Row, Turn, Unit};

/// Cases of each property, unless PROPTEST_CASES says otherwise.
const CASES: u32 = 200;

pub fn config() -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = CASES;
    }
    config
}

pub const TOOLS: [&str; 3] = ["read", "write", "läs"];

pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![2 => Just(String::new()), 4 => "[a-z]{1,9}", 3 => "[aé漢🚀\n ]{1,9}", 1 => "\\PC{0,20}"]
}

fn id() -> impl Strategy<Value = String> {
    const IDS: [&str; 10] = ["a.1", "a.2", "a.3", "a.4", "p.1", "p.2", "q.1", "é.🚀", "core.x", "safety.s"];
    prop_oneof![12 => select(&IDS[..8]), 1 => select(&IDS[8..])].prop_map(str::to_owned)
}

fn scope() -> impl Strategy<Value = Scope> {
    let some = (
        option::of(select(&[CallClass::Converse, CallClass::Utility][..])),
        option::of(select(&["anthropic", "openai"][..])),
        option::of(Just("acme")),
        option::of(Just("lead")),
    )
        .prop_map(|(call_class, family, tenant, role)| Scope {
            call_class,
            family: family.map(str::to_owned),
            tenant_id: tenant.map(str::to_owned),
            runtime_role: role.map(str::to_owned),
        });
    prop_oneof![3 => Just(Scope::default()), 1 => some]
}

fn tools() -> impl Strategy<Value = Vec<String>> {
    subsequence(&TOOLS[..], 0..=2).prop_map(|tools| tools.into_iter().map(str::to_owned).collect())
}

/// A row of one origin; rarely one that its origin forbids.
fn row(aware: bool) -> impl Strategy<Value = Row> {
    let mode = prop_oneof![4 => Just(Mode::Append), 2 => Just(Mode::Prepend), 4 => Just(Mode::Replace)];
    let tier = option::of(select(&[Tier::Core, Tier::Active, Tier::Informational][..]));
    let kind = if aware { prop_oneof![0..4u8].boxed() } else { prop_oneof![30 => 0..2u8, 1 => 2..4u8].boxed() };
    let body = (kind, text()).prop_map(|(kind, text)| match kind {
        0 => Body::Text(text),
        1 => Body::Static(text),
        2 => Body::Runtime(text),
        _ => Body::Gated(text),
    });
    let tools = option::weighted(if aware { 0.3 } else { 0.02 }, tools());
    (id(), mode, tier, scope(), body, option::weighted(0.3, text()), tools)
        .prop_map(move |(id, mode, tier, scope, body, condensed, tools)| Row { id, mode, aware, tier, scope, body, condensed, tools })
}

fn policies() -> impl Strategy<Value = Vec<(String, String)>> {
    vec((select(&["safety.1", "safety.2", "safety.3"][..]).prop_map(str::to_owned), text()), 0..2)
}

/// A plugin, whose rows mostly stand under its own name, once each.
fn unit() -> impl Strategy<Value = Unit> {
    let rows = |aware| vec((row(aware), 0..12u8), 0..4);
    (select(&["p", "q", "r"][..]), rows(false), rows(true), option::weighted(0.5, rows(true)), policies()).prop_map(
        |(name, statics, awares, hook, policies)| {
            let own = |rows: Vec<(Row, u8)>, list: &str| -> Vec<Row> {
                let rename = |(n, (mut row, chance)): (usize, (Row, u8))| {
                    if row.mode != Mode::Replace && chance > 0 {
                        row.id = if chance > 3 { format!("{name}.{list}{n}") } else { format!("{name}.{}", chance % 2) };
                    }
                    row
                };
                rows.into_iter().enumerate().map(rename).collect()
            };
            let hook = hook.map(|rows| own(rows, "hook"));
            Unit { name: name.to_owned(), statics: own(statics, "s"), awares: own(awares, "r"), hook, policies }
        },
    )
}

pub fn ops() -> impl Strategy<Value = Vec<Op>> {
    let name = || select(&["p", "q", "r"][..]).prop_map(str::to_owned);
    let op = prop_oneof![
        8 => row(false).prop_map(Op::Host),
        6 => row(true).prop_map(Op::Host),
        2 => (select(&["safety.1", "safety.2"][..]), text()).prop_map(|(id, text)| Op::Policy(id.to_owned(), text)),
        5 => unit().prop_map(Op::Register),
        3 => unit().prop_map(Op::Replace),
        1 => name().prop_map(Op::Remove),
        1 => (any::<bool>(), id()).prop_map(|(aware, id)| Op::Unregister(aware, id)),
    ];
    vec(op, 0..14)
}

pub fn context() -> impl Strategy<Value = Context<'static>> {
    (
        select(&[CallClass::Converse, CallClass::Utility][..]),
        select(&["anthropic", "openai", ""][..]),
        option::of(select(&["acme", ""][..])),
        option::of(select(&["lead", "worker"][..])),
    )
        .prop_map(|(call_class, family, tenant_id, runtime_role)| Context { call_class, family, tenant_id, runtime_role })
}

pub fn turn() -> impl Strategy<Value = Turn> {
    (0..4u32, subsequence(&TOOLS[..], 0..=3))
        .prop_map(|(depth, tools)| Turn { depth, tools: tools.into_iter().map(str::to_owned).collect() })
}

/// Counts the calls of each callback of a registry.
#[derive(Clone, Default)]
pub struct Calls(Arc<std::sync::Mutex<Vec<Arc<AtomicUsize>>>>);

impl Calls {
    fn counter(&self) -> Arc<AtomicUsize> {
        let counter = Arc::new(AtomicUsize::new(0));
        self.0.lock().unwrap().push(Arc::clone(&counter));
        counter
    }

    /// The most calls of any one callback since the last time.
    pub fn most(&self) -> usize {
        let counters = self.0.lock().unwrap();
        counters.iter().map(|counter| counter.swap(0, Ordering::SeqCst)).max().unwrap_or(0)
    }
}

pub fn contribution(row: &Row, calls: &Calls) -> Contribution {
    let counter = calls.counter();
    let count = move || {
        counter.fetch_add(1, Ordering::SeqCst);
    };
    let write =
        |sink: &mut Sink<'_>, text: &str, end: &str| if text.is_empty() { Ok(()) } else { sink.write(text).and_then(|()| sink.write(end)) };
    let content = match row.body.clone() {
        Body::Text(text) => Content::Text(Text::new(&text).unwrap()),
        Body::Static(text) => Content::Static(Box::new(move |context, sink| {
            count();
            write(sink, &text, context.family)
        })),
        Body::Runtime(text) => Content::Runtime(Box::new(move |_, state, sink| {
            count();
            write(sink, &text, &state.turn_depth.to_string())
        })),
        Body::Gated(text) => {
            let ask = move |_: &Context<'_>, state: &State<'_>| {
                count();
                Ok(state.turn_depth % 2 == 0)
            };
            Content::Gated(Box::new(ask), Text::new(&text).unwrap())
        }
    };
    Contribution {
        origin: Some(if row.aware { Origin::RuntimeAware } else { Origin::Static }),
        tier: row.tier,
        scope: row.scope.clone().boxed(),
        condensed: row.condensed.as_deref().map(|text| Text::new(text).unwrap()),
        requires_tools: row.tools.clone(),
        ..Contribution::new(&row.id, row.mode, content).unwrap()
    }
}

fn policy(id: &str, text: &str) -> SafetyPolicy {
    SafetyPolicy { id: id.to_owned(), content: PolicyContent::Text(Text::new(text).unwrap()), enabled_by_default: true, attachment: None }
}

fn plugin(unit: &Unit, calls: &Calls) -> Plugin {
    let rows = |rows: &[Row]| rows.iter().map(|row| contribution(row, calls)).collect();
    let hook = unit.hook.clone().map(|rows| {
        let calls = calls.clone();
        let counter = calls.counter();
        Box::new(move |_: &Context<'_>, _: &State<'_>, emitter: &mut Emitter<'_>| {
            counter.fetch_add(1, Ordering::SeqCst);
            // A refusal fails the resolution, whatever the hook does afterwards.
            rows.iter().for_each(|row| drop(emitter.emit(contribution(row, &calls))));
            Ok(())
        }) as Box<Hook>
    });
    Plugin {
        name: unit.name.clone(),
        prompts: rows(&unit.statics),
        runtime_prompts: rows(&unit.awares),
        safety_policies: unit.policies.iter().map(|(id, text)| policy(id, text)).collect(),
        hook,
        ..Plugin::default()
    }
}

pub fn apply(registry: &Registry, op: &Op, calls: &Calls) -> Result<()> {
    match op {
        Op::Host(row) => registry.register(vec![contribution(row, calls)]),
        Op::Policy(id, text) => registry.register_safety_policy(policy(id, text)),
        Op::Register(unit) => registry.register_plugin(plugin(unit, calls)),
        Op::Replace(unit) => registry.replace_plugin(plugin(unit, calls)),
        Op::Remove(name) => registry.unregister_plugin(name),
        Op::Unregister(aware, id) => registry.unregister(if *aware { Origin::RuntimeAware } else { Origin::Static }, id),
    }
}

/// A candidate and all it may bring.
#[derive(Clone, Debug)]
pub struct Part {
    pub id: &'static str,
    pub content: String,
    pub tier: Tier,
    pub chars: Option<u64>,
    pub condensed: Option<String>,
}

impl Part {
    pub fn candidate(&self) -> Candidate<'_> {
        Candidate { id: self.id, content: &self.content, tier: self.tier, chars: self.chars, condensed: self.condensed.as_deref() }
    }
}

/// Candidates, some with measures of their own if `own` says so.
pub fn parts(own: bool) -> impl Strategy<Value = Vec<Part>> {
    let chars = option::weighted(0.3, prop_oneof![0..40u64, 0..(1u64 << 49)]).prop_map(move |chars| chars.filter(|_| own));
    let tier = prop_oneof![1 => Just(Tier::Core), 2 => Just(Tier::Active), 2 => Just(Tier::Informational)];
    let part = (select(&["a", "b", "c"][..]), text(), tier, chars, option::weighted(0.4, text()))
        .prop_map(|(id, content, tier, chars, condensed)| Part { id, content, tier, chars, condensed });
    vec(part, 0..10)
}
