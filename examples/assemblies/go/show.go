package main

import (
	"errors"
	"fmt"

	wattle "wattle.dev/go"
)

// refused prints how something was refused that should be; any other error, and none, is given back.
func refused(err error) error {
	var e *wattle.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("not refused: %w", err)
	}
	fmt.Printf("refused: %s: %s\n", e.Status.Name(), e.Message)
	return nil
}

// show prints a title, what became of every candidate and why (its length, what was taken before it, what both had to stay
// within), and the total.
func show(title string, prompt wattle.Prompt) {
	fmt.Println(title)
	for _, s := range prompt.Sections {
		fmt.Printf("  %-9s  %-20s %-13s %4d", s.Verdict, s.ID, s.Tier, s.Chars)
		if s.Limit != wattle.Unlimited {
			fmt.Printf(" after %d, limit %d", s.TotalBefore, s.Limit)
		}
		fmt.Println()
	}
	fmt.Printf("  in all %d %s", prompt.TotalChars, prompt.Unit)
	if prompt.EffectiveBudget != wattle.Unlimited {
		fmt.Printf(" of %d", prompt.EffectiveBudget)
	}
	if prompt.OverBudget {
		fmt.Print(", over budget")
	}
	fmt.Println()
}
