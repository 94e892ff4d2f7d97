package main

import (
	"errors"
	"fmt"

	wattle "wattle.dev/go"
)

// A budget by depth: an agent that talks to the user has no limit, its sub-agents have ever less, a reviewer least, and below depth
// 2 there is none. The deeper the turn, the less it is told: condensed texts from depth 1 on, nothing informational from depth 2 on.
func depth() error {
	for _, turn := range []struct {
		title, role string
		depth       uint32
	}{
		{"depth 0", "", 0}, {"depth 1", "", 1}, {"depth 2", "", 2},
		{"depth 2, a reviewer", "reviewer", 2}, {"depth 3", "", 3},
	} {
		options := []wattle.ComposeOption{wattle.Strict(), wattle.WithBudgetFunc(budgetFor), wattle.WithBudgetDepth(turn.depth)}
		if turn.role != "" {
			options = append(options, wattle.WithBudgetRole(turn.role))
		}
		if _, err := wattle.EffectiveBudget(options...); err != nil { // before anything is gathered
			fmt.Println(turn.title)
			if err := refused(err); err != nil {
				return err
			}
			continue
		}
		prompt, err := wattle.ComposeCandidates(candidatesFor(turn.depth), options...)
		if err != nil {
			return err
		}
		show(turn.title, prompt)
	}
	return nil
}

func budgetFor(depth uint32, role wattle.Optional[string]) (int64, error) {
	budgets := []int64{wattle.Unlimited, 500, 400}
	if int(depth) >= len(budgets) {
		return 0, errors.New("no agent runs below depth 2")
	}
	if role.Or("") != "" {
		return 300, nil
	}
	return budgets[depth], nil
}

func candidatesFor(depth uint32) []wattle.Candidate {
	var candidates []wattle.Candidate
	for _, candidate := range agent() {
		if candidate.Tier == wattle.TierInformational && wattle.SkipInformational(depth) {
			continue
		}
		if text, shorter := condensed[candidate.ID]; shorter && wattle.ShouldCondense(depth) {
			candidate.Content = text
		}
		candidates = append(candidates, candidate)
	}
	return candidates
}
