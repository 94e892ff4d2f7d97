// A plugin in a shared object of its own: see tests_plugin.cpp. It links to the library, or with WATTLE_THROUGH_TABLE is given it.
#include "plugin.hpp"

#include <stdexcept>

#include "tests.hpp"

#ifdef WATTLE_THROUGH_TABLE
WATTLE_TABLE_DEFINITION
#endif

static void register_all(wattle::registry& registry, plugin_data& host) {
  if (host.value < 0) throw std::out_of_range("no such value");
  wattle::contribution prompts[] = {{"loaded.text", wattle::mode::append, "loaded"}};
  wattle::contribution runtime_prompts[] = {
      {"loaded.turn", wattle::mode::append,
       [&host, count = tracked(host.ends)](wattle::writer& out, const wattle::context&, const wattle::state& state) {
         if (state.turn_depth == 0) return;
         if (host.value) throw plugin_error{host.value};
         out.write("unseen");
         throw std::runtime_error("thrown in the plugin");
       }}};
  registry.register_plugin(wattle::plugin("loaded", "1")
                               .prompts(prompts)
                               .runtime_prompts(runtime_prompts)
                               .hook([count = tracked(host.ends)](wattle::emitter& emit, const wattle::context&, const wattle::state&) {
                                 emit.emit(
                                     {"loaded.hook", wattle::mode::append,
                                      [](wattle::writer& out, const wattle::context&, const wattle::state&) { out.write("emitted"); }});
                               }));
}

wattle_status wattle_plugin_entry_v1(const wattle_api* api, wattle_registry* registry, void* host_data, wattle_error** error) {
#ifdef WATTLE_THROUGH_TABLE
  wattle_table = api;
#else
  (void)api;
#endif
  return wattle::plugin_entry(registry, error,
                              [host_data](wattle::registry& theirs) { register_all(theirs, *static_cast<plugin_data*>(host_data)); });
}
