package wattle

// #include "shim.h"
import "C"

import (
	"runtime/cgo"
	"unsafe"

	"wattle.dev/go/internal/live"
)

// This file turns the package's values into the library's structs, in the arena of a frame.

func (a *arena) context(ctx *Context) *C.wattle_context {
	c := one[C.wattle_context](a)
	c.struct_size = C.sizeof_wattle_context
	c.call_class = C.wattle_call_class(ctx.CallClass)
	c.family = a.text(ctx.Family)
	c.tenant_id = a.optional(ctx.TenantID)
	c.runtime_role = a.optional(ctx.RuntimeRole)
	return c
}

// state encodes the state of a call. Its host pointer is the frame: see hostOf.
func (f *frame) state(s *State) *C.wattle_state {
	if s == nil {
		return nil
	}
	a := &f.arena
	c := one[C.wattle_state](a)
	c.struct_size = C.sizeof_wattle_state
	c.loaded_tools = a.texts(s.LoadedTools)
	c.detected_intents = a.texts(s.DetectedIntents)
	c.turn_depth = C.uint32_t(s.TurnDepth)
	if had, known := s.PriorTurnHadToolCalls.Get(); known {
		c.prior_turn_had_tool_calls = C.WATTLE_NO
		if had {
			c.prior_turn_had_tool_calls = C.WATTLE_YES
		}
	}
	c.plugin_metadata = a.optional(s.PluginMetadata)
	if s.Host != nil {
		c.host = unsafe.Pointer(f.c)
	}
	return c
}

// contributions encodes a list; nil if it is empty. The next call of the library must be handed it: that call takes the
// handles in it, whatever it returns.
func (a *arena) contributions(list []Contribution) *C.wattle_contribution {
	if len(list) == 0 {
		return nil
	}
	out := array[C.wattle_contribution](a, len(list))
	for i := range list {
		a.contribution(&out[i], &list[i])
	}
	return &out[0]
}

func (a *arena) contribution(c *C.wattle_contribution, in *Contribution) {
	c.struct_size = C.sizeof_wattle_contribution
	c.id = a.text(in.ID)
	c.mode = C.wattle_mode(in.Mode)
	c.origin = C.wattle_origin(in.Origin)
	c.tier = C.wattle_tier(in.Tier)
	c.scope.call_class = C.wattle_call_class(in.Scope.CallClass)
	c.scope.family = a.optional(in.Scope.Family)
	c.scope.tenant_id = a.optional(in.Scope.TenantID)
	c.scope.runtime_role = a.optional(in.Scope.RuntimeRole)
	c.condensed = a.optional(in.Condensed)
	c.requires_tools = a.texts(in.RequiresTools)

	// A nil function is no content, which the library refuses; so is a text whose predicate is nil.
	switch content := in.Content.(type) {
	case textContent:
		c.text = a.text(string(content))
	case staticFunc:
		if content != nil {
			c.static_content = C.wattle_static_content_fn(C.wattle_go_on_static)
			keep(&c.user_data, &c.drop, content)
		}
	case runtimeFunc:
		if content != nil {
			c.runtime_content = C.wattle_runtime_content_fn(C.wattle_go_on_runtime)
			keep(&c.user_data, &c.drop, content)
		}
	case gatedContent:
		if content.when != nil {
			c.text = a.text(content.text)
			c.when = C.wattle_when_fn(C.wattle_go_on_when)
			keep(&c.user_data, &c.drop, content.when)
		}
	case stateSection:
		c.runtime_content = stateSections[content].content
	}
}

func (a *arena) policies(list []SafetyPolicy) *C.wattle_safety_policy {
	if len(list) == 0 {
		return nil
	}
	out := array[C.wattle_safety_policy](a, len(list))
	for i := range list {
		c, in := &out[i], &list[i]
		c.struct_size = C.sizeof_wattle_safety_policy
		c.id = a.text(in.ID)
		c.enabled_by_default = flag(in.EnabledByDefault)
		switch content := in.Content.(type) {
		case textContent:
			c.text = a.text(string(content))
		case staticFunc:
			if content != nil {
				c.static_content = C.wattle_static_content_fn(C.wattle_go_on_static)
				keep(&c.user_data, &c.drop, content)
			}
		}
	}
	return &out[0]
}

func (a *arena) plugin(in *Plugin) *C.wattle_plugin {
	c := one[C.wattle_plugin](a)
	c.struct_size = C.sizeof_wattle_plugin
	c.name = a.text(in.Name)
	c.version = a.text(in.Version)
	c.prompts = a.contributions(in.Prompts)
	c.prompts_len = C.size_t(len(in.Prompts))
	c.runtime_prompts = a.contributions(in.RuntimePrompts)
	c.runtime_prompts_len = C.size_t(len(in.RuntimePrompts))
	c.safety_policies = a.policies(in.SafetyPolicies)
	c.safety_policies_len = C.size_t(len(in.SafetyPolicies))
	if in.Hook != nil {
		c.hook = C.wattle_hook_fn(C.wattle_go_on_hook)
	}
	if in.StreamObserver != nil {
		c.stream_observer = C.wattle_stream_observer_fn(C.wattle_go_on_stream)
	}
	if in.Hook != nil || in.StreamObserver != nil {
		keep(&c.user_data, &c.drop, &pluginFuncs{in.Hook, in.StreamObserver})
	}
	return c
}

// pluginFuncs are the functions of a plugin itself.
type pluginFuncs struct {
	hook    Hook
	observe StreamObserver
}

// keep fills the fields by which a struct hands a callback over. From the call on that is given the struct the callback
// is the library's, which gives it back through wattleGoDrop, once.
func keep(userData *unsafe.Pointer, drop *C.wattle_drop_fn, callback any) {
	// A handle is a number and must never be seen as a pointer by Go.
	*(*C.uintptr_t)(unsafe.Pointer(userData)) = handOver(callback)
	*drop = C.wattle_drop_fn(C.wattle_go_on_drop)
}

// handOver makes a handle for a value that the library will give back through wattleGoDrop.
func handOver(value any) C.uintptr_t {
	live.Add(1)
	return C.uintptr_t(cgo.NewHandle(value))
}

//export wattleGoDrop
func wattleGoDrop(handle C.uintptr_t) {
	cgo.Handle(handle).Delete()
	live.Add(-1)
}
