//go:build !go1.21

package wattle

// Before Go 1.21 nothing can be pinned.
const pinnedFrom = 0

type pins struct{}

func (*pins) add(string) bool { return false }

func (*pins) reset() {}
