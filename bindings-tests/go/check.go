package main

import (
	"errors"
	"fmt"
	"reflect"

	wattle "wattle.dev/go"
)

// checks are the differences found in a case.
type checks []string

func (c *checks) addf(format string, args ...any) { *c = append(*c, fmt.Sprintf(format, args...)) }

func (c *checks) equal(what string, i int, field string, got, want any) {
	if !reflect.DeepEqual(got, want) {
		c.addf("%s %d: %s: got %#v, want %#v", what, i, field, got, want)
	}
}

func (c *checks) failure(what string, i int, err error, want failure) {
	e := errorOf(err)
	c.equal(what, i, "error", failure{e.Status.Name(), e.Subject}, want)
}

// errorOf is the package's error in err; every error of a call is one.
func errorOf(err error) *wattle.Error {
	var e *wattle.Error
	if !errors.As(err, &e) {
		panic(err)
	}
	return e
}
