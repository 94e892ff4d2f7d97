// A C++ plugin in a shared object next to this program: exceptions come from it to its host, and it unloads. There are two: the
// one shows all its names, as a plugin does that takes no care, so that none may keep it from unloading; the other hides all but
// its entry, so that nothing of it is the same as in its host by being merged with that.
#include "plugin.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "tests.hpp"

namespace {

const char* const plugins[] = {"plugin.so", "plugin-hidden.so"};

bool is_mapped(const char* name) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find(name) != std::string::npos) return true;
  return false;
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
  bool plug(wattle::registry& registry, const int& value, int& ends) const {
    const auto entry = handle ? reinterpret_cast<plug_fn>(dlsym(handle, "plug")) : nullptr;
    return entry && entry(registry.get(), &value, &ends) == WATTLE_OK;
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
    int value = 7, ends = 0, caught = 0;
    std::string what;
    CHECK(plugin.plug(registry, value, ends));
    CHECK(registry.resolve(converse).text() == "loaded\n\nemitted");
    try {
      (void)registry.resolve(converse, first_turn());
    } catch (const plugin_error& e) {
      caught = e.value;
    }
    value = 0;
    try {
      (void)registry.compose(converse, first_turn());
    } catch (const std::runtime_error& e) {
      what = e.what();
    }
    CHECK(caught == 7 && what == "thrown in the plugin");
    registry.unregister_plugin("loaded");
    CHECK(ends == 2);
  }
}

TEST(a_plugin_unloads) {
  wattle::registry registry = empty_registry();
  for (const char* name : plugins) {
    check_row(name);
    for (int i = 1; i <= 20; i++) {
      int ends = 0;
      {
        const loaded plugin(name);
        CHECK(plugin.plug(registry, i, ends));
        CHECK(is_mapped(name));
        try {
          (void)registry.resolve(converse, first_turn());
        } catch (const plugin_error&) {
        }
        registry.unregister_plugin("loaded");
        CHECK(ends == 2);
      }
      CHECK(!is_mapped(name));
    }
  }
}
