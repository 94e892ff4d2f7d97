//= README.md cpp 1
