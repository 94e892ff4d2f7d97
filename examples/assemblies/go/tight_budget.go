package main

import (
	"fmt"

	wattle "wattle.dev/go"
)

// A tight budget: core is always in, the active tier has the larger part of the rest, the informational tier what is left. What
// does not fit is dropped, with the reason, and does not stop what comes later and is shorter.
func tightBudget() error {
	prompt, err := wattle.ComposeCandidates(agent(), wattle.WithBudget(560), wattle.Strict()) // strict.go has the reason
	if err != nil {
		return err
	}
	show("560 chars, 95 % of what core leaves for the active tier", prompt)
	fmt.Printf("its text\n%s\n", prompt.Text)

	prompt, err = wattle.ComposeCandidates(agent(), wattle.WithBudget(560), wattle.Strict(), wattle.WithActiveFraction(0.5))
	if err != nil {
		return err
	}
	show("560 chars, half of what core leaves for the active tier", prompt)
	return nil
}
