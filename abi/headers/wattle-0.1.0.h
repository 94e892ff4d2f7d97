/*
 * wattle: composes the system prompts of LLM agents.
 * Licence: MIT OR Apache-2.0. Generated from src/ffi by cbindgen; never edited by hand.
 *
 * A tour
 *
 *   There is no system-prompt string. A registry holds typed contributions: an id "<namespace>.<name>", a mode
 *   (append, prepend, replace), an optional scope, and a text or a callback. Resolving it for a context and a turn's state
 *   gives a bundle of ordered sections; composing fits the sections into a budget and gives a prompt, which says of every
 *   section what became of it and why. The same inputs give the same bytes, everywhere and always.
 *
 *     const wattle_contribution texts[] = {
 *       WATTLE_CONTRIBUTION(.id = WATTLE_STR("demo.persona"), .mode = WATTLE_PREPEND, .text = WATTLE_STR("You are careful.")),
 *       WATTLE_CONTRIBUTION(.id = WATTLE_STR("demo.rules"), .mode = WATTLE_APPEND, .text = WATTLE_STR("Run the tests.")),
 *     };
 *     const wattle_context context = WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = WATTLE_STR("anthropic"));
 *     wattle_compose_options options = WATTLE_COMPOSE_OPTIONS_INIT;
 *     options.total_budget = 20000;                   // the baseline and the policies take about 11,000
 *
 *     wattle_registry_new(NULL, &registry, &error);  // begins with the bundled baseline and the library's safety policies
 *     wattle_registry_register(registry, texts, 2, &error);
 *     wattle_registry_compose(registry, &context, NULL, &options, &prompt, &error);
 *     puts(wattle_prompt_text(prompt).data);
 *
 *   wattle_prompt_table tells what became of everything as text for people, and wattle_prompt_diff what differs between two
 *   prompts and from which byte on: why a provider's cache missed.
 *
 *   An agent's whole prompt can also be built of modules, the library's eleven and the host's own, by priority within the
 *   context window: wattle_module_builder. The sections that most agents have (the loaded tools, the detected intents, a notice to
 *   sub-agents, ...) come ready: wattle_loaded_tools_prompt and its like. What is to be said of a single tool, by its name:
 *   wattle_guidance.
 *
 * What holds everywhere
 *
 *   Errors    A fallible function returns a wattle_status and takes a last parameter `error`. On failure it stores an owned
 *             error there if that is not NULL, and changes nothing else; on success it leaves it alone. What was there is
 *             overwritten and never read: free it first. Any function may also fail with a general status: null-argument,
 *             invalid-utf8, invalid-handle, invalid-argument (a struct_size, a reserved field), unsupported, limit-exceeded,
 *             out-of-memory, internal.
 *   Handles   Opaque; freed by the function that ends in _free; freeing NULL is a no-op. A handle of another type or of
 *             another copy of the library is WATTLE_INVALID_HANDLE. Using a freed one is the caller's fault.
 *   Inputs    Borrowed for the call and copied; the caller may free them when it returns.
 *   Structs   Begin with struct_size. Fill them from their _INIT, or in C with the macro of their name and designated
 *             initialisers; every field left out is its default.
 *   Callbacks Run on the calling thread, only during the call, with no lock held. They write, emit and fail through the
 *             wattle_call they are given. They may call the library; only removals are refused. No exception may leave a
 *             callback, nor its thread end in it: that ends the process. Nor may a longjmp, which the library cannot see.
 *   user_data Is owned by the library from the moment a kept callback is handed over, whatever the function returns, and its
 *             `drop` runs exactly once. Each struct owns its own: what several share needs a count, or to outlive the registry.
 *   Subjects  Are ids and names as given, or the C field or parameter at fault; the composer's own settings are called by the
 *             names they have in the events: totalBudget, activeBudgetFraction, resolveBudget, onBuilt.
 *   Chars     Are UTF-16 code units wherever a number is called chars, but for a prompt of modules, whose summary says that its
 *             unit is tokens, and one that the host measured, whose summary names the host's. Sizes, lengths, starts and ends are
 *             bytes.
 *   Threads   Registries, builders, guidance and results may be used from any number of threads at once, a wattle_call from its
 *             own thread only. Freeing is exclusive.
 *   Files     The library reads no file, clock or environment, writes nothing, and starts no thread.
 *
 * "semantics N" in a comment names a numbered rule of docs/semantics.md; ABI.md tells where the rules of the ABI are tested.
 */
/*
 * Contents: the titles, in their order, and what is declared below each, without "wattle_"
 *
 *   Versions and limits
 *   Types: the table                        api
 *   Ids of the bundled baseline
 *   Types: handles                          bundle, call, diff, error, guidance, module_builder, prompt, records, registry,
 *                                           renderings, text
 *   Types: texts and statuses               str, status
 *   Types: enumerations                     mode, call_class, origin, tier, verdict, match_mode, change
 *   Types: contexts and contributions       scope, str_list, context, static_content_fn, maybe, state, runtime_content_fn,
 *                                           when_fn, drop_fn, contribution
 *   Types: registries, policies and plugins registry_options, safety_policy, hook_fn, stream_observer_fn, plugin
 *   Types: records and fragments            content_kind, record, fragment_set, fragment
 *   Types: probes and resolving             on_empty_content_fn, on_replace_target_missing_fn, on_duplicate_replace_fn,
 *                                           on_built_fn, probes, resolve_options
 *   Types: results                          summary, section
 *   Types: composing                        candidate, resolve_budget_fn, measure_fn, compose_options, outcome
 *   Types: what differs                     first_difference, diff_figures, difference
 *   Types: modules                          command, agent_context, should_include_fn, render_fn, estimate_fn, module, clock_fn,
 *                                           build_options, module_metadata, tool_filter, tool
 *   Types: sections and guidance            async_job, tool_error, guidance_entry
 *   Types: the library                      abi_data, abi
 *   Versions                                version
 *   Errors                                  status_name, error_new, error_status, error_message, error_subject, error_payload,
 *                                           error_free
 *   Names                                   mode_name, call_class_name, origin_name, tier_name, verdict_name, match_mode_name,
 *                                           change_name
 *   Inside a callback                       call_write, call_write_line, call_emit, call_fail, call_fail_with
 *   Contributions                           replace_core
 *   Registry                                registry_new, registry_free, registry_register, registry_unregister,
 *                                           registry_snapshot, check_id
 *   Plugins                                 registry_register_plugin, registry_replace_plugin, registry_unregister_plugin,
 *                                           registry_emit_stream
 *   Safety policies                         registry_register_safety_policy, registry_unregister_safety_policy,
 *                                           registry_set_enabled_safety_policies
 *   Manifests                               registry_load_json
 *   Globals                                 register_global, unregister_global
 *   Lists of what is registered             registry_list, registry_list_safety_policies, records_len, records_at, records_free,
 *                                           registry_json
 *   A text of the caller's                  text_view, text_free
 *   The bundled baseline                    fragment_count, fragment_at
 *   Resolving                               registry_resolve, registry_fingerprint, registry_fingerprint_json
 *   Bundle                                  bundle_text, bundle_summary, bundle_section, bundle_json, bundle_table, bundle_free
 *   Composing                               compose, registry_compose, compose_default_system_prompt, compose_into,
 *                                           registry_compose_into
 *   Budgets without a prompt                effective_budget, apply_budget_gate, should_condense, skip_informational, would_fit
 *   Prompt                                  prompt_text, prompt_summary, prompt_section, prompt_event_json, prompt_json,
 *                                           prompt_table, prompt_free, prompt_restore
 *   What differs                            bundle_diff, prompt_diff, diff_summary, diff_at, diff_json, diff_free
 *   Module builder                          module_builder_new, module_builder_free, module_builder_add,
 *                                           module_builder_add_builtins, module_builder_add_builtin, module_builder_remove,
 *                                           module_builder_build
 *   Modules as candidates                   module_builder_render, renderings_len, renderings_at, renderings_free
 *   Prompts of modules                      prompt_module_metadata, prompt_module_metadata_json, prompt_tool_filter
 *   Which tools are offered                 filter_tools
 *   Reference sections                      render_loaded_tools, render_detected_intents, render_subagent_depth,
 *                                           render_prior_turn_tool_calls, loaded_tools_content, detected_intents_content,
 *                                           subagent_depth_content, prior_turn_tool_calls_content, render_async_jobs
 *   Bodies of sections                      render_recent_tool_errors
 *   Guidance                                guidance_new, guidance_free, guidance_add, guidance_load_json, guidance_len,
 *                                           guidance_resolve, guidance_estimate_chars
 *   Loading the library                     get_api
 *   The table, for who loads the library    plugin_entry_fn, plugin_entry_v1, table
 *   Initialisers and helpers                cstr
 *   The common shapes                       append_prompt, prepend_persona, scoped_prompt, gated_prompt, loaded_tools_prompt,
 *                                           detected_intents_prompt, subagent_depth_prompt, prior_turn_tool_calls_prompt,
 *                                           create_plugin
 */
#ifndef WATTLE_H
#define WATTLE_H


#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef WATTLE_API
#if defined(__GNUC__) && !defined(_WIN32)
#define WATTLE_API __attribute__((visibility("default")))
#else
#define WATTLE_API
#endif
#endif


/* ==== Versions and limits ==== */

/** The ABI's number, also the SONAME's (`libwattle.so.0`). It changes when something that exists changes. */
#define WATTLE_ABI_VERSION 0

/** Counts what was added to this ABI version. A program that needs revision N runs on N and later. */
#define WATTLE_ABI_REVISION 1

/** The longest id of a contribution or policy, in bytes; a longer one is WATTLE_UNNAMESPACED_ID. */
#define WATTLE_ID_MAX_BYTES 256

/** The longest name of a plugin, in bytes. */
#define WATTLE_PLUGIN_NAME_MAX_BYTES 128

/** The longest single text, given or written by one callback, in bytes: 1 GiB. */
#define WATTLE_TEXT_MAX_BYTES (1 << 30)

/**
 * The longest JSON that is read, in bytes: 16 MiB. Reading JSON is the one place where memory that runs out for what
 * the input decides the size of ends the process, so it is bounded.
 */
#define WATTLE_JSON_MAX_BYTES (16 << 20)

/** The largest struct_size that is looked at, in bytes; a larger one is WATTLE_INVALID_ARGUMENT. */
#define WATTLE_STRUCT_MAX_BYTES 4096

/**
 * How many contexts a registry remembers its static sections and its fingerprint for, until it changes; for more, and for one of
 * over 1,024 bytes, they are made anew each time. The sections are remembered as they are, and decided on for two budgets; bundles
 * and prompts share them, and keep them as long as they live.
 */
#define WATTLE_REMEMBERED_CONTEXTS 64

/** The largest priority of a module. */
#define WATTLE_PRIORITY_MAX 100

/** What of the context window a module builder keeps free for the model's answer, in tokens. */
#define WATTLE_OUTPUT_RESERVE_TOKENS 4096

/** How deep callbacks may nest on one thread. A call that runs callbacks, made deeper than that, is WATTLE_LIMIT_EXCEEDED. */
#define WATTLE_NESTING_MAX 128

/** How many of the most recent errors of tools are shown. */
#define WATTLE_RECENT_TOOL_ERRORS_LIMIT 5

/** No limit: as a budget, and as a reported limit. */
#define WATTLE_UNLIMITED UINT64_MAX

/** A number that was not given. Only where it is named as allowed. */
#define WATTLE_NOT_SET (UINT64_MAX - 1)

/** The largest budget and number of chars: the largest whole number below which a double holds every one, 2^53 - 1. */
#define WATTLE_CHARS_MAX 9007199254740991

/** The share of what core leaves that the active tier may use, unless the options say otherwise. */
#define WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION 0.95

/** From this depth on, wattle_should_condense says so. */
#define WATTLE_CONDENSE_FROM_DEPTH 1

/** From this depth on, wattle_skip_informational says so. */
#define WATTLE_SKIP_INFORMATIONAL_FROM_DEPTH 2

/* ==== Types: the table ==== */

/**
 * Every function of the library, in a struct: what a host that opens the library by its name, or a plugin that such a host opens,
 * calls it through. Members are named as the functions without "wattle_", and have their types. It is the library's, the same for
 * every caller, and never changes while the library is loaded. Members are only ever appended: WATTLE_HAS asks for one.
 */
typedef struct wattle_api wattle_api;

/* ==== Ids of the bundled baseline ==== */

/** Replacing this id replaces the seeded baseline as a whole. */
#define WATTLE_DEFAULT_SYSTEM_PROMPT_ID "core.default-system-prompt"

/** The base of the baseline. */
#define WATTLE_CORE_DIRECTIVES_ID "core.core-directives"
#define WATTLE_FORMATTING_BASELINE_ID "core.formatting-baseline"
#define WATTLE_PRE_CALL_CHECKLIST_ID "core.pre-call-checklist"
#define WATTLE_ACTION_BEFORE_NARRATION_ID "core.action-before-narration"
#define WATTLE_ANTI_PATTERNS_CORE_ID "core.anti-patterns-core"
#define WATTLE_BANNED_YIELD_PHRASES_ID "core.banned-yield-phrases"
#define WATTLE_DATA_INTEGRITY_ID "core.data-integrity"
#define WATTLE_NO_DATA_PROTOCOL_ID "core.no-data-protocol"
#define WATTLE_NO_AGGREGATE_FAILURE_ID "core.no-aggregate-failure"
#define WATTLE_SUBAGENT_DELEGATION_PRIMITIVE_ID "core.subagent-delegation-primitive"
#define WATTLE_TOOL_REFERENCE_INTEGRITY_ID "core.tool-reference-integrity"

/** The extension of the baseline. */
#define WATTLE_ASYNC_JOB_OUTPUT_DEPENDENCY_ID "core.async-job-output-dependency"
#define WATTLE_ASYNC_ORCHESTRATION_RULES_ID "core.async-orchestration-rules"
#define WATTLE_INDEPENDENT_SUBTASK_RULE_ID "core.independent-subtask-rule"
#define WATTLE_TOOL_AVAILABILITY_VERIFICATION_ID "core.tool-availability-verification"

/** Templates: a host opts in to one by replacing it. */
#define WATTLE_RESPONSE_STYLESHEET_DEFAULTS_ID "core.response-stylesheet-defaults"
#define WATTLE_TOOL_ERROR_RECOVERY_DEFAULTS_ID "core.tool-error-recovery-defaults"
#define WATTLE_ROLE_TEMPLATE_ID "core.role-template"
#define WATTLE_RULES_AND_PROTOCOL_TEMPLATE_ID "core.rules-and-protocol-template"
#define WATTLE_EXPORT_RULES_TEMPLATE_ID "core.export-rules-template"
#define WATTLE_WORKFLOW_PROGRESS_TEMPLATE_ID "core.workflow-progress-template"
#define WATTLE_MULTI_STEP_WORKFLOW_TEMPLATE_ID "core.multi-step-workflow-template"
#define WATTLE_SOFT_PLAN_PROGRESS_TEMPLATE_ID "core.soft-plan-progress-template"
#define WATTLE_DYNAMIC_TOOL_AVAILABILITY_TEMPLATE_ID "core.dynamic-tool-availability-template"
#define WATTLE_LOADED_TOOLS_CONDENSED_TEMPLATE_ID "core.loaded-tools-condensed-template"
#define WATTLE_TOOL_BUDGET_CONSTRAINT_TEMPLATE_ID "core.tool-budget-constraint-template"
#define WATTLE_TOOL_FAILURE_RECOVERY_TEMPLATE_ID "core.tool-failure-recovery-template"
#define WATTLE_CODE_EXECUTION_TEMPLATE_ID "core.code-execution-template"
#define WATTLE_CODE_EXECUTION_GUEST_TEMPLATE_ID "core.code-execution-guest-template"
#define WATTLE_SEARCH_STRATEGY_TEMPLATE_ID "core.search-strategy-template"
#define WATTLE_DATA_REF_ATTRIBUTION_TEMPLATE_ID "core.data-ref-attribution-template"
#define WATTLE_OFFLOADED_RESULT_EXPLORATION_TEMPLATE_ID "core.offloaded-result-exploration-template"
#define WATTLE_ASYNC_JOB_LIFECYCLE_TEMPLATE_ID "core.async-job-lifecycle-template"
#define WATTLE_JOB_HISTORY_TEMPLATE_ID "core.job-history-template"
#define WATTLE_SUBAGENT_DELEGATION_TEMPLATE_ID "core.subagent-delegation-template"
#define WATTLE_SUBAGENT_DELEGATION_GUEST_TEMPLATE_ID "core.subagent-delegation-guest-template"
#define WATTLE_INTENT_CONTEXT_TEMPLATE_ID "core.intent-context-template"
#define WATTLE_DOMAIN_CONTEXT_TEMPLATE_ID "core.domain-context-template"
#define WATTLE_APP_STATE_MANIFEST_TEMPLATE_ID "core.app-state-manifest-template"
#define WATTLE_ARTIFACT_CONTEXT_TEMPLATE_ID "core.artifact-context-template"
#define WATTLE_META_LEARNING_CONTEXT_TEMPLATE_ID "core.meta-learning-context-template"
#define WATTLE_EXTRACTED_FACTS_TEMPLATE_ID "core.extracted-facts-template"
#define WATTLE_GUIDANCE_REGISTRY_TEMPLATE_ID "core.guidance-registry-template"
#define WATTLE_PROACTIVE_EXAMPLES_TEMPLATE_ID "core.proactive-examples-template"
#define WATTLE_ANTI_PATTERNS_EXTENDED_TEMPLATE_ID "core.anti-patterns-extended-template"
#define WATTLE_RULES_CONDENSED_TEMPLATE_ID "core.rules-condensed-template"
#define WATTLE_ROLE_CONDENSED_TEMPLATE_ID "core.role-condensed-template"
#define WATTLE_STYLESHEET_CONDENSED_TEMPLATE_ID "core.stylesheet-condensed-template"
#define WATTLE_ROLE_TOOL_ALLOWLIST_TEMPLATE_ID "core.role-tool-allowlist-template"
#define WATTLE_RULES_AND_PROTOCOL_GUEST_TEMPLATE_ID "core.rules-and-protocol-guest-template"
#define WATTLE_UNCERTAINTY_ACKNOWLEDGMENT_TEMPLATE_ID "core.uncertainty-acknowledgment-template"
#define WATTLE_CITATION_DISCIPLINE_TEMPLATE_ID "core.citation-discipline-template"
#define WATTLE_RESPONSE_LENGTH_CALIBRATION_TEMPLATE_ID "core.response-length-calibration-template"
#define WATTLE_STRUCTURED_OUTPUT_DISCIPLINE_TEMPLATE_ID "core.structured-output-discipline-template"
#define WATTLE_EVIDENCE_GROUNDING_TEMPLATE_ID "core.evidence-grounding-template"

/** The library's own safety policies. */
#define WATTLE_SAFETY_INSTRUCTION_HIERARCHY_ID "safety.instruction-hierarchy"
#define WATTLE_SAFETY_SECRET_HANDLING_ID "safety.secret-handling"
#define WATTLE_SAFETY_INJECTION_AWARENESS_ID "safety.injection-awareness"
#define WATTLE_SAFETY_DESTRUCTIVE_ACTION_CONFIRMATION_ID "safety.destructive-action-confirmation"
#define WATTLE_SAFETY_PERSONAL_DATA_HANDLING_ID "safety.personal-data-handling"

/* ==== Types: handles ==== */

/**
 * What resolving gives: ordered sections and their joined text. Immutable, and valid after its registry is freed.
 * Owner: the caller, who frees it with wattle_bundle_free. Threads: any, also at the same time.
 */
typedef struct wattle_bundle wattle_bundle;

/**
 * The callback under way. Owner: the library; valid until the callback returns, on the thread it was called on.
 * A callback may use every function of the library on any registry, and sees what that is now, not the
 * snapshot its own call works on; only removals and replacements are refused (WATTLE_RE_ENTRANCY).
 */
typedef struct wattle_call wattle_call;

/**
 * What differs between an earlier and a later bundle, or prompt: why a cache missed. It has the ids, not the texts. Immutable, and
 * valid after what it compared is freed. Owner: the caller, who frees it with wattle_diff_free. Threads: any, also at the same
 * time.
 *
 * A section of the one is a section of the other if it has the same id and origin; of several such, the first is the first, the
 * second the second, and so on.
 */
typedef struct wattle_diff wattle_diff;

/**
 * An error: a status, a message for people, the culprit, and what a callback attached. Immutable.
 * Owner: the caller, who frees it with wattle_error_free. Threads: any, also at the same time.
 */
typedef struct wattle_error wattle_error;

/**
 * Guidance: an ordered list of entries, each a text for the tools whose name its pattern matches. Owner: the caller, who frees
 * it with wattle_guidance_free. Threads: any number at once, also to add to it; resolving works on the entries that were there
 * when it began.
 */
typedef struct wattle_guidance wattle_guidance;

/**
 * A builder of agents' prompts: it holds modules. Owner: the caller, who frees it with wattle_module_builder_free. Threads: any
 * number at once, also to change it; a build works on the modules that were there when it began.
 */
typedef struct wattle_module_builder wattle_module_builder;

/**
 * What composing, or building modules, gives: the text, and what became of every candidate. Immutable but for wattle_compose_into and
 * wattle_registry_compose_into, and valid after its registry is freed.
 * Owner: the caller, who frees it with wattle_prompt_free. Threads: any, also at the same time.
 */
typedef struct wattle_prompt wattle_prompt;

/**
 * A list of records, copied out of a registry: immutable, and valid after the registry has changed or is freed.
 * Owner: the caller, who frees it with wattle_records_free. Threads: any, also at the same time.
 */
typedef struct wattle_records wattle_records;

/**
 * A registry of contributions: one embedding of the library. Owner: the caller, who frees it with
 * wattle_registry_free. Threads: any number at once, also to change it; a call works on the registry as it was
 * when the call began.
 */
typedef struct wattle_registry wattle_registry;

