package wattle

// #include "shim.h"
import "C"

import (
	"fmt"
	"runtime/cgo"
	"strings"
)

// This file has the callbacks of modules. A module's handle never leaves the package, so the call that one runs in is always a
// build or a rendering from Go, and its context is the one that Go has.

func (in *inside) agent() AgentContext {
	if in.scope.agent == nil {
		return AgentContext{}
	}
	return *in.scope.agent
}

//export wattleGoShouldInclude
func wattleGoShouldInclude(handle C.uintptr_t, frame *C.wattle_go_frame, call *C.wattle_call, answer *C.uint8_t) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	yes, err := cgo.Handle(handle).Value().(*Module).ShouldInclude(in.agent())
	*answer = flag(yes)
	return in.returned(err)
}

//export wattleGoRender
func wattleGoRender(handle C.uintptr_t, frame *C.wattle_go_frame, call *C.wattle_call, minimal C.int) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	module := cgo.Handle(handle).Value().(*Module)
	render := module.Render
	if minimal != 0 {
		render = module.RenderMinimal
	}
	lines, err := render(in.agent())
	if err == nil {
		err = in.writeLines(lines)
	}
	return in.returned(err)
}

// writeLines hands all lines over at once: a line may hold line breaks.
func (in *inside) writeLines(lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	joined := lines[0]
	if len(lines) > 1 {
		joined = strings.Join(lines, "\n")
	}
	if status := C.wattle_go_write_line(in.call, stringData(joined), C.size_t(len(joined))); status != C.WATTLE_OK {
		return &Error{Status: Status(status), Subject: "lines", Message: "the lines could not be written"}
	}
	return nil
}

//export wattleGoEstimate
func wattleGoEstimate(handle C.uintptr_t, frame *C.wattle_go_frame, call *C.wattle_call, tokens *C.uint64_t) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	module := cgo.Handle(handle).Value().(*Module)
	estimate, err := module.Estimate(in.agent())
	if err == nil && estimate < 0 {
		err = negativeTokens(module.Name, "the estimate", estimate)
	}
	*tokens = C.uint64_t(estimate)
	return in.returned(err)
}

//export wattleGoClock
func wattleGoClock(frame *C.wattle_go_frame, call *C.wattle_call, nanoseconds *C.uint64_t) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	b := &in.scope.build
	now := b.now()
	if b.started.IsZero() {
		b.started = now
	}
	// From the first time on, so that a monotonic clock is used as one.
	if passed := now.Sub(b.started); passed > 0 {
		*nanoseconds = C.uint64_t(passed)
	}
	return in.returned(nil)
}

func negativeTokens(subject, what string, n int64) error {
	return &Error{
		Status:  ErrInvalidArgument,
		Subject: subject,
		Message: fmt.Sprintf("%s is %d; allowed are 0 to %d tokens", what, n, MaxChars),
	}
}
