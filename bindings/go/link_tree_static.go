//go:build !wattle_pkgconfig && wattle_static

package wattle

// In the source tree, the library becoming part of the binary: go build -tags wattle_static.

// #cgo CFLAGS: -I${SRCDIR}/../../include
// #cgo LDFLAGS: ${SRCDIR}/../../target/lib/libwattle.a -lutil -lrt -lpthread -lm -ldl
import "C"