/**
 * What the modules of a builder rendered, as candidates for wattle_compose. Immutable, and valid after its builder is freed.
 * Owner: the caller, who frees it with wattle_renderings_free. Threads: any, also at the same time.
 */
typedef struct wattle_renderings wattle_renderings;

/**
 * A text made for the caller. Immutable. Owner: the caller, who frees it with wattle_text_free. Threads: any, also at the same
 * time.
 */
typedef struct wattle_text wattle_text;

/* ==== Types: texts and statuses ==== */

/**
 * A piece of UTF-8 text: a pointer and a length in bytes. It may hold NUL bytes.
 *
 * Going in: the bytes are the caller's and are copied before the call returns. In a *required* place
 * `(NULL, 0)` and `(non-NULL, 0)` both mean the empty text. In an *optional* place `(NULL, 0)` means
 * absent and `(non-NULL, 0)` means the empty text. `(NULL, n > 0)` is WATTLE_NULL_ARGUMENT; bytes that
 * are not UTF-8 are WATTLE_INVALID_UTF8.
 *
 * Coming out: the bytes are the library's; each function says how long they stay. Whole texts (of a
 * prompt, a bundle, a message, an id) have a NUL behind the last byte that `len` does not count; texts of
 * single sections and everything a callback is handed are views and have none.
 *
 * This struct never grows.
 */
typedef struct wattle_str {
  /** The first byte, or NULL. */
  const char *data;
  /** Length in bytes. */
  size_t len;
} wattle_str;

/*
 * The statuses, whose constants are their names with WATTLE_: number, name, subject, and from what it comes
 *
 *    0  ok
 *    1  invalid-argument          the field, the id, or the plugin's or         any function
 *                                 module's name
 *    2  null-argument             the parameter or field                        any function
 *    3  invalid-utf8              the parameter or field                        any function that takes a text
 *    4  invalid-handle            the parameter                                 any function that takes a handle
 *    5  unsupported               the struct                                    any function that takes a struct
 *    6  limit-exceeded            the parameter, the field, the id; "nesting"   any function that takes or makes texts, or
 *                                                                               runs callbacks
 *    7  out-of-memory             none                                          any function
 *    8  internal                  none                                          any function
 *    9  invalid-json              the JSON path of the fault, such as           wattle_registry_load_json,
 *                                 $.contributions[3].mode                       wattle_guidance_load_json
 *   20  unnamespaced-id           the id                                        what registers, emits or checks an id
 *   21  reserved-namespace        the id                                        what registers, emits or checks a
 *                                                                               contribution's id
 *   22  foreign-namespace         the id                                        what registers, emits or checks a plugin's
 *                                                                               or policy's id; wattle_replace_core
 *   23  duplicate-contribution-id the id                                        what registers or emits contributions,
 *                                                                               plugins or policies
 *   24  duplicate-plugin          the name                                      wattle_registry_register_plugin,
 *                                                                               wattle_registry_load_json
 *   25  unknown-plugin            the name                                      wattle_registry_unregister_plugin,
 *                                                                               wattle_registry_replace_plugin
 *   26  unknown-contribution      the id                                        wattle_registry_unregister,
 *                                                                               wattle_unregister_global
 *   27  unknown-safety-policy     the id                                        what resolves, and
 *                                                                               wattle_registry_unregister_safety_policy
 *   28  duplicate-module          the name                                      what adds modules
 *   29  unknown-module            the name                                      wattle_module_builder_remove,
 *                                                                               wattle_module_builder_add_builtin
 *   30  frozen                    the id or name that was to be changed         what changes a registry
 *   31  plugin-in-use             the id or name                                what removes or replaces
 *   40  callback-failed           the id, plugin or module it belongs to;       what runs callbacks; wattle_call_fail
 *                                 "resolveBudget", "measure", "clock",
 *                                 "onBuilt"
 *   41  re-entrancy               the id or name; "prompt"                      what removes or replaces;
 *                                                                               wattle_compose_into,
 *                                                                               wattle_registry_compose_into
 */

/**
 * What a fallible function returns. Each says its name, which wattle_status_name gives, what it is, its subject, and from what it
 * comes; the table above is made of that. Numbers never change their meaning and are never used again; 1 to 999 are the library's.
 */
typedef int32_t wattle_status;
/** Done. */
#define WATTLE_OK 0
/**
 * "invalid-argument": a value that is not allowed. Subject: the field, the id, or the plugin's or module's name. From: any
 * function.
 */
#define WATTLE_INVALID_ARGUMENT 1
/**
 * "null-argument": NULL where a value is required, or a text or list of (NULL, n > 0). Subject: the parameter or field. From:
 * any function.
 */
#define WATTLE_NULL_ARGUMENT 2
/** "invalid-utf8": a text that is not UTF-8. Subject: the parameter or field. From: any function that takes a text. */
#define WATTLE_INVALID_UTF8 3
/**
 * "invalid-handle": a handle of another type, or of another copy of the library. Subject: the parameter. From: any function
 * that takes a handle.
 */
#define WATTLE_INVALID_HANDLE 4
/**
 * "unsupported": a struct of a newer header sets a field that this library does not know. Subject: the struct. From: any
 * function that takes a struct.
 */
#define WATTLE_UNSUPPORTED 5
/**
 * "limit-exceeded": a text over WATTLE_TEXT_MAX_BYTES, JSON over WATTLE_JSON_MAX_BYTES, or a call inside WATTLE_NESTING_MAX
 * callbacks. Subject: the parameter, the field, the id; "nesting". From: any function that takes or makes texts, or runs
 * callbacks.
 */
#define WATTLE_LIMIT_EXCEEDED 6
/** "out-of-memory": an allocation failed; nothing changed. Subject: none. From: any function. */
#define WATTLE_OUT_OF_MEMORY 7
/**
 * "internal": a fault of the library, caught; its text is the message. The handle stays usable. Subject: none. From: any
 * function.
 */
#define WATTLE_INTERNAL 8
/**
 * "invalid-json": text that is not JSON, or JSON of another shape than what it is read for. Subject: the JSON path of the
 * fault, such as $.contributions[3].mode. From: wattle_registry_load_json, wattle_guidance_load_json.
 */
#define WATTLE_INVALID_JSON 9
/**
 * "unnamespaced-id": an id that is not a namespace, a dot and a name (semantics 2). Subject: the id. From: what registers, emits or
 * checks an id.
 */
#define WATTLE_UNNAMESPACED_ID 20
/**
 * "reserved-namespace": core.* appended or prepended, or safety.* contributed (semantics 2). Subject: the id. From: what
 * registers, emits or checks a contribution's id.
 */
#define WATTLE_RESERVED_NAMESPACE 21
/**
 * "foreign-namespace": a plugin's append or prepend outside its own namespace; a policy outside safety.* (semantics 2, 4).
 * Subject: the id. From: what registers, emits or checks a plugin's or policy's id; wattle_replace_core.
 */
#define WATTLE_FOREIGN_NAMESPACE 22
/**
 * "duplicate-contribution-id": the id is taken within its origin, or is a known policy's (semantics 2, 4). Subject: the id.
 * From: what registers or emits contributions, plugins or policies.
 */
#define WATTLE_DUPLICATE_CONTRIBUTION_ID 23
/**
 * "duplicate-plugin": a plugin of that name is registered (semantics 2). Subject: the name. From:
 * wattle_registry_register_plugin, wattle_registry_load_json.
 */
#define WATTLE_DUPLICATE_PLUGIN 24
/**
 * "unknown-plugin": no plugin of that name is registered (semantics 2). Subject: the name. From:
 * wattle_registry_unregister_plugin, wattle_registry_replace_plugin.
 */
#define WATTLE_UNKNOWN_PLUGIN 25
/**
 * "unknown-contribution": nothing of that origin and id can be removed (semantics 2). Subject: the id. From:
 * wattle_registry_unregister, wattle_unregister_global.
 */
#define WATTLE_UNKNOWN_CONTRIBUTION 26
/**
 * "unknown-safety-policy": an enabled policy, or the one to remove, is not registered (semantics 2, 4). Subject: the id. From:
 * what resolves, and wattle_registry_unregister_safety_policy.
 */
#define WATTLE_UNKNOWN_SAFETY_POLICY 27
/** "duplicate-module": a module of that name is in the builder (semantics 9.1). Subject: the name. From: what adds modules. */
#define WATTLE_DUPLICATE_MODULE 28
/**
 * "unknown-module": no module of that name is in the builder, or no built-in has it (semantics 9.1). Subject: the name. From:
 * wattle_module_builder_remove, wattle_module_builder_add_builtin.
 */
#define WATTLE_UNKNOWN_MODULE 29
/**
 * "frozen": a change of a frozen snapshot (semantics 2). Subject: the id or name that was to be changed. From: what changes a
 * registry.
 */
#define WATTLE_FROZEN 30
/**
 * "plugin-in-use": a frozen snapshot can still call what is to be removed (semantics 2). Subject: the id or name. From: what
 * removes or replaces.
 */
#define WATTLE_PLUGIN_IN_USE 31
/**
 * "callback-failed": a callback returned another status than WATTLE_OK, or wrote what is not UTF-8. Subject: the id, plugin or
 * module it belongs to; "resolveBudget", "measure", "clock", "onBuilt". From: what runs callbacks; wattle_call_fail.
 */
#define WATTLE_CALLBACK_FAILED 40
/**
 * "re-entrancy": a removal or replacement inside a callback of the library, which could wait for itself; composing into a
 * prompt that is being composed. Subject: the id or name; "prompt". From: what removes or replaces; wattle_compose_into,
 * wattle_registry_compose_into.
 */
#define WATTLE_RE_ENTRANCY 41

/* ==== Types: enumerations ==== */

/** How a contribution combines (semantics 1.1, 3.3). Required where it is asked for: 0 is an error. */
typedef uint32_t wattle_mode;
/**
 * A section of its own. Order: static ones as registered, then globals, then runtime-aware ones, then what hooks emit;
 * safety policies after all.
 */
#define WATTLE_APPEND 1
/** A section of its own, before every appended one; among prepends the same order holds. */
#define WATTLE_PREPEND 2
/**
 * Its text takes the place of the section with the same id, which keeps its position, owner, origin and tier. Several active
 * ones are joined by a blank line; an empty one removes. Without such a section it stands as an appended one of its own.
 */
#define WATTLE_REPLACE 3

/** What the call that the prompt is for does (semantics 1.2). In a scope, 0 means any. */
typedef uint32_t wattle_call_class;
/** A small auxiliary call: naming, routing, classifying. */
#define WATTLE_UTILITY 1
/** A planning or thinking call. */
#define WATTLE_REASONING 2
/** A turn of the conversation. */
#define WATTLE_CONVERSE 3
/** A call that writes the final result. */
#define WATTLE_SYNTHESIZE 4

/** Where a contribution comes from (semantics 1.5); this is also the layer it resolves in (3.1). */
typedef uint32_t wattle_origin;
/** The library's own baseline. A host cannot register with this origin. */
#define WATTLE_ORIGIN_CORE_DEFAULT 1
/** The library's own templates. A host cannot register with this origin. */
#define WATTLE_ORIGIN_CORE_TEMPLATE 2
/** A function of the context alone; part of the fingerprint. */
#define WATTLE_ORIGIN_STATIC 3
/** May depend on the state; collected anew each turn and never part of the fingerprint. */
#define WATTLE_ORIGIN_RUNTIME_AWARE 4

/**
 * How a section fares when the budget is short (semantics 6.3). In a contribution, 0 means: by origin
 * (semantics 6.10).
 */
typedef uint32_t wattle_tier;
/** Always included, even over the budget. */
#define WATTLE_TIER_CORE 1
/** Included up to the active ceiling, in the order of the prompt: what stands earlier has the room first, whatever its tier. */
#define WATTLE_TIER_ACTIVE 2
/** Included while the whole budget allows, in the same order. */
#define WATTLE_TIER_INFORMATIONAL 3

/** What became of a candidate under the budget (semantics 6.3, 6.6). */
typedef uint32_t wattle_verdict;
/** Its full text is in the prompt. */
#define WATTLE_INCLUDED 1
/** Its condensed text is in the prompt. */
#define WATTLE_CONDENSED 2
/** It is not in the prompt. */
#define WATTLE_DROPPED 3

/**
 * How an entry of guidance is held against the name of a tool (semantics 7). Required: 0 is an error. Case counts in all of them.
 */
typedef uint32_t wattle_match_mode;
/** The name is the pattern. */
#define WATTLE_MATCH_MODE_EXACT 1
/** The name begins with the pattern, of which one `*` at the end is ignored. */
#define WATTLE_MATCH_MODE_PREFIX 2
/**
 * The pattern is the whole name, where `*` stands for any code points, also none, and `?` for one. Nothing else is special.
 * Matching takes at most as many steps as the pattern is long times the name.
 */
#define WATTLE_MATCH_MODE_GLOB 3

/** What is different about a section: a sum of these. */
typedef uint32_t wattle_change;
/** Only the later result has it. */
#define WATTLE_CHANGE_ADDED 1
/** Only the earlier result has it. */
#define WATTLE_CHANGE_REMOVED 2
/** It changed places with others: it is one of a smallest set without which all others stand in the order they stood in. */
#define WATTLE_CHANGE_MOVED 4
/** Its text in the whole text: other bytes, or there in one only. */
#define WATTLE_CHANGE_TEXT 8
/** What became of it. */
#define WATTLE_CHANGE_VERDICT 16
/** Its length, as it is reported. */
#define WATTLE_CHANGE_CHARS 32
/** Its plugin, mode or tier, or whether it is static. */
#define WATTLE_CHANGE_LABEL 64

/* ==== Types: contexts and contributions ==== */

/**
 * Which contexts a contribution is for (semantics 1.4): all fields that are set must equal the context's.
 * All zero is every context. A field that the context lacks equals nothing. This struct never grows.
 */
typedef struct wattle_scope {
  /** Optional: 0 means any. */
  wattle_call_class call_class;
  /** Zero. */
  uint32_t reserved;
  /** Optional. */
  wattle_str family;
  /** Optional. */
  wattle_str tenant_id;
  /** Optional. */
  wattle_str runtime_role;
} wattle_scope;

/**
 * A list of texts. In an optional place `(NULL, 0)` means absent and `(non-NULL, 0)` the empty list;
 * `(NULL, n > 0)` is WATTLE_NULL_ARGUMENT. Each item is a required text. This struct never grows.
 */
typedef struct wattle_str_list {
  /** The first item, or NULL. */
  const wattle_str *items;
  /** How many items. */
  size_t len;
} wattle_str_list;

/**
 * What the call that the prompt is for looks like (semantics 1.2). Every field is part of the fingerprint.
 * Fill it with WATTLE_CONTEXT(...) in C, or from WATTLE_CONTEXT_INIT.
 */
typedef struct wattle_context {
  /** sizeof(wattle_context). */
  size_t struct_size;
  /** Required. */
  wattle_call_class call_class;
  /** Zero. */
  uint32_t reserved;
  /** The model family ("anthropic", "openai", "google", ...), an open set; left out it is the empty one. */
  wattle_str family;
  /** Optional: the tenant. */
  wattle_str tenant_id;
  /** Optional: the role, from an open set that the host defines. */
  wattle_str runtime_role;
} wattle_context;

/**
 * Writes a text that depends on the context alone, through wattle_call_write. Its result is taken as a pure
 * function of the context and may be remembered.
 *
 * `user_data`: as given. `call`, `context`: the library's, valid until the callback returns, never NULL.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call; from several at once if the registry is used from several.
 */
typedef wattle_status (*wattle_static_content_fn)(void *user_data,
                                                  wattle_call *call,
                                                  const wattle_context *context);

/** A boolean that may be unknown. 0 means not known. */
typedef uint32_t wattle_maybe;
/** Known to be false. */
#define WATTLE_NO 1
/** Known to be true. */
#define WATTLE_YES 2

/**
 * What is true of this turn only (semantics 1.3). Never part of the fingerprint. All zero is a root turn
 * with nothing loaded. Fill it with WATTLE_STATE(...) in C, or from WATTLE_STATE_INIT.
 */
typedef struct wattle_state {
  /** sizeof(wattle_state). */
  size_t struct_size;
  /** Optional: the names of the tools loaded for this turn. */
  wattle_str_list loaded_tools;
  /** Optional: what an intent classifier found. */
  wattle_str_list detected_intents;
  /** 0 at the root turn, more inside sub-agents. */
  uint32_t turn_depth;
  /** Whether the turn before had tool calls, if known. */
  wattle_maybe prior_turn_had_tool_calls;
  /** Optional: a JSON object keyed by plugin, passed on to callbacks byte for byte and not looked into. */
  wattle_str plugin_metadata;
  /** For callbacks' use (a request, a connection): passed on, never read; not seen by static functions. May be NULL. */
  void *host;
} wattle_state;

/**
 * Writes a text that may depend on the turn's state, through wattle_call_write. Called at most once a resolution.
 *
 * `user_data`: as given. `call`, `context`, `state`: the library's, valid until the callback returns, never NULL.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call; from several at once if the registry is used from several.
 */
typedef wattle_status (*wattle_runtime_content_fn)(void *user_data,
                                                   wattle_call *call,
                                                   const wattle_context *context,
                                                   const wattle_state *state);

/**
 * Decides whether a gated contribution gives its text this turn. Called at most once a resolution.
 *
 * `user_data`: as given. `call`, `context`, `state`: the library's, valid until the callback returns, never NULL.
 * `answer`: where to store 1 (the text) or 0 (nothing); 0 if left alone; any other value is a failure.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call; from several at once if the registry is used from several.
 */
typedef wattle_status (*wattle_when_fn)(void *user_data,
                                        wattle_call *call,
                                        const wattle_context *context,
                                        const wattle_state *state,
                                        uint8_t *answer);

/**
 * Ends the life of something a host handed over. Called exactly once, with no lock of the library held,
 * possibly on another thread than the one that handed it over. It may call the library, except to remove
 * or replace (WATTLE_RE_ENTRANCY).
 */
typedef void (*wattle_drop_fn)(void *user_data);

/**
 * A typed piece of prompt (semantics 1.1). Fill it with WATTLE_CONTRIBUTION(...) in C, or from
 * WATTLE_CONTRIBUTION_INIT.
 *
 * Its content is exactly one of: `text`; `static_content`; `runtime_content`; `when` together with `text`.
 */
typedef struct wattle_contribution {
  /** sizeof(wattle_contribution). */
  size_t struct_size;
  /**
   * Required: "<namespace>.<name>", unique within its origin (the same id in both origins is two sections), at most WATTLE_ID_MAX_BYTES, without white space and control characters.
   */
  wattle_str id;
  /** Required. */
  wattle_mode mode;
  /**
   * 0, WATTLE_ORIGIN_STATIC or WATTLE_ORIGIN_RUNTIME_AWARE. 0 means runtime-aware if it has a `runtime_content`, a `when`
   * or `requires_tools`, else static; in a plugin's lists and in emissions it means what the list says, and
   * another one than that is WATTLE_INVALID_ARGUMENT.
   */
  wattle_origin origin;
  /** 0, or how it fares when the budget is short. */
  wattle_tier tier;
  /** Zero. */
  uint32_t reserved;
  /** Which contexts it is for; all zero means every one. */
  wattle_scope scope;
  /** Optional: the text, copied. (non-NULL, 0) is a text that is empty. An empty text gives no section. */
  wattle_str text;
  /** Optional: a shorter text, copied, tried where the budget has no room for the full one (semantics 6.6). */
  wattle_str condensed;
  /**
   * Optional, runtime-aware only: it is active only when every one of these is among the loaded tools
   * (semantics 1.6).
   */
  wattle_str_list requires_tools;
  /** Optional: content that depends on the context. */
  wattle_static_content_fn static_content;
  /** Optional, runtime-aware only: content that depends on the context and the state. */
  wattle_runtime_content_fn runtime_content;
  /** Optional, runtime-aware only: whether `text` is given this turn. */
  wattle_when_fn when;
  /**
   * Passed to the callback. Taken, with `drop`, by whatever function the struct is handed to, whatever it
   * returns; only a struct whose size is refused is not read and stays the caller's.
   */
  void *user_data;
  /**
   * Runs once with `user_data`: at refusal, at removal, or when the registry and the last call that
   * can still use it are gone. May be NULL.
   */
  wattle_drop_fn drop;
} wattle_contribution;

/* ==== Types: registries, policies and plugins ==== */

/** How a registry is made. Fill it with WATTLE_REGISTRY_OPTIONS(...) in C, or from WATTLE_REGISTRY_OPTIONS_INIT. */
typedef struct wattle_registry_options {
  /** sizeof(wattle_registry_options). */
  size_t struct_size;
  /** The runtime id that globals name. Empty: only those for "*" reach this registry. */
  wattle_str runtime_id;
  /** Optional: the ids of the enabled safety policies. Absent: the policies' own defaults; empty: none. */
  wattle_str_list enabled_safety_policies;
  /** Whether it begins with the bundled baseline (semantics 3.11); 0 means yes. */
  wattle_maybe seed_core_defaults;
  /** Whether it begins with all bundled templates (semantics 3.12); 0 means no. */
  wattle_maybe seed_core_templates;
  /** Whether it begins with the library's own safety policies (semantics 4); 0 means yes. */
  wattle_maybe seed_safety_policies;
  /** Zero. */
  uint32_t reserved;
} wattle_registry_options;

/**
 * A safety policy (semantics 4). Fill it with WATTLE_SAFETY_POLICY(...) in C, or from WATTLE_SAFETY_POLICY_INIT.
 * Its content is exactly one of `text` and `static_content`.
 */
