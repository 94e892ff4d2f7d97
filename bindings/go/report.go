package wattle

// #include "shim.h"
import "C"

// This file hands bundles and prompts back to the library, which says them as tables and compares them. They are plain values
// and have no handle; what they hold is enough for it to make them again.

// Table is the prompt as text for people, to be logged or pasted into a report: its figures, then a row for every candidate, kept or
// dropped, with its verdict, its length, the running total before it, the limit, and its bytes of the text. It is printable
// ASCII in columns, whatever the ids are, and has none of the texts in it. It is made of Sections and the figures; the fields
// EventJSON and BudgetUsedPct are not looked at, nor are Index, Start and End of a section.
//
// Errors: [ErrInvalidArgument] (subject "Sections") if the prompt was made [WithoutSections]; it and [ErrInvalidUTF8] if the prompt was
// changed to what none can be.
func (p Prompt) Table() (string, error) {
	if err := complete(p.Text, p.Sections); err != nil {
		return "", err
	}
	return table(func(a *arena) *C.wattle_go_report { return a.prompt(&p) })
}

// Table is the bundle as text for people: see [Prompt.Table].
//
// Errors: [ErrInvalidArgument] and [ErrInvalidUTF8] if the bundle was changed to what none can be.
func (b Bundle) Table() (string, error) {
	if err := complete(b.Text, b.Sections); err != nil {
		return "", err
	}
	return table(func(a *arena) *C.wattle_go_report { return a.bundle(&b) })
}

// complete refuses a result that was made without sections, which would be told as one that has none.
func complete(text string, sections []Section) error {
	if len(sections) > 0 || text == "" {
		return nil
	}
	return &Error{
		Status:  ErrInvalidArgument,
		Subject: "Sections",
		Message: "Sections is empty and Text is not, as WithoutSections leaves them: tables and comparisons are made of sections",
	}
}

func table(report func(*arena) *C.wattle_go_report) (string, error) {
	f := newFrame()
	defer f.done()
	if err := f.outcome(C.wattle_go_table(f.c, report(&f.arena))); err != nil {
		return "", err
	}
	return copyString(&f.c.text), nil
}

func (a *arena) prompt(p *Prompt) *C.wattle_go_report {
	c := a.report(p.Sections)
	c.summary.stable_prefix = C.size_t(p.StablePrefix)
	c.summary.total_chars = C.uint64_t(p.TotalChars)
	c.summary.effective_budget = encodeLimit(p.EffectiveBudget)
	c.summary.over_budget = flag(p.OverBudget)
	c.summary.static_only = flag(p.StaticOnly)
	c.summary.unit = a.optional(NonEmpty(string(p.Unit)))
	return c
}

func (a *arena) bundle(b *Bundle) *C.wattle_go_report {
	return a.prompt(&Prompt{
		Unit:            UnitChars,
		Sections:        b.Sections,
		StablePrefix:    b.StablePrefix,
		TotalChars:      b.TotalChars,
		EffectiveBudget: Unlimited,
		StaticOnly:      b.StaticOnly,
	})
}

func (a *arena) report(sections []Section) *C.wattle_go_report {
	c := one[C.wattle_go_report](a)
	c.summary.struct_size = C.sizeof_wattle_summary
	c.summary.sections = C.size_t(len(sections))
	if len(sections) == 0 {
		return c
	}
	out := array[C.wattle_section](a, len(sections))
	for i := range sections {
		s, in := &out[i], &sections[i]
		s.struct_size = C.sizeof_wattle_section
		s.id = a.text(in.ID)
		s.plugin = a.optional(NonEmpty(in.Plugin))
		s.origin = C.wattle_origin(in.Origin)
		s.mode = C.wattle_mode(in.Mode)
		s.tier = C.wattle_tier(in.Tier)
		s.verdict = C.wattle_verdict(in.Verdict)
		s.is_static = flag(in.Static)
		if in.Text != "" || in.Verdict != Dropped && !in.NoText {
			s.text = a.text(in.Text)
		}
		s.chars = C.uint64_t(in.Chars)
		s.total_before = C.uint64_t(in.TotalBefore)
		s.limit = encodeLimit(in.Limit)
	}
	c.sections = &out[0]
	return c
}

// encodeLimit is a number as it was reported, or one that the library refuses.
func encodeLimit(chars int64) C.uint64_t {
	if chars < 0 {
		return C.WATTLE_NOT_SET
	}
	return encodeBudget(chars)
}
