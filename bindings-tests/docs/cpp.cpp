#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
#include <wattle.hpp>

int main() {
//= docs/cpp.md cpp
}