typedef struct wattle_safety_policy {
  /** sizeof(wattle_safety_policy). */
  size_t struct_size;
  /** Required: "safety.<name>", at most WATTLE_ID_MAX_BYTES. */
  wattle_str id;
  /** Optional: the text, copied. (non-NULL, 0) is a text that is empty. */
  wattle_str text;
  /** Optional: content that depends on the context. */
  wattle_static_content_fn static_content;
  /** 1 if it is enabled where the registry has no list of enabled policies, else 0. */
  uint8_t enabled_by_default;
  /** Zero. */
  uint8_t reserved[7];
  /** Passed to `static_content`. Taken, with `drop`, whatever is returned, unless the struct's size is refused. */
  void *user_data;
  /**
   * Runs once with `user_data`: at refusal, at removal, or when the registry and the last call that
   * can still use it are gone. May be NULL.
   */
  wattle_drop_fn drop;
} wattle_safety_policy;

/**
 * Collects a plugin's contributions for one turn, through wattle_call_emit (semantics 3.0).
 *
 * `user_data`: the plugin's. `call`, `context`, `state`: the library's, valid until the callback returns, never NULL.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call; from several at once if the registry is used from several.
 */
typedef wattle_status (*wattle_hook_fn)(void *user_data,
                                        wattle_call *call,
                                        const wattle_context *context,
                                        const wattle_state *state);

/**
 * Looks at the bytes of a stream, as the host hands them on with wattle_registry_emit_stream.
 *
 * `user_data`: the plugin's. `call`: the library's, valid until the callback returns, never NULL.
 * `bytes`: a view, valid until the callback returns; any bytes, not only UTF-8.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call; from several at once if the registry is used from several.
 */
typedef wattle_status (*wattle_stream_observer_fn)(void *user_data, wattle_call *call, wattle_str bytes);

/**
 * A plugin (semantics 2). Fill it with WATTLE_PLUGIN(...) in C, or from WATTLE_PLUGIN_INIT.
 * The arrays are borrowed and copied; in each, element 0's struct_size is the stride and all must agree.
 */
typedef struct wattle_plugin {
  /** sizeof(wattle_plugin). */
  size_t struct_size;
  /**
   * Required: its name, which is also its namespace. At most WATTLE_PLUGIN_NAME_MAX_BYTES, without ".", white
   * space and control characters, neither "core" nor "safety".
   */
  wattle_str name;
  /** Its version, for people; may be empty. */
  wattle_str version;
  /** Its static contributions, or NULL with a length of 0. */
  const wattle_contribution *prompts;
  /** How many static contributions. */
  size_t prompts_len;
  /** Its runtime-aware contributions, or NULL with a length of 0. */
  const wattle_contribution *runtime_prompts;
  /** How many runtime-aware contributions. */
  size_t runtime_prompts_len;
  /** Its safety policies, or NULL with a length of 0. */
  const wattle_safety_policy *safety_policies;
  /** How many safety policies. */
  size_t safety_policies_len;
  /** Optional: collects contributions for each turn. */
  wattle_hook_fn hook;
  /** Optional: looks at what the host emits. */
  wattle_stream_observer_fn stream_observer;
  /** Passed to both. Taken, with `drop`, whatever is returned, unless the struct's size is refused. */
  void *user_data;
  /**
   * Runs once with `user_data`: at refusal, at removal, or when the registry and the last call that
   * can still use it are gone. May be NULL.
   */
  wattle_drop_fn drop;
} wattle_plugin;

/* ==== Types: records and fragments ==== */

/** What kind of content a record has. */
typedef uint32_t wattle_content_kind;
/** A text. */
#define WATTLE_CONTENT_KIND_TEXT 1
/** A function of the context alone. */
#define WATTLE_CONTENT_KIND_STATIC 2
/** A function of the context and the state. */
#define WATTLE_CONTENT_KIND_RUNTIME_AWARE 3
/** A text behind a predicate. */
#define WATTLE_CONTENT_KIND_GATED 4

/**
 * A registered contribution or safety policy (semantics 1.5). Start from WATTLE_RECORD_INIT; the library fills what fits into
 * struct_size. Views are owned by the list and valid until it is freed; each has a NUL behind it.
 */
typedef struct wattle_record {
  /** Going in: sizeof(wattle_record). Coming out: how many bytes were filled; WATTLE_HAS asks. */
  size_t struct_size;
  /** Its id. */
  wattle_str id;
  /** The plugin that registered it, or (NULL, 0) for the host. */
  wattle_str plugin;
  /** That plugin's version, or (NULL, 0) for the host. */
  wattle_str plugin_version;
  /** The text, or (NULL, 0) where the content is a function. */
  wattle_str text;
  /** The condensed text, or (NULL, 0). */
  wattle_str condensed;
  /** Where it comes from; WATTLE_ORIGIN_STATIC for a policy. */
  wattle_origin origin;
  /** How it combines; WATTLE_APPEND for a policy. */
  wattle_mode mode;
  /** The tier that holds for it, its own or by origin; WATTLE_TIER_CORE for a policy. */
  wattle_tier tier;
  /** What kind of content it has. */
  wattle_content_kind content_kind;
  /** Its rank, from 0, among the registry's contributions or among its policies; removals and replacements re-rank. */
  size_t registration_order;
  /** Of a policy: 1 if it is enabled, else 0. Of a contribution: 1. */
  uint8_t enabled;
  /** Zero. */
  uint8_t reserved[7];
} wattle_record;

/** A part of what the library brings. */
typedef uint32_t wattle_fragment_set;
/** The base of the baseline. */
#define WATTLE_FRAGMENT_SET_BASE 1
/** What the baseline says of work in the background, after the base. */
#define WATTLE_FRAGMENT_SET_EXTENSION 2
/** Scaffolds that a host opts in to. */
#define WATTLE_FRAGMENT_SET_TEMPLATES 3
/** The library's own safety policies. */
#define WATTLE_FRAGMENT_SET_SAFETY 4

/**
 * A bundled text. Start from WATTLE_FRAGMENT_INIT; the library fills what fits into struct_size. Views are of static text,
 * valid for ever, each with a NUL behind it.
 */
typedef struct wattle_fragment {
  /** Going in: sizeof(wattle_fragment). Coming out: how many bytes were filled; WATTLE_HAS asks. */
  size_t struct_size;
  /** Its id. */
  wattle_str id;
  /** What it says. */
  wattle_str text;
  /**
   * 1 if it is there unless the options or the list of enabled policies say otherwise; 0 for templates and the policies that
   * are off by default.
   */
  uint8_t is_default;
  /** Zero. */
  uint8_t reserved[7];
} wattle_fragment;

/* ==== Types: probes and resolving ==== */

/**
 * Told of an active contribution or safety policy whose content is empty.
 *
 * `user_data`: as given. `call`: the library's. `id`: a view, valid until the callback returns.
 * `origin`: the contribution's own; WATTLE_ORIGIN_STATIC for a policy.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call.
 */
typedef wattle_status (*wattle_on_empty_content_fn)(void *user_data,
                                                    wattle_call *call,
                                                    wattle_str id,
                                                    wattle_origin origin);

/**
 * Told of a replace whose target is missing, once per id, before its content is evaluated.
 *
 * `user_data`: as given. `call`: the library's. `id`: a view, valid until the callback returns.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call.
 */
typedef wattle_status (*wattle_on_replace_target_missing_fn)(void *user_data,
                                                             wattle_call *call,
                                                             wattle_str id);

/**
 * Told once, at the end of the walk, of all ids with two or more active replaces, in the order of their first.
 *
 * `user_data`: as given. `call`: the library's. `ids`: an array of `n` views, valid until the callback returns. `n`: how many.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call.
 */
typedef wattle_status (*wattle_on_duplicate_replace_fn)(void *user_data,
                                                        wattle_call *call,
                                                        const wattle_str *ids,
                                                        size_t n);

/**
 * Told once of each prompt composed, before the caller gets it (semantics 6.8). wattle_prompt_event_json gives the event.
 *
 * `user_data`: as given. `call`: the library's. `prompt`: the library's until the callback returns, so that freeing it does nothing.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED; the prompt is then freed, or, where it was
 * composed into one that there was, that one has again what was in it.
 * Threads: that of the call.
 */
typedef wattle_status (*wattle_on_built_fn)(void *user_data,
                                            wattle_call *call,
                                            const wattle_prompt *prompt);

/**
 * Observers of one call (semantics 3.3, 6.8). Borrowed for the call; every field but the size may be zero. Fill it with
 * WATTLE_PROBES(...) in C, or from WATTLE_PROBES_INIT. A probe that fails fails the call; the subject is the id it was fired
 * for, the first id for on_duplicate_replace, "onBuilt" for on_built.
 */
typedef struct wattle_probes {
  /** sizeof(wattle_probes). */
  size_t struct_size;
  /** Passed to each; stays the caller's. */
  void *user_data;
  /** Optional. */
  wattle_on_empty_content_fn on_empty_content;
  /** Optional. */
  wattle_on_replace_target_missing_fn on_replace_target_missing;
  /** Optional. */
  wattle_on_duplicate_replace_fn on_duplicate_replace;
  /** Optional; fired by compositions only. */
  wattle_on_built_fn on_built;
} wattle_probes;

/** How to resolve. Fill it with WATTLE_RESOLVE_OPTIONS(...) in C, or from WATTLE_RESOLVE_OPTIONS_INIT. */
typedef struct wattle_resolve_options {
  /** sizeof(wattle_resolve_options). */
  size_t struct_size;
  /** 1: static sections first, then the rest, safety last (semantics 3.10): the longest cacheable prefix. */
  uint8_t static_first;
  /** 1: the static-only resolution: no runtime-aware contribution and no hook runs; a given state is ignored. */
  uint8_t static_only;
  /** Zero. */
  uint8_t reserved[6];
  /** Optional: observers, borrowed for the call. */
  const wattle_probes *probes;
} wattle_resolve_options;

/* ==== Types: results ==== */

/**
 * The figures of a bundle or a prompt (semantics 3.9, 6.7). Start from WATTLE_SUMMARY_INIT; the library fills what fits
 * into struct_size. A bundle counts everything as included, without a budget.
 */
typedef struct wattle_summary {
  /** Going in: sizeof(wattle_summary). Coming out: how many bytes were filled; WATTLE_HAS asks. */
  size_t struct_size;
  /** How many sections there are to ask for, kept or dropped. */
  size_t sections;
  /** How many are in the text, condensed ones among them. */
  size_t included;
  /** How many are in the text by their condensed text. */
  size_t condensed;
  /** How many are not in the text. */
  size_t dropped;
  /**
   * How many leading bytes of the text do not depend on the turn: where a provider's cache breakpoint goes. Always at the
   * end of a section, or 0; 0 for raw candidates.
   */
  size_t stable_prefix;
  /**
   * The length of what is in the text, in the unit: in source mode the sections' sum, in strict mode with separators; in a
   * bundle all of the text's; of modules the tokens they were held to.
   */
  uint64_t total_chars;
  /** A quarter of total_chars, rounded up; total_chars itself if the unit is tokens. */
  uint64_t total_tokens_est;
  /** The budget held against, or WATTLE_UNLIMITED. */
  uint64_t effective_budget;
  /** total_chars / effective_budget * 100; 0 when unlimited or when both are 0; infinite when only the budget is 0. */
  double budget_used_pct;
  /**
   * 1 if total_chars is over effective_budget, else 0. In strict mode only core can bring that about. Of modules: if what they use
   * is over what was available, which may be less than nothing (semantics 9.5).
   */
  uint8_t over_budget;
  /** 1 if it comes from a static-only resolution, else 0. */
  uint8_t static_only;
  /** Zero. */
  uint8_t reserved[6];
  /**
   * What lengths, totals and limits are counted in: "chars", "tokens" where the prompt is made of modules, or what the host
   * named where it measured. A view, owned by the bundle or prompt and valid until it is freed; a NUL is behind it.
   */
  wattle_str unit;
} wattle_summary;

/**
 * One section of a bundle, or one candidate of a prompt, kept or dropped. Start from WATTLE_SECTION_INIT; the
 * library fills what fits into struct_size. Views are owned by the bundle or prompt and valid until it is freed. An array of them
 * makes a prompt again: wattle_prompt_restore.
 */
typedef struct wattle_section {
  /** Going in: sizeof(wattle_section). Coming out: how many bytes were filled; WATTLE_HAS asks. */
  size_t struct_size;
  /** Its id. */
  wattle_str id;
  /**
   * Who registered its place: a plugin's name, or (NULL, 0) for the host, globals and the library. A replacement's text stands
   * under the name of what it replaces.
   */
  wattle_str plugin;
  /** 0 for a raw candidate. */
  wattle_origin origin;
  /** 0 for a raw candidate. */
  wattle_mode mode;
  /** The tier it was held to; never 0. */
  wattle_tier tier;
  /** What became of it. In a bundle always WATTLE_INCLUDED. */
  wattle_verdict verdict;
  /** 1 if nothing runtime-aware had a part in it (semantics 3.8), else 0; 0 for a raw candidate. */
  uint8_t is_static;
  /** Zero. */
  uint8_t reserved[7];
  /** Its text within the whole text; (NULL, 0) if dropped, and for a module whose rendering has no line. */
  wattle_str text;
  /** Where its text begins in the whole text, in bytes; 0 if it has none. */
  size_t start;
  /** Where its text ends in the whole text, in bytes; 0 if it has none. */
  size_t end;
  /**
   * Its length in the summary's unit, chars (UTF-16 units) or a module's tokens, or as measured by whoever gave the
   * candidate: of the text that is there, or of the full one if dropped.
   */
  uint64_t chars;
  /**
   * The running total at the moment it was decided on, before it; in strict mode all of core is in it from the start; 0 in a
   * bundle.
   */
  uint64_t total_before;
  /** The limit it was held against; WATTLE_UNLIMITED for the core tier, without a budget, and in a bundle. */
  uint64_t limit;
} wattle_section;

/* ==== Types: composing ==== */

/** A candidate for a prompt (semantics 6). Fill it with WATTLE_CANDIDATE(...) in C, or from WATTLE_CANDIDATE_INIT. */
typedef struct wattle_candidate {
  /** sizeof(wattle_candidate). */
  size_t struct_size;
  /** Required: any text, also empty, also several times. */
  wattle_str id;
  /** Required: the text; it may be empty. */
  wattle_str content;
  /**
   * Optional: a shorter text, tried where the full one does not fit; it is always counted, or measured. Even an empty one counts,
   * and then stands as an empty section with its separator.
   */
  wattle_str condensed;
  /** Required. */
  wattle_tier tier;
  /** 1 if `chars` counts, 0 if the library is to count, or to have it measured as the options say. */
  uint8_t has_chars;
  /** Zero. */
  uint8_t reserved[3];
  /** The caller's own measure of `content`, at most WATTLE_CHARS_MAX; zero unless `has_chars`. */
  uint64_t chars;
} wattle_candidate;

/**
 * Gives the budget where the options have none (semantics 6.1). Borrowed for the call.
 *
 * `user_data`: the options' resolve_budget_data. `call`: the library's. `depth`: the options' own.
 * `runtime_role`: the options' own, a view valid until the callback returns; (NULL, 0) if absent.
 * `budget`: where to store chars up to WATTLE_CHARS_MAX, or WATTLE_UNLIMITED, which it is if left alone.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED, subject "resolveBudget".
 * Threads: that of the call.
 */
typedef wattle_status (*wattle_resolve_budget_fn)(void *user_data,
                                                  wattle_call *call,
                                                  uint32_t depth,
                                                  wattle_str runtime_role,
                                                  uint64_t *budget);

/**
 * Measures a text in place of counting its chars (semantics 6.11), for instance in tokens. Borrowed for the call. It is asked once of
 * each content that brings no chars of its own, in their order; once of a condensed text where that is tried; and in strict mode,
 * before all of these, once of the separator, a blank line.
 *
 * `user_data`: the options' measure_data. `call`: the library's.
 * `text`: a view, valid until the callback returns; it may be empty.
 * `length`: where to store the length, up to WATTLE_CHARS_MAX; a larger one is WATTLE_INVALID_ARGUMENT, and so is WATTLE_NOT_SET, which
 * it is if left alone. The subject is the candidate's id, "measure" for the separator.
 * Returns: WATTLE_OK, or anything else to fail the call with WATTLE_CALLBACK_FAILED and the same subject.
 * Threads: that of the call.
 */
typedef wattle_status (*wattle_measure_fn)(void *user_data,
                                           wattle_call *call,
                                           wattle_str text,
                                           uint64_t *length);

/** How to compose (semantics 6.1 to 6.5, 6.11). Start from WATTLE_COMPOSE_OPTIONS_INIT: no budget, source mode. */
typedef struct wattle_compose_options {
  /** sizeof(wattle_compose_options). */
  size_t struct_size;
  /**
   * Chars up to WATTLE_CHARS_MAX, WATTLE_UNLIMITED, or WATTLE_NOT_SET: then `resolve_budget` gives it, and
   * without that it is unlimited.
   */
  uint64_t total_budget;
  /** From 0 to 1: how much of what all of core leaves the running total may use for the active tier (semantics 6.2). */
  double active_budget_fraction;
  /** The depth of the turn, for `resolve_budget`. It is not taken from a state. */
  uint32_t depth;
  /**
   * 0, source mode: separators are not counted, and core that comes later (safety policies always do) is not in the running
   * total yet, so the text may pass the budget by both (semantics 6.4). 1, strict mode: the text is at most the budget unless
   * core alone is over it (semantics 6.5); what a new host wants.
   */
  uint8_t strict;
  /** 1: as in wattle_resolve_options. Registry compositions only. */
  uint8_t static_first;
  /** 1: as in wattle_resolve_options. Registry compositions only. */
  uint8_t static_only;
  /** Zero. */
  uint8_t reserved;
  /** Optional: the role, for `resolve_budget`. It is not taken from a context. */
  wattle_str runtime_role;
  /** Optional: gives the budget where `total_budget` is WATTLE_NOT_SET. */
  wattle_resolve_budget_fn resolve_budget;
  /** Passed to `resolve_budget`; stays the caller's. */
  void *resolve_budget_data;
  /** Optional: observers, borrowed for the call. */
  const wattle_probes *probes;
  /**
   * Optional: measures texts in place of counting their chars. Budget, limits and all that is called chars are then in its
   * unit, and strict mode promises the sum of what it gives for the included texts and the separators between them.
   */
  wattle_measure_fn measure;
  /** Passed to `measure`; stays the caller's. */
  void *measure_data;
  /**
   * What `measure` counts in, for reports: required with it, and not allowed without. With "tokens", total_tokens_est is the
   * total itself.
   */
  wattle_str measure_unit;
} wattle_compose_options;

/**
 * What would become of a candidate (semantics 6.2 to 6.7): what its wattle_section would say of it. Start an array from
 * { WATTLE_OUTCOME_INIT }, of which the first element's size is what counts.
 */
typedef struct wattle_outcome {
  /** Going in, of element 0: sizeof(wattle_outcome). Coming out, of each: how many bytes were filled; WATTLE_HAS asks. */
  size_t struct_size;
  /** What would become of it. */
  wattle_verdict verdict;
  /** The candidate's own. */
  wattle_tier tier;
  /**
   * Its length in the summary's unit, or as measured by whoever gave the candidate: of the text that would be there, or of the
   * full one if dropped.
   */
  uint64_t chars;
  /** The running total at the moment it was decided on, before it; in strict mode all of core is in it from the start. */
  uint64_t total_before;
  /** The limit it was held against; WATTLE_UNLIMITED for the core tier, and without a budget. */
  uint64_t limit;
} wattle_outcome;

/* ==== Types: what differs ==== */

/** Where two texts part. This struct never grows. */
typedef struct wattle_first_difference {
  /**
   * The first byte, counted from the beginning of both, that is another one or that one of them does not have; WATTLE_NOT_SET
   * if they are the same. It may stand within a character.
   */
  uint64_t byte;
  /**
   * The index of the section that it is in, in the earlier result: the one that has the byte, or that ends there while the later
   * one's goes on. Where one ends there in both it is the one that follows, which only one of them has. WATTLE_NOT_SET if none.
   */
  uint64_t before;
  /** The same in the later result. */
  uint64_t after;
  /** The id of the section before, or (NULL, 0). */
  wattle_str before_id;
  /** The id of the section after, or (NULL, 0). */
  wattle_str after_id;
} wattle_first_difference;

/**
 * The figures of a comparison. Start from WATTLE_DIFF_FIGURES_INIT; the library fills what fits into struct_size. Views are owned by
 * the comparison and valid until it is freed; each has a NUL behind it.
 */
typedef struct wattle_diff_figures {
  /** Going in: sizeof(wattle_diff_figures). Coming out: how many bytes were filled; WATTLE_HAS asks. */
  size_t struct_size;
  /** How many sections differ: what wattle_diff_at can be asked for. */
  size_t differences;
  /** How many of them were added. */
  size_t added;
  /** How many were removed. */
  size_t removed;
  /** How many changed places. */
  size_t moved;
  /** How many have another text. */
  size_t texts_changed;
  /** How many have another verdict; 0 between bundles. */
  size_t verdicts_changed;
  /** Where the texts part. */
  wattle_first_difference text;
  /** Where the stable prefixes part: up to there a provider's cache can serve both. */
  wattle_first_difference stable_prefix;
  /** 1 if nothing differs: no section, no byte of the texts, and not the stable prefixes; else 0. */
  uint8_t equal;
  /** Zero. */
  uint8_t reserved[7];
} wattle_diff_figures;

/**
 * A section that differs. Start from WATTLE_DIFFERENCE_INIT; the library fills what fits into struct_size. Views are owned by the
 * comparison and valid until it is freed; each has a NUL behind it.
 */
typedef struct wattle_difference {
  /** Going in: sizeof(wattle_difference). Coming out: how many bytes were filled; WATTLE_HAS asks. */
  size_t struct_size;
  /** Its id. */
  wattle_str id;
  /** 0 for a raw candidate. */
  wattle_origin origin;
  /** All that is different about it: a sum of WATTLE_CHANGE_...; never 0. Its running total and limit do not count. */
  wattle_change changes;
  /** Its index in the earlier result; WATTLE_NOT_SET if it was added. */
  uint64_t before;
  /** Its index in the later result; WATTLE_NOT_SET if it was removed. */
  uint64_t after;
  /** What became of it earlier; 0 if it was added. */
  wattle_verdict before_verdict;
  /** What became of it later; 0 if it was removed. */
  wattle_verdict after_verdict;
  /**
   * The first byte of its own text that is another one or that one side does not have; WATTLE_NOT_SET where the texts are the
   * same, or one side has no text of it.
   */
  uint64_t first_differing_byte;
} wattle_difference;

