//go:build wattle_pkgconfig && wattle_static

package wattle

// Installed, the library becoming part of the binary: go build -tags wattle_pkgconfig,wattle_static.

// #cgo pkg-config: wattle-static
import "C"
