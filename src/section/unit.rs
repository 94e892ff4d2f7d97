//! What lengths are counted in.

use std::sync::Arc;

use crate::error::Result;
use crate::text;

/// What the lengths of a result are counted in.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub enum Unit {
    /// UTF-16 code units.
    #[default]
    Chars,
    /// Tokens: a quarter of the chars, rounded up, in the module builder (semantics 9.2); elsewhere as a measure says.
    Tokens,
    /// What a measure counts in, under the name that it has (semantics 6.11).
    Named(UnitName),
}

/// The name of a unit that the library does not know.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct UnitName(Arc<String>);

impl Unit {
    /// The unit of a name; `old`, if it is that, which allocates nothing.
    pub(crate) fn named(name: &str, old: Unit) -> Result<Unit> {
        match name {
            _ if old.name() == name => Ok(old),
            "chars" => Ok(Unit::Chars),
            "tokens" => Ok(Unit::Tokens),
            _ => Ok(Unit::Named(UnitName(Arc::new(text::try_format(format_args!("{name}\0"))?)))),
        }
    }

    /// The name: `chars`, `tokens`, or what the measure calls it.
    pub fn name(&self) -> &str {
        text::without_nul(self.terminated_name())
    }

    /// The same with a NUL behind it.
    pub(crate) fn terminated_name(&self) -> &str {
        match self {
            Unit::Chars => "chars\0",
            Unit::Tokens => "tokens\0",
            Unit::Named(UnitName(name)) => name,
        }
    }
}