/* ==== Types: modules ==== */

/** A command that a plugin brings. Fill it with WATTLE_COMMAND(...) in C, or from WATTLE_COMMAND_INIT. */
typedef struct wattle_command {
  /** sizeof(wattle_command). */
  size_t struct_size;
  /** Required: its name, with or without the slash. */
  wattle_str name;
  /** Required: the plugin; it may be empty. */
  wattle_str plugin;
  /** Required: any text; its first line that is not blank and does not start with "#" is shown (semantics 9.9). */
  wattle_str description;
} wattle_command;

/**
 * What an agent's prompt is made for (semantics 9). All texts but agent_id are required ones: what the host does not have is
 * empty. Fill it with WATTLE_AGENT_CONTEXT(...) in C, or from WATTLE_AGENT_CONTEXT_INIT.
 */
typedef struct wattle_agent_context {
  /** sizeof(wattle_agent_context). */
  size_t struct_size;
  /** Which runner the agent is, from an open set. */
  wattle_str agent_type;
  /**
   * The path of its workspace, of any system; shown without the name of a user or host, as far as the layouts of known systems
   * tell what one is (semantics 9.10).
   */
  wattle_str workspace;
  /** Its sandbox ("docker", "k8s", ...), from an open set. */
  wattle_str sandbox_type;
  /** How freely it may act: "paranoid", "yolo", or any other. */
  wattle_str profile;
  /** The share of the session that comes from outside, usually 0 to 1; finite and not negative. */
  double taint_ratio;
  /** Strictly above it the session counts as tainted; finite and not negative. */
  double taint_threshold;
  /** Identity: the operator's instructions. */
  wattle_str agents;
  /** Identity: the agent's values and voice. While it is empty and `bootstrap` is not, this is a first run (semantics 9.6). */
  wattle_str soul;
  /** Identity: the agent's name and role. */
  wattle_str identity;
  /** Identity: what is known of the user. */
  wattle_str user;
  /** Identity: how to find one at the first run. */
  wattle_str bootstrap;
  /** What the operator says of the surroundings. */
  wattle_str context_content;
  /** The texts of the skills. */
  wattle_str_list skills;
  /** The commands that plugins bring, or NULL with a length of 0; element 0's struct_size is the stride and all must agree. */
  const wattle_command *commands;
  /** How many commands. */
  size_t commands_len;
  /** The checklist of the heartbeat. */
  wattle_str heartbeat_content;
  /** The context window, in tokens, up to WATTLE_CHARS_MAX. */
  uint64_t max_tokens;
  /** What the conversation so far takes of it, in tokens, up to WATTLE_CHARS_MAX. */
  uint64_t history_tokens;
  /** Optional: which agent of several this is. */
  wattle_str agent_id;
  /**
   * The time to show if `has_time`, floored to five minutes: seconds since 1970-01-01 00:00 UTC, in the years 0 to 9999. It
   * is the host's value: the library reads no clock.
   */
  int64_t time_seconds;
  /** How far the clock that is shown is ahead of UTC, in minutes: less than a day either way. */
  int32_t time_offset_minutes;
  /** 1 if there is a time to show, else 0. */
  uint8_t has_time;
  /** 1 if the agent may stay silent, else 0. */
  uint8_t reply_optional;
  /** 1 if the agent has tools for a workspace, else 0 (semantics 9.11). */
  uint8_t has_workspace;
  /** 1 if the agent has tools for governance, else 0 (semantics 9.11). */
  uint8_t has_governance;
  /** For callbacks' use (a request, a connection): passed on, never read. May be NULL. */
  void *host;
} wattle_agent_context;

/**
 * Decides whether a module has a part in the prompt. Called once per build.
 *
 * `user_data`: the module's. `call`, `context`: the library's, valid until the callback returns, never NULL.
 * `answer`: where to store 1 (it has) or 0 (it has not); 0 if left alone; any other value is a failure.
 * Returns: WATTLE_OK, or anything else to fail the build with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call; from several at once if the builder is used from several.
 */
typedef wattle_status (*wattle_should_include_fn)(void *user_data,
                                                  wattle_call *call,
                                                  const wattle_agent_context *context,
                                                  uint8_t *answer);

/**
 * Renders a module, line by line, through wattle_call_write_line. The full rendering is called once per build, the minimal one only
 * where the full one does not fit.
 *
 * `user_data`: the module's. `call`, `context`: the library's, valid until the callback returns, never NULL.
 * Returns: WATTLE_OK, or anything else to fail the build with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call; from several at once if the builder is used from several.
 */
typedef wattle_status (*wattle_render_fn)(void *user_data,
                                          wattle_call *call,
                                          const wattle_agent_context *context);

/**
 * Estimates the tokens of a module's full rendering, for the budget alone: reports count the real text. Called once per build,
 * after the rendering.
 *
 * `user_data`: the module's. `call`, `context`: the library's, valid until the callback returns, never NULL.
 * `tokens`: where to store the estimate, up to WATTLE_CHARS_MAX; if left alone, WATTLE_NOT_SET: the library counts.
 * Returns: WATTLE_OK, or anything else to fail the build with WATTLE_CALLBACK_FAILED.
 * Threads: that of the call; from several at once if the builder is used from several.
 */
typedef wattle_status (*wattle_estimate_fn)(void *user_data,
                                            wattle_call *call,
                                            const wattle_agent_context *context,
                                            uint64_t *tokens);

/** A module of an agent's prompt (semantics 9.1). Fill it with WATTLE_MODULE(...) in C, or from WATTLE_MODULE_INIT. */
typedef struct wattle_module {
  /** sizeof(wattle_module). */
  size_t struct_size;
  /** Required: its name, not empty and unique in the builder; copied. */
  wattle_str name;
  /** From 0, which comes first, to WATTLE_PRIORITY_MAX. Modules of one priority stand in the order of their adding. */
  uint32_t priority;
  /** 1 if it may be shortened or dropped where the window is short, 0 if it is always in, in full. */
  uint8_t optional;
  /** Zero. */
  uint8_t reserved[3];
  /** Optional: whether it has a part in the prompt; NULL: always. */
  wattle_should_include_fn should_include;
  /** Required: the full rendering. */
  wattle_render_fn render;
  /** Optional: a shorter rendering, tried where the full one of an optional module does not fit. */
  wattle_render_fn render_minimal;
  /** Optional: its own estimate of the full rendering's tokens. */
  wattle_estimate_fn estimate;
  /** Passed to each. Taken, with `drop`, whatever is returned, unless the struct's size is refused. */
  void *user_data;
  /**
   * Runs once with `user_data`: at refusal, at removal, or when the builder and the last build that can still use it are
   * gone. May be NULL.
   */
  wattle_drop_fn drop;
} wattle_module;

/**
 * Gives the time for the build time in the metadata: called before the first and after the last callback of a build. Borrowed
 * for the call.
 *
 * `user_data`: the options' clock_data. `call`: the library's.
 * `nanoseconds`: where to store the time, from any beginning; 0 if left alone.
 * Returns: WATTLE_OK, or anything else to fail the build with WATTLE_CALLBACK_FAILED, subject "clock".
 * Threads: that of the call.
 */
typedef wattle_status (*wattle_clock_fn)(void *user_data, wattle_call *call, uint64_t *nanoseconds);

/** What a build adds to the modules. Fill it with WATTLE_BUILD_OPTIONS(...) in C, or from WATTLE_BUILD_OPTIONS_INIT. */
typedef struct wattle_build_options {
  /** sizeof(wattle_build_options). */
  size_t struct_size;
  /** Optional, borrowed: the registry whose enabled safety policies come last, required and counted in from the start. */
  const wattle_registry *safety_registry;
  /** The context that the policies are written for; required with `safety_registry`, NULL without. */
  const wattle_context *safety_context;
  /** Optional: the host's clock. Without one there is no build time: the library reads none. */
  wattle_clock_fn clock;
  /** Passed to `clock`; stays the caller's. */
  void *clock_data;
  /** Optional: observers, borrowed for the call; on_empty_content is fired for policies, and on_built. */
  const wattle_probes *probes;
} wattle_build_options;

/**
 * The figures that only a prompt of modules has (semantics 9.5); its summary has the rest, and its sections say of each module
 * what became of it. Start from WATTLE_MODULE_METADATA_INIT; the library fills what fits into struct_size.
 */
typedef struct wattle_module_metadata {
  /** Going in: sizeof(wattle_module_metadata). Coming out: how many bytes were filled; WATTLE_HAS asks. */
  size_t struct_size;
  /** How many modules are included, those whose rendering has no line among them. */
  size_t modules;
  /** How many of these by their minimal rendering. */
  size_t minimal;
  /** How many modules are dropped. */
  size_t dropped;
  /** A quarter of the chars of the whole text, rounded up. */
  uint64_t estimated_tokens;
  /** The context window, as given. */
  uint64_t context_window;
  /** What the conversation so far takes, as given. */
  uint64_t history_tokens;
  /** The window less the history and WATTLE_OUTPUT_RESERVE_TOKENS; it may be negative. */
  int64_t available;
  /** How long the build took by the host's clock, in nanoseconds; WATTLE_NOT_SET if there was none. */
  uint64_t build_nanoseconds;
  /** What prompt and history leave of the window, in whole per cent, not below 0; 0 if there is no window. */
  uint32_t percent_remaining;
  /** Zero. */
  uint32_t reserved;
} wattle_module_metadata;

/**
 * What decides on the categories of a catalogue of tools (semantics 9.11): each field is 1 if tools of its category are offered,
 * else 0. wattle_prompt_tool_filter fills it; a host may fill or change it too. Fill it with WATTLE_TOOL_FILTER(...) in C, or
 * from WATTLE_TOOL_FILTER_INIT.
 */
typedef struct wattle_tool_filter {
  /** sizeof(wattle_tool_filter). Filled by the library: how many bytes were filled; WATTLE_HAS asks. */
  size_t struct_size;
  /** Category "scheduler": the module heartbeat is in the prompt. */
  uint8_t has_heartbeat;
  /** Category "skill": the module skills is in the prompt. */
  uint8_t has_skills;
  /** Category "delegation": the module delegation is in the prompt. */
  uint8_t has_delegation;
  /** Category "command": the module commands is in the prompt. */
  uint8_t has_commands;
  /** Category "memory": the module memory-recall is in the prompt. */
  uint8_t has_memory;
  /** Category "workspace": the context's has_workspace. */
  uint8_t has_workspace;
  /** Category "governance": the context's has_governance. */
  uint8_t has_governance;
  /** Zero. */
  uint8_t reserved;
} wattle_tool_filter;

/** A tool of a catalogue. Fill it with WATTLE_TOOL(...) in C, or from WATTLE_TOOL_INIT. */
typedef struct wattle_tool {
  /** sizeof(wattle_tool). */
  size_t struct_size;
  /** Required: its name. */
  wattle_str name;
  /**
   * Required: its category, from an open set; one that wattle_tool_filter does not know, the empty one too, is always offered.
   */
  wattle_str category;
} wattle_tool;

/* ==== Types: sections and guidance ==== */

/** A job that runs in the background, or has. Fill it with WATTLE_ASYNC_JOB(...) in C, or from WATTLE_ASYNC_JOB_INIT. */
typedef struct wattle_async_job {
  /** sizeof(wattle_async_job). */
  size_t struct_size;
  /** Required: by which tools know it. */
  wattle_str id;
  /** Required: what it does, in a few words. */
  wattle_str name;
  /** Required: how it stands, from an open set ("queued", "running", "failed: no space left"). */
  wattle_str state;
  /**
   * How much of it is done if `has_progress`, in per cent: a whole number from 0 to 100. Progress of another kind ("3 of 7 files")
   * is for the state to tell.
   */
  uint32_t progress;
  /** 1 if `progress` is given, else 0. */
  uint8_t has_progress;
  /** Zero. */
  uint8_t reserved[3];
} wattle_async_job;

/**
 * An error that a tool ended with. Fill it with WATTLE_TOOL_ERROR(...) in C, or from WATTLE_TOOL_ERROR_INIT.
 *
 * It is shown as one line: the tool, the time in parentheses, the error; an empty time or error is left out. In each of them line
 * breaks at the ends are left out and those within become one space: LF, VT, FF, CR, NEL, U+2028 and U+2029.
 */
typedef struct wattle_tool_error {
  /** sizeof(wattle_tool_error). */
  size_t struct_size;
  /** Required: the tool's name. */
  wattle_str tool;
  /** Required: what it said. */
  wattle_str error;
  /** Optional: when that was, as it is to be shown: the library reads no clock. */
  wattle_str time_text;
} wattle_tool_error;

/** An entry of guidance (semantics 7). Fill it with WATTLE_GUIDANCE_ENTRY(...) in C, or from WATTLE_GUIDANCE_ENTRY_INIT. */
typedef struct wattle_guidance_entry {
  /** sizeof(wattle_guidance_entry). */
  size_t struct_size;
  /** Required: the pattern. It may be empty: the exact name "", or the beginning of every name. */
  wattle_str tool_name;
  /** Required: how the pattern matches. */
  wattle_match_mode mode;
  /** Zero. */
  uint32_t reserved;
  /** Required: what is said of the tools that it matches; an empty text says nothing. */
  wattle_str text;
} wattle_guidance_entry;

/* ==== Types: the library ==== */

/**
 * Which library this is, to be read before anything is called: a host that opens the library looks up the data symbol
 * `wattle_abi`, of this type, and takes the table only if all is as it needs it. This struct never grows.
 */
typedef struct wattle_abi_data {
  /** "wattle" and two NUL bytes. */
  uint8_t magic[8];
  /** sizeof(wattle_abi_data), 64. */
  uint32_t struct_size;
  /** The library's WATTLE_ABI_VERSION: it must be the host's. */
  uint32_t abi_version;
  /** The library's WATTLE_ABI_REVISION: it must be at least the host's. */
  uint32_t abi_revision;
  /** The library's version. */
  uint32_t major;
  /** The library's version. */
  uint32_t minor;
  /** The library's version. */
  uint32_t patch;
  /** Zero. */
  uint8_t reserved[32];
} wattle_abi_data;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Which library this is. Constant, readable without a call; the library's, valid while it is loaded. A program that is linked to
 * the library may have a copy of it, so its address means nothing.
 */
extern WATTLE_API const wattle_abi_data wattle_abi;

/* ==== Versions ==== */

/**
 * The version of the library that runs, as `"major.minor.patch"`.
 *
 * Returns: a view of static text that has a NUL behind it; valid for ever; never empty.
 * Errors: none. Threads: any, at any time.
 */
WATTLE_API wattle_str wattle_version(void);

/* ==== Errors ==== */

/**
 * The dashed name of a status ("duplicate-plugin"; "ok" for WATTLE_OK), or "unknown" for any other number.
 *
 * Returns: a view of static text that has a NUL behind it; valid for ever.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_status_name(wattle_status status);

/**
 * Makes an error, for a function of the host's or of a plugin's that reports as the library's do:
 * `return wattle_error_new(status, subject, message, error);`
 *
 * `status`: one of this header, but WATTLE_OK.
 * `subject`, `message`: copied; what is not UTF-8 in them is replaced; one at NULL is the empty text.
 * `error`: where the owned error is stored; NULL: nothing is.
 * Returns: `status`; WATTLE_INVALID_ARGUMENT (subject "status") if that is no failure that the library knows;
 * WATTLE_OUT_OF_MEMORY if there is no memory for the error.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_error_new(wattle_status status,
                               wattle_str subject,
                               wattle_str message,
                               wattle_error **error);

/**
 * The status an error stands for; it is the one the failing function returned.
 *
 * `error`: borrowed. NULL or not an error of this library: WATTLE_OK, as there is no error.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_status wattle_error_status(const wattle_error *error);

/**
 * What was wrong, with which id, and what is allowed, in English. Of input that it quotes, what is not seen is escaped: control
 * characters, marks of direction, blanks of no width. What a callback said stands in it as it was said.
 *
 * `error`: borrowed. NULL or not an error of this library: the empty text.
 * Returns: a view owned by the error, valid until it is freed; a NUL is behind it; `data` is never NULL.
 * Errors: none. Threads: any.
 */
WATTLE_API
wattle_str wattle_error_message(const wattle_error *error);

/**
 * The culprit: the refused id, the plugin's name, the field or the parameter; the statuses say which. Not escaped.
 *
 * `error`: borrowed. NULL or not an error of this library: the empty text.
 * Returns: a view owned by the error, valid until it is freed; a NUL is behind it; `data` is never NULL.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_error_subject(const wattle_error *error);

/**
 * What a callback attached with wattle_call_fail_with, if it was attached under this tag.
 *
 * `error`: borrowed. NULL or not an error of this library: NULL.
 * `tag`: compared by address only, never read; the address of something of your own. NULL is a tag like any other.
 * Returns: the payload, owned by the error and valid until that is freed, which runs the payload's drop; NULL if there is none or
 * the tag is another.
 * Errors: none. Threads: any.
 */
WATTLE_API
void *wattle_error_payload(const wattle_error *error,
                           const void *tag);

/**
 * Frees an error, and runs the drop of its payload.
 *
 * `error`: owned by the caller, dead afterwards. NULL, or not an error of this library: nothing happens.
 * Errors: none. Threads: any, but nobody else may be using the error.
 */
WATTLE_API void wattle_error_free(wattle_error *error);

/* ==== Names ==== */

/**
 * The name of a mode ("append"), or "unknown" for any other number.
 *
 * Returns: a view of static text that has a NUL behind it; valid for ever.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_mode_name(wattle_mode mode);

/**
 * The name of a call class ("converse"), or "unknown" for any other number.
 *
 * Returns: a view of static text that has a NUL behind it; valid for ever.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_call_class_name(wattle_call_class call_class);

/**
 * The name of an origin ("runtime-aware"), or "unknown" for any other number.
 *
 * Returns: a view of static text that has a NUL behind it; valid for ever.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_origin_name(wattle_origin origin);

/**
 * The name of a tier ("active"), or "unknown" for any other number.
 *
 * Returns: a view of static text that has a NUL behind it; valid for ever.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_tier_name(wattle_tier tier);

/**
 * The name of a verdict ("included"), or "unknown" for any other number.
 *
 * Returns: a view of static text that has a NUL behind it; valid for ever.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_verdict_name(wattle_verdict verdict);

/**
 * The name of a match mode ("prefix"), or "unknown" for any other number.
 *
 * Returns: a view of static text that has a NUL behind it; valid for ever.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_match_mode_name(wattle_match_mode mode);

/**
 * The name of one change ("moved"), or "unknown" for any other number, sums among them.
 *
 * Returns: a view of static text that has a NUL behind it; valid for ever.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_change_name(wattle_change change);

/* ==== Inside a callback ==== */

/**
 * Adds to the text that this callback gives. For content callbacks; in others it is WATTLE_INVALID_ARGUMENT and changes nothing.
 * The text may come in pieces of any size, even within a character; whether the whole is UTF-8 is checked
 * when the callback returns. A failed write need not be looked at: every further one fails the same way, and so does the
 * callback, whatever it returns.
 *
 * `call`: the callback under way; NULL is WATTLE_NULL_ARGUMENT.
 * `text`: the bytes to add, copied; (NULL, 0) adds nothing.
 * Errors: WATTLE_NULL_ARGUMENT, WATTLE_INVALID_HANDLE, WATTLE_INVALID_ARGUMENT (not a content callback),
 * WATTLE_LIMIT_EXCEEDED (more than WATTLE_TEXT_MAX_BYTES in all), WATTLE_OUT_OF_MEMORY.
 * Threads: the callback's own.
 */
WATTLE_API
wattle_status wattle_call_write(wattle_call *call,
                                wattle_str text);

/**
 * Adds a line to what this callback renders. For a module's `render` and `render_minimal`; in others it is
 * WATTLE_INVALID_ARGUMENT. A line may be empty and may hold NUL bytes. It may also hold line breaks, which are kept as they are,
 * so that several lines, or a whole text, can be written at once. A rendering without any line is no section; one empty line is a
 * section of no text. Whether all is UTF-8 is checked when the callback returns; a failed write is treated as by wattle_call_write.
 *
 * `call`: the callback under way; NULL is WATTLE_NULL_ARGUMENT.
 * `line`: the line without the break at its end, copied; (NULL, 0) is the empty line.
 * Errors: WATTLE_NULL_ARGUMENT, WATTLE_INVALID_HANDLE, WATTLE_INVALID_ARGUMENT (not a rendering callback),
 * WATTLE_LIMIT_EXCEEDED (more than WATTLE_TEXT_MAX_BYTES in all), WATTLE_OUT_OF_MEMORY.
 * Threads: the callback's own.
 */
WATTLE_API
wattle_status wattle_call_write_line(wattle_call *call,
                                     wattle_str line);

/**
 * Adds a contribution to this turn, as the hook's plugin and as runtime-aware (semantics 3.0). For per-turn
 * hooks; in other callbacks it is WATTLE_INVALID_ARGUMENT and changes nothing. A refused one makes the resolution fail with the
 * first refusal, whatever the hook does afterwards.
 *
 * `call`: the callback under way; NULL is WATTLE_NULL_ARGUMENT.
 * `contribution`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data is taken whatever is
 * returned (unless its size is refused) and dropped when the turn is over.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: those of wattle_registry_register, WATTLE_FOREIGN_NAMESPACE, and WATTLE_INVALID_HANDLE.
 * Threads: the callback's own.
 */
WATTLE_API
wattle_status wattle_call_emit(wattle_call *call,
                               const wattle_contribution *contribution,
                               wattle_error **error);

