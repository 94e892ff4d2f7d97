//go:build !cgo

package wattle

// The package is over cgo: it needs a C compiler, and CGO_ENABLED=1, which is not the default where a program is built for another system.
const _ = wattle_needs_cgo__set_CGO_ENABLED_to_1
