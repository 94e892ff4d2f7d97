package wattle_test

import (
	"testing"

	wattle "wattle.dev/go"
)

// fiveCandidates are kept but for the second and the fourth.
func fiveCandidates(t *testing.T) wattle.Prompt {
	candidates := []wattle.Candidate{{ID: "a"}, {ID: "b", Content: "long"}, {ID: "c"}, {ID: "d", Content: "long"}, {ID: "e"}}
	for i := range candidates {
		candidates[i].Tier = wattle.TierActive
	}
	prompt, err := wattle.ComposeCandidates(candidates, wattle.WithBudget(0))
	must(t, err)
	return prompt
}

// Iterators give what the slices hold, and end when they are told to. As functions they work with every version of Go.
func TestSectionSeq(t *testing.T) {
	prompt := fiveCandidates(t)
	for name, test := range map[string]struct {
		all   wattle.SectionSeq
		slice []wattle.Section
		want  string
	}{
		"included": {prompt.AllIncluded(), prompt.Included(), "ace"},
		"dropped":  {prompt.AllDropped(), prompt.Dropped(), "bd"},
	} {
		for stop := 1; stop <= len(test.want); stop++ {
			got := ""
			test.all(func(s wattle.Section) bool {
				got += s.ID
				return len(got) < stop
			})
			if got != test.want[:stop] {
				t.Errorf("%s, stopped after %d: got %q", name, stop, got)
			}
		}
		got := ""
		for _, s := range test.slice {
			got += s.ID
		}
		if got != test.want {
			t.Errorf("%s: got %q", name, got)
		}
	}
}
