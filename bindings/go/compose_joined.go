package wattle

// #include "shim.h"
import "C"

import "strings"

// This file has the short way of a composition: the library says what becomes of the candidates, and their text is joined here, of the
// caller's own strings. On the plain way the library joins what it was lent a copy of, and that is copied once more; and it is asked for
// every section, where this way brings all verdicts back in one piece. A test compares the two.

// separator is what stands between two texts, as everywhere in the library.
const separator = "\n\n"

// joinsHere says whether a composition of candidates with these settings may go the short way. What only a prompt of the library has is
// not there then: an event, a JSON, and what a probe is told. And no function of the program's own may run, since it could change the
// candidates between the verdicts and the joining.
func (s *settings) joinsHere() bool {
	return s.noEvent && !s.dump && s.probes == nil && s.budgetFunc == nil && s.measure == nil
}

// composeJoined is ComposeCandidates on the short way.
func (f *frame) composeJoined(candidates []Candidate) (Prompt, error) {
	outcomes, err := f.gate(candidates)
	if err != nil {
		return Prompt{}, err
	}
	prompt := decodeFigures(f.c, joinIncluded(candidates, outcomes))
	if f.scope.settings.noSections {
		candidates = nil
	}
	prompt.Sections = sectionsOfOutcomes(candidates, outcomes, prompt.Text)
	return prompt, nil
}

// said is the text that a verdict lets in; an empty one is a text, too.
func said(c *Candidate, verdict Verdict) (text string, included bool) {
	switch verdict {
	case Included:
		return c.Content, true
	case Condensed:
		return c.Condensed.value, true
	}
	return "", false
}

func joinIncluded(candidates []Candidate, outcomes []C.wattle_outcome) string {
	size := 0
	for i := range candidates {
		if text, included := said(&candidates[i], Verdict(outcomes[i].verdict)); included {
			size += len(text) + len(separator)
		}
	}
	if size == 0 {
		return ""
	}
	var joined strings.Builder
	joined.Grow(size - len(separator))
	first := true
	for i := range candidates {
		text, included := said(&candidates[i], Verdict(outcomes[i].verdict))
		if !included {
			continue
		}
		if !first {
			joined.WriteString(separator)
		}
		first = false
		joined.WriteString(text)
	}
	return joined.String()
}

// sectionsOfOutcomes makes the sections of a joined text. Their ids are the candidates' own strings, their texts are parts of the text.
func sectionsOfOutcomes(candidates []Candidate, outcomes []C.wattle_outcome, text string) []Section {
	out := make([]Section, len(candidates))
	at := 0
	for i := range candidates {
		in, c, o := &outcomes[i], &candidates[i], &out[i]
		o.Index = i
		o.ID = c.ID
		o.Tier = Tier(in.tier)
		o.Verdict = Verdict(in.verdict)
		o.Chars = int64(in.chars)
		o.TotalBefore = int64(in.total_before)
		o.Limit = decodeLimit(in.limit)
		if own, included := said(c, o.Verdict); included {
			o.Start, o.End = at, at+len(own)
			o.Text = text[o.Start:o.End]
			at = o.End + len(separator)
		}
	}
	return out
}
