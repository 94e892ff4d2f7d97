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
