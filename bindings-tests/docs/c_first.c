//= docs/c.md c first
