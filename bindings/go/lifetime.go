package wattle

import "sync/atomic"

// lifetime says how long a C handle is needed: until Close, and until the last call under way has ended.
type lifetime struct {
	// users is 1 until Close, and 1 more for each call under way. Whoever brings it to 0 frees the handle.
	users  atomic.Int64
	closed atomic.Bool
	freed  atomic.Bool
}

func (l *lifetime) begin() { l.users.Store(1) }

// use begins a call, and says whether it may go on; unuse ends it either way.
func (l *lifetime) use() bool {
	l.users.Add(1)
	return !l.closed.Load()
}

// unuse ends a call, and says whether the handle is to be freed now.
func (l *lifetime) unuse() bool { return l.users.Add(-1) == 0 }

// close says whether the handle is to be freed now: at the first Close, if no call is under way.
func (l *lifetime) close() bool { return !l.closed.Swap(true) && l.unuse() }

// end says whether nobody has freed the handle yet: the finalizer may come first.
func (l *lifetime) end() bool { return !l.freed.Swap(true) }
