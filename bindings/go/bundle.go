package wattle

// #include "shim.h"
import "C"

import (
	"encoding/json"
	"math"
)

// Section is a piece of a bundle, or a candidate of a prompt, kept or dropped.
type Section struct {
	// Index is its place among the sections of its bundle, or among the candidates of its prompt.
	Index int
	// ID is its id.
	ID string
	// Plugin is the name of the plugin that registered it; "" for the host, globals and the library.
	Plugin string
	// Origin is where it comes from; 0 for a raw candidate.
	Origin Origin
	// Mode is how it came to its place; 0 for a raw candidate.
	Mode Mode
	// Tier is what it was held to.
	Tier Tier
	// Verdict says what became of it; in a bundle always Included.
	Verdict Verdict
	// Static says that nothing runtime-aware had a part in it; false for a raw candidate.
	Static bool
	// NoText says that it is included and yet has no text, not even an empty one: a module whose rendering has no line.
	NoText bool
	// Text is its text within the whole text; "" if it was dropped.
	Text string
	// Start and End are where its text is in the whole text, in bytes; 0 if it was dropped.
	Start, End int
	// Chars is its length in UTF-16 code units, or as measured by whoever gave the candidate: of the text that is there,
	// or of the full one if it was dropped.
	Chars int64
	// TotalBefore is the running total, in chars, at the moment it was decided on; 0 in a bundle.
	TotalBefore int64
	// Limit is what it was held against, in chars; Unlimited for the core tier, without a budget, and in a bundle.
	Limit int64
}

// Bundle is what resolving gives: ordered sections and their joined text. It is a plain value.
type Bundle struct {
	// Text is all sections joined by a blank line.
	Text string
	// Sections are the sections, in the order of the text.
	Sections []Section
	// StablePrefix is how many leading bytes of Text do not depend on the turn: where a provider's cache breakpoint goes.
	// It is always the end of a section, or 0.
	StablePrefix int
	// TotalChars is the length of Text in UTF-16 code units.
	TotalChars int64
	// TotalTokensEst is a quarter of TotalChars, rounded up.
	TotalTokensEst int64
	// StaticOnly says that this is a static-only resolution.
	StaticOnly bool
	// JSON is all of it as JSON, if [WithJSON] asked for that.
	JSON string
}

// Percent is a share, which may be infinite. In JSON that is null, as in the library's own.
type Percent float64

// MarshalJSON gives the number, and null for an infinite one.
func (p Percent) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(p), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(p))
}

// UnmarshalJSON reads what MarshalJSON gives.
func (p *Percent) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*p = Percent(math.Inf(1))
		return nil
	}
	return json.Unmarshal(data, (*float64)(p))
}

// Unit is what lengths, totals and limits of a prompt are counted in.
type Unit string

const (
	// UnitChars are UTF-16 code units, or what whoever gave a candidate measured.
	UnitChars Unit = "chars"
	// UnitTokens are those of a prompt of modules: a quarter of the chars, rounded up, of each; and what the function of a
	// [WithMeasure] with this unit says.
	UnitTokens Unit = "tokens"
)

// Prompt is what composing gives: the text, and what became of every candidate. It is a plain value.
type Prompt struct {
	// Unit is what everything that is called chars here is counted in: UnitTokens in a [ModulePrompt], the unit of
	// [WithMeasure], else UnitChars.
	Unit Unit
	// Text is what was included, joined by a blank line.
	Text string
	// Sections are all candidates in their order, kept or dropped; of a registry composition, the bundle's sections.
	Sections []Section
	// StablePrefix is how many leading bytes of Text do not depend on the turn: where a provider's cache breakpoint goes.
	// It is always the end of a section, or 0; 0 for raw candidates.
	StablePrefix int
	// TotalChars is the sum of the included sections' chars (UTF-16 code units); with Strict, separators included.
	TotalChars int64
	// TotalTokensEst is a quarter of TotalChars, rounded up; TotalChars itself if Unit is UnitTokens.
	TotalTokensEst int64
	// EffectiveBudget is the budget in chars, or Unlimited.
	EffectiveBudget int64
	// BudgetUsedPct is TotalChars in percent of EffectiveBudget: 0 when it is unlimited or both are 0, infinite when only
	// the budget is 0.
	BudgetUsedPct Percent
	// OverBudget says that TotalChars is over EffectiveBudget: the core tier is kept whatever it costs.
	OverBudget bool
	// StaticOnly says that the prompt comes from a static-only resolution.
	StaticOnly bool
	// EventJSON is the built event for logs: one line, the same bytes everywhere.
	EventJSON string
	// JSON is all of it as JSON, if [WithJSON] asked for that.
	JSON string
}