/**
 * Says why this callback fails. The last of several counts. To be used as `return wattle_call_fail(call, ...)`: a callback
 * that returns WATTLE_OK all the same succeeds, and what was said is dropped.
 *
 * `call`: the callback under way. NULL, or not one: nothing is stored.
 * `message`: for people, copied; what is not UTF-8 in it is replaced; one at NULL is the empty text.
 * Returns: always WATTLE_CALLBACK_FAILED.
 * Threads: the callback's own.
 */
WATTLE_API
wattle_status wattle_call_fail(wattle_call *call,
                               wattle_str message);

/**
 * Says why this callback fails and attaches a payload, which travels in the error to whoever started the
 * call: how C++ exceptions and Go errors cross. The last of several counts.
 *
 * `call`: the callback under way. NULL, or not one: nothing is stored, `drop` runs at once.
 * `message`: as in wattle_call_fail.
 * `tag`: says what kind of payload this is; only its address is used, also if it is NULL; wattle_error_payload asks for
 * it.
 * `payload`: taken whatever happens; read back by wattle_error_payload; may be NULL.
 * `drop`: runs once with `payload` when the error is freed, or when it reaches nobody; may be NULL.
 * Returns: always WATTLE_CALLBACK_FAILED.
 * Threads: the callback's own; `drop` runs where the error is freed.
 */
WATTLE_API
wattle_status wattle_call_fail_with(wattle_call *call,
                                    wattle_str message,
                                    const void *tag,
                                    void *payload,
                                    wattle_drop_fn drop);

/* ==== Contributions ==== */

/**
 * Makes a contribution that replaces one of the library's own texts, or all of them at once (semantics 3.11, 3.12). An id outside
 * core.* is refused here and now, while registering would take it for a replace of somebody else's.
 *
 * `id`: required: WATTLE_CORE_DIRECTIVES_ID, WATTLE_DEFAULT_SYSTEM_PROMPT_ID, ...
 * `text`: as in wattle_contribution; it is not looked at.
 * `contribution`: the caller's, started from WATTLE_CONTRIBUTION_INIT; NULL is WATTLE_NULL_ARGUMENT. Its id, mode and text are set,
 * as views of what was given; all else in it stays as it is. Not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_UNNAMESPACED_ID, WATTLE_RESERVED_NAMESPACE (safety.*), WATTLE_FOREIGN_NAMESPACE (any other that is not core.*),
 * WATTLE_INVALID_ARGUMENT (a size that is too small).
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_replace_core(wattle_str id,
                                  wattle_str text,
                                  wattle_contribution *contribution,
                                  wattle_error **error);

/* ==== Registry ==== */

/**
 * Makes a registry that begins with what the options seed.
 *
 * `options`: borrowed and copied; NULL means defaults.
 * `registry`: where the new registry is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones.
 * Threads: any.
 */
WATTLE_API
wattle_status wattle_registry_new(const wattle_registry_options *options,
                                  wattle_registry **registry,
                                  wattle_error **error);

/**
 * Frees a registry. Bundles and prompts made from it stay. Calls in flight (the callback that calls this, other
 * threads) finish on the registry as it was; the drops of what was registered run now, or after the last such
 * call. It does not wait: unregister plugins before unmapping their code.
 *
 * `registry`: owned by the caller, dead afterwards. NULL, or not a registry of this library: nothing happens.
 * Errors: none. Threads: any. Inside a callback: allowed.
 */
WATTLE_API void wattle_registry_free(wattle_registry *registry);

/**
 * Registers contributions in order, as the host's own: all of them or none (semantics 2).
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `contributions`: an array of `n`, borrowed and copied; element 0's struct_size is the stride and all must agree.
 * NULL is WATTLE_NULL_ARGUMENT unless `n` is 0. The user_data of every readable element is taken whatever is returned.
 * `n`: how many; 0 does nothing.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (an enumeration; no content or more than one; what only runtime-aware ones may carry),
 * WATTLE_UNNAMESPACED_ID, WATTLE_RESERVED_NAMESPACE, WATTLE_DUPLICATE_CONTRIBUTION_ID.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_register(wattle_registry *registry,
                                       const wattle_contribution *contributions,
                                       size_t n,
                                       wattle_error **error);

/**
 * Removes every contribution of that origin and id that was registered directly: the slot and the replace. A
 * plugin's are not touched. When it returns WATTLE_OK, their callbacks are not running and will not run, and
 * their drops have run.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `origin`: WATTLE_ORIGIN_STATIC or WATTLE_ORIGIN_RUNTIME_AWARE.
 * `id`: required.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (the origin), WATTLE_UNKNOWN_CONTRIBUTION, WATTLE_RE_ENTRANCY.
 * Threads: any; waits for calls that other threads have in flight. Inside a callback: refused.
 */
WATTLE_API
wattle_status wattle_registry_unregister(wattle_registry *registry,
                                         wattle_origin origin,
                                         wattle_str id,
                                         wattle_error **error);

/**
 * A frozen snapshot: what the registry is now, as a registry of its own that nothing changes any more, whatever becomes of the
 * live one. It may be resolved, composed, fingerprinted and listed; changing it is WATTLE_FROZEN. While it can call
 * something, removing that from its own registry is WATTLE_PLUGIN_IN_USE: free the snapshot first.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT. Of a frozen snapshot, another handle of the same is made.
 * `snapshot`: where the new handle is stored, owned by the caller, who frees it with wattle_registry_free; NULL is
 * WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_snapshot(const wattle_registry *registry,
                                       wattle_registry **snapshot,
                                       wattle_error **error);

/**
 * Checks an id by the namespace rules (semantics 2), without a registry: whether it could be registered in that mode by the host,
 * or by a plugin of that name, duplicates aside.
 *
 * `id`: required.
 * `mode`: required.
 * `plugin`: optional: absent is the host.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_UNNAMESPACED_ID, WATTLE_RESERVED_NAMESPACE, WATTLE_FOREIGN_NAMESPACE, WATTLE_INVALID_ARGUMENT (the mode).
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_check_id(wattle_str id,
                              wattle_mode mode,
                              wattle_str plugin,
                              wattle_error **error);

/* ==== Plugins ==== */

/**
 * Registers a plugin: all of it or none of it.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `plugin`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data and its elements' are taken whatever
 * is returned; the elements of an array whose stride is refused, and all of a plugin whose size is refused, are not.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (the name, an enumeration, an origin that is not the list's), WATTLE_DUPLICATE_PLUGIN,
 * and for a row those of wattle_registry_register, WATTLE_FOREIGN_NAMESPACE, and those of
 * wattle_registry_register_safety_policy.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_register_plugin(wattle_registry *registry,
                                              const wattle_plugin *plugin,
                                              wattle_error **error);

/**
 * Replaces the plugin of the same name in one step, all or none: the new contributions stand where the old
 * plugin's first one stood, its policies likewise, and other plugins' sections do not move (semantics 2).
 * When it returns WATTLE_OK, no callback of the old plugin is running or will run, and all its drops have run.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `plugin`: as in wattle_registry_register_plugin.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: those of wattle_registry_register_plugin with WATTLE_UNKNOWN_PLUGIN in the place of
 * WATTLE_DUPLICATE_PLUGIN, and WATTLE_RE_ENTRANCY.
 * Threads: any; waits for calls that other threads have in flight. Inside a callback: refused.
 */
WATTLE_API
wattle_status wattle_registry_replace_plugin(wattle_registry *registry,
                                             const wattle_plugin *plugin,
                                             wattle_error **error);

/**
 * Removes all that a plugin registered. When it returns WATTLE_OK, no callback of the plugin is running or
 * will run, and all its drops have run: its code may be unmapped.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `name`: required.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_UNKNOWN_PLUGIN, WATTLE_RE_ENTRANCY.
 * Threads: any; waits for calls that other threads have in flight. Inside a callback: refused.
 */
WATTLE_API
wattle_status wattle_registry_unregister_plugin(wattle_registry *registry,
                                                wattle_str name,
                                                wattle_error **error);

/**
 * Hands bytes of a stream to the observers of all plugins, in plugin registration order. What the bytes are is between the host
 * and its plugins; the library does not look at them.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT. A callback may even free it.
 * `bytes`: any bytes, borrowed for the call; (NULL, 0) is none, and the observers are called all the same.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_CALLBACK_FAILED (subject the plugin; the observers after it are not called).
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_emit_stream(const wattle_registry *registry,
                                          wattle_str bytes,
                                          wattle_error **error);

/* ==== Safety policies ==== */

/**
 * Registers a safety policy. Enabled ones resolve last, in the order of registration.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `policy`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data is taken whatever is returned.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_UNNAMESPACED_ID, WATTLE_FOREIGN_NAMESPACE (not safety.*), WATTLE_DUPLICATE_CONTRIBUTION_ID (a known
 * policy's id), WATTLE_INVALID_ARGUMENT (no content, or two).
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_register_safety_policy(wattle_registry *registry,
                                                     const wattle_safety_policy *policy,
                                                     wattle_error **error);

/**
 * Removes a safety policy that was registered directly; a plugin's goes with its plugin. If it is on the list
 * of enabled ones, resolving fails until it is registered again or off the list. When it returns WATTLE_OK, its
 * callback is not running and will not run, and its drop has run.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `id`: required.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_UNKNOWN_SAFETY_POLICY, WATTLE_RE_ENTRANCY.
 * Threads: any; waits for calls that other threads have in flight. Inside a callback: refused.
 */
WATTLE_API
wattle_status wattle_registry_unregister_safety_policy(wattle_registry *registry,
                                                       wattle_str id,
                                                       wattle_error **error);

/**
 * Sets which safety policies are enabled. An id may be registered later, but resolving while one is unknown
 * fails: a misspelt policy is never a silent gap.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `ids`: copied. (NULL, 0) goes back to the policies' own defaults; (non-NULL, 0) enables none. Order and
 * repeats do not matter.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_set_enabled_safety_policies(wattle_registry *registry,
                                                          wattle_str_list ids,
                                                          wattle_error **error);

/* ==== Manifests ==== */

/**
 * Registers all that a manifest has: a JSON document for texts that are kept as data. It is an object with any of `plugins`,
 * `contributions` and `safetyPolicies`:
 *
 *   { "plugins": [ { "name": "git", "version": "1.2",
 *                    "prompts": [ { "id": "git.rules", "mode": "append", "content": { "text": "Commit often." } } ],
 *                    "runtimePrompts": [ { "id": "git.push", "mode": "append", "requiresTools": [ "git_push" ],
 *                                          "content": { "text": "Ask before you push." } } ],
 *                    "safetyPolicies": [] } ],
 *     "contributions": [ { "id": "acme.tone", "mode": "prepend", "origin": "static", "tier": "core",
 *                          "scope": { "callClass": "converse", "family": "anthropic", "tenantId": "t1", "runtimeRole": "dev" },
 *                          "content": { "text": "Be brief and exact." }, "condensed": "Be brief." } ],
 *     "safetyPolicies": [ { "id": "safety.no-secrets", "content": { "text": "Never show secrets." }, "enabledByDefault": true } ] }
 *
 * A plugin needs `name`, a contribution `id`, `mode` and `content`, a policy `id` and `content`; the rest may be left out or null,
 * and then is what the field of the C struct is by default. An unknown or a repeated key is an error. There is a JSON Schema of
 * it: schemas/manifest.schema.json.
 *
 * Registered are the plugins one by one, then the contributions as the host's own, then the policies: all of the document or
 * none of it, in one step. It is refused for what the calls in that order would be refused for, with the same status and
 * subject; the message begins with the place in the document. A shape that is wrong anywhere comes before that.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `json`: required; at most WATTLE_JSON_MAX_BYTES, without a byte order mark. A text may hold `\u0000`.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_JSON (subject: the JSON path, such as $.contributions[3].mode; the message says what is there, what is
 * allowed, and the line and the column, in bytes, where reading stopped), WATTLE_LIMIT_EXCEEDED, and those of
 * wattle_registry_register_plugin, wattle_registry_register and wattle_registry_register_safety_policy.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_load_json(wattle_registry *registry,
                                        wattle_str json,
                                        wattle_error **error);

/* ==== Globals ==== */

/**
 * Registers a contribution with every registry, present and to come, whose runtime id is listed, or with all
 * (semantics 2). This is the rare path: it is state that the whole process shares.
 *
 * `contribution`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data is taken whatever is returned.
 * `target_runtimes`: the runtime ids, or "*" for all; an id that no registry has is fine; none at all is
 * WATTLE_INVALID_ARGUMENT with the contribution's id as the subject.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: those of wattle_registry_register, checked among the globals alone.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_register_global(const wattle_contribution *contribution,
                                     wattle_str_list target_runtimes,
                                     wattle_error **error);

/**
 * Removes every global of that origin and id. When it returns WATTLE_OK, their callbacks are not running and
 * will not run in any registry, and their drops have run.
 *
 * `origin`: WATTLE_ORIGIN_STATIC or WATTLE_ORIGIN_RUNTIME_AWARE.
 * `id`: required.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (the origin), WATTLE_UNKNOWN_CONTRIBUTION, WATTLE_RE_ENTRANCY.
 * Threads: any; waits for calls that other threads have in flight. Inside a callback: refused.
 */
WATTLE_API
wattle_status wattle_unregister_global(wattle_origin origin,
                                       wattle_str id,
                                       wattle_error **error);

/* ==== Lists of what is registered ==== */

/**
 * Lists the contributions of a registry, in registration order. Globals are not the registry's own and are not listed.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `origin`: 0 for all, or the one to list.
 * `id`: absent for all, or the one to list.
 * `records`: where the new list is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (the origin).
 * Threads: any; waits for a change under way. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_list(const wattle_registry *registry,
                                   wattle_origin origin,
                                   wattle_str id,
                                   wattle_records **records,
                                   wattle_error **error);

/**
 * Lists the safety policies of a registry, in registration order (semantics 4).
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `active_only`: 1 for the known enabled ones, 0 for all available ones.
 * `records`: where the new list is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (active_only).
 * Threads: any; waits for a change under way. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_list_safety_policies(const wattle_registry *registry,
                                                   uint8_t active_only,
                                                   wattle_records **records,
                                                   wattle_error **error);

/**
 * How many records a list has.
 *
 * `records`: borrowed. NULL or not a list of this library: 0.
 * Errors: none. Threads: any.
 */
WATTLE_API size_t wattle_records_len(const wattle_records *records);

/**
 * One record.
 *
 * `records`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `index`: from 0; at or over the length is WATTLE_INVALID_ARGUMENT.
 * `record`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure. The views in it are owned by the
 * list and valid until it is freed.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (the index, a size that is too small). Threads: any.
 */
WATTLE_API
wattle_status wattle_records_at(const wattle_records *records,
                                size_t index,
                                wattle_record *record,
                                wattle_error **error);

/**
 * Frees a list of records.
 *
 * `records`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, or not a list of this library:
 * nothing happens.
 * Errors: none. Threads: any, but nobody else may be using the list.
 */
WATTLE_API
void wattle_records_free(wattle_records *records);

/**
 * All that is registered, as JSON of one line, for people who look into a running service: keys runtimeId, frozen, counts,
 * plugins, contributions and safetyPolicies, those inside as in the case files, absent as null.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `text`: where the new text is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones.
 * Threads: any; waits for a change under way. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_json(const wattle_registry *registry,
                                   wattle_text **text,
                                   wattle_error **error);

/* ==== A text of the caller's ==== */

/**
 * What a text says.
 *
 * `text`: borrowed. NULL or not a text of this library: the empty text.
 * Returns: a view owned by the text, valid until it is freed; a NUL is behind it; `data` is never NULL.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_text_view(const wattle_text *text);

/**
 * Frees a text.
 *
 * `text`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, or not a text of this library:
 * nothing happens.
 * Errors: none. Threads: any, but nobody else may be using the text.
 */
WATTLE_API
void wattle_text_free(wattle_text *text);

/* ==== The bundled baseline ==== */

/**
 * How many fragments a set has; 0 for an unknown set.
 *
 * Errors: none. Threads: any.
 */
WATTLE_API size_t wattle_fragment_count(wattle_fragment_set set);

/**
 * One fragment of a set, in the set's order, which is the order in which it is seeded.
 *
 * `set`: required.
 * `index`: from 0; at or over the count is WATTLE_INVALID_ARGUMENT.
 * `fragment`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (the set, the index). Threads: any.
 */
WATTLE_API
wattle_status wattle_fragment_at(wattle_fragment_set set,
                                 size_t index,
                                 wattle_fragment *fragment,
                                 wattle_error **error);

/* ==== Resolving ==== */

/**
 * Resolves a registry for a call (semantics 3): hooks and contents run, and their texts stand in order, safety last.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT. A callback may even free it.
 * `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `state`: borrowed; NULL is a root turn with nothing loaded.
 * `options`: borrowed; NULL means defaults.
 * `bundle`: where the new bundle is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_UNKNOWN_SAFETY_POLICY (an enabled one, checked before anything runs), WATTLE_CALLBACK_FAILED (a content, hook
 * or probe; with its message and payload), WATTLE_LIMIT_EXCEEDED (a content's text; subject its id), the first refusal of a
 * hook's emission.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_resolve(const wattle_registry *registry,
                                      const wattle_context *context,
                                      const wattle_state *state,
                                      const wattle_resolve_options *options,
                                      wattle_bundle **bundle,
                                      wattle_error **error);

/**
 * The fingerprint of a registry for a context (semantics 5): SHA-256 over the context and the sections of the
 * static-only resolution, which this runs without probes. The same in every language and on every machine.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `hex`: 65 bytes of the caller's: 64 lowercase hex digits and a NUL; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_UNKNOWN_SAFETY_POLICY, WATTLE_CALLBACK_FAILED.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_fingerprint(const wattle_registry *registry,
                                          const wattle_context *context,
                                          char *hex,
                                          wattle_error **error);

/**
 * The fingerprint with what it was made of, as JSON of one line, for logs and never as a key (semantics 5.4): keys fingerprint,
 * context, state (as given; null without one), and sections (id, chars and sha256 of each static section).
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `state`: borrowed, shown and not used; NULL is shown as null.
 * `text`: where the new text is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_UNKNOWN_SAFETY_POLICY, WATTLE_CALLBACK_FAILED, WATTLE_INVALID_ARGUMENT (subject "pluginMetadata": it is not a JSON
 * object, or over WATTLE_JSON_MAX_BYTES).
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_fingerprint_json(const wattle_registry *registry,
                                               const wattle_context *context,
                                               const wattle_state *state,
                                               wattle_text **text,
                                               wattle_error **error);

/* ==== Bundle ==== */

/**
 * The text: all sections joined by a blank line.
 *
 * `bundle`: borrowed. NULL or not a bundle of this library: the empty text.
 * Returns: a view owned by the bundle, valid until it is freed; a NUL is behind it; `data` is never NULL.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_bundle_text(const wattle_bundle *bundle);

/**
 * A bundle's figures.
 *
 * `bundle`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `summary`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones. Threads: any.
 */
WATTLE_API
wattle_status wattle_bundle_summary(const wattle_bundle *bundle,
                                    wattle_summary *summary,
                                    wattle_error **error);

/**
 * One section.
 *
 * `bundle`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `index`: from 0; at or over the number of sections is WATTLE_INVALID_ARGUMENT.
 * `section`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure. The views in it are owned by
 * the bundle and valid until it is freed.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (the index, a size that is too small). Threads: any.
 */
WATTLE_API
wattle_status wattle_bundle_section(const wattle_bundle *bundle,
                                    size_t index,
                                    wattle_section *section,
                                    wattle_error **error);

/**
 * A bundle as JSON of one line: keys text, chars, stablePrefix, staticOnly, and sections, those inside as in the case
 * files. Made at the first call and kept.
 *
 * `bundle`: borrowed. NULL or not a bundle of this library: the empty text.
 * Returns: a view owned by the bundle, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
 * was no memory to make it: the JSON itself never is.
 * Errors: none. Threads: any, also at the same time.
 */
WATTLE_API
wattle_str wattle_bundle_json(const wattle_bundle *bundle);

/**
 * A bundle as a table for people, like that of a prompt: wattle_prompt_table. Made at the first call and kept.
 *
 * `bundle`: borrowed. NULL or not a bundle of this library: the empty text.
 * Returns: a view owned by the bundle, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
 * was no memory to make it: the table itself never is.
 * Errors: none. Threads: any, also at the same time.
 */
WATTLE_API
wattle_str wattle_bundle_table(const wattle_bundle *bundle);

/**
 * Frees a bundle.
 *
 * `bundle`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, or not a bundle of this
 * library: nothing happens.
 * Errors: none. Threads: any, but nobody else may be using the bundle.
 */
WATTLE_API void wattle_bundle_free(wattle_bundle *bundle);

/* ==== Composing ==== */

