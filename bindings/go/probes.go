package wattle

// #include "shim.h"
import "C"

import "unsafe"

// Probes observe one call. Every field may be nil. They run on the goroutine of the call; if one returns an error or
// panics, so does the call.
type Probes struct {
	// OnEmptyContent is told of an active contribution or safety policy whose content is empty, with its own origin.
	OnEmptyContent func(id string, origin Origin) error
	// OnReplaceTargetMissing is told of a replace whose target is missing, once per id, before its content is evaluated.
	OnReplaceTargetMissing func(id string) error
	// OnDuplicateReplace is told once, at the end of the walk, of all ids with two or more active replaces.
	OnDuplicateReplace func(ids []string) error
	// OnBuilt is told of the prompt, before the caller gets it; in compositions only.
	OnBuilt func(prompt Prompt) error
}

// probes encodes the probes of the call.
func (f *frame) probes() *C.wattle_probes {
	p := f.scope.settings.probes
	if p == nil {
		return nil
	}
	c := one[C.wattle_probes](&f.arena)
	c.struct_size = C.sizeof_wattle_probes
	c.user_data = f.data()
	if p.OnEmptyContent != nil {
		c.on_empty_content = C.wattle_on_empty_content_fn(C.wattle_go_on_empty_content)
	}
	if p.OnReplaceTargetMissing != nil {
		c.on_replace_target_missing = C.wattle_on_replace_target_missing_fn(C.wattle_go_on_replace_target_missing)
	}
	if p.OnDuplicateReplace != nil {
		c.on_duplicate_replace = C.wattle_on_duplicate_replace_fn(C.wattle_go_on_duplicate_replace)
	}
	if p.OnBuilt != nil {
		c.on_built = C.wattle_on_built_fn(C.wattle_go_on_built)
	}
	return c
}

// data is the user_data of callbacks that are borrowed for a call: its frame.
func (f *frame) data() unsafe.Pointer { return unsafe.Pointer(f.c) }

//export wattleGoEmptyContent
func wattleGoEmptyContent(frame *C.wattle_go_frame, call *C.wattle_call, id *C.wattle_str, origin C.wattle_origin) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	return in.returned(in.scope.probes.OnEmptyContent(copyString(id), Origin(origin)))
}

//export wattleGoReplaceTargetMissing
func wattleGoReplaceTargetMissing(frame *C.wattle_go_frame, call *C.wattle_call, id *C.wattle_str) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	return in.returned(in.scope.probes.OnReplaceTargetMissing(copyString(id)))
}

//export wattleGoDuplicateReplace
func wattleGoDuplicateReplace(frame *C.wattle_go_frame, call *C.wattle_call, ids *C.wattle_str, n C.size_t) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	return in.returned(in.scope.probes.OnDuplicateReplace(copyStrings(unsafe.Slice(ids, int(n)))))
}

//export wattleGoBuilt
func wattleGoBuilt(frame *C.wattle_go_frame, call *C.wattle_call) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	return in.returned(in.scope.probes.OnBuilt(decodePrompt(frame)))
}

//export wattleGoBudget
func wattleGoBudget(frame *C.wattle_go_frame, call *C.wattle_call, depth C.uint32_t, role *C.wattle_str, budget *C.uint64_t) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	chars, err := in.scope.budgetFunc(uint32(depth), decodeOptional(role, Optional[string]{}))
	if err == nil && chars < 0 {
		err = negative("resolveBudget", "the budget", chars, " chars, and Unlimited")
	}
	*budget = encodeBudget(chars)
	return in.returned(err)
}
