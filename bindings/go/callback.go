package wattle

// #include "shim.h"
import "C"

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/cgo"
	"strings"
	"unsafe"
)

// inside is a callback under way.
type inside struct {
	call *C.wattle_call
	// frame and scope are of the Go call that the callback runs in. The frame is nil, and the scope empty, if this package
	// did not start the call: a global may be resolved by a registry of the program's C code.
	frame *C.wattle_go_frame
	scope *scope
	over  bool
}

var noScope scope

func enter(frame *C.wattle_go_frame, call *C.wattle_call) inside {
	in := inside{call: call, frame: frame, scope: &noScope}
	if frame != nil {
		in.scope = cgo.Handle(frame.scope).Value().(*scope)
	}
	return in
}

// returned is the status of a callback that returned err; the error travels with the call's own.
func (in *inside) returned(err error) C.wattle_status {
	status := C.wattle_status(C.WATTLE_OK)
	if err != nil {
		message := err.Error()
		status = C.wattle_go_fail(in.call, stringData(message), C.size_t(len(message)), handOver(err))
	}
	in.over = true
	return status
}

// leave ends a callback, and turns a panic into a failure: nothing may unwind through the library. The panic goes on in
// the Go code that started the call, when the call is back (see frame.outcome).
func (in *inside) leave(status *C.wattle_status) {
	if in.over {
		return
	}
	value := recover()
	if value == nil && exiting() {
		// The goroutine is going to end, below C code that waits for it: there is no way on from here.
		go panic("wattle: runtime.Goexit in a callback (testing's FailNow, Fatal and Skip call it)")
		select {}
	}
	if in.frame != nil && in.scope.panicked == nil {
		in.scope.panicked = &panicked{value}
	}
	message := fmt.Sprintf("panic: %v", value)
	*status = C.wattle_go_fail(in.call, stringData(message), C.size_t(len(message)), 0)
}

// exiting says whether the deferred function of a callback runs because the callback called runtime.Goexit.
func exiting() bool {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		frame, more := frames.Next()
		if frame.Function == "runtime.Goexit" {
			return true
		}
		if !more || strings.Contains(frame.Function, ".wattleGo") {
			return false
		}
	}
}

//export wattleGoStatic
func wattleGoStatic(handle C.uintptr_t, frame *C.wattle_go_frame, call *C.wattle_call, ctx *C.wattle_context, out *C.wattle_go_out) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	w := newWriter(call, out)
	defer w.close()
	content := cgo.Handle(handle).Value().(staticFunc)
	return in.returned(content(w, in.context(ctx)))
}

//export wattleGoRuntime
func wattleGoRuntime(handle C.uintptr_t, frame *C.wattle_go_frame, call *C.wattle_call, ctx *C.wattle_context, state *C.wattle_state, out *C.wattle_go_out) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	w := newWriter(call, out)
	defer w.close()
	content := cgo.Handle(handle).Value().(runtimeFunc)
	return in.returned(content(w, in.context(ctx), in.state(state)))
}

//export wattleGoWhen
func wattleGoWhen(handle C.uintptr_t, frame *C.wattle_go_frame, call *C.wattle_call, ctx *C.wattle_context, state *C.wattle_state, answer *C.uint8_t) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	when := cgo.Handle(handle).Value().(whenFunc)
	yes, err := when(in.context(ctx), in.state(state))
	*answer = flag(yes)
	return in.returned(err)
}

//export wattleGoHook
func wattleGoHook(handle C.uintptr_t, frame *C.wattle_go_frame, call *C.wattle_call, ctx *C.wattle_context, state *C.wattle_state) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	e := emitter{call}
	defer e.close()
	hook := cgo.Handle(handle).Value().(*pluginFuncs).hook
	return in.returned(hook(e.emit, in.context(ctx), in.state(state)))
}

//export wattleGoStream
func wattleGoStream(handle C.uintptr_t, frame *C.wattle_go_frame, call *C.wattle_call, bytes *C.wattle_str) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	observe := cgo.Handle(handle).Value().(*pluginFuncs).observe
	return in.returned(observe(append([]byte(nil), view(bytes)...)))
}

// emitter is behind the Emit of a hook.
type emitter struct{ call *C.wattle_call }

func (e *emitter) close() { e.call = nil }

func (e *emitter) emit(contribution Contribution) error {
	if e.call == nil {
		return &Error{Status: ErrInvalidHandle, Subject: "emit", Message: "the hook has returned"}
	}
	f := newFrame()
	defer f.done()
	return f.outcome(C.wattle_go_emit(f.c, e.call, f.arena.contributions([]Contribution{contribution})))
}

// writer collects the text of a content callback in a piece of the C stack, which the library is handed when the callback
// has returned. Only what does not fit is handed over by calls of its own.
type writer struct {
	call *C.wattle_call
	out  *C.wattle_go_out
}

func newWriter(call *C.wattle_call, out *C.wattle_go_out) *writer { return &writer{call, out} }

func (w *writer) close() { w.call, w.out = nil, nil }

// Write adds to the text.
func (w *writer) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	return w.add(unsafe.Pointer(&p[0]), len(p))
}

// WriteString adds to the text.
func (w *writer) WriteString(s string) (int, error) {
	return w.add(unsafe.Pointer(stringData(s)), len(s))
}

func (w *writer) add(data unsafe.Pointer, n int) (int, error) {
	if w.call == nil {
		return 0, &Error{Status: ErrInvalidHandle, Subject: "writer", Message: "the callback has returned"}
	}
	room := unsafe.Slice((*byte)(unsafe.Pointer(&w.out.bytes[0])), len(w.out.bytes))
	if n > len(room)-int(w.out.len) {
		if err := w.flush(); err != nil {
			return 0, err
		}
		if n > len(room) {
			if status := C.wattle_go_write(w.call, (*C.char)(data), C.size_t(n)); status != C.WATTLE_OK {
				return 0, unwritten(status)
			}
			return n, nil
		}
	}
	copy(room[w.out.len:], unsafe.Slice((*byte)(data), n))
	w.out.len += C.size_t(n)
	return n, nil
}

func (w *writer) flush() error {
	n := w.out.len
	w.out.len = 0
	if status := C.wattle_go_write(w.call, &w.out.bytes[0], n); status != C.WATTLE_OK {
		return unwritten(status)
	}
	return nil
}

func unwritten(status C.wattle_status) error {
	return &Error{Status: Status(status), Subject: "text", Message: "the text could not be written"}
}

// stringData is where a string's bytes are. They hold no pointers, so C may look at them during a call.
func stringData(s string) *C.char {
	return (*C.char)(unsafe.Pointer((*reflect.StringHeader)(unsafe.Pointer(&s)).Data))
}
