/* A plugin in C: a text, a content that it keeps something for, and a hook. */
#include <stdlib.h>

#include "../agreement.h"

WATTLE_TABLE_DEFINITION

struct forecast {
  unsigned days;
};

static wattle_status write_forecast(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  const struct forecast *forecast = user_data;
  char text[80];
  (void)context;
  (void)state;
  snprintf(text, sizeof text, "The tool `forecast` knows the next %u days.", forecast->days);
  return wattle_call_write(call, wattle_cstr(text));
}

/* Each turn: sub-agents get a notice. */
static wattle_status emit_notice(void *user_data, wattle_call *call, const wattle_context *context, const wattle_state *state) {
  const wattle_contribution notice =
    wattle_append_prompt(WATTLE_STR("weather.sub-agent"), WATTLE_STR("Say in your answer which forecast it rests on."));
  (void)user_data;
  (void)context;
  return state->turn_depth > 0 ? wattle_call_emit(call, &notice, NULL) : WATTLE_OK;
}

wattle_status wattle_plugin_entry_v1(const wattle_api *api, wattle_registry *registry, void *host_data, wattle_error **error) {
  const wattle_status status = begin_plugin(api, error);
  if (status != WATTLE_OK)
    return status;

  struct forecast *forecast = malloc(sizeof *forecast);
  if (forecast == NULL)
    return wattle_error_new(WATTLE_OUT_OF_MEMORY, WATTLE_STR("weather"), WATTLE_STR("no memory for the forecast"), error);
  forecast->days = 5;

  const wattle_str tool = WATTLE_STR("forecast");
  const wattle_contribution prompts[] = {
    wattle_append_prompt(WATTLE_STR("weather.guide"), WATTLE_STR("Plan what is done outdoors for dry hours.")),
  };
  const wattle_contribution runtime_prompts[] = {
    /* From here on the forecast is the library's: `drop` runs once, also if the plugin is refused. */
    WATTLE_CONTRIBUTION(.id = WATTLE_STR("weather.forecast"), .mode = WATTLE_APPEND, .requires_tools = { &tool, 1 },
                        .runtime_content = write_forecast, .user_data = forecast, .drop = free),
  };
  wattle_plugin plugin = wattle_create_plugin(WATTLE_STR("weather"), WATTLE_STR("1.0.0"), prompts, 1, runtime_prompts, 1);
  plugin.hook = emit_notice;
  return register_plugin(registry, host_data, &plugin, error);
}
