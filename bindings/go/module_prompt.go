package wattle

// #include "shim.h"
import "C"

import "time"

// ModulePrompt is what building modules gives: a prompt whose unit is tokens, and what only modules have. It is a plain value.
//
// Each module is a section: of the core tier if required, of the active tier if optional; Condensed if it is minimal. The
// Chars of a dropped one are the tokens that it was held to, its own estimate if it has one. EffectiveBudget is the room that
// there was, or 0 if that is negative. Safety policies are sections with an origin, after the modules.
type ModulePrompt struct {
	Prompt
	// Metadata says which modules are in, shortened and dropped, with the figures.
	Metadata ModuleMetadata
	// ToolFilter says which tools the prompt explains; for [FilterTools].
	ToolFilter ToolFilter
	// MetadataJSON is the metadata for logs: one line, the same bytes everywhere.
	MetadataJSON string
}

// ModuleMetadata says of a prompt of modules which are in, shortened and dropped, with the figures.
type ModuleMetadata struct {
	// Modules are the names of the included ones, in order, those whose rendering has no line among them.
	Modules []string
	// Minimal are the names of those of them that are in by their minimal rendering.
	Minimal []string
	// Dropped are the modules that did not fit, and why.
	Dropped []DroppedModule
	// TokensByModule has the tokens of each module that has a text in the prompt.
	TokensByModule map[string]int64
	// EstimatedTokens is a quarter of the chars of the whole text, rounded up.
	EstimatedTokens int64
	// ContextWindow is the context window, as given.
	ContextWindow int64
	// HistoryTokens is what the conversation so far takes, as given.
	HistoryTokens int64
	// Available is the window without the history and [OutputReserveTokens]; it may be negative.
	Available int64
	// PercentRemaining is what prompt and history leave of the window, in whole per cent, not below 0; 0 if there is no window.
	PercentRemaining int
	// BuildTime is how long the build took by the clock of [WithClock].
	BuildTime Optional[time.Duration]
}

// DroppedModule is a module that did not fit: Used and its Tokens are more than the Limit, and so is its minimal rendering.
type DroppedModule struct {
	// Name is its name.
	Name string
	// Tokens are what it was held to, its own estimate if it has one.
	Tokens int64
	// Used are the tokens that were taken when it was decided on.
	Used int64
	// Limit is what there was in all.
	Limit int64
}

func decodeModulePrompt(c *C.wattle_go_frame) ModulePrompt {
	prompt := decodePrompt(c)
	return ModulePrompt{
		Prompt:       prompt,
		Metadata:     decodeMetadata(c, prompt.Sections),
		ToolFilter:   decodeToolFilter(&c.filter),
		MetadataJSON: copyString(&c.metadata_json),
	}
}

func decodeMetadata(c *C.wattle_go_frame, sections []Section) ModuleMetadata {
	m := ModuleMetadata{
		TokensByModule:   map[string]int64{},
		EstimatedTokens:  int64(c.metadata.estimated_tokens),
		ContextWindow:    int64(c.metadata.context_window),
		HistoryTokens:    int64(c.metadata.history_tokens),
		Available:        int64(c.metadata.available),
		PercentRemaining: int(c.metadata.percent_remaining),
	}
	if c.metadata.build_nanoseconds != C.WATTLE_NOT_SET {
		m.BuildTime = Some(time.Duration(c.metadata.build_nanoseconds))
	}
	for i := range sections {
		s := &sections[i]
		switch {
		case s.Origin != 0: // a policy
			continue
		case s.Verdict == Dropped:
			m.Dropped = append(m.Dropped, DroppedModule{s.ID, s.Chars, s.TotalBefore, s.Limit})
			continue
		case s.Verdict == Condensed:
			m.Minimal = append(m.Minimal, s.ID)
		}
		m.Modules = append(m.Modules, s.ID)
		if !s.NoText {
			m.TokensByModule[s.ID] = s.Chars
		}
	}
	return m
}
