//go:build go1.23

package wattle_test

import (
	"slices"
	"testing"

	wattle "wattle.dev/go"
)

// From Go 1.23 on they are ranged over, and go where an iter.Seq goes.
func TestRangeOverSections(t *testing.T) {
	prompt := fiveCandidates(t)
	got := ""
	for s := range prompt.AllIncluded() {
		if s.ID == "e" {
			break
		}
		got += s.ID
	}
	if dropped := slices.Collect(prompt.AllDropped()); got != "ac" || !slices.Equal(dropped, prompt.Dropped()) {
		t.Errorf("got %q, and dropped %v", got, dropped)
	}
	var none wattle.ModulePrompt
	for s := range none.AllDropped() {
		t.Errorf("got %v", s)
	}
}
