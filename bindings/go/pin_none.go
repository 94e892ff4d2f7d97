//go:build !go1.21

package wattle

import "math"

// Before Go 1.21 nothing can be pinned, and no string is so long.
const pinnedFrom = math.MaxInt

type pins struct{}

func (*pins) add(string) bool { return false }

func (*pins) reset() {}
