package main

import (
	"fmt"

	wattle "wattle.dev/go"
)

// The same budget in both modes. Without strict mode separators are not counted, nor is core that comes later until it comes: the
// text may be longer than the budget. In strict mode the budget is a promise about the text, unless core alone is over it.
func strict() error {
	options := []wattle.ComposeOption{wattle.WithBudget(500)}
	for _, title := range []string{"not strict", "strict"} {
		prompt, err := wattle.ComposeCandidates(agent(), options...)
		if err != nil {
			return err
		}
		show(title, prompt)
		fmt.Printf("  the text has %d\n", len(prompt.Text)) // bytes, which are chars where all is ASCII
		options = append(options, wattle.Strict())
	}
	return nil
}