/**
 * Composes a prompt from candidates, in their order (semantics 6). Nothing is reordered or cut. One pass decides: what comes
 * first has the room first, so an early long section can starve a later short one; the core tier and the order are the cure.
 *
 * `candidates`: an array of `n`, borrowed for the call; element 0's struct_size is the stride and all must agree. NULL is
 * WATTLE_NULL_ARGUMENT unless `n` is 0.
 * `n`: how many.
 * `options`: borrowed; NULL means defaults.
 * `prompt`: where the new prompt is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (subject "activeBudgetFraction", "measure_unit", "totalBudget", "resolveBudget", a field of a
 * candidate, the candidate whose measure passes WATTLE_CHARS_MAX or with which the sum does, or "measure" for the separator),
 * WATTLE_CALLBACK_FAILED (subject "resolveBudget", the candidate that is measured, "measure" for the separator, or "onBuilt").
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_compose(const wattle_candidate *candidates,
                             size_t n,
                             const wattle_compose_options *options,
                             wattle_prompt **prompt,
                             wattle_error **error);

/**
 * Resolves a registry and composes its sections in one call (semantics 6.10): the main road.
 *
 * `registry`: borrowed; NULL is WATTLE_NULL_ARGUMENT. A callback may even free it.
 * `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `state`: borrowed; NULL is a root turn with nothing loaded.
 * `options`: borrowed; NULL means defaults.
 * `prompt`: where the new prompt is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: those of wattle_registry_resolve and of wattle_compose.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_registry_compose(const wattle_registry *registry,
                                      const wattle_context *context,
                                      const wattle_state *state,
                                      const wattle_compose_options *options,
                                      wattle_prompt **prompt,
                                      wattle_error **error);

/**
 * Composes what the library says when the host says nothing: the bundled baseline and the default safety policies, as a new
 * registry with default options would.
 *
 * `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `options`: borrowed; NULL means defaults; it is a static-only resolution whatever they say.
 * `prompt`: where the new prompt is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: those of wattle_compose.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_compose_default_system_prompt(const wattle_context *context,
                                                   const wattle_compose_options *options,
                                                   wattle_prompt **prompt,
                                                   wattle_error **error);

/**
 * As wattle_compose, but the new prompt takes the place of what is in `prompt`, in memory that `prompt` has kept: where prompts
 * are composed into one handle again and again, neither text nor sections are allocated any more. It keeps room for two prompts
 * of the largest size it had, until it is freed.
 *
 * `candidates`, `n`, `options`: as in wattle_compose. Texts of candidates may be views that `prompt` owns.
 * `prompt`: whatever it was made by, to be used by nobody else meanwhile; NULL is WATTLE_NULL_ARGUMENT. All that was borrowed from
 * it ends with this call. If this fails, also by on_built, what was in it stands. Of a prompt of modules the figures that only
 * such a prompt has end with its text. Callbacks of this call may look at `prompt`: they see what was in it, and on_built, which
 * is given this handle, sees what is. Composing into it once more in them is WATTLE_RE_ENTRANCY, and freeing it does nothing.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: those of wattle_compose, WATTLE_RE_ENTRANCY (subject "prompt").
 * Threads: any, but nobody else may be using `prompt`. Inside a callback: allowed, into another prompt than one that is being
 * composed or composed into.
 */
WATTLE_API
wattle_status wattle_compose_into(const wattle_candidate *candidates,
                                  size_t n,
                                  const wattle_compose_options *options,
                                  wattle_prompt *prompt,
                                  wattle_error **error);

/**
 * As wattle_registry_compose, into a prompt that there is, as wattle_compose_into does it.
 *
 * `registry`, `context`, `state`, `options`: as in wattle_registry_compose.
 * `prompt`: as in wattle_compose_into; NULL is WATTLE_NULL_ARGUMENT.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: those of wattle_registry_compose, WATTLE_RE_ENTRANCY (subject "prompt").
 * Threads: any, but nobody else may be using `prompt`. Inside a callback: as wattle_compose_into.
 */
WATTLE_API
wattle_status wattle_registry_compose_into(const wattle_registry *registry,
                                           const wattle_context *context,
                                           const wattle_state *state,
                                           const wattle_compose_options *options,
                                           wattle_prompt *prompt,
                                           wattle_error **error);

/* ==== Budgets without a prompt ==== */

/**
 * The budget that a composition with these options is held to (semantics 6.1): total_budget, or what resolve_budget gives, which this
 * calls, or WATTLE_UNLIMITED.
 *
 * `options`: borrowed; NULL means defaults.
 * `budget`: where the budget is stored: chars up to WATTLE_CHARS_MAX, or WATTLE_UNLIMITED; NULL is WATTLE_NULL_ARGUMENT; not written on
 * failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: those of wattle_compose that options cause, before any candidate is looked at.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_effective_budget(const wattle_compose_options *options,
                                      uint64_t *budget,
                                      wattle_error **error);

/**
 * What wattle_compose would do with these candidates, without building a text: every verdict, and the figures (semantics 6.2 to 6.6).
 *
 * `candidates`: an array of `n`, borrowed for the call; element 0's struct_size is the stride and all must agree. NULL is
 * WATTLE_NULL_ARGUMENT unless `n` is 0.
 * `n`: how many.
 * `options`: borrowed; NULL means defaults. Probes are not told.
 * `outcomes`: an array of `n`, the caller's, filled in the order of the candidates. Element 0's struct_size is the stride, to be set before
 * each call; nothing else in it is read. NULL is WATTLE_NULL_ARGUMENT unless `n` is 0; not written on failure.
 * `summary`: the caller's, filled with what the prompt's would say; stable_prefix and static_only are 0, and a unit that
 * the options name is their own view. NULL: not wanted. Not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: those of wattle_compose.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_apply_budget_gate(const wattle_candidate *candidates,
                                       size_t n,
                                       const wattle_compose_options *options,
                                       wattle_outcome *outcomes,
                                       wattle_summary *summary,
                                       wattle_error **error);

/**
 * Whether a host does well to give a turn of this depth condensed texts (semantics 6.9).
 *
 * `depth`: 0 at the root turn.
 * Returns: 1 from WATTLE_CONDENSE_FROM_DEPTH on, else 0.
 * Errors: none. Threads: any.
 */
WATTLE_API uint8_t wattle_should_condense(uint32_t depth);

/**
 * Whether a host does well to spare a turn of this depth the informational tier (semantics 6.9).
 *
 * `depth`: 0 at the root turn.
 * Returns: 1 from WATTLE_SKIP_INFORMATIONAL_FROM_DEPTH on, else 0.
 * Errors: none. Threads: any.
 */
WATTLE_API uint8_t wattle_skip_informational(uint32_t depth);

/**
 * Whether so much more stays within a limit, itself included (semantics 6.9): the test that the gate makes.
 *
 * `total`: what is there. `chars`: what is to be added. `limit`: WATTLE_UNLIMITED fits everything.
 * Returns: 1 if it fits, else 0; a sum that no number holds fits no limit.
 * Errors: none. Threads: any.
 */
WATTLE_API uint8_t wattle_would_fit(uint64_t total, uint64_t chars, uint64_t limit);

/* ==== Prompt ==== */

/**
 * The text: what was included, joined by a blank line.
 *
 * `prompt`: borrowed. NULL or not a prompt of this library: the empty text.
 * Returns: a view owned by the prompt, valid until it is freed; a NUL is behind it; `data` is never NULL.
 * Errors: none. Threads: any.
 */
WATTLE_API wattle_str wattle_prompt_text(const wattle_prompt *prompt);

/**
 * A prompt's figures.
 *
 * `prompt`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `summary`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones. Threads: any.
 */
WATTLE_API
wattle_status wattle_prompt_summary(const wattle_prompt *prompt,
                                    wattle_summary *summary,
                                    wattle_error **error);

/**
 * One candidate, kept or dropped; `index` is the candidate's own, in a registry composition its section's in the bundle.
 *
 * `prompt`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `index`: from 0; at or over the number of candidates is WATTLE_INVALID_ARGUMENT.
 * `section`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure. The views in it are owned by
 * the prompt and valid until it is freed.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (the index, a size that is too small). Threads: any.
 */
WATTLE_API
wattle_status wattle_prompt_section(const wattle_prompt *prompt,
                                    size_t index,
                                    wattle_section *section,
                                    wattle_error **error);

/**
 * The built event as JSON (semantics 6.8): one line, a fixed key order, the same bytes everywhere. Made at the first
 * call and kept.
 *
 * `prompt`: borrowed. NULL or not a prompt of this library: the empty text.
 * Returns: a view owned by the prompt, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
 * was no memory to make it: the event itself never is.
 * Errors: none. Threads: any, also at the same time.
 */
WATTLE_API
wattle_str wattle_prompt_event_json(const wattle_prompt *prompt);

/**
 * A prompt as JSON of one line: the keys of the case files (composed, totalChars, ...) and sections, with the verdict, the total
 * before and the limit of every candidate. Made at the first call and kept.
 *
 * `prompt`: borrowed. NULL or not a prompt of this library: the empty text.
 * Returns: a view owned by the prompt, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
 * was no memory to make it: the JSON itself never is.
 * Errors: none. Threads: any, also at the same time.
 */
WATTLE_API
wattle_str wattle_prompt_json(const wattle_prompt *prompt);

/**
 * A prompt as a table for people: a line a figure (total, budget, ...), then a row for every candidate, kept or dropped: its
 * index, id, origin, plugin, tier, whether it is static, its verdict, its length in the unit, the running total before it, the
 * limit, and which bytes of the text it has. Printable ASCII and line feeds, in columns: what else is in an id or a plugin's name is
 * escaped, and one over 40 columns is cut, ends in "..." and stands below the rows as a whole. None of the texts is in it. Made
 * at the first call and kept.
 *
 * `prompt`: borrowed. NULL or not a prompt of this library: the empty text.
 * Returns: a view owned by the prompt, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
 * was no memory to make it: the table itself never is.
 * Errors: none. Threads: any, also at the same time.
 */
WATTLE_API
wattle_str wattle_prompt_table(const wattle_prompt *prompt);

/**
 * Frees a prompt.
 *
 * `prompt`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, not a prompt of this library, or, in a
 * callback, the prompt that its call is composing: nothing happens.
 * Errors: none. Threads: any, but nobody else may be using the prompt.
 */
WATTLE_API
void wattle_prompt_free(wattle_prompt *prompt);

/**
 * Makes a prompt again of what wattle_prompt_summary and wattle_prompt_section, or those of a bundle, gave: for hosts that hold
 * prompts as values of their own, or keep one from an earlier run to compare it with a later. The text is that of the sections,
 * joined. All accessors work but those of modules. Nothing is resolved or composed, no callback runs, and nobody is told.
 *
 * `summary`: borrowed; NULL is WATTLE_NULL_ARGUMENT. `sections` must be `n`, and `stable_prefix` 0 or the end of a section that
 * is included and has none but included ones before it; an absent `unit` is "chars". The counts of verdicts, the estimate of
 * tokens and the percentage are found out anew, the other figures taken as they are told.
 * `sections`: an array of `n`, borrowed for the call; element 0's struct_size is the stride and all must agree: set those that
 * were filled to sizeof(wattle_section) again, as an older library has written its own. NULL is WATTLE_NULL_ARGUMENT unless `n` is
 * 0. `text` is optional: a dropped one has none; `start` and `end` are found out anew.
 * `n`: how many.
 * `prompt`: where the new prompt is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (subject the field at fault; its message names the section).
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_prompt_restore(const wattle_summary *summary,
                                    const wattle_section *sections,
                                    size_t n,
                                    wattle_prompt **prompt,
                                    wattle_error **error);

/* ==== What differs ==== */

/**
 * Compares two bundles. It takes time in proportion to the texts, and n log n in the number of sections.
 *
 * `before`: the earlier one, borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `after`: the later one, borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `diff`: where the new comparison is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones. Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_bundle_diff(const wattle_bundle *before,
                                 const wattle_bundle *after,
                                 wattle_diff **diff,
                                 wattle_error **error);

/**
 * Compares two prompts. It takes time in proportion to the texts, and n log n in the number of sections.
 *
 * `before`: the earlier one, borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `after`: the later one, borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `diff`: where the new comparison is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones. Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_prompt_diff(const wattle_prompt *before,
                                 const wattle_prompt *after,
                                 wattle_diff **diff,
                                 wattle_error **error);

/**
 * A comparison's figures.
 *
 * `diff`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `figures`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones. Threads: any.
 */
WATTLE_API
wattle_status wattle_diff_summary(const wattle_diff *diff,
                                  wattle_diff_figures *figures,
                                  wattle_error **error);

/**
 * One section that differs: first those that the later result has, in its order, then the removed ones in theirs.
 *
 * `diff`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `index`: from 0; at or over the number of differences is WATTLE_INVALID_ARGUMENT.
 * `difference`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure. The views in it are owned by the
 * comparison and valid until it is freed.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (the index, a size that is too small). Threads: any.
 */
WATTLE_API
wattle_status wattle_diff_at(const wattle_diff *diff,
                             size_t index,
                             wattle_difference *difference,
                             wattle_error **error);

/**
 * A comparison as JSON of one line; docs/explain.md tells its keys. Made at the first call and kept.
 *
 * `diff`: borrowed. NULL or not a comparison of this library: the empty text.
 * Returns: a view owned by the comparison, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty if there
 * was no memory to make it: the JSON itself never is.
 * Errors: none. Threads: any, also at the same time.
 */
WATTLE_API
wattle_str wattle_diff_json(const wattle_diff *diff);

/**
 * Frees a comparison.
 *
 * `diff`: owned by the caller, dead afterwards, as is all that was borrowed from it. NULL, or not a comparison of this library:
 * nothing happens.
 * Errors: none. Threads: any, but nobody else may be using the comparison.
 */
WATTLE_API
void wattle_diff_free(wattle_diff *diff);

/* ==== Module builder ==== */

/**
 * Makes a builder without modules.
 *
 * `builder`: where the new builder is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones. Threads: any.
 */
WATTLE_API
wattle_status wattle_module_builder_new(wattle_module_builder **builder,
                                        wattle_error **error);

/**
 * Frees a builder. Prompts and renderings made with it stay. Builds in flight (the callback that calls this, other threads)
 * finish; the modules' drops run now, or after the last such build. It does not wait: remove modules before unmapping their code.
 *
 * `builder`: owned by the caller, dead afterwards. NULL, or not a builder of this library: nothing happens.
 * Errors: none. Threads: any. Inside a callback: allowed.
 */
WATTLE_API
void wattle_module_builder_free(wattle_module_builder *builder);

/**
 * Adds a module (semantics 9.1).
 *
 * `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `module`: borrowed and copied; NULL is WATTLE_NULL_ARGUMENT. Its user_data is taken whatever is returned.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (an empty name, a priority over WATTLE_PRIORITY_MAX; the subject is the name),
 * WATTLE_NULL_ARGUMENT (no `render`), WATTLE_DUPLICATE_MODULE.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_module_builder_add(wattle_module_builder *builder,
                                        const wattle_module *module,
                                        wattle_error **error);

/**
 * Adds the eleven built-in modules: all of them or none (semantics 9.7). By priority, optional ones marked *: identity 0,
 * injection-defense 5, security 10, tool-style 12, memory-recall 60, skills 70*, commands 72*, delegation 75*, heartbeat 80*,
 * runtime 90*, reply-gate 95.
 *
 * `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_DUPLICATE_MODULE (the subject is the first name that is taken).
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_module_builder_add_builtins(wattle_module_builder *builder,
                                                 wattle_error **error);

/**
 * Adds one built-in module.
 *
 * `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `name`: required: the built-in's.
 * `optional`: WATTLE_YES or WATTLE_NO to make it optional or required, 0 to leave it as it is.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (`optional`), WATTLE_UNKNOWN_MODULE (no built-in has the name), WATTLE_DUPLICATE_MODULE.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_module_builder_add_builtin(wattle_module_builder *builder,
                                                wattle_str name,
                                                wattle_maybe optional,
                                                wattle_error **error);

/**
 * Removes a module, a built-in too. When it returns WATTLE_OK, its callbacks are not running and will not run, and its drop has run.
 *
 * `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `name`: required.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_UNKNOWN_MODULE, WATTLE_RE_ENTRANCY.
 * Threads: any; waits for builds that other threads have in flight. Inside a callback: refused.
 */
WATTLE_API
wattle_status wattle_module_builder_remove(wattle_module_builder *builder,
                                           wattle_str name,
                                           wattle_error **error);

/**
 * Builds a prompt (semantics 9.2 to 9.5). Required modules are always in, in full; optional ones, by priority, in full if the
 * window has room, else minimally, else dropped. What is in is joined by blank lines.
 *
 * The prompt counts in tokens, a quarter of the chars rounded up: effective_budget is what the window leaves after the history and
 * WATTLE_OUTPUT_RESERVE_TOKENS, or 0 if that is negative. Each module is a section, of tier core if required and active if
 * optional, WATTLE_CONDENSED if minimal; a dropped one's `chars` are the tokens it was held to, its own estimate if it has one.
 * Policies are sections with an origin, after the modules.
 *
 * `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT. A callback may even free it.
 * `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `options`: borrowed; NULL adds nothing.
 * `prompt`: where the new prompt is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (subject "taintRatio", "taintThreshold", "maxTokens", "historyTokens", "time", a field of the
 * context, or the module whose estimate is over WATTLE_CHARS_MAX or with which the required ones pass it), WATTLE_CALLBACK_FAILED
 * (subject the module, the policy, "clock" or "onBuilt"), WATTLE_UNKNOWN_SAFETY_POLICY.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_module_builder_build(const wattle_module_builder *builder,
                                          const wattle_agent_context *context,
                                          const wattle_build_options *options,
                                          wattle_prompt **prompt,
                                          wattle_error **error);

/* ==== Modules as candidates ==== */

/**
 * Renders the modules of a builder, in full and, if they are optional, minimally, without a budget: to be composed by the rules
 * of wattle_compose, alone or among other candidates.
 *
 * `builder`: borrowed; NULL is WATTLE_NULL_ARGUMENT. A callback may even free it.
 * `context`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `renderings`: where the new renderings are stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: those of wattle_module_builder_build that modules and the context cause.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_module_builder_render(const wattle_module_builder *builder,
                                           const wattle_agent_context *context,
                                           wattle_renderings **renderings,
                                           wattle_error **error);

/**
 * How many candidates there are: one for each included module whose full rendering has a line.
 *
 * `renderings`: borrowed. NULL or not renderings of this library: 0.
 * Errors: none. Threads: any.
 */
WATTLE_API size_t wattle_renderings_len(const wattle_renderings *renderings);

/**
 * One candidate: of tier core for a required module, active for an optional one, with the minimal rendering as its condensed
 * text; `has_chars` is 0.
 *
 * `renderings`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `index`: from 0, by priority; at or over the length is WATTLE_INVALID_ARGUMENT.
 * `candidate`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure. The views in it are owned by the
 * renderings and valid until they are freed. In an array, set struct_size to sizeof(wattle_candidate) again before it is handed on,
 * as an older library has written its own.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (the index, a size that is too small). Threads: any.
 */
WATTLE_API
wattle_status wattle_renderings_at(const wattle_renderings *renderings,
                                   size_t index,
                                   wattle_candidate *candidate,
                                   wattle_error **error);

/**
 * Frees renderings.
 *
 * `renderings`: owned by the caller, dead afterwards, as is all that was borrowed from them. NULL, or not renderings of this
 * library: nothing happens.
 * Errors: none. Threads: any, but nobody else may be using them.
 */
WATTLE_API
void wattle_renderings_free(wattle_renderings *renderings);

/* ==== Prompts of modules ==== */

/**
 * The figures of a prompt of modules.
 *
 * `prompt`: borrowed; NULL is WATTLE_NULL_ARGUMENT; one that no module builder made is WATTLE_INVALID_ARGUMENT.
 * `metadata`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (subject "prompt", a size that is too small). Threads: any.
 */
WATTLE_API
wattle_status wattle_prompt_module_metadata(const wattle_prompt *prompt,
                                            wattle_module_metadata *metadata,
                                            wattle_error **error);

/**
 * Which modules are included, minimal and dropped, with the figures, as JSON: one line, the keys in this order: moduleCount, modules
 * (the included ones' names, in order), minimal (names), dropped (name, tokens, used, limit of each), estimatedTokens, tokensByModule,
 * contextWindow, historyTokens, available, percentRemaining, buildTimeMs (null without a clock). Made at the first call and kept.
 *
 * `prompt`: borrowed. NULL, not a prompt of this library, or one that no module builder made: the empty text.
 * Returns: a view owned by the prompt, valid until it is freed; a NUL is behind it; `data` is never NULL. Empty also if there
 * was no memory to make it.
 * Errors: none. Threads: any, also at the same time.
 */
WATTLE_API
wattle_str wattle_prompt_module_metadata_json(const wattle_prompt *prompt);

/**
 * Which tools a prompt of modules explains (semantics 9.11): what was really included counts, so a module that the budget
 * dropped takes its tools along.
 *
 * `prompt`: borrowed; NULL is WATTLE_NULL_ARGUMENT; one that no module builder made is WATTLE_INVALID_ARGUMENT.
 * `filter`: the caller's, filled; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (subject "prompt", a size that is too small). Threads: any.
 */
WATTLE_API
wattle_status wattle_prompt_tool_filter(const wattle_prompt *prompt,
                                        wattle_tool_filter *filter,
                                        wattle_error **error);

/* ==== Which tools are offered ==== */

/**
 * Says which tools of a catalogue are offered, in its order.
 *
 * `filter`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `tools`: an array of `n`, borrowed for the call; element 0's struct_size is the stride and all must agree. NULL is
 * WATTLE_NULL_ARGUMENT unless `n` is 0.
 * `n`: how many.
 * `kept`: the caller's array with room for `n`, where the indices of the tools that are offered are stored; NULL is
 * WATTLE_NULL_ARGUMENT unless `n` is 0; not written on failure.
 * `kept_len`: where their number is stored; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (a flag that is neither 0 nor 1). Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_filter_tools(const wattle_tool_filter *filter,
                                  const wattle_tool *tools,
                                  size_t n,
                                  size_t *kept,
                                  size_t *kept_len,
                                  wattle_error **error);

/* ==== Reference sections ==== */

