package main

import (
	"errors"
	"fmt"

	wattle "wattle.dev/go"
)

// Core alone is over the budget: it is kept whole, all else is dropped, and the prompt says that it is over budget. A host that
// will not send such a prompt has a probe refuse it.
func coreOverflow() error {
	prompt, err := wattle.ComposeCandidates(agent(), wattle.WithBudget(200), wattle.Strict())
	if err != nil {
		return err
	}
	show("200 chars, and core has more", prompt)
	fmt.Printf("its text\n%s\n", prompt.Text)

	refuseOverBudget := wattle.Probes{OnBuilt: func(prompt wattle.Prompt) error {
		if prompt.OverBudget {
			return errors.New("the window has no room for what must be said")
		}
		return nil
	}}
	_, err = wattle.ComposeCandidates(agent(), wattle.WithBudget(200), wattle.Strict(), wattle.WithProbes(refuseOverBudget))
	return refused(err)
}
