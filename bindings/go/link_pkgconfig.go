//go:build wattle_pkgconfig

package wattle

// Installed: go build -tags wattle_pkgconfig.

// #cgo pkg-config: wattle
import "C"
