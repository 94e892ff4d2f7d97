//! The ids of the bundled baseline as constants, so that a misspelt one does not compile.

/// Replacing this id replaces the seeded baseline as a whole (semantics 3.11).
pub const WATTLE_CORE_DEFAULT_SYSTEM_PROMPT_ID: &str = "core.default-system-prompt";

/// Of the base.
pub const WATTLE_CORE_DIRECTIVES_ID: &str = "core.core-directives";

/// Of the base.
pub const WATTLE_FORMATTING_BASELINE_ID: &str = "core.formatting-baseline";

/// Of the base.
pub const WATTLE_PRE_CALL_CHECKLIST_ID: &str = "core.pre-call-checklist";

/// Of the base.
pub const WATTLE_ACTION_BEFORE_NARRATION_ID: &str = "core.action-before-narration";

/// Of the base.
pub const WATTLE_ANTI_PATTERNS_CORE_ID: &str = "core.anti-patterns-core";

/// Of the base.
pub const WATTLE_BANNED_YIELD_PHRASES_ID: &str = "core.banned-yield-phrases";

/// Of the base.
pub const WATTLE_DATA_INTEGRITY_ID: &str = "core.data-integrity";

/// Of the base.
pub const WATTLE_NO_DATA_PROTOCOL_ID: &str = "core.no-data-protocol";

/// Of the base.
pub const WATTLE_NO_AGGREGATE_FAILURE_ID: &str = "core.no-aggregate-failure";

/// Of the base.
pub const WATTLE_SUBAGENT_DELEGATION_PRIMITIVE_ID: &str = "core.subagent-delegation-primitive";

/// Of the base.
pub const WATTLE_TOOL_REFERENCE_INTEGRITY_ID: &str = "core.tool-reference-integrity";

/// Of the extension.
pub const WATTLE_ASYNC_JOB_OUTPUT_DEPENDENCY_ID: &str = "core.async-job-output-dependency";

/// Of the extension.
pub const WATTLE_ASYNC_ORCHESTRATION_RULES_ID: &str = "core.async-orchestration-rules";

/// Of the extension.
pub const WATTLE_INDEPENDENT_SUBTASK_RULE_ID: &str = "core.independent-subtask-rule";

/// Of the extension.
pub const WATTLE_TOOL_AVAILABILITY_VERIFICATION_ID: &str = "core.tool-availability-verification";

/// A template.
pub const WATTLE_RESPONSE_STYLESHEET_DEFAULTS_ID: &str = "core.response-stylesheet-defaults";

/// A template.
pub const WATTLE_TOOL_ERROR_RECOVERY_DEFAULTS_ID: &str = "core.tool-error-recovery-defaults";

/// A template.
pub const WATTLE_ROLE_TEMPLATE_ID: &str = "core.role-template";

/// A template.
pub const WATTLE_RULES_AND_PROTOCOL_TEMPLATE_ID: &str = "core.rules-and-protocol-template";

/// A template.
pub const WATTLE_EXPORT_RULES_TEMPLATE_ID: &str = "core.export-rules-template";

/// A template.
pub const WATTLE_WORKFLOW_PROGRESS_TEMPLATE_ID: &str = "core.workflow-progress-template";

/// A template.
pub const WATTLE_MULTI_STEP_WORKFLOW_TEMPLATE_ID: &str = "core.multi-step-workflow-template";

/// A template.
pub const WATTLE_SOFT_PLAN_PROGRESS_TEMPLATE_ID: &str = "core.soft-plan-progress-template";

/// A template.
pub const WATTLE_DYNAMIC_TOOL_AVAILABILITY_TEMPLATE_ID: &str = "core.dynamic-tool-availability-template";

/// A template.
pub const WATTLE_LOADED_TOOLS_CONDENSED_TEMPLATE_ID: &str = "core.loaded-tools-condensed-template";

/// A template.
pub const WATTLE_TOOL_BUDGET_CONSTRAINT_TEMPLATE_ID: &str = "core.tool-budget-constraint-template";

/// A template.
pub const WATTLE_TOOL_FAILURE_RECOVERY_TEMPLATE_ID: &str = "core.tool-failure-recovery-template";

/// A template.
pub const WATTLE_CODE_EXECUTION_TEMPLATE_ID: &str = "core.code-execution-template";

/// A template.
pub const WATTLE_CODE_EXECUTION_GUEST_TEMPLATE_ID: &str = "core.code-execution-guest-template";

/// A template.
pub const WATTLE_SEARCH_STRATEGY_TEMPLATE_ID: &str = "core.search-strategy-template";

