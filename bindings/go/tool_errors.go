package wattle

// #include "shim.h"
import "C"

// RecentToolErrorsLimit is how many of the most recent errors of tools are shown.
const RecentToolErrorsLimit = C.WATTLE_RECENT_TOOL_ERRORS_LIMIT

// ToolError is an error that a tool ended with. It is shown as one line: the tool, the time in parentheses, the error; an empty
// time or error is left out. In each of them line breaks at the ends are left out and those within become one space.
type ToolError struct {
	// Tool is the tool's name.
	Tool string
	// Error is what it said.
	Error string
	// TimeText is when that was, as it is to be shown; "" is not shown. The library reads no clock.
	TimeText string
}

// RenderRecentToolErrors renders the body of a section on the most recent errors of tools: a heading, and a line for each of the
// last [RecentToolErrorsLimit], whatever the tool, newest first. Given are all of them, oldest first; "" where there is none.
//
// Errors: only [ErrInvalidUTF8] and those of any call; errors that are not shown are checked too.
func RenderRecentToolErrors(recent []ToolError) (string, error) {
	f := newFrame()
	defer f.done()
	list, n := f.arena.toolErrors(recent)
	return f.owned(C.wattle_go_render_recent_tool_errors(f.c, list, n))
}

// toolErrors encodes a list.
func (a *arena) toolErrors(list []ToolError) (*C.wattle_tool_error, C.size_t) {
	if len(list) == 0 {
		return nil, 0
	}
	out := array[C.wattle_tool_error](a, len(list))
	for i := range list {
		out[i].struct_size = C.sizeof_wattle_tool_error
		out[i].tool = a.text(list[i].Tool)
		out[i].error = a.text(list[i].Error)
		out[i].time_text = a.optional(NonEmpty(list[i].TimeText))
	}
	return &out[0], C.size_t(len(out))
}
