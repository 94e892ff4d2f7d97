// Package live counts the Go values that the library holds, so that tests can show that none is left behind.
package live

import "sync/atomic"

var handles atomic.Int64

// Add counts n more values handed over, or -n given back.
func Add(n int64) { handles.Add(n) }

// Handles is how many callbacks and attached errors the library holds now.
func Handles() int64 { return handles.Load() }
