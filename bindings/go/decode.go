package wattle

// #include "shim.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// This file turns what callbacks are handed into the package's values. What the call was started with is most likely what
// comes back, so that is taken where it is equal, and only the rest is copied.

func (in *inside) context(c *C.wattle_context) Context {
	known := in.scope.ctx
	if known == nil {
		known = new(Context)
	}
	return Context{
		CallClass:   CallClass(c.call_class),
		Family:      decodeText(&c.family, known.Family),
		TenantID:    decodeOptional(&c.tenant_id, known.TenantID),
		RuntimeRole: decodeOptional(&c.runtime_role, known.RuntimeRole),
	}
}

func (in *inside) state(c *C.wattle_state) State {
	known := in.scope.state
	if known == nil {
		known = new(State)
	}
	s := State{
		LoadedTools:     decodeTexts(&c.loaded_tools, known.LoadedTools),
		DetectedIntents: decodeTexts(&c.detected_intents, known.DetectedIntents),
		TurnDepth:       uint32(c.turn_depth),
		PluginMetadata:  decodeOptional(&c.plugin_metadata, known.PluginMetadata),
	}
	if c.prior_turn_had_tool_calls != 0 {
		s.PriorTurnHadToolCalls = Some(c.prior_turn_had_tool_calls == C.WATTLE_YES)
	}
	// The host pointer of a call from Go is its frame, which proves that the state is the call's own. Any other could be
	// anything.
	if in.frame != nil && address(unsafe.Pointer(&c.host)) == uintptr(unsafe.Pointer(in.frame)) {
		s.Host = known.Host
	}
	return s
}

func decodeText(c *C.wattle_str, known string) string {
	if bytes := view(c); string(bytes) != known {
		return string(bytes)
	}
	return known
}

func decodeOptional(c *C.wattle_str, known Optional[string]) Optional[string] {
	if address(unsafe.Pointer(&c.data)) == 0 {
		return Optional[string]{}
	}
	return Some(decodeText(c, known.value))
}

func decodeTexts(c *C.wattle_str_list, known []string) []string {
	if address(unsafe.Pointer(&c.items)) == 0 {
		return nil
	}
	if c.len == 0 {
		return []string{}
	}
	items := unsafe.Slice(c.items, int(c.len))
	same := len(known) == len(items)
	for i := 0; same && i < len(items); i++ {
		same = string(view(&items[i])) == known[i]
	}
	if same {
		// The strings are the caller's, which nobody can change; the slice is the callback's own, which may sort it.
		return append(make([]string, 0, len(known)), known...)
	}
	return copyStrings(items)
}

// address is the number in a pointer field of C, which must not be looked at as a pointer before it is known to be one: see
// view.
func address(field unsafe.Pointer) uintptr { return *(*uintptr)(field) }

func copyStrings(items []C.wattle_str) []string {
	list := make([]string, len(items))
	for i := range items {
		list[i] = copyString(&items[i])
	}
	return list
}

// negative refuses a number below 0; orElse says what is allowed beside those from 0 on.
func negative(subject, what string, n int64, orElse string) error {
	return &Error{
		Status:  ErrInvalidArgument,
		Subject: subject,
		Message: fmt.Sprintf("%s is %d; allowed are 0 to %d%s", what, n, MaxChars, orElse),
	}
}
