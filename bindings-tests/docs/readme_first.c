//= README.md c 1