/// A template.
pub const WATTLE_DATA_REF_ATTRIBUTION_TEMPLATE_ID: &str = "core.data-ref-attribution-template";

/// A template.
pub const WATTLE_OFFLOADED_RESULT_EXPLORATION_TEMPLATE_ID: &str = "core.offloaded-result-exploration-template";

/// A template.
pub const WATTLE_ASYNC_JOB_LIFECYCLE_TEMPLATE_ID: &str = "core.async-job-lifecycle-template";

/// A template.
pub const WATTLE_JOB_HISTORY_TEMPLATE_ID: &str = "core.job-history-template";

/// A template.
pub const WATTLE_SUBAGENT_DELEGATION_TEMPLATE_ID: &str = "core.subagent-delegation-template";

/// A template.
pub const WATTLE_SUBAGENT_DELEGATION_GUEST_TEMPLATE_ID: &str = "core.subagent-delegation-guest-template";

/// A template.
pub const WATTLE_INTENT_CONTEXT_TEMPLATE_ID: &str = "core.intent-context-template";

/// A template.
pub const WATTLE_DOMAIN_CONTEXT_TEMPLATE_ID: &str = "core.domain-context-template";

/// A template.
pub const WATTLE_APP_STATE_MANIFEST_TEMPLATE_ID: &str = "core.app-state-manifest-template";

/// A template.
pub const WATTLE_ARTIFACT_CONTEXT_TEMPLATE_ID: &str = "core.artifact-context-template";

/// A template.
pub const WATTLE_META_LEARNING_CONTEXT_TEMPLATE_ID: &str = "core.meta-learning-context-template";

/// A template.
pub const WATTLE_EXTRACTED_FACTS_TEMPLATE_ID: &str = "core.extracted-facts-template";

/// A template.
pub const WATTLE_GUIDANCE_REGISTRY_TEMPLATE_ID: &str = "core.guidance-registry-template";

/// A template.
pub const WATTLE_PROACTIVE_EXAMPLES_TEMPLATE_ID: &str = "core.proactive-examples-template";

/// A template.
pub const WATTLE_ANTI_PATTERNS_EXTENDED_TEMPLATE_ID: &str = "core.anti-patterns-extended-template";

/// A template.
pub const WATTLE_RULES_CONDENSED_TEMPLATE_ID: &str = "core.rules-condensed-template";

/// A template.
pub const WATTLE_ROLE_CONDENSED_TEMPLATE_ID: &str = "core.role-condensed-template";

/// A template.
pub const WATTLE_STYLESHEET_CONDENSED_TEMPLATE_ID: &str = "core.stylesheet-condensed-template";

/// A template.
pub const WATTLE_ROLE_TOOL_ALLOWLIST_TEMPLATE_ID: &str = "core.role-tool-allowlist-template";

/// A template.
pub const WATTLE_RULES_AND_PROTOCOL_GUEST_TEMPLATE_ID: &str = "core.rules-and-protocol-guest-template";

/// A template.
pub const WATTLE_UNCERTAINTY_ACKNOWLEDGMENT_TEMPLATE_ID: &str = "core.uncertainty-acknowledgment-template";

/// A template.
pub const WATTLE_CITATION_DISCIPLINE_TEMPLATE_ID: &str = "core.citation-discipline-template";

/// A template.
pub const WATTLE_RESPONSE_LENGTH_CALIBRATION_TEMPLATE_ID: &str = "core.response-length-calibration-template";

/// A template.
pub const WATTLE_STRUCTURED_OUTPUT_DISCIPLINE_TEMPLATE_ID: &str = "core.structured-output-discipline-template";

/// A template.
pub const WATTLE_EVIDENCE_GROUNDING_TEMPLATE_ID: &str = "core.evidence-grounding-template";

/// A safety policy of the library's own.
pub const WATTLE_SAFETY_INSTRUCTION_HIERARCHY_ID: &str = "safety.instruction-hierarchy";

/// A safety policy of the library's own.
pub const WATTLE_SAFETY_SECRET_HANDLING_ID: &str = "safety.secret-handling";

/// A safety policy of the library's own.
pub const WATTLE_SAFETY_INJECTION_AWARENESS_ID: &str = "safety.injection-awareness";

/// A safety policy of the library's own.
pub const WATTLE_SAFETY_DESTRUCTIVE_ACTION_CONFIRMATION_ID: &str = "safety.destructive-action-confirmation";

/// A safety policy of the library's own.
pub const WATTLE_SAFETY_PERSONAL_DATA_HANDLING_ID: &str = "safety.personal-data-handling";
