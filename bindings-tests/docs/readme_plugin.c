//= README.md c 6
