package wattle

// #include "shim.h"
import "C"

// This file has the bodies of the sections that most agents have. Each is empty where there is nothing to say. Lists keep the order
// given, and repeats; a text that is handed in stays on its line: line breaks in it become one space, and in a table "|" is escaped.

// RenderLoadedTools gives the loaded tools: their names as a list, and that no other tool can be called this turn.
//
// Errors: [ErrInvalidUTF8], [ErrLimitExceeded].
func RenderLoadedTools(state State) (string, error) { return loadedTools.render(&state) }

// RenderDetectedIntents gives the detected intents: a list, and that it is a hint.
//
// Errors: those of [RenderLoadedTools].
func RenderDetectedIntents(state State) (string, error) { return detectedIntents.render(&state) }

// RenderSubagentDepth gives the notice to a sub-agent: at which depth it runs, and what follows from that.
//
// Errors: those of [RenderLoadedTools].
func RenderSubagentDepth(state State) (string, error) { return subagentDepth.render(&state) }

// RenderPriorTurnToolCalls gives the notice that the turn before had tool calls, whose results come first.
//
// Errors: those of [RenderLoadedTools].
func RenderPriorTurnToolCalls(state State) (string, error) { return priorTurnToolCalls.render(&state) }

// AsyncJob is a job that runs in the background, or has.
type AsyncJob struct {
	// ID is by which tools know it.
	ID string
	// Name is what it does, in a few words.
	Name string
	// State is how it stands, from an open set: "queued", "running", "failed: no space left".
	State string
	// Progress is how much of it is done, in per cent: a whole number from 0 to 100. Progress of another kind ("3 of 7 files") is
	// for the State to tell.
	Progress Optional[uint32]
}

// RenderAsyncJobs gives the jobs as a table, and how to go by it.
//
// Errors: [ErrInvalidArgument] for a progress over 100, [ErrInvalidUTF8], [ErrLimitExceeded].
func RenderAsyncJobs(jobs []AsyncJob) (string, error) {
	f := newFrame()
	defer f.done()
	return f.owned(C.wattle_go_render_async_jobs(f.c, f.arena.asyncJobs(jobs), C.size_t(len(jobs))))
}

// stateSection is a section that says what a turn's state says. As a content it is written by the library itself.
type stateSection int

const (
	loadedTools stateSection = iota
	detectedIntents
	subagentDepth
	priorTurnToolCalls
)

func (stateSection) content() {}

// stateSections are the library's functions of each.
var stateSections = [...]struct {
	render  C.wattle_go_render_fn
	content C.wattle_runtime_content_fn
}{
	loadedTools: {
		C.wattle_go_render_fn(C.wattle_render_loaded_tools),
		C.wattle_runtime_content_fn(C.wattle_loaded_tools_content),
	},
	detectedIntents: {
		C.wattle_go_render_fn(C.wattle_render_detected_intents),
		C.wattle_runtime_content_fn(C.wattle_detected_intents_content),
	},
	subagentDepth: {
		C.wattle_go_render_fn(C.wattle_render_subagent_depth),
		C.wattle_runtime_content_fn(C.wattle_subagent_depth_content),
	},
	priorTurnToolCalls: {
		C.wattle_go_render_fn(C.wattle_render_prior_turn_tool_calls),
		C.wattle_runtime_content_fn(C.wattle_prior_turn_tool_calls_content),
	},
}

func (s stateSection) render(state *State) (string, error) {
	f := newFrame()
	defer f.done()
	return f.owned(C.wattle_go_render(f.c, stateSections[s].render, f.state(state)))
}

func (a *arena) asyncJobs(list []AsyncJob) *C.wattle_async_job {
	if len(list) == 0 {
		return nil
	}
	out := array[C.wattle_async_job](a, len(list))
	for i := range list {
		c, in := &out[i], &list[i]
		c.struct_size = C.sizeof_wattle_async_job
		c.id = a.text(in.ID)
		c.name = a.text(in.Name)
		c.state = a.text(in.State)
		progress, given := in.Progress.Get()
		c.progress = C.uint32_t(progress)
		c.has_progress = flag(given)
	}
	return &out[0]
}
