//! Callbacks that call the library that calls them: an error at a limit, and never a stack that overflows.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use wattle::*;

const CONTEXT: Context<'static> = Context { call_class: CallClass::Converse, family: "anthropic", tenant_id: None, runtime_role: None };

#[test]
fn endless_re_entrancy_is_an_error_at_the_limit() {
    let registry = Registry::new(RegistryOptions::empty()).unwrap();
    let deepest = Arc::new(AtomicU32::new(0));
    let innermost = Arc::new(Mutex::new(None));
    let (inner, depth, refusal) = (registry.clone(), Arc::clone(&deepest), Arc::clone(&innermost));
    let content = Content::Runtime(Box::new(move |_, _, _| {
        depth.fetch_add(1, Ordering::SeqCst);
        inner.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default()).map(drop).inspect_err(|error| {
            refusal.lock().unwrap().get_or_insert((error.kind(), error.subject().to_owned()));
        })
    }));
    registry.register(vec![Contribution::new("host.again", Mode::Append, content).unwrap()]).unwrap();
    let resolve = || registry.resolve(&CONTEXT, Some(&State::default()), &ResolveOptions::default());
    assert_eq!(resolve().err().unwrap().kind(), Kind::CallbackFailed);
    assert_eq!(deepest.load(Ordering::SeqCst), NESTING_MAX);
    assert_eq!(innermost.lock().unwrap().take(), Some((Kind::LimitExceeded, "nesting".to_owned())));
    registry.unregister(Origin::RuntimeAware, "host.again").unwrap();
    assert_eq!(resolve().unwrap().text(), "");
}

/// A module that asks for more of itself in one of its functions, and says how deep that went.
struct Again {
    builder: ModuleBuilder,
    at: &'static str,
    renders: bool,
    depth: Arc<AtomicU32>,
    innermost: Arc<Mutex<Option<(Kind, String)>>>,
}

impl Again {
    fn again(&self, at: &str) -> Result<()> {
        if at != self.at {
            return Ok(());
        }
        self.depth.fetch_add(1, Ordering::SeqCst);
        let context = AgentContext::default();
        let outcome = match self.renders {
            true => self.builder.render(&context).map(drop),
            false => self.builder.build(&context, &BuildOptions::default()).map(drop),
        };
        outcome.inspect_err(|error| {
            self.innermost.lock().unwrap().get_or_insert((error.kind(), error.subject().to_owned()));
        })
    }
}

impl Module for Again {
    fn name(&self) -> &str {
        "again"
    }

    fn priority(&self) -> u32 {
        1
    }

    fn is_optional(&self) -> bool {
        true
    }

    fn should_include(&self, _: &AgentContext<'_>) -> Result<bool> {
        self.again("should_include").map(|()| true)
    }

    fn render(&self, _: &AgentContext<'_>, lines: &mut Lines<'_>) -> Result<()> {
        self.again("render")?;
        lines.line("x")
    }

    fn render_minimal(&self, _: &AgentContext<'_>, _: &mut Lines<'_>) -> Result<bool> {
        self.again("render_minimal").map(|()| false)
    }

    fn estimate(&self, _: &AgentContext<'_>) -> Result<Option<u64>> {
        self.again("estimate").map(|()| None)
    }
}

#[test]
fn endless_builds_are_an_error_at_the_limit() {
    for (at, renders) in [
        ("should_include", false),
        ("render", false),
        ("render_minimal", false),
        ("estimate", false),
        ("render", true),
        ("render_minimal", true),
    ] {
        let (depth, innermost, builder) = (Arc::new(AtomicU32::new(0)), Arc::new(Mutex::new(None)), ModuleBuilder::new());
        let module = Again { builder: builder.clone(), at, renders, depth: Arc::clone(&depth), innermost: Arc::clone(&innermost) };
        builder.add(Box::new(module)).unwrap();
        let context = AgentContext::default();
        let outcome = if renders { builder.render(&context).err() } else { builder.build(&context, &BuildOptions::default()).err() };
        assert_eq!(outcome.unwrap().kind(), Kind::CallbackFailed, "{at}");
        assert_eq!(depth.load(Ordering::SeqCst), NESTING_MAX, "{at}");
        assert_eq!(innermost.lock().unwrap().take(), Some((Kind::LimitExceeded, "nesting".to_owned())), "{at}");
        builder.remove("again").unwrap();
    }
}

#[test]
fn many_required_tools_are_looked_up_and_not_walked_to() {
    let tools: Vec<String> = (0..100_000).map(|n| format!("tool-{n}")).collect();
    let loaded: Vec<&str> = tools.iter().map(String::as_str).collect();
    let registry = Registry::new(RegistryOptions::empty()).unwrap();
    let needs =
        |id: &str, tools: Vec<String>| Contribution { requires_tools: Some(tools), ..Contribution::text(id, Mode::Append, id).unwrap() };
    registry
        .register(vec![needs("host.all", tools.clone()), needs("host.more", [tools.clone(), vec!["another".to_owned()]].concat())])
        .unwrap();
    let state = State { loaded_tools: Some(&loaded), ..State::default() };
    assert_eq!(registry.resolve(&CONTEXT, Some(&state), &ResolveOptions::default()).unwrap().text(), "host.all");
}
