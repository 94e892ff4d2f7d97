// A plugin full of what becomes "unique" symbols, which would keep it from being unloaded: a static local of an inline function,
// std::make_shared, and a member of a template.
#include <memory>
#include <string>

#include "agreement.h"

WATTLE_TABLE_DEFINITION

template <class T> struct Name {
  static std::string text;
};
template <class T> std::string Name<T>::text = "unique";

inline const std::string &greeting() {
  static const std::string text = "one of a kind, and too long to be kept in place";
  return text;
}

extern "C" wattle_status wattle_plugin_entry_v1(const wattle_api *api, wattle_registry *registry, void *host_data,
                                                wattle_error **error) {
  const wattle_status status = begin_plugin(api, error);
  if (status != WATTLE_OK) return status;
  const std::shared_ptr<const std::string> text = std::make_shared<const std::string>(greeting());
  const wattle_contribution prompt = wattle_append_prompt(WATTLE_STR("unique.text"), wattle_cstr(text->c_str()));
  const wattle_plugin plugin =
      wattle_create_plugin(wattle_cstr(Name<int>::text.c_str()), WATTLE_STR("1"), &prompt, 1, NULL, 0);
  return register_plugin(registry, host_data, &plugin, error);
}
