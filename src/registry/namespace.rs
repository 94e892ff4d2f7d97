//! The namespace rules (semantics 2), in the order in which they are checked.

use std::collections::HashSet;
use std::sync::Arc;

use super::record::{Key, Record, Registrant};
use crate::contribution::{Contribution, Mode, Origin, ID_MAX_BYTES, PLUGIN_NAME_MAX_BYTES};
use crate::error::{Error, Kind, Quoted, Result};

const CORE: &str = "core";
const SAFETY: &str = "safety";

/// Checks rows one by one and enters their keys: all of them or none. Says which row is refused.
pub(crate) fn admit(rows: &[Arc<Record>], keys: &mut HashSet<Key>) -> Result<(), (usize, Error)> {
    keys.try_reserve(rows.len()).map_err(|error| (0, error.into()))?;
    for (i, row) in rows.iter().enumerate() {
        if let Err(error) = check(row).and_then(|()| enter(row, keys)) {
            expel(&rows[..i], keys);
            return Err((i, error));
        }
    }
    Ok(())
}

/// Takes back what [`admit`] entered.
pub(crate) fn expel(rows: &[Arc<Record>], keys: &mut HashSet<Key>) {
    for row in rows {
        keys.remove(&Key::new(row));
    }
}

/// All rules but the one about duplicates.
pub(crate) fn check(row: &Record) -> Result<()> {
    let contribution = &row.contribution;
    let id = row.id();
    let namespace = namespace(id)?;
    if let Some(what) = needs_runtime_aware(contribution).filter(|_| row.origin != Origin::RuntimeAware) {
        let origin = row.origin.name();
        return Err(Error::new(
            Kind::InvalidArgument,
            id,
            format_args!("{} has {what}, which only a runtime-aware contribution may, and its origin is {origin}", Quoted(id)),
        ));
    }
    if matches!(row.registrant, Registrant::Library) {
        return Ok(());
    }
    check_namespace(id, namespace, contribution.mode, row.registrant.plugin())
}

/// Checks an id by the rules alone: whether it could be registered in that mode, by the host or by a plugin, duplicates aside.
///
/// # Errors
/// [`Kind::UnnamespacedId`], [`Kind::ReservedNamespace`], [`Kind::ForeignNamespace`].
pub fn check_id(id: &str, mode: Mode, plugin: Option<&str>) -> Result<()> {
    check_namespace(id, namespace(id)?, mode, plugin)
}

fn check_namespace(id: &str, namespace: &str, mode: Mode, plugin: Option<&str>) -> Result<()> {
    let adds = mode != Mode::Replace;
    if namespace == SAFETY {
        return Err(Error::new(
            Kind::ReservedNamespace,
            id,
            format_args!("{} is in the namespace \"safety\", which is for safety policies; register it as one", Quoted(id)),
        ));
    }
    if namespace == CORE && adds {
        let mode = mode.name();
        return Err(Error::new(
            Kind::ReservedNamespace,
            id,
            format_args!("{} has mode {mode} in the namespace \"core\", where only the library adds; replace is allowed", Quoted(id)),
        ));
    }
    match plugin {
        Some(plugin) if adds && namespace != plugin => Err(Error::new(
            Kind::ForeignNamespace,
            id,
            format_args!("plugin {} adds {}, outside its own namespace; only replace is allowed there", Quoted(plugin), Quoted(id)),
        )),
        _ => Ok(()),
    }
}

fn needs_runtime_aware(contribution: &Contribution) -> Option<&'static str> {
    if contribution.content.reads_state() {
        Some("content that reads the state")
    } else {
        contribution.requires_tools.as_ref().map(|_| "required tools")
    }
}

pub(crate) fn enter(row: &Arc<Record>, keys: &mut HashSet<Key>) -> Result<()> {
    keys.try_reserve(1)?;
    if keys.insert(Key::new(row)) {
        return Ok(());
    }
    Err(duplicate(row))
}

pub(crate) fn duplicate(row: &Record) -> Error {
    let (id, origin) = (Quoted(row.id()), row.origin.name());
    let new = |message: std::fmt::Arguments<'_>| Error::new(Kind::DuplicateContributionId, row.id(), message);
    match (&row.registrant, row.is_replace()) {
        (_, false) => new(format_args!("origin {origin} has an append or prepend {id} already")),
        (Registrant::Host | Registrant::Library, true) => new(format_args!("origin {origin} has a replace of {id} by the host already")),
        (Registrant::Plugin(plugin), true) => {
            new(format_args!("origin {origin} has a replace of {id} by plugin {} already", Quoted(&plugin.name)))
        }
    }
}

/// The id of a safety policy: the first rule, then its namespace (semantics 4).
pub(crate) fn check_policy_id(id: &str) -> Result<()> {
    match namespace(id)? {
        SAFETY => Ok(()),
        _ => Err(Error::new(Kind::ForeignNamespace, id, format_args!("safety policy {} is outside the namespace \"safety\"", Quoted(id)))),
    }
}

/// The namespace of an id that obeys the first rule.
fn namespace(id: &str) -> Result<&str> {
    let fault = if id.len() > ID_MAX_BYTES {
        "is too long"
    } else if has_forbidden(id) {
        "has white space or a control character"
    } else {
        match id.bytes().position(|byte| byte == b'.') {
            None => "has no \".\"",
            Some(0) => "has an empty namespace",
            Some(dot) if dot + 1 == id.len() => "has an empty name",
            Some(dot) => return Ok(&id[..dot]),
        }
    };
    Err(Error::new(
        Kind::UnnamespacedId,
        id,
        format_args!(
            "{} {fault}; an id is <namespace>.<name>, of at most {ID_MAX_BYTES} bytes, without white space and control characters",
            Quoted(id)
        ),
    ))
}

/// The name of a plugin.
pub(crate) fn check_plugin_name(name: &str) -> Result<()> {
    let fault = if name.is_empty() {
        "is empty"
    } else if name.len() > PLUGIN_NAME_MAX_BYTES {
        "is too long"
    } else if name.contains('.') {
        "has a \".\""
    } else if has_forbidden(name) {
        "has white space or a control character"
    } else if name == CORE || name == SAFETY {
        "is reserved"
    } else {
        return Ok(());
    };
    Err(Error::new(
        Kind::InvalidArgument,
        name,
        format_args!(
            "the plugin name {} {fault}; a name has 1 to {PLUGIN_NAME_MAX_BYTES} bytes, without \".\", white space and control characters, and is neither \"core\" nor \"safety\"",
            Quoted(name)
        ),
    ))
}

/// Whether there is a character with Unicode's White_Space property or of category Cc. Most ids are of visible ASCII, which their
/// bytes tell at once.
fn has_forbidden(text: &str) -> bool {
    !text.bytes().all(|byte| byte.is_ascii_graphic()) && text.chars().any(|c| c.is_whitespace() || c.is_control())
}
