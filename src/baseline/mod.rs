//! The bundled baseline: what a prompt says when the host says nothing, one Markdown file a fragment (semantics 3.11, 3.12, 4).
//! To add a template: a file in `template/`, a line here, `make header`, which gives its id a constant in C and in Go. No existing byte changes by that.

use crate::text::without_nul;

/// A bundled text.
#[derive(Clone, Copy, Debug)]
pub struct Fragment {
    /// With a NUL behind it.
    id: &'static str,
    /// With a NUL behind it.
    text: &'static str,
}

impl Fragment {
    /// Its id.
    pub fn id(&self) -> &'static str {
        without_nul(self.id)
    }

    /// What it says.
    pub fn text(&self) -> &'static str {
        without_nul(self.text)
    }

    /// Both, with a NUL behind each.
    pub(crate) fn terminated(&self) -> (&'static str, &'static str) {
        (self.id, self.text)
    }
}

/// Replacing this id replaces all that is seeded of [`BASE`] and [`EXTENSION`] at once (semantics 3.11).
pub const DEFAULT_SYSTEM_PROMPT_ID: &str = "core.default-system-prompt";

macro_rules! fragment {
    ($namespace:literal, $folder:literal, $name:literal) => {
        Fragment { id: concat!($namespace, ".", $name, "\0"), text: concat!(include_str!(concat!($folder, "/", $name, ".md")), "\0") }
    };
}

macro_rules! core {
    ($folder:literal, $($name:literal),* $(,)?) => {
        &[$(fragment!("core", $folder, $name)),*]
    };
}

macro_rules! safety {
    ($name:literal) => {
        fragment!("safety", "safety", $name)
    };
}

/// The base of the baseline, in order.
pub const BASE: &[Fragment] = core!(
    "base",
    "core-directives",
    "formatting-baseline",
    "pre-call-checklist",
    "action-before-narration",
    "anti-patterns-core",
    "banned-yield-phrases",
    "data-integrity",
    "no-data-protocol",
    "no-aggregate-failure",
    "subagent-delegation-primitive",
    "tool-reference-integrity",
);

/// What the baseline says of work in the background, after the base.
pub const EXTENSION: &[Fragment] = core!(
    "extension",
    "async-job-output-dependency",
    "async-orchestration-rules",
    "independent-subtask-rule",
    "tool-availability-verification",
);

/// Scaffolds that a host opts in to, by replacing one or by seeding all.
pub const TEMPLATES: &[Fragment] = core!(
    "template",
    "response-stylesheet-defaults",
    "tool-error-recovery-defaults",
    "role-template",
    "rules-and-protocol-template",
    "export-rules-template",
    "workflow-progress-template",
    "multi-step-workflow-template",
    "soft-plan-progress-template",
    "dynamic-tool-availability-template",
    "loaded-tools-condensed-template",
    "tool-budget-constraint-template",
    "tool-failure-recovery-template",
    "code-execution-template",
    "code-execution-guest-template",
    "search-strategy-template",
    "data-ref-attribution-template",
    "offloaded-result-exploration-template",
    "async-job-lifecycle-template",
    "job-history-template",
    "subagent-delegation-template",
    "subagent-delegation-guest-template",
    "intent-context-template",
    "domain-context-template",
    "app-state-manifest-template",
    "artifact-context-template",
    "meta-learning-context-template",
    "extracted-facts-template",
    "guidance-registry-template",
    "proactive-examples-template",
    "anti-patterns-extended-template",
    "rules-condensed-template",
    "role-condensed-template",
    "stylesheet-condensed-template",
    "role-tool-allowlist-template",
    "rules-and-protocol-guest-template",
    "uncertainty-acknowledgment-template",
    "citation-discipline-template",
    "response-length-calibration-template",
    "structured-output-discipline-template",
    "evidence-grounding-template",
);

/// The library's own safety policies, each with whether it is enabled by default.
pub const SAFETY: &[(Fragment, bool)] = &[
    (safety!("instruction-hierarchy"), true),
    (safety!("secret-handling"), true),
    (safety!("injection-awareness"), true),
    (safety!("destructive-action-confirmation"), false),
    (safety!("personal-data-handling"), false),
];

/// The place of a template in their order, if it is one.
pub(crate) fn template_place(id: &str) -> Option<usize> {
    TEMPLATES.iter().position(|template| template.id() == id)
}
