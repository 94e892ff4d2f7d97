// A C++ plugin in a shared object next to this program: exceptions come from it to its host, and it unloads. There are three: one
// shows all its names, as a plugin does that takes no care, so that none may keep it from unloading; one hides all but its entry,
// so that nothing of it is the same as in its host by being merged with that; and one is not linked to the library.
#include "plugin.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "tests.hpp"

namespace {

const char* const plugins[] = {"plugin.so", "plugin-hidden.so", "plugin-table.so"};

bool is_mapped(const char* name) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find(name) != std::string::npos) return true;
  return false;
}

const wattle_api* table() {
#ifdef WATTLE_THROUGH_TABLE
  return wattle_table;
#else
  return wattle_get_api(WATTLE_ABI_VERSION);
#endif
}

// Loads it as a host does: its names are its own.
struct loaded {
  void* const handle;
  explicit loaded(const char* name)
      : handle(dlopen(std::filesystem::read_symlink("/proc/self/exe").replace_filename(name).c_str(), RTLD_NOW | RTLD_LOCAL)) {}
  loaded(const loaded&) = delete;
  ~loaded() {
    if (handle) dlclose(handle);
  }
  wattle::error enter(wattle::registry& registry, plugin_data& data) const {
    wattle_error* why = nullptr;
    const auto entry = handle ? reinterpret_cast<wattle_plugin_entry_fn>(dlsym(handle, WATTLE_PLUGIN_ENTRY)) : nullptr;
    const wattle_status status = entry ? entry(table(), registry.get(), &data, &why) : WATTLE_UNKNOWN_PLUGIN;
    return wattle::error(static_cast<wattle::status>(status), why);
  }
};

wattle::state first_turn() {
  wattle::state state;
  state.turn_depth = 1;
  return state;
}

}  // namespace

TEST(exceptions_cross_from_a_plugin_to_its_host) {
  for (const char* name : plugins) {
    check_row(name);
    const loaded plugin(name);
    wattle::registry registry = empty_registry();
    plugin_data data = {7, 0};
    int caught = 0;
    std::string what;
    CHECK(plugin.enter(registry, data).status() == wattle::status::ok);
    CHECK(registry.resolve(converse).text() == "loaded\n\nemitted");
    try {
      (void)registry.resolve(converse, first_turn());
    } catch (const plugin_error& e) {
      caught = e.value;
    }
    data.value = 0;
    try {
      (void)registry.compose(converse, first_turn());
    } catch (const std::runtime_error& e) {
      what = e.what();
    }
    CHECK(caught == 7 && what == "thrown in the plugin");
    registry.unregister_plugin("loaded");
    CHECK(data.ends == 2);
  }
}

TEST(an_entry_tells_what_it_throws) {
  for (const char* name : plugins) {
    check_row(name);
    const loaded plugin(name);
    wattle::registry registry = empty_registry();
    plugin_data data = {-1, 0};
    wattle::error error = plugin.enter(registry, data);
    CHECK(refused(error, wattle::status::callback_failed, WATTLE_PLUGIN_ENTRY) && error.message() == "no such value");
    data.value = 1;
    CHECK(plugin.enter(registry, data).status() == wattle::status::ok);
    CHECK(refused(plugin.enter(registry, data), wattle::status::duplicate_plugin, "loaded"));
    CHECK(data.ends == 2);
    registry.unregister_plugin("loaded");
  }
}

TEST(a_plugin_unloads) {
  wattle::registry registry = empty_registry();
  for (const char* name : plugins) {
    check_row(name);
    for (int i = 1; i <= 20; i++) {
      plugin_data data = {i, 0};
      {
        const loaded plugin(name);
        CHECK(plugin.enter(registry, data).status() == wattle::status::ok);
        CHECK(is_mapped(name));
        try {
          (void)registry.resolve(converse, first_turn());
        } catch (const plugin_error&) {
        }
        registry.unregister_plugin("loaded");
        CHECK(data.ends == 2);
      }
      CHECK(!is_mapped(name));
    }
  }
}