/**
 * The loaded tools (semantics 8): their names as a list in the order given, and that no other tool can be called this turn. Empty
 * without a loaded tool. A name stays on its line: line breaks in it become one space; all else, repeats too, is shown as it is.
 *
 * `state`: borrowed; NULL is a root turn with nothing loaded.
 * `text`: where the new text, which may be empty, is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on
 * failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (a field of the state), WATTLE_LIMIT_EXCEEDED (subject "loaded_tools").
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_render_loaded_tools(const wattle_state *state,
                                         wattle_text **text,
                                         wattle_error **error);

/**
 * The detected intents (semantics 8): a list in the order given, and that it is a hint. Empty without a detected intent. An intent
 * stays on its line, as a name in wattle_render_loaded_tools.
 *
 * `state`, `text`, `error`: as in wattle_render_loaded_tools.
 * Errors: WATTLE_INVALID_ARGUMENT (a field of the state), WATTLE_LIMIT_EXCEEDED (subject "detected_intents").
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_render_detected_intents(const wattle_state *state,
                                             wattle_text **text,
                                             wattle_error **error);

/**
 * The notice to a sub-agent (semantics 8): at which depth it runs, and what follows from that. Empty at depth 0.
 *
 * `state`, `text`, `error`: as in wattle_render_loaded_tools.
 * Errors: WATTLE_INVALID_ARGUMENT (a field of the state).
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_render_subagent_depth(const wattle_state *state,
                                           wattle_text **text,
                                           wattle_error **error);

/**
 * The notice that the turn before had tool calls, whose results come first (semantics 8). Empty if it had none, or if that is not
 * known.
 *
 * `state`, `text`, `error`: as in wattle_render_loaded_tools.
 * Errors: WATTLE_INVALID_ARGUMENT (a field of the state).
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_render_prior_turn_tool_calls(const wattle_state *state,
                                                  wattle_text **text,
                                                  wattle_error **error);

/**
 * Writes what wattle_render_loaded_tools gives: a wattle_runtime_content_fn. wattle_loaded_tools_prompt makes a contribution of
 * it; a content callback that has more to say may also call it, among its own writes.
 *
 * `user_data`: not looked at; may be NULL.
 * `call`: the callback under way; NULL is WATTLE_NULL_ARGUMENT.
 * `context`: not looked at; may be NULL.
 * `state`: borrowed; NULL is a root turn with nothing loaded.
 * Returns: WATTLE_OK, or as wattle_call_write, also in what a failure does to the callback, or the status of a field of the state
 * that is not allowed.
 * Threads: the callback's own.
 */
WATTLE_API
wattle_status wattle_loaded_tools_content(void *user_data,
                                          wattle_call *call,
                                          const wattle_context *context,
                                          const wattle_state *state);

/**
 * Writes what wattle_render_detected_intents gives: a wattle_runtime_content_fn, for wattle_detected_intents_prompt.
 *
 * `user_data`, `call`, `context`, `state`: as in wattle_loaded_tools_content. Returns: as that.
 * Threads: the callback's own.
 */
WATTLE_API
wattle_status wattle_detected_intents_content(void *user_data,
                                              wattle_call *call,
                                              const wattle_context *context,
                                              const wattle_state *state);

/**
 * Writes what wattle_render_subagent_depth gives: a wattle_runtime_content_fn, for wattle_subagent_depth_prompt.
 *
 * `user_data`, `call`, `context`, `state`: as in wattle_loaded_tools_content. Returns: as that.
 * Threads: the callback's own.
 */
WATTLE_API
wattle_status wattle_subagent_depth_content(void *user_data,
                                            wattle_call *call,
                                            const wattle_context *context,
                                            const wattle_state *state);

/**
 * Writes what wattle_render_prior_turn_tool_calls gives: a wattle_runtime_content_fn, for wattle_prior_turn_tool_calls_prompt.
 *
 * `user_data`, `call`, `context`, `state`: as in wattle_loaded_tools_content. Returns: as that.
 * Threads: the callback's own.
 */
WATTLE_API
wattle_status wattle_prior_turn_tool_calls_content(void *user_data,
                                                   wattle_call *call,
                                                   const wattle_context *context,
                                                   const wattle_state *state);

/**
 * The background jobs (semantics 8): a table of them in the order given, and how to go by it. Empty without a job. A text stays in
 * its cell: line breaks in it become one space, and "|" is escaped; all else is shown as it is.
 *
 * `jobs`: an array of `n`, borrowed for the call; element 0's struct_size is the stride and all must agree. NULL is
 * WATTLE_NULL_ARGUMENT unless `n` is 0.
 * `n`: how many.
 * `text`: where the new text, which may be empty, is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on
 * failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (a progress over 100 or without its flag), WATTLE_LIMIT_EXCEEDED (subject "jobs").
 * Threads: any. Inside a callback: allowed; what it gives is then for wattle_call_write.
 */
WATTLE_API
wattle_status wattle_render_async_jobs(const wattle_async_job *jobs,
                                       size_t n,
                                       wattle_text **text,
                                       wattle_error **error);

/* ==== Bodies of sections ==== */

/**
 * Renders the body of a section on the most recent errors of tools (semantics 8): a heading, and a line for each of the last
 * WATTLE_RECENT_TOOL_ERRORS_LIMIT, whatever the tool, newest first. The empty text where there is none.
 *
 * `tool_errors`: an array of `n`, oldest first, borrowed for the call; element 0's struct_size is the stride and all must agree.
 * NULL is WATTLE_NULL_ARGUMENT unless `n` is 0. Elements that are not shown are checked too.
 * `n`: how many.
 * `text`: where the new text is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones. Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_render_recent_tool_errors(const wattle_tool_error *tool_errors,
                                               size_t n,
                                               wattle_text **text,
                                               wattle_error **error);

/* ==== Guidance ==== */

/**
 * Makes guidance without entries.
 *
 * `guidance`: where the new handle is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones. Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_guidance_new(wattle_guidance **guidance,
                                  wattle_error **error);

/**
 * Frees guidance. Texts that it gave stay.
 *
 * `guidance`: owned by the caller, dead afterwards. NULL, or not guidance of this library: nothing happens.
 * Errors: none. Threads: any, but nobody else may be using it. Inside a callback: allowed.
 */
WATTLE_API void wattle_guidance_free(wattle_guidance *guidance);

/**
 * Adds entries behind those that are there, in order: all of them or none. A pattern may stand in several.
 *
 * `guidance`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `entries`: an array of `n`, borrowed and copied; element 0's struct_size is the stride and all must agree. NULL is
 * WATTLE_NULL_ARGUMENT unless `n` is 0.
 * `n`: how many; 0 does nothing.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_ARGUMENT (subject "mode"). The message says which entry. Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_guidance_add(wattle_guidance *guidance,
                                  const wattle_guidance_entry *entries,
                                  size_t n,
                                  wattle_error **error);

/**
 * Adds the entries of a JSON document behind those that are there, in order: all of them or none.
 *
 *   { "entries": [ { "toolName": "search_*", "mode": "prefix", "text": "Always cite sources." },
 *                  { "toolName": "*_delete", "mode": "glob", "text": "Ask before you delete." } ] }
 *
 * An entry needs all three; the mode is "exact", "prefix" or "glob". `entries` may be left out or null, and is then empty. An
 * unknown or a repeated key is an error. There is a JSON Schema of it: schemas/guidance.schema.json.
 *
 * `guidance`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `json`: required; at most WATTLE_JSON_MAX_BYTES, without a byte order mark. A text may hold `\u0000`.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: WATTLE_INVALID_JSON (subject: the JSON path, such as $.entries[3].mode; the message says what is there, what is
 * allowed, and the line and the column, in bytes, where reading stopped), WATTLE_LIMIT_EXCEEDED.
 * Threads: any. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_guidance_load_json(wattle_guidance *guidance,
                                        wattle_str json,
                                        wattle_error **error);

/**
 * How many entries there are.
 *
 * `guidance`: borrowed. NULL or not guidance of this library: 0.
 * Errors: none. Threads: any. Inside a callback: allowed.
 */
WATTLE_API size_t wattle_guidance_len(const wattle_guidance *guidance);

/**
 * Gives what is to be said of a tool (semantics 7): the text of every entry that matches its name, in order, joined by blank
 * lines; then, after a blank line, the last WATTLE_RECENT_TOOL_ERRORS_LIMIT errors of exactly this tool, newest first, one line
 * each. Empty where there is nothing to say.
 *
 * `guidance`: borrowed; NULL is WATTLE_NULL_ARGUMENT.
 * `tool_name`: required: the tool's name, any text.
 * `tool_errors`: an array of `n` errors of any tools, oldest first, borrowed for the call; element 0's struct_size is the stride
 * and all must agree. NULL is WATTLE_NULL_ARGUMENT unless `n` is 0. Elements that are not shown are checked too.
 * `n`: how many.
 * `text`: where the new text is stored, owned by the caller; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones. Threads: any; holds no lock while it works. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_guidance_resolve(const wattle_guidance *guidance,
                                      wattle_str tool_name,
                                      const wattle_tool_error *tool_errors,
                                      size_t n,
                                      wattle_text **text,
                                      wattle_error **error);

/**
 * Says how long the text of wattle_guidance_resolve would be.
 *
 * `guidance`, `tool_name`, `tool_errors`, `n`: as in wattle_guidance_resolve.
 * `chars`: where the length in chars is stored; NULL is WATTLE_NULL_ARGUMENT; not written on failure.
 * `error`: where an owned error is stored on failure; may be NULL.
 * Errors: only the general ones. Threads: any; holds no lock while it works. Inside a callback: allowed.
 */
WATTLE_API
wattle_status wattle_guidance_estimate_chars(const wattle_guidance *guidance,
                                             wattle_str tool_name,
                                             const wattle_tool_error *tool_errors,
                                             size_t n,
                                             uint64_t *chars,
                                             wattle_error **error);

/* ==== Loading the library ==== */

/**
 * The table of functions of an ABI version.
 *
 * `abi_version`: the caller's WATTLE_ABI_VERSION.
 * Returns: a table owned by the library, valid until it is unloaded; NULL if this library does not serve that version: ask
 * wattle_abi for the one it serves.
 * Errors: none. Threads: any, at any time.
 */
WATTLE_API
const wattle_api *wattle_get_api(uint32_t abi_version);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/* ==== The table, for who loads the library ==== */

#ifdef __cplusplus
extern "C" {
#endif

/** Every function of the library, by its name without "wattle_"; they are documented where they are declared. */
struct wattle_api {
  /** How many bytes the table has in the library that is loaded. */
  size_t struct_size;
  /** The library's WATTLE_ABI_VERSION. */
  uint32_t abi_version;
  /** The library's WATTLE_ABI_REVISION. */
  uint32_t abi_revision;
  wattle_str (*version)(void);
  wattle_str (*status_name)(wattle_status status);
  wattle_status (*error_new)(wattle_status status, wattle_str subject, wattle_str message, wattle_error **error);
  wattle_status (*error_status)(const wattle_error *error);
  wattle_str (*error_message)(const wattle_error *error);
  wattle_str (*error_subject)(const wattle_error *error);
  void *(*error_payload)(const wattle_error *error, const void *tag);
  void (*error_free)(wattle_error *error);
  wattle_str (*mode_name)(wattle_mode mode);
  wattle_str (*call_class_name)(wattle_call_class call_class);
  wattle_str (*origin_name)(wattle_origin origin);
  wattle_str (*tier_name)(wattle_tier tier);
  wattle_str (*verdict_name)(wattle_verdict verdict);
  wattle_status (*call_write)(wattle_call *call, wattle_str text);
  wattle_status (*call_write_line)(wattle_call *call, wattle_str line);
  wattle_status (*call_emit)(wattle_call *call, const wattle_contribution *contribution, wattle_error **error);
  wattle_status (*call_fail)(wattle_call *call, wattle_str message);
  wattle_status (*call_fail_with)(wattle_call *call, wattle_str message, const void *tag, void *payload, wattle_drop_fn drop);
  wattle_status (*replace_core)(wattle_str id, wattle_str text, wattle_contribution *contribution, wattle_error **error);
  wattle_status (*registry_new)(const wattle_registry_options *options, wattle_registry **registry, wattle_error **error);
  void (*registry_free)(wattle_registry *registry);
  wattle_status (*registry_register)(wattle_registry *registry, const wattle_contribution *contributions, size_t n,
      wattle_error **error);
  wattle_status (*registry_unregister)(wattle_registry *registry, wattle_origin origin, wattle_str id, wattle_error **error);
  wattle_status (*registry_snapshot)(const wattle_registry *registry, wattle_registry **snapshot, wattle_error **error);
  wattle_status (*check_id)(wattle_str id, wattle_mode mode, wattle_str plugin, wattle_error **error);
  wattle_status (*registry_register_plugin)(wattle_registry *registry, const wattle_plugin *plugin, wattle_error **error);
  wattle_status (*registry_replace_plugin)(wattle_registry *registry, const wattle_plugin *plugin, wattle_error **error);
  wattle_status (*registry_unregister_plugin)(wattle_registry *registry, wattle_str name, wattle_error **error);
  wattle_status (*registry_emit_stream)(const wattle_registry *registry, wattle_str bytes, wattle_error **error);
  wattle_status (*registry_register_safety_policy)(wattle_registry *registry, const wattle_safety_policy *policy,
      wattle_error **error);
  wattle_status (*registry_unregister_safety_policy)(wattle_registry *registry, wattle_str id, wattle_error **error);
  wattle_status (*registry_set_enabled_safety_policies)(wattle_registry *registry, wattle_str_list ids, wattle_error **error);
  wattle_status (*registry_load_json)(wattle_registry *registry, wattle_str json, wattle_error **error);
  wattle_status (*register_global)(const wattle_contribution *contribution, wattle_str_list target_runtimes, wattle_error **error);
  wattle_status (*unregister_global)(wattle_origin origin, wattle_str id, wattle_error **error);
  wattle_status (*registry_list)(const wattle_registry *registry, wattle_origin origin, wattle_str id, wattle_records **records,
      wattle_error **error);
  wattle_status (*registry_list_safety_policies)(const wattle_registry *registry, uint8_t active_only, wattle_records **records,
      wattle_error **error);
  size_t (*records_len)(const wattle_records *records);
  wattle_status (*records_at)(const wattle_records *records, size_t index, wattle_record *record, wattle_error **error);
  void (*records_free)(wattle_records *records);
  wattle_status (*registry_json)(const wattle_registry *registry, wattle_text **text, wattle_error **error);
  wattle_str (*text_view)(const wattle_text *text);
  void (*text_free)(wattle_text *text);
  size_t (*fragment_count)(wattle_fragment_set set);
  wattle_status (*fragment_at)(wattle_fragment_set set, size_t index, wattle_fragment *fragment, wattle_error **error);
  wattle_status (*registry_resolve)(const wattle_registry *registry, const wattle_context *context, const wattle_state *state,
      const wattle_resolve_options *options, wattle_bundle **bundle, wattle_error **error);
  wattle_status (*registry_fingerprint)(const wattle_registry *registry, const wattle_context *context, char *hex,
      wattle_error **error);
  wattle_status (*registry_fingerprint_json)(const wattle_registry *registry, const wattle_context *context,
      const wattle_state *state, wattle_text **text, wattle_error **error);
  wattle_str (*bundle_text)(const wattle_bundle *bundle);
  wattle_status (*bundle_summary)(const wattle_bundle *bundle, wattle_summary *summary, wattle_error **error);
  wattle_status (*bundle_section)(const wattle_bundle *bundle, size_t index, wattle_section *section, wattle_error **error);
  wattle_str (*bundle_json)(const wattle_bundle *bundle);
  void (*bundle_free)(wattle_bundle *bundle);
  wattle_status (*compose)(const wattle_candidate *candidates, size_t n, const wattle_compose_options *options,
      wattle_prompt **prompt, wattle_error **error);
  wattle_status (*registry_compose)(const wattle_registry *registry, const wattle_context *context, const wattle_state *state,
      const wattle_compose_options *options, wattle_prompt **prompt, wattle_error **error);
  wattle_status (*compose_default_system_prompt)(const wattle_context *context, const wattle_compose_options *options,
      wattle_prompt **prompt, wattle_error **error);
  wattle_str (*prompt_text)(const wattle_prompt *prompt);
  wattle_status (*prompt_summary)(const wattle_prompt *prompt, wattle_summary *summary, wattle_error **error);
  wattle_status (*prompt_section)(const wattle_prompt *prompt, size_t index, wattle_section *section, wattle_error **error);
  wattle_str (*prompt_event_json)(const wattle_prompt *prompt);
  wattle_str (*prompt_json)(const wattle_prompt *prompt);
  void (*prompt_free)(wattle_prompt *prompt);
  wattle_status (*module_builder_new)(wattle_module_builder **builder, wattle_error **error);
  void (*module_builder_free)(wattle_module_builder *builder);
  wattle_status (*module_builder_add)(wattle_module_builder *builder, const wattle_module *module, wattle_error **error);
  wattle_status (*module_builder_add_builtins)(wattle_module_builder *builder, wattle_error **error);
  wattle_status (*module_builder_add_builtin)(wattle_module_builder *builder, wattle_str name, wattle_maybe optional,
      wattle_error **error);
  wattle_status (*module_builder_remove)(wattle_module_builder *builder, wattle_str name, wattle_error **error);
  wattle_status (*module_builder_build)(const wattle_module_builder *builder, const wattle_agent_context *context,
      const wattle_build_options *options, wattle_prompt **prompt, wattle_error **error);
  wattle_status (*module_builder_render)(const wattle_module_builder *builder, const wattle_agent_context *context,
      wattle_renderings **renderings, wattle_error **error);
  size_t (*renderings_len)(const wattle_renderings *renderings);
  wattle_status (*renderings_at)(const wattle_renderings *renderings, size_t index, wattle_candidate *candidate,
      wattle_error **error);
  void (*renderings_free)(wattle_renderings *renderings);
  wattle_status (*prompt_module_metadata)(const wattle_prompt *prompt, wattle_module_metadata *metadata, wattle_error **error);
  wattle_str (*prompt_module_metadata_json)(const wattle_prompt *prompt);
  wattle_status (*prompt_tool_filter)(const wattle_prompt *prompt, wattle_tool_filter *filter, wattle_error **error);
  wattle_status (*filter_tools)(const wattle_tool_filter *filter, const wattle_tool *tools, size_t n, size_t *kept,
      size_t *kept_len, wattle_error **error);
  wattle_status (*render_loaded_tools)(const wattle_state *state, wattle_text **text, wattle_error **error);
  wattle_status (*render_detected_intents)(const wattle_state *state, wattle_text **text, wattle_error **error);
  wattle_status (*render_subagent_depth)(const wattle_state *state, wattle_text **text, wattle_error **error);
  wattle_status (*render_prior_turn_tool_calls)(const wattle_state *state, wattle_text **text, wattle_error **error);
  wattle_status (*loaded_tools_content)(void *user_data, wattle_call *call, const wattle_context *context,
      const wattle_state *state);
  wattle_status (*detected_intents_content)(void *user_data, wattle_call *call, const wattle_context *context,
      const wattle_state *state);
  wattle_status (*subagent_depth_content)(void *user_data, wattle_call *call, const wattle_context *context,
      const wattle_state *state);
  wattle_status (*prior_turn_tool_calls_content)(void *user_data, wattle_call *call, const wattle_context *context,
      const wattle_state *state);
  wattle_status (*render_async_jobs)(const wattle_async_job *jobs, size_t n, wattle_text **text, wattle_error **error);
  wattle_status (*render_recent_tool_errors)(const wattle_tool_error *tool_errors, size_t n, wattle_text **text,
      wattle_error **error);
  wattle_str (*match_mode_name)(wattle_match_mode mode);
  wattle_status (*guidance_new)(wattle_guidance **guidance, wattle_error **error);
  void (*guidance_free)(wattle_guidance *guidance);
  wattle_status (*guidance_add)(wattle_guidance *guidance, const wattle_guidance_entry *entries, size_t n, wattle_error **error);
  wattle_status (*guidance_load_json)(wattle_guidance *guidance, wattle_str json, wattle_error **error);
  size_t (*guidance_len)(const wattle_guidance *guidance);
  wattle_status (*guidance_resolve)(const wattle_guidance *guidance, wattle_str tool_name, const wattle_tool_error *tool_errors,
      size_t n, wattle_text **text, wattle_error **error);
  wattle_status (*guidance_estimate_chars)(const wattle_guidance *guidance, wattle_str tool_name,
      const wattle_tool_error *tool_errors, size_t n, uint64_t *chars, wattle_error **error);
  wattle_status (*compose_into)(const wattle_candidate *candidates, size_t n, const wattle_compose_options *options,
      wattle_prompt *prompt, wattle_error **error);
  wattle_status (*registry_compose_into)(const wattle_registry *registry, const wattle_context *context, const wattle_state *state,
      const wattle_compose_options *options, wattle_prompt *prompt, wattle_error **error);
  wattle_status (*effective_budget)(const wattle_compose_options *options, uint64_t *budget, wattle_error **error);
  wattle_status (*apply_budget_gate)(const wattle_candidate *candidates, size_t n, const wattle_compose_options *options,
      wattle_outcome *outcomes, wattle_summary *summary, wattle_error **error);
  uint8_t (*should_condense)(uint32_t depth);
  uint8_t (*skip_informational)(uint32_t depth);
  uint8_t (*would_fit)(uint64_t total, uint64_t chars, uint64_t limit);
  wattle_str (*prompt_table)(const wattle_prompt *prompt);
  wattle_str (*bundle_table)(const wattle_bundle *bundle);
  wattle_status (*prompt_diff)(const wattle_prompt *before, const wattle_prompt *after, wattle_diff **diff, wattle_error **error);
  wattle_status (*bundle_diff)(const wattle_bundle *before, const wattle_bundle *after, wattle_diff **diff, wattle_error **error);
  wattle_status (*diff_summary)(const wattle_diff *diff, wattle_diff_figures *figures, wattle_error **error);
  wattle_status (*diff_at)(const wattle_diff *diff, size_t index, wattle_difference *difference, wattle_error **error);
  wattle_str (*diff_json)(const wattle_diff *diff);
  void (*diff_free)(wattle_diff *diff);
  wattle_status (*prompt_restore)(const wattle_summary *summary, const wattle_section *sections, size_t n, wattle_prompt **prompt,
      wattle_error **error);
  wattle_str (*change_name)(wattle_change change);
};

/**
 * What a plugin exports under the name wattle_plugin_entry_v1, for hosts that load it: registers what it has, through the table.
 *
 * `api`: the host's library, valid while the plugin is loaded; the first thing to check is that it has what the plugin needs:
 * abi_version, and abi_revision or WATTLE_HAS.
 * `registry`: where to register.
 * `host_data`: what this host agreed on with its plugins; may be NULL.
 * `error`: where an owned error is stored on failure, by wattle_error_new or by what failed; may be NULL.
 * Returns: WATTLE_OK, or a status; then the plugin has left nothing registered, and the host unloads it.
 */
typedef wattle_status (*wattle_plugin_entry_fn)(const wattle_api *api, wattle_registry *registry, void *host_data, wattle_error **error);
/** The name that a host looks up in a plugin. */
#define WATTLE_PLUGIN_ENTRY "wattle_plugin_entry_v1"
/** A plugin's entry, of the type wattle_plugin_entry_fn: it is the plugin's, and no function of the library. */
WATTLE_API wattle_status wattle_plugin_entry_v1(const wattle_api *api, wattle_registry *registry, void *host_data, wattle_error **error);

#ifdef __cplusplus
}
#endif

