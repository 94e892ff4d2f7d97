//! The bridge to the composer: a builder's modules as candidates.

use super::renderer::Renderer;
use super::{AgentContext, ModuleBuilder};
use crate::callback;
use crate::compose::Candidate;
use crate::contribution::Tier;
use crate::error::Result;
use crate::text;

/// What modules rendered, for [`crate::compose`]: required ones as core, optional ones as active with the minimal rendering as the
/// condensed text. Independent of the builder's life.
pub struct Renderings(Vec<Rendered>);

struct Rendered {
    name: String,
    optional: bool,
    full: String,
    minimal: Option<String>,
}

impl ModuleBuilder {
    /// Renders the modules that are in the builder now, in full and, if they are optional, minimally; no budget is applied. A full
    /// rendering without a line gives no candidate, a minimal one no condensed text.
    ///
    /// # Errors
    /// Those of [`ModuleBuilder::build`] that modules and the context cause.
    pub fn render(&self, context: &AgentContext<'_>) -> Result<Renderings> {
        callback::refuse_too_deep()?;
        context.check()?;
        let ordered = self.ordered()?;
        let mut renderer = Renderer::new(context, 0);
        let modules = renderer.all(&ordered.entries)?;
        let mut renderings = text::try_vec(modules.len())?;
        for module in modules {
            let (name, optional) = (module.name, module.optional);
            let Some(full) = renderer.text(&module.full).map(text::try_string).transpose()? else { continue };
            let minimal = if optional { renderer.minimal(module.entry)? } else { None };
            let minimal = minimal.and_then(|minimal| renderer.text(&minimal).map(text::try_string)).transpose()?;
            renderings.push(Rendered { name: text::try_string(name)?, optional, full, minimal });
        }
        Ok(Renderings(renderings))
    }
}

impl Renderings {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One as a candidate.
    pub fn get(&self, index: usize) -> Option<Candidate<'_>> {
        self.0.get(index).map(|rendered| Candidate {
            id: &rendered.name,
            content: &rendered.full,
            tier: if rendered.optional { Tier::Active } else { Tier::Core },
            chars: None,
            condensed: rendered.minimal.as_deref(),
        })
    }

    /// All as candidates, in order.
    pub fn candidates(&self) -> impl Iterator<Item = Candidate<'_>> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}
