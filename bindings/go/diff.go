package wattle

// #include "shim.h"
import "C"

import "unsafe"

// Diff is what differs between an earlier and a later bundle, or prompt: why a cache missed. It is a plain value, and has the ids,
// not the texts.
//
// A section of the one is a section of the other if it has the same id and origin; of several such, the first is the first, the
// second the second, and so on.
type Diff struct {
	// Equal says that nothing differs: no section, no byte of the texts, and not the stable prefixes.
	Equal bool
	// Differences are the sections that differ: first those that the later result has, in its order, then the removed ones in theirs.
	Differences []Difference
	// Added and Removed are how many sections only one of the results has; Moved, TextsChanged and VerdictsChanged how many
	// changed places, or have another text or verdict.
	Added, Removed, Moved, TextsChanged, VerdictsChanged int
	// Text is where the texts part; absent if they are the same.
	Text Optional[FirstDifference]
	// StablePrefix is where the stable prefixes part: up to there a provider's cache can serve both. Absent if they are the same.
	StablePrefix Optional[FirstDifference]
	// JSON is all of that for logs, with all that both results report of each section that differs: one line, the same bytes everywhere.
	JSON string
}

// FirstDifference is where two texts part.
type FirstDifference struct {
	// Byte is the first byte, counted from the beginning of both, that is another one or that one of them does not have. It may
	// stand within a character.
	Byte int
	// Before is the index of the section that it is in, in the earlier result: the one that has the byte, or that ends there while
	// the later one's goes on. Where one ends there in both it is the one that follows, which only one of them has.
	Before Optional[int]
	// After is the same in the later result.
	After Optional[int]
	// BeforeID and AfterID are their ids; "" if absent.
	BeforeID, AfterID string
}

// Difference is a section that differs.
type Difference struct {
	// ID is its id.
	ID string
	// Origin is where it comes from; 0 for a raw candidate.
	Origin Origin
	// Changes are all that is different about it, never 0. Its running total and limit do not count.
	Changes Change
	// Before is its index in the earlier result; absent if it was added.
	Before Optional[int]
	// After is its index in the later result; absent if it was removed.
	After Optional[int]
	// BeforeVerdict and AfterVerdict say what became of it; 0 where it was not there.
	BeforeVerdict, AfterVerdict Verdict
	// FirstDifferingByte is the first byte of its own text that is another one or that one side does not have; absent where the
	// texts are the same, or one side has no text of it.
	FirstDifferingByte Optional[int]
}

// Diff compares the prompt with a later one. As for [Prompt.Table], Sections and the figures are what counts.
//
// Errors: [ErrInvalidArgument] (subject "Sections") if one was made [WithoutSections]; it and [ErrInvalidUTF8] if one of them was changed
// to what no prompt can be.
func (p Prompt) Diff(after Prompt) (Diff, error) {
	if err := complete(p.Text, p.Sections); err != nil {
		return Diff{}, err
	}
	if err := complete(after.Text, after.Sections); err != nil {
		return Diff{}, err
	}
	return diff(func(a *arena) (before, later *C.wattle_go_report) { return a.prompt(&p), a.prompt(&after) })
}

// Diff compares the bundle with a later one: see [Prompt.Diff].
//
// Errors: [ErrInvalidArgument] and [ErrInvalidUTF8] if one of them was changed to what no bundle can be.
func (b Bundle) Diff(after Bundle) (Diff, error) {
	if err := complete(b.Text, b.Sections); err != nil {
		return Diff{}, err
	}
	if err := complete(after.Text, after.Sections); err != nil {
		return Diff{}, err
	}
	return diff(func(a *arena) (before, later *C.wattle_go_report) { return a.bundle(&b), a.bundle(&after) })
}

func diff(reports func(*arena) (before, after *C.wattle_go_report)) (Diff, error) {
	f := newFrame()
	defer f.done()
	before, after := reports(&f.arena)
	if err := f.outcome(C.wattle_go_diff(f.c, before, after)); err != nil {
		return Diff{}, err
	}
	return decodeDiff(f.c), nil
}

func decodeDiff(c *C.wattle_go_frame) Diff {
	figures := &c.figures
	in := unsafe.Slice(c.differences, int(figures.differences))
	d := Diff{
		Equal:           figures.equal != 0,
		Differences:     make([]Difference, len(in)),
		Added:           int(figures.added),
		Removed:         int(figures.removed),
		Moved:           int(figures.moved),
		TextsChanged:    int(figures.texts_changed),
		VerdictsChanged: int(figures.verdicts_changed),
		Text:            decodeFirstDifference(&figures.text),
		StablePrefix:    decodeFirstDifference(&figures.stable_prefix),
		JSON:            copyString(&c.text),
	}
	for i := range in {
		s := &in[i]
		d.Differences[i] = Difference{
			ID:                 copyString(&s.id),
			Origin:             Origin(s.origin),
			Changes:            Change(s.changes),
			Before:             decodeIndex(s.before),
			After:              decodeIndex(s.after),
			BeforeVerdict:      Verdict(s.before_verdict),
			AfterVerdict:       Verdict(s.after_verdict),
			FirstDifferingByte: decodeIndex(s.first_differing_byte),
		}
	}
	return d
}

func decodeFirstDifference(c *C.wattle_first_difference) Optional[FirstDifference] {
	at, differs := decodeIndex(c.byte).Get()
	if !differs {
		return Optional[FirstDifference]{}
	}
	return Some(FirstDifference{
		Byte:     at,
		Before:   decodeIndex(c.before),
		After:    decodeIndex(c.after),
		BeforeID: copyString(&c.before_id),
		AfterID:  copyString(&c.after_id),
	})
}

func decodeIndex(index C.uint64_t) Optional[int] {
	if index == C.WATTLE_NOT_SET {
		return Optional[int]{}
	}
	return Some(int(index))
}