/* The same source links or loads. With WATTLE_THROUGH_TABLE defined before the header is included, every function's name, also in the
   helpers below, stands for the table's member, and nothing is linked; it is no constant then, and cannot initialise what is static.
   One source file of the program or plugin has WATTLE_TABLE_DEFINITION; before the first call it sets `wattle_table` to what
   wattle_get_api gave, or to what its entry was given. Each program and each plugin has a pointer of its own. */
#ifdef WATTLE_THROUGH_TABLE
#ifdef __GNUC__
#define WATTLE_TABLE_OF_ITS_OWN __attribute__((visibility("hidden")))
#else
#define WATTLE_TABLE_OF_ITS_OWN
#endif
#ifdef __cplusplus
extern "C" {
#endif
extern WATTLE_TABLE_OF_ITS_OWN const wattle_api *wattle_table;
#ifdef __cplusplus
}
#endif
#define WATTLE_TABLE_DEFINITION const wattle_api *wattle_table = NULL;
#define wattle_version (wattle_table->version)
#define wattle_status_name (wattle_table->status_name)
#define wattle_error_new (wattle_table->error_new)
#define wattle_error_status (wattle_table->error_status)
#define wattle_error_message (wattle_table->error_message)
#define wattle_error_subject (wattle_table->error_subject)
#define wattle_error_payload (wattle_table->error_payload)
#define wattle_error_free (wattle_table->error_free)
#define wattle_mode_name (wattle_table->mode_name)
#define wattle_call_class_name (wattle_table->call_class_name)
#define wattle_origin_name (wattle_table->origin_name)
#define wattle_tier_name (wattle_table->tier_name)
#define wattle_verdict_name (wattle_table->verdict_name)
#define wattle_call_write (wattle_table->call_write)
#define wattle_call_write_line (wattle_table->call_write_line)
#define wattle_call_emit (wattle_table->call_emit)
#define wattle_call_fail (wattle_table->call_fail)
#define wattle_call_fail_with (wattle_table->call_fail_with)
#define wattle_replace_core (wattle_table->replace_core)
#define wattle_registry_new (wattle_table->registry_new)
#define wattle_registry_free (wattle_table->registry_free)
#define wattle_registry_register (wattle_table->registry_register)
#define wattle_registry_unregister (wattle_table->registry_unregister)
#define wattle_registry_snapshot (wattle_table->registry_snapshot)
#define wattle_check_id (wattle_table->check_id)
#define wattle_registry_register_plugin (wattle_table->registry_register_plugin)
#define wattle_registry_replace_plugin (wattle_table->registry_replace_plugin)
#define wattle_registry_unregister_plugin (wattle_table->registry_unregister_plugin)
#define wattle_registry_emit_stream (wattle_table->registry_emit_stream)
#define wattle_registry_register_safety_policy (wattle_table->registry_register_safety_policy)
#define wattle_registry_unregister_safety_policy (wattle_table->registry_unregister_safety_policy)
#define wattle_registry_set_enabled_safety_policies (wattle_table->registry_set_enabled_safety_policies)
#define wattle_registry_load_json (wattle_table->registry_load_json)
#define wattle_register_global (wattle_table->register_global)
#define wattle_unregister_global (wattle_table->unregister_global)
#define wattle_registry_list (wattle_table->registry_list)
#define wattle_registry_list_safety_policies (wattle_table->registry_list_safety_policies)
#define wattle_records_len (wattle_table->records_len)
#define wattle_records_at (wattle_table->records_at)
#define wattle_records_free (wattle_table->records_free)
#define wattle_registry_json (wattle_table->registry_json)
#define wattle_text_view (wattle_table->text_view)
#define wattle_text_free (wattle_table->text_free)
#define wattle_fragment_count (wattle_table->fragment_count)
#define wattle_fragment_at (wattle_table->fragment_at)
#define wattle_registry_resolve (wattle_table->registry_resolve)
#define wattle_registry_fingerprint (wattle_table->registry_fingerprint)
#define wattle_registry_fingerprint_json (wattle_table->registry_fingerprint_json)
#define wattle_bundle_text (wattle_table->bundle_text)
#define wattle_bundle_summary (wattle_table->bundle_summary)
#define wattle_bundle_section (wattle_table->bundle_section)
#define wattle_bundle_json (wattle_table->bundle_json)
#define wattle_bundle_free (wattle_table->bundle_free)
#define wattle_compose (wattle_table->compose)
#define wattle_registry_compose (wattle_table->registry_compose)
#define wattle_compose_default_system_prompt (wattle_table->compose_default_system_prompt)
#define wattle_prompt_text (wattle_table->prompt_text)
#define wattle_prompt_summary (wattle_table->prompt_summary)
#define wattle_prompt_section (wattle_table->prompt_section)
#define wattle_prompt_event_json (wattle_table->prompt_event_json)
#define wattle_prompt_json (wattle_table->prompt_json)
#define wattle_prompt_free (wattle_table->prompt_free)
#define wattle_module_builder_new (wattle_table->module_builder_new)
#define wattle_module_builder_free (wattle_table->module_builder_free)
#define wattle_module_builder_add (wattle_table->module_builder_add)
#define wattle_module_builder_add_builtins (wattle_table->module_builder_add_builtins)
#define wattle_module_builder_add_builtin (wattle_table->module_builder_add_builtin)
#define wattle_module_builder_remove (wattle_table->module_builder_remove)
#define wattle_module_builder_build (wattle_table->module_builder_build)
#define wattle_module_builder_render (wattle_table->module_builder_render)
#define wattle_renderings_len (wattle_table->renderings_len)
#define wattle_renderings_at (wattle_table->renderings_at)
#define wattle_renderings_free (wattle_table->renderings_free)
#define wattle_prompt_module_metadata (wattle_table->prompt_module_metadata)
#define wattle_prompt_module_metadata_json (wattle_table->prompt_module_metadata_json)
#define wattle_prompt_tool_filter (wattle_table->prompt_tool_filter)
#define wattle_filter_tools (wattle_table->filter_tools)
#define wattle_render_loaded_tools (wattle_table->render_loaded_tools)
#define wattle_render_detected_intents (wattle_table->render_detected_intents)
#define wattle_render_subagent_depth (wattle_table->render_subagent_depth)
#define wattle_render_prior_turn_tool_calls (wattle_table->render_prior_turn_tool_calls)
#define wattle_loaded_tools_content (wattle_table->loaded_tools_content)
#define wattle_detected_intents_content (wattle_table->detected_intents_content)
#define wattle_subagent_depth_content (wattle_table->subagent_depth_content)
#define wattle_prior_turn_tool_calls_content (wattle_table->prior_turn_tool_calls_content)
#define wattle_render_async_jobs (wattle_table->render_async_jobs)
#define wattle_render_recent_tool_errors (wattle_table->render_recent_tool_errors)
#define wattle_match_mode_name (wattle_table->match_mode_name)
#define wattle_guidance_new (wattle_table->guidance_new)
#define wattle_guidance_free (wattle_table->guidance_free)
#define wattle_guidance_add (wattle_table->guidance_add)
#define wattle_guidance_load_json (wattle_table->guidance_load_json)
#define wattle_guidance_len (wattle_table->guidance_len)
#define wattle_guidance_resolve (wattle_table->guidance_resolve)
#define wattle_guidance_estimate_chars (wattle_table->guidance_estimate_chars)
#define wattle_compose_into (wattle_table->compose_into)
#define wattle_registry_compose_into (wattle_table->registry_compose_into)
#define wattle_effective_budget (wattle_table->effective_budget)
#define wattle_apply_budget_gate (wattle_table->apply_budget_gate)
#define wattle_should_condense (wattle_table->should_condense)
#define wattle_skip_informational (wattle_table->skip_informational)
#define wattle_would_fit (wattle_table->would_fit)
#define wattle_prompt_table (wattle_table->prompt_table)
#define wattle_bundle_table (wattle_table->bundle_table)
#define wattle_prompt_diff (wattle_table->prompt_diff)
#define wattle_bundle_diff (wattle_table->bundle_diff)
#define wattle_diff_summary (wattle_table->diff_summary)
#define wattle_diff_at (wattle_table->diff_at)
#define wattle_diff_json (wattle_table->diff_json)
#define wattle_diff_free (wattle_table->diff_free)
#define wattle_prompt_restore (wattle_table->prompt_restore)
#define wattle_change_name (wattle_table->change_name)
#endif

/* ==== Initialisers and helpers ==== */

/** Constant initialisers of a wattle_str: of a string literal, of absence. */
#define WATTLE_STR_INIT(literal) { "" literal, sizeof(literal) - 1 }
#define WATTLE_STR_ABSENT { NULL, 0 }

/**
 * A string literal as a wattle_str, as an expression. In the initialiser of a static table, WATTLE_STR_INIT: a compound literal is
 * no constant.
 */
#ifdef __cplusplus
#define WATTLE_STR(literal) (wattle_str WATTLE_STR_INIT(literal))
#else
#define WATTLE_STR(literal) ((wattle_str)WATTLE_STR_INIT(literal))
#endif

/** For printf: printf("id %" WATTLE_FMT "\n", WATTLE_ARG(section.id)). Stops at a NUL byte. */
#define WATTLE_FMT ".*s"
#define WATTLE_ARG(text) (int)(text).len, ((text).data ? (text).data : "")

/** Whether a struct that the library filled or handed over has this field. */
#define WATTLE_HAS(pointer, field) \
  ((pointer)->struct_size >= (size_t)((const char *)(&(pointer)->field + 1) - (const char *)(pointer)))

/** All fields of every struct, in order: valid in C and C++. */
#define WATTLE_STR_LIST_INIT { NULL, 0 }
#define WATTLE_SCOPE_INIT { 0, 0, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT }
#define WATTLE_CONTEXT_INIT { sizeof(wattle_context), 0, 0, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT }
#define WATTLE_STATE_INIT \
  { sizeof(wattle_state), WATTLE_STR_LIST_INIT, WATTLE_STR_LIST_INIT, 0, 0, WATTLE_STR_ABSENT, NULL }
#define WATTLE_CONTRIBUTION_INIT \
  { sizeof(wattle_contribution), WATTLE_STR_ABSENT, 0, 0, 0, 0, WATTLE_SCOPE_INIT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, \
    WATTLE_STR_LIST_INIT, NULL, NULL, NULL, NULL, NULL }
#define WATTLE_SAFETY_POLICY_INIT \
  { sizeof(wattle_safety_policy), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, NULL, 0, { 0, 0, 0, 0, 0, 0, 0 }, NULL, NULL }
#define WATTLE_PLUGIN_INIT \
  { sizeof(wattle_plugin), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, NULL, 0, NULL, 0, NULL, 0, NULL, NULL, NULL, NULL }
#define WATTLE_REGISTRY_OPTIONS_INIT { sizeof(wattle_registry_options), WATTLE_STR_ABSENT, WATTLE_STR_LIST_INIT, 0, 0, 0, 0 }
#define WATTLE_PROBES_INIT { sizeof(wattle_probes), NULL, NULL, NULL, NULL, NULL }
#define WATTLE_RESOLVE_OPTIONS_INIT { sizeof(wattle_resolve_options), 0, 0, { 0, 0, 0, 0, 0, 0 }, NULL }
#define WATTLE_CANDIDATE_INIT \
  { sizeof(wattle_candidate), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, 0, 0, { 0, 0, 0 }, 0 }
#define WATTLE_COMPOSE_OPTIONS_INIT \
  { sizeof(wattle_compose_options), WATTLE_NOT_SET, WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION, 0, 0, 0, 0, 0, WATTLE_STR_ABSENT, \
    NULL, NULL, NULL, NULL, NULL, WATTLE_STR_ABSENT }
#define WATTLE_OUTCOME_INIT { sizeof(wattle_outcome), 0, 0, 0, 0, 0 }
#define WATTLE_SECTION_INIT \
  { sizeof(wattle_section), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, 0, 0, 0, 0, 0, { 0, 0, 0, 0, 0, 0, 0 }, WATTLE_STR_ABSENT, \
    0, 0, 0, 0, 0 }
#define WATTLE_FRAGMENT_INIT { sizeof(wattle_fragment), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, 0, { 0, 0, 0, 0, 0, 0, 0 } }
#define WATTLE_RECORD_INIT \
  { sizeof(wattle_record), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, \
    0, 0, 0, 0, 0, 0, { 0, 0, 0, 0, 0, 0, 0 } }
#define WATTLE_SUMMARY_INIT \
  { sizeof(wattle_summary), 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0, 0, { 0, 0, 0, 0, 0, 0 }, WATTLE_STR_ABSENT }
#define WATTLE_FIRST_DIFFERENCE_INIT { 0, 0, 0, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT }
#define WATTLE_DIFF_FIGURES_INIT \
  { sizeof(wattle_diff_figures), 0, 0, 0, 0, 0, 0, WATTLE_FIRST_DIFFERENCE_INIT, WATTLE_FIRST_DIFFERENCE_INIT, 0, \
    { 0, 0, 0, 0, 0, 0, 0 } }
#define WATTLE_DIFFERENCE_INIT { sizeof(wattle_difference), WATTLE_STR_ABSENT, 0, 0, 0, 0, 0, 0, 0 }
#define WATTLE_COMMAND_INIT { sizeof(wattle_command), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT }
#define WATTLE_AGENT_CONTEXT_INIT \
  { sizeof(wattle_agent_context), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, 0.0, 0.0, \
    WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, \
    WATTLE_STR_LIST_INIT, NULL, 0, WATTLE_STR_ABSENT, 0, 0, WATTLE_STR_ABSENT, 0, 0, 0, 0, 0, 0, NULL }
#define WATTLE_MODULE_INIT \
  { sizeof(wattle_module), WATTLE_STR_ABSENT, 0, 0, { 0, 0, 0 }, NULL, NULL, NULL, NULL, NULL, NULL }
#define WATTLE_BUILD_OPTIONS_INIT { sizeof(wattle_build_options), NULL, NULL, NULL, NULL, NULL }
#define WATTLE_MODULE_METADATA_INIT { sizeof(wattle_module_metadata), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
#define WATTLE_TOOL_FILTER_INIT { sizeof(wattle_tool_filter), 0, 0, 0, 0, 0, 0, 0, 0 }
#define WATTLE_TOOL_INIT { sizeof(wattle_tool), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT }
#define WATTLE_ASYNC_JOB_INIT \
  { sizeof(wattle_async_job), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, 0, 0, { 0, 0, 0 } }
#define WATTLE_TOOL_ERROR_INIT { sizeof(wattle_tool_error), WATTLE_STR_ABSENT, WATTLE_STR_ABSENT, WATTLE_STR_ABSENT }
#define WATTLE_GUIDANCE_ENTRY_INIT { sizeof(wattle_guidance_entry), WATTLE_STR_ABSENT, 0, 0, WATTLE_STR_ABSENT }

/**
 * The same by designated initialisers, C only: WATTLE_CONTEXT(.call_class = WATTLE_CONVERSE, .family = ...). Compose options have
 * defaults that are not zero, so they start from their _INIT.
 */
#ifndef __cplusplus
#define WATTLE_CONTEXT(...) { .struct_size = sizeof(wattle_context), __VA_ARGS__ }
#define WATTLE_STATE(...) { .struct_size = sizeof(wattle_state), __VA_ARGS__ }
#define WATTLE_CONTRIBUTION(...) { .struct_size = sizeof(wattle_contribution), __VA_ARGS__ }
#define WATTLE_SAFETY_POLICY(...) { .struct_size = sizeof(wattle_safety_policy), __VA_ARGS__ }
#define WATTLE_PLUGIN(...) { .struct_size = sizeof(wattle_plugin), __VA_ARGS__ }
#define WATTLE_REGISTRY_OPTIONS(...) { .struct_size = sizeof(wattle_registry_options), __VA_ARGS__ }
#define WATTLE_PROBES(...) { .struct_size = sizeof(wattle_probes), __VA_ARGS__ }
#define WATTLE_RESOLVE_OPTIONS(...) { .struct_size = sizeof(wattle_resolve_options), __VA_ARGS__ }
#define WATTLE_CANDIDATE(...) { .struct_size = sizeof(wattle_candidate), __VA_ARGS__ }
#define WATTLE_COMMAND(...) { .struct_size = sizeof(wattle_command), __VA_ARGS__ }
#define WATTLE_AGENT_CONTEXT(...) { .struct_size = sizeof(wattle_agent_context), __VA_ARGS__ }
#define WATTLE_MODULE(...) { .struct_size = sizeof(wattle_module), __VA_ARGS__ }
#define WATTLE_BUILD_OPTIONS(...) { .struct_size = sizeof(wattle_build_options), __VA_ARGS__ }
#define WATTLE_TOOL_FILTER(...) { .struct_size = sizeof(wattle_tool_filter), __VA_ARGS__ }
#define WATTLE_TOOL(...) { .struct_size = sizeof(wattle_tool), __VA_ARGS__ }
#define WATTLE_ASYNC_JOB(...) { .struct_size = sizeof(wattle_async_job), __VA_ARGS__ }
#define WATTLE_TOOL_ERROR(...) { .struct_size = sizeof(wattle_tool_error), __VA_ARGS__ }
#define WATTLE_GUIDANCE_ENTRY(...) { .struct_size = sizeof(wattle_guidance_entry), __VA_ARGS__ }
#endif

/** A NUL-terminated string as a wattle_str; NULL is absent. */
static inline wattle_str wattle_cstr(const char *z) {
  wattle_str text;
  text.data = z;
  text.len = z ? strlen(z) : 0;
  return text;
}

/* ==== The common shapes ==== */

/* Each gives a contribution with just these fields set, to be registered as it is or after setting more; texts and user_data
   are what was given, not copies. wattle_replace_core, above, is one of them; it may fail, so it is a function. */

/** A text of its own, after what was registered before it: most contributions are this. */
static inline wattle_contribution wattle_append_prompt(wattle_str id, wattle_str text) {
  wattle_contribution contribution = WATTLE_CONTRIBUTION_INIT;
  contribution.id = id;
  contribution.mode = WATTLE_APPEND;
  contribution.text = text;
  return contribution;
}

/** A persona: a text before every appended one; the first registered is the very top of the prompt. */
static inline wattle_contribution wattle_prepend_persona(wattle_str id, wattle_str text) {
  wattle_contribution contribution = wattle_append_prompt(id, text);
  contribution.mode = WATTLE_PREPEND;
  return contribution;
}

/** An appended text for some contexts only. Start the scope from WATTLE_SCOPE_INIT. */
static inline wattle_contribution wattle_scoped_prompt(wattle_str id, wattle_scope scope, wattle_str text) {
  wattle_contribution contribution = wattle_append_prompt(id, text);
  contribution.scope = scope;
  return contribution;
}

/**
 * An appended text for the turns for which the predicate says so; in the others it is empty, which on_empty_content is told.
 * user_data is owned by whatever the contribution is handed to, and `drop`, which may be NULL, runs once with it.
 */
static inline wattle_contribution wattle_gated_prompt(wattle_str id, wattle_when_fn when, void *user_data,
                                                      wattle_drop_fn drop, wattle_str text) {
  wattle_contribution contribution = wattle_append_prompt(id, text);
  contribution.when = when;
  contribution.user_data = user_data;
  contribution.drop = drop;
  return contribution;
}

/* Four appended texts of the library's own that say what the turn's state says (semantics 8). Where there is nothing to say one is
   empty, which on_empty_content is told. */

/** The loaded tools: what wattle_render_loaded_tools gives. */
static inline wattle_contribution wattle_loaded_tools_prompt(wattle_str id) {
  wattle_contribution contribution = wattle_append_prompt(id, wattle_cstr(NULL));
  contribution.runtime_content = wattle_loaded_tools_content;
  return contribution;
}

/** The detected intents: what wattle_render_detected_intents gives. */
static inline wattle_contribution wattle_detected_intents_prompt(wattle_str id) {
  wattle_contribution contribution = wattle_append_prompt(id, wattle_cstr(NULL));
  contribution.runtime_content = wattle_detected_intents_content;
  return contribution;
}

/** The notice to a sub-agent: what wattle_render_subagent_depth gives. */
static inline wattle_contribution wattle_subagent_depth_prompt(wattle_str id) {
  wattle_contribution contribution = wattle_append_prompt(id, wattle_cstr(NULL));
  contribution.runtime_content = wattle_subagent_depth_content;
  return contribution;
}

/** The notice that the turn before had tool calls: what wattle_render_prior_turn_tool_calls gives. */
static inline wattle_contribution wattle_prior_turn_tool_calls_prompt(wattle_str id) {
  wattle_contribution contribution = wattle_append_prompt(id, wattle_cstr(NULL));
  contribution.runtime_content = wattle_prior_turn_tool_calls_content;
  return contribution;
}

/** A plugin of static and runtime-aware contributions, two arrays that it borrows until it is registered. */
static inline wattle_plugin wattle_create_plugin(wattle_str name, wattle_str version, const wattle_contribution *prompts,
                                                 size_t prompts_len, const wattle_contribution *runtime_prompts,
                                                 size_t runtime_prompts_len) {
  wattle_plugin plugin = WATTLE_PLUGIN_INIT;
  plugin.name = name;
  plugin.version = version;
  plugin.prompts = prompts;
  plugin.prompts_len = prompts_len;
  plugin.runtime_prompts = runtime_prompts;
  plugin.runtime_prompts_len = runtime_prompts_len;
  return plugin;
}

#endif /* WATTLE_H */
