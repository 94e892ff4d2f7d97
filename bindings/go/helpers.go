package wattle

// #include "shim.h"
import "C"

// This file has the common shapes of contributions and plugins: each is the struct, spelt shorter. Set more fields where more
// is needed.

// AppendPrompt is a text of its own, after what was registered before it: most contributions are this.
func AppendPrompt(id, text string) Contribution {
	return Contribution{ID: id, Mode: Append, Content: Text(text)}
}

// PrependPersona is a persona: a text before every appended one; the first registered is the very top of the prompt.
func PrependPersona(id, text string) Contribution {
	return Contribution{ID: id, Mode: Prepend, Content: Text(text)}
}

// ReplaceCore is a text in the place of one of the library's own, such as [CoreDirectivesID], or of all of them at once, with
// [DefaultSystemPromptID]. It refuses an id outside core.*, which Register would take for a replace of somebody else's.
//
// Errors: [ErrUnnamespacedID], [ErrReservedNamespace] for safety.*, [ErrForeignNamespace] for any other id outside core.*.
func ReplaceCore(id, text string) (Contribution, error) {
	f := newFrame()
	defer f.done()
	if err := f.outcome(C.wattle_go_check_core(f.c, f.text(id))); err != nil {
		return Contribution{}, err
	}
	return Contribution{ID: id, Mode: Replace, Content: Text(text)}, nil
}

// ScopedPrompt is an appended text for some contexts only.
func ScopedPrompt(id string, scope Scope, text string) Contribution {
	return Contribution{ID: id, Mode: Append, Scope: scope, Content: Text(text)}
}

// GatedPrompt is an appended text for the turns for which the predicate says so. In the others it is empty, which
// [Probes].OnEmptyContent is told.
func GatedPrompt(id string, when func(ctx Context, state State) (bool, error), text string) Contribution {
	return Contribution{ID: id, Mode: Append, Content: Gated(when, text)}
}

// LoadedToolsPrompt is an appended text of the library's own: in each turn what [RenderLoadedTools] gives. In a turn without a loaded
// tool it is empty, which [Probes].OnEmptyContent is told.
func LoadedToolsPrompt(id string) Contribution {
	return Contribution{ID: id, Mode: Append, Content: loadedTools}
}

// DetectedIntentsPrompt is [LoadedToolsPrompt] with what [RenderDetectedIntents] gives: empty in a turn without a detected intent.
func DetectedIntentsPrompt(id string) Contribution {
	return Contribution{ID: id, Mode: Append, Content: detectedIntents}
}

// SubagentDepthPrompt is [LoadedToolsPrompt] with what [RenderSubagentDepth] gives: empty at the root turn.
func SubagentDepthPrompt(id string) Contribution {
	return Contribution{ID: id, Mode: Append, Content: subagentDepth}
}

// PriorTurnToolCallsPrompt is [LoadedToolsPrompt] with what [RenderPriorTurnToolCalls] gives: empty unless the turn before is known to
// have had tool calls.
func PriorTurnToolCallsPrompt(id string) Contribution {
	return Contribution{ID: id, Mode: Append, Content: priorTurnToolCalls}
}

// CreatePlugin is a plugin of contributions: each goes to the list that its origin belongs to, runtime-aware if its content reads the
// state or if it requires tools, else static.
func CreatePlugin(name, version string, contributions ...Contribution) Plugin {
	p := Plugin{Name: name, Version: version}
	for _, c := range contributions {
		if c.readsState() {
			p.RuntimePrompts = append(p.RuntimePrompts, c)
		} else {
			p.Prompts = append(p.Prompts, c)
		}
	}
	return p
}

// readsState says whether it is runtime-aware, by name or by what it has.
func (c *Contribution) readsState() bool {
	if c.Origin != 0 {
		return c.Origin == OriginRuntimeAware
	}
	switch c.Content.(type) {
	case runtimeFunc, gatedContent, stateSection:
		return true
	}
	return c.RequiresTools != nil
}

// CheckID says whether an id could be registered in that mode by the plugin of that name, or by the program if the name is "";
// duplicates aside.
//
// Errors: [ErrUnnamespacedID], [ErrReservedNamespace], [ErrForeignNamespace], and [ErrInvalidArgument] for an unknown mode.
func CheckID(id string, mode Mode, plugin string) error {
	f := newFrame()
	defer f.done()
	name := one[C.wattle_str](&f.arena)
	*name = f.arena.optional(NonEmpty(plugin))
	return f.outcome(C.wattle_go_check_id(f.c, f.text(id), C.wattle_mode(mode), name))
}
