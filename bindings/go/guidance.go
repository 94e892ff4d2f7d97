package wattle

// #include "shim.h"
import "C"

// GuidanceEntry is a text for the tools whose name a pattern matches.
type GuidanceEntry struct {
	// ToolName is the pattern. It may be empty: the exact name "", or the beginning of every name.
	ToolName string
	// Mode is required: how the pattern matches.
	Mode MatchMode
	// Text is what is said of the tools that it matches; an empty text says nothing.
	Text string
}

// Guidance is an ordered list of entries. It may be used from any number of goroutines at once, also to add to it; resolving
// works on the entries that were there when it began.
type Guidance struct {
	handle *handle[*C.wattle_guidance]
}

// NewGuidance makes guidance without entries. Close it when it is no longer needed.
func NewGuidance() (*Guidance, error) {
	f := newFrame()
	defer f.done()
	if err := f.outcome(C.wattle_go_guidance_new(f.c)); err != nil {
		return nil, err
	}
	return &Guidance{newHandle(f.c.guidance, func(c *C.wattle_guidance) { C.wattle_guidance_free(c) })}, nil
}

// Add adds entries behind those that are there, in order: all of them or none. A pattern may stand in several.
//
// Errors: [ErrInvalidArgument] with the subject "mode", and the message says which entry.
func (g *Guidance) Add(entries ...GuidanceEntry) error {
	return g.call(func(f *frame, c *C.wattle_guidance) error {
		list, n := f.arena.guidanceEntries(entries)
		return f.outcome(C.wattle_go_guidance_add(f.c, c, list, n))
	})
}

// LoadJSON adds the entries of a JSON document behind those that are there, in order: all of them or none.
//
//	{ "entries": [ { "toolName": "search_*", "mode": "prefix", "text": "Always cite sources." } ] }
//
// What may stand in one is in schemas/guidance.schema.json.
//
// Errors: [ErrInvalidJSON] with the JSON path as the subject, [ErrLimitExceeded] over 16 MiB.
func (g *Guidance) LoadJSON(json string) error {
	return g.call(func(f *frame, c *C.wattle_guidance) error {
		return f.outcome(C.wattle_go_guidance_load_json(f.c, c, f.text(json)))
	})
}

// Len is how many entries there are; 0 if the guidance is closed.
func (g *Guidance) Len() int {
	n := 0
	// An error is that of a guidance that is closed.
	_ = g.call(func(f *frame, c *C.wattle_guidance) error {
		n = int(C.wattle_guidance_len(c))
		return nil
	})
	return n
}

// Resolve gives what is to be said of a tool: the text of every entry that matches its name, in order, joined by blank lines;
// then, after a blank line, the last [RecentToolErrorsLimit] of the errors that are exactly this tool's, newest first, one line
// each. The errors are given oldest first, of any tools. "" where there is nothing to say.
//
// Errors: only [ErrInvalidUTF8] and those of any call; errors that are not shown are checked too.
func (g *Guidance) Resolve(toolName string, recent []ToolError) (text string, err error) {
	err = g.call(func(f *frame, c *C.wattle_guidance) (err error) {
		list, n := f.arena.toolErrors(recent)
		text, err = f.owned(C.wattle_go_guidance_resolve(f.c, c, f.text(toolName), list, n))
		return err
	})
	return text, err
}

// EstimateChars is how many chars Resolve would give.
//
// Errors: those of Resolve.
func (g *Guidance) EstimateChars(toolName string, recent []ToolError) (chars int64, err error) {
	err = g.call(func(f *frame, c *C.wattle_guidance) error {
		list, n := f.arena.toolErrors(recent)
		estimate := one[C.uint64_t](&f.arena)
		if err := f.outcome(C.wattle_go_guidance_estimate_chars(f.c, c, f.text(toolName), list, n, estimate)); err != nil {
			return err
		}
		chars = int64(*estimate)
		return nil
	})
	return chars, err
}

// Close frees the guidance; texts that it gave stay. It does not wait: calls under way on other goroutines finish, and the last of
// them gives everything back. Later calls fail with [ErrClosed]. Closing twice does nothing; the error is always nil.
//
// Guidance that is not closed is freed when the garbage collector finds it.
func (g *Guidance) Close() error {
	if g != nil && g.handle != nil {
		g.handle.close()
	}
	return nil
}

// call runs one call of the library.
func (g *Guidance) call(run func(*frame, *C.wattle_guidance) error) error {
	if g == nil || g.handle == nil {
		return errNoGuidance
	}
	c, err := g.handle.use(errGuidanceClosed)
	if err != nil {
		return err
	}
	defer g.handle.unuse()
	f := newFrame()
	defer f.done()
	return run(f, c)
}

var (
	errNoGuidance = &Error{
		Status: ErrInvalidHandle, Subject: "guidance", Message: "this is no guidance; NewGuidance makes one",
	}
	errGuidanceClosed = &Error{
		Status: ErrInvalidHandle, Subject: "guidance", Message: "the guidance is closed", cause: ErrClosed,
	}
)

// guidanceEntries encodes a list.
func (a *arena) guidanceEntries(list []GuidanceEntry) (*C.wattle_guidance_entry, C.size_t) {
	if len(list) == 0 {
		return nil, 0
	}
	out := array[C.wattle_guidance_entry](a, len(list))
	for i := range list {
		out[i].struct_size = C.sizeof_wattle_guidance_entry
		out[i].tool_name = a.text(list[i].ToolName)
		out[i].mode = C.wattle_match_mode(list[i].Mode)
		out[i].text = a.text(list[i].Text)
	}
	return &out[0], C.size_t(len(out))
}
