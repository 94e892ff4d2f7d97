//! A registry as others see it.

use serde_json::Value;
use wattle::{CallClass, Context, Registry, RegistryOptions, ResolveOptions, Result, State};

pub fn empty() -> Registry {
    Registry::new(RegistryOptions::empty()).unwrap()
}

pub fn load(registry: &Registry, document: &Value) -> Result<()> {
    registry.load_json(&document.to_string())
}

/// The text for a turn of the conversation.
pub fn text(registry: &Registry, role: Option<&str>, tenant: Option<&str>, tools: &[&str]) -> String {
    let context = Context { call_class: CallClass::Converse, family: "anthropic", tenant_id: tenant, runtime_role: role };
    let state = State { loaded_tools: Some(tools), ..State::default() };
    registry.resolve(&context, Some(&state), &ResolveOptions::default()).unwrap().text().to_owned()
}

/// All that can be seen of a registry: its lists, and what it resolves to, byte for byte.
pub fn everything(registry: &Registry) -> String {
    use std::fmt::Write;
    let mut seen = String::new();
    for records in [registry.list(None, None), registry.list_safety_policies(false), registry.list_safety_policies(true)] {
        records.unwrap().iter().for_each(|record| writeln!(seen, "{record:?}").unwrap());
    }
    for call_class in CallClass::ALL {
        for (family, tenant_id, runtime_role) in [("anthropic", None, None), ("openai", Some("t1"), Some("reviewer"))] {
            let context = Context { call_class, family, tenant_id, runtime_role };
            let state = State { loaded_tools: Some(&["git_push", "grep"]), ..State::default() };
            for state in [None, Some(&state)] {
                let bundle = registry.resolve(&context, state, &ResolveOptions::default()).unwrap();
                bundle.sections().for_each(|section| writeln!(seen, "{section:?}").unwrap());
                writeln!(seen, "{:?}", bundle.summary()).unwrap();
            }
            writeln!(seen, "{:?}", registry.fingerprint(&context).unwrap()).unwrap();
        }
    }
    seen
}
