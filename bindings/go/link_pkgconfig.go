//go:build wattle_pkgconfig && !wattle_static

package wattle

// Installed: go build -tags wattle_pkgconfig.

// #cgo pkg-config: wattle
import "C"
