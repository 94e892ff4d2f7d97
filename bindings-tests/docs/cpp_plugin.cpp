//= docs/cpp.md cpp plugin
