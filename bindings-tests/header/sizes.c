/* No size depends on the compiler: enumerations are fixed-width integers, also with -fshort-enums. */
#include "wattle.h"

#define SIZE(type, bytes) typedef char size_of_##type[sizeof(type) == (bytes) ? 1 : -1]

SIZE(wattle_status, 4);
SIZE(wattle_mode, 4);
SIZE(wattle_call_class, 4);
SIZE(wattle_origin, 4);
SIZE(wattle_tier, 4);
SIZE(wattle_verdict, 4);
SIZE(wattle_maybe, 4);
SIZE(wattle_content_kind, 4);
SIZE(wattle_str, 16);
SIZE(wattle_str_list, 16);
SIZE(wattle_scope, 56);
SIZE(wattle_context, 64);
SIZE(wattle_state, 72);
SIZE(wattle_contribution, 184);
SIZE(wattle_safety_policy, 72);
SIZE(wattle_plugin, 120);
SIZE(wattle_registry_options, 56);
SIZE(wattle_probes, 48);
SIZE(wattle_resolve_options, 24);
SIZE(wattle_candidate, 72);
SIZE(wattle_compose_options, 104);
SIZE(wattle_outcome, 40);
SIZE(wattle_section, 120);
SIZE(wattle_summary, 104);
SIZE(wattle_change, 4);
SIZE(wattle_first_difference, 56);
SIZE(wattle_diff_figures, 176);
SIZE(wattle_difference, 64);
SIZE(wattle_record, 120);
SIZE(wattle_fragment_set, 4);
SIZE(wattle_fragment, 48);
SIZE(wattle_command, 56);
SIZE(wattle_agent_context, 288);
SIZE(wattle_module, 80);
SIZE(wattle_build_options, 48);
SIZE(wattle_module_metadata, 80);
SIZE(wattle_tool_filter, 16);
SIZE(wattle_tool, 40);
SIZE(wattle_abi_data, 64);
SIZE(wattle_async_job, 64);
SIZE(wattle_match_mode, 4);
SIZE(wattle_tool_error, 56);
SIZE(wattle_guidance_entry, 48);
