package main

import (
	"fmt"

	wattle "wattle.dev/go"
)

// Condensed texts: where the full one does not fit, the shorter one is tried before the candidate is dropped. Where the full one
// fits it stays, and core is never condensed.
func condensedTexts() error {
	candidates := agent()
	for i := range candidates {
		candidates[i].Condensed = wattle.NonEmpty(condensed[candidates[i].ID])
	}
	prompt, err := wattle.ComposeCandidates(candidates, wattle.WithBudget(480), wattle.Strict())
	if err != nil {
		return err
	}
	show("480 chars", prompt)
	fmt.Printf("its text\n%s\n", prompt.Text)
	return nil
}
