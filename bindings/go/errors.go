package wattle

// #include "shim.h"
import "C"

import (
	"errors"
	"runtime/cgo"
)

// Error is why a call failed. errors.Is finds it by its [Status], and finds what a callback returned:
//
//	errors.Is(err, wattle.ErrCallbackFailed) // a callback failed, and
//	errors.Is(err, io.ErrUnexpectedEOF)      // this is why
type Error struct {
	// Status is the kind of the error.
	Status Status
	// Message says what was wrong, with which id, and what is allowed, in English.
	Message string
	// Subject is the culprit: the refused id, the plugin's name, the field; each status says which.
	Subject string

	cause error
}

// ErrClosed is what errors.Is finds when a [Registry], a [ModuleBuilder] or a [Guidance] is used after Close.
var ErrClosed = errors.New("wattle: used after Close")

// Error is the message.
func (e *Error) Error() string {
	if e.Message == "" {
		return e.Status.Error()
	}
	return "wattle: " + e.Message
}

// Is says whether target is the error's status.
func (e *Error) Is(target error) bool {
	status, ok := target.(Status)
	return ok && status == e.Status
}

// Unwrap is the error that a callback returned, or nil.
func (e *Error) Unwrap() error { return e.cause }

// failure is the error that the call which returned status left in the frame; nil if it succeeded.
func (f *frame) failure(status C.wattle_status) error {
	if status == C.WATTLE_OK {
		return nil
	}
	e := &Error{Status: Status(status)}
	if c := f.c; c.error != nil {
		e.Message, e.Subject = copyString(&c.message), copyString(&c.subject)
		if c.payload != 0 {
			e.cause, _ = cgo.Handle(c.payload).Value().(error)
		}
		C.wattle_error_free(c.error)
		c.error = nil
	}
	return e
}
