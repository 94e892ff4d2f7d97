package wattle

// #include "shim.h"
import "C"

// RegisterGlobal registers a contribution with every registry, present and to come, whose runtime id is among the targets,
// or with all for the target "*". This is the rare path: it is state that the whole process shares.
//
// Errors: those of [Registry.Register], checked among the globals alone, and [ErrInvalidArgument] without a target.
func RegisterGlobal(contribution Contribution, targets ...string) error {
	f := newFrame()
	defer f.done()
	list := one[C.wattle_str_list](&f.arena)
	*list = f.arena.texts(targets)
	return f.outcome(C.wattle_go_register_global(f.c, f.arena.contributions([]Contribution{contribution}), list))
}

// UnregisterGlobal removes every global of that origin and id. When it returns nil, their callbacks are not running and
// will not run in any registry. It waits for calls that other goroutines have under way.
//
// Errors: [ErrUnknownContribution], [ErrInvalidArgument] for an origin that is neither static nor runtime-aware, and
// [ErrReEntrancy] inside a callback.
func UnregisterGlobal(origin Origin, id string) error {
	f := newFrame()
	defer f.done()
	return f.outcome(C.wattle_go_unregister_global(f.c, C.wattle_origin(origin), f.text(id)))
}

// Version is the version of the library that runs, as "major.minor.patch".
func Version() string { return name(C.wattle_version()) }
