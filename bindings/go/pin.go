//go:build go1.21

package wattle

import (
	"runtime"
	"unsafe"
)

// pinnedFrom is how many bytes a string has that is pinned: from about here on copying takes longer, twice as long at 4 KiB and
// forty times at 64 KiB.
const pinnedFrom = 4 << 10

// pins are strings that C may look at until the call is over.
type pins struct {
	pinner runtime.Pinner
	any    bool
}

// add pins a string. It may refuse one whose bytes are in memory that is not Go's, such as a mapped file.
func (p *pins) add(s string) (pinned bool) {
	defer func() {
		if !pinned {
			_ = recover()
		}
	}()
	p.pinner.Pin(unsafe.StringData(s))
	p.any = true
	return true
}

func (p *pins) reset() {
	if p.any {
		p.pinner.Unpin()
		p.any = false
	}
}
