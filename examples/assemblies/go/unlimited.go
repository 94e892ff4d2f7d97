package main

import (
	"fmt"

	wattle "wattle.dev/go"
)

// No budget: every candidate is in the text, in the order given, joined by blank lines.
func unlimited() error {
	prompt, err := wattle.ComposeCandidates(agent())
	if err != nil {
		return err
	}
	show("without a budget", prompt)
	fmt.Printf("its text\n%s\n", prompt.Text)
	return nil
}
