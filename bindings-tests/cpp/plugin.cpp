// A plugin in a shared object of its own: see tests_plugin.cpp.
#include "plugin.hpp"

#include <stdexcept>

#include "tests.hpp"

extern "C" __attribute__((visibility("default"))) wattle_status plug(wattle_registry* registry, const int* value, int* ends) {
  wattle::lent<wattle::registry> theirs(registry);
  wattle::contribution prompts[] = {{"loaded.text", wattle::mode::append, "loaded"}};
  wattle::contribution runtime_prompts[] = {
      {"loaded.turn", wattle::mode::append, [value, count = tracked(*ends)](wattle::writer& out, const wattle::context&, const wattle::state& state) {
         if (state.turn_depth == 0) return;
         if (*value) throw plugin_error{*value};
         out.write("unseen");
         throw std::runtime_error("thrown in the plugin");
       }}};
  auto plugin = wattle::plugin("loaded", "1").prompts(prompts).runtime_prompts(runtime_prompts).hook(
      [count = tracked(*ends)](wattle::emitter& emit, const wattle::context&, const wattle::state&) {
        emit.emit({"loaded.hook", wattle::mode::append, [](wattle::writer& out, const wattle::context&, const wattle::state&) { out.write("emitted"); }});
      });
  return static_cast<wattle_status>(theirs->try_register_plugin(std::move(plugin)).status());
}
