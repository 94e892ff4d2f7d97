// What tests_plugin.cpp and the shared objects of plugin.cpp know of each other.
#ifndef PLUGIN_HPP
#define PLUGIN_HPP

// Thrown by the one and caught by the other.
struct plugin_error {
  int value;
};

// The host_data of the entry.
struct plugin_data {
  int value;  // what the plugin's content throws as a plugin_error; 0: it throws a std::runtime_error
  int ends;   // how many of the plugin's callables have ended
};

#endif
