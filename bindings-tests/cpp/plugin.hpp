// What tests_plugin.cpp and the shared object plugin.cpp know of each other.
#ifndef PLUGIN_HPP
#define PLUGIN_HPP

#include <wattle.h>

// Thrown by the one and caught by the other.
struct plugin_error {
  int value;
};

extern "C" {
// Registers the plugin "loaded", whose content throws a plugin_error of *value, or, if that is 0, a std::runtime_error.
// `*ends` counts the ends of its callables.
typedef wattle_status (*plug_fn)(wattle_registry* registry, const int* value, int* ends);
}

#endif
