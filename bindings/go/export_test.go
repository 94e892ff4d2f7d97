package wattle

import "wattle.dev/go/internal/live"

// LiveHandles is how many callbacks and attached errors the library holds.
func LiveHandles() int64 { return live.Handles() }