// Included are the sections that are in the text, by their full or their condensed text.
func (p Prompt) Included() []Section { return collect(p.AllIncluded()) }

// Dropped are the sections that are not in the text.
func (p Prompt) Dropped() []Section { return collect(p.AllDropped()) }

// AllIncluded is an iterator over what [Prompt.Included] gives.
func (p Prompt) AllIncluded() SectionSeq {
	return filter(p.Sections, func(v Verdict) bool { return v != Dropped })
}

// AllDropped is an iterator over what [Prompt.Dropped] gives.
func (p Prompt) AllDropped() SectionSeq {
	return filter(p.Sections, func(v Verdict) bool { return v == Dropped })
}

func filter(sections []Section, keep func(Verdict) bool) SectionSeq {
	return func(yield func(Section) bool) {
		for i := range sections {
			if keep(sections[i].Verdict) && !yield(sections[i]) {
				return
			}
		}
	}
}

func collect(all SectionSeq) []Section {
	var out []Section
	all(func(s Section) bool {
		out = append(out, s)
		return true
	})
	return out
}

func decodeBundle(c *C.wattle_go_frame) Bundle {
	text := copyString(&c.text)
	return Bundle{
		Text:           text,
		Sections:       decodeSections(c, text),
		StablePrefix:   int(c.summary.stable_prefix),
		TotalChars:     int64(c.summary.total_chars),
		TotalTokensEst: int64(c.summary.total_tokens_est),
		StaticOnly:     c.summary.static_only != 0,
		JSON:           copyString(&c.dump),
	}
}

func decodePrompt(c *C.wattle_go_frame) Prompt {
	prompt := decodeFigures(c, copyString(&c.text))
	prompt.Sections = decodeSections(c, prompt.Text)
	prompt.EventJSON = copyString(&c.event)
	prompt.JSON = copyString(&c.dump)
	return prompt
}

// decodeFigures is a prompt of a text, without sections.
func decodeFigures(c *C.wattle_go_frame, text string) Prompt {
	return Prompt{
		Unit:            decodeUnit(c),
		Text:            text,
		StablePrefix:    int(c.summary.stable_prefix),
		TotalChars:      int64(c.summary.total_chars),
		TotalTokensEst:  int64(c.summary.total_tokens_est),
		EffectiveBudget: decodeLimit(c.summary.effective_budget),
		BudgetUsedPct:   Percent(c.summary.budget_used_pct),
		OverBudget:      c.summary.over_budget != 0,
		StaticOnly:      c.summary.static_only != 0,
	}
}

func decodeUnit(c *C.wattle_go_frame) Unit {
	switch unit := view(&c.summary.unit); string(unit) {
	case string(UnitChars):
		return UnitChars
	case string(UnitTokens):
		return UnitTokens
	default:
		return Unit(unit)
	}
}

// decodeSections makes the sections of a text. Two strings hold the bytes of all of them: the text, and one with the names.
func decodeSections(c *C.wattle_go_frame, text string) []Section {
	names := copyString(&c.names)
	next := func(n C.size_t) (name string) {
		name, names = names[:n], names[n:]
		return name
	}
	in := sectionsOf(c)
	out := make([]Section, len(in))
	for i := range in {
		// Field by field: a whole Section would be made elsewhere and copied. A text that is empty is left as it is: to store a pointer
		// costs more than to look at a length.
		s, o := &in[i], &out[i]
		o.Index = i
		o.ID = next(s.id.len)
		if s.plugin.len > 0 {
			o.Plugin = next(s.plugin.len)
		}
		o.Origin = Origin(s.origin)
		o.Mode = Mode(s.mode)
		o.Tier = Tier(s.tier)
		o.Verdict = Verdict(s.verdict)
		o.Static = s.is_static != 0
		o.NoText = s.text.len == 0 && s.verdict != C.WATTLE_DROPPED // see wattle_go_gather
		if s.end > s.start {
			o.Text = text[s.start:s.end]
		}
		o.Start = int(s.start)
		o.End = int(s.end)
		o.Chars = int64(s.chars)
		o.TotalBefore = int64(s.total_before)
		o.Limit = decodeLimit(s.limit)
	}
	return out
}
