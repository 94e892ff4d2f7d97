package wattle

import (
	"runtime"
	"sync/atomic"
)

// handle is a handle of C, which is needed until it is closed, and until the last call under way has ended.
type handle[P any] struct {
	c    P
	free func(P)
	// users is 1 until close, and 1 more for each call under way. Whoever brings it to 0 frees the handle.
	users  atomic.Int64
	closed atomic.Bool
	freed  atomic.Bool
}

// newHandle takes a handle over. One that is not closed is freed when the garbage collector finds it.
func newHandle[P any](c P, free func(P)) *handle[P] {
	h := &handle[P]{c: c, free: free}
	h.users.Store(1)
	runtime.SetFinalizer(h, (*handle[P]).end)
	return h
}

// use begins a call, which unuse ends. It fails with that error if the handle is closed.
func (h *handle[P]) use(closed error) (c P, err error) {
	h.users.Add(1)
	if h.closed.Load() {
		h.unuse()
		return c, closed
	}
	return h.c, nil
}

func (h *handle[P]) unuse() {
	if h.users.Add(-1) == 0 {
		h.end()
	}
}

// close does its work once.
func (h *handle[P]) close() {
	if !h.closed.Swap(true) {
		h.unuse()
	}
}

// end frees the handle, unless the finalizer came first.
func (h *handle[P]) end() {
	if !h.freed.Swap(true) {
		runtime.SetFinalizer(h, nil)
		h.free(h.c)
	}
}
