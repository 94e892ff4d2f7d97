package wattle

// #include "shim.h"
import "C"

import "strings"

// ToolFilter decides on the categories of a catalogue of tools. [ModulePrompt] has that of a prompt, in which what was really
// included counts: a module that the budget dropped takes its tools along. A program may fill or change one too.
type ToolFilter struct {
	// HasHeartbeat keeps the category "scheduler": the module heartbeat is in the prompt.
	HasHeartbeat bool
	// HasSkills keeps "skill": the module skills is in the prompt.
	HasSkills bool
	// HasDelegation keeps "delegation": the module delegation is in the prompt.
	HasDelegation bool
	// HasCommands keeps "command": the module commands is in the prompt.
	HasCommands bool
	// HasMemory keeps "memory": the module memory-recall is in the prompt.
	HasMemory bool
	// HasWorkspace keeps "workspace": [AgentContext].HasWorkspace.
	HasWorkspace bool
	// HasGovernance keeps "governance": [AgentContext].HasGovernance.
	HasGovernance bool
}

// Tool is a tool of a catalogue.
type Tool struct {
	// Name is its name.
	Name string
	// Category is from an open set; one that [ToolFilter] does not know, the empty one too, is always offered.
	Category string
}

// FilterTools gives the indices of the tools that are offered, in the order of the catalogue.
func FilterTools(filter ToolFilter, tools []Tool) []int {
	if len(tools) == 0 {
		return nil
	}
	f := newFrame()
	defer f.done()
	a := &f.arena
	kept := array[C.size_t](a, len(tools)+1) // and behind them how many
	list := array[C.wattle_tool](a, len(tools))
	for i := range tools {
		list[i].struct_size = C.sizeof_wattle_tool
		// The category alone decides. One that is not UTF-8 is one that nobody knows.
		list[i].category = a.text(strings.ToValidUTF8(tools[i].Category, "\ufffd"))
	}
	n := &kept[len(tools)]
	status := C.wattle_go_filter_tools(f.c, a.toolFilter(&filter), &list[0], C.size_t(len(tools)), &kept[0], n)
	if err := f.outcome(status); err != nil {
		panic(err) // there is no memory, or a category of more than a GiB
	}
	out := make([]int, *n)
	for i := range out {
		out[i] = int(kept[i])
	}
	return out
}

func (a *arena) toolFilter(in *ToolFilter) *C.wattle_tool_filter {
	c := one[C.wattle_tool_filter](a)
	c.struct_size = C.sizeof_wattle_tool_filter
	c.has_heartbeat = flag(in.HasHeartbeat)
	c.has_skills = flag(in.HasSkills)
	c.has_delegation = flag(in.HasDelegation)
	c.has_commands = flag(in.HasCommands)
	c.has_memory = flag(in.HasMemory)
	c.has_workspace = flag(in.HasWorkspace)
	c.has_governance = flag(in.HasGovernance)
	return c
}

func decodeToolFilter(c *C.wattle_tool_filter) ToolFilter {
	return ToolFilter{
		HasHeartbeat:  c.has_heartbeat != 0,
		HasSkills:     c.has_skills != 0,
		HasDelegation: c.has_delegation != 0,
		HasCommands:   c.has_commands != 0,
		HasMemory:     c.has_memory != 0,
		HasWorkspace:  c.has_workspace != 0,
		HasGovernance: c.has_governance != 0,
	}
}
