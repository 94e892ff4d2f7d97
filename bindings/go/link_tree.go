//go:build !wattle_pkgconfig && !wattle_static

package wattle

// In the source tree: the header and the library as the build leaves them, found again at run time by the path in the
// binary.

// #cgo CFLAGS: -I${SRCDIR}/../../include
// #cgo LDFLAGS: -L${SRCDIR}/../../target/lib -lwattle -Wl,-rpath,${SRCDIR}/../../target/lib
import "C"
