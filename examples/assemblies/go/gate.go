package main

import (
	"fmt"

	wattle "wattle.dev/go"
)

// The gate alone: what would become of candidates of which only the lengths are known, and no text. Here they are files, of which
// those that do not fit need not be read.
func gate() error {
	file := func(name string, tier wattle.Tier, size int64) wattle.Candidate {
		return wattle.Candidate{ID: name, Tier: tier, Chars: wattle.Some(size)}
	}
	verdicts, err := wattle.ApplyBudgetGate([]wattle.Candidate{
		file("AGENTS.md", wattle.TierCore, 2400),
		file("docs/checkout.md", wattle.TierActive, 5200),
		file("docs/payments.md", wattle.TierActive, 9100),
		file("docs/parcels.md", wattle.TierActive, 1300),
		file("docs/history.md", wattle.TierInformational, 3000),
	}, wattle.WithBudget(12000), wattle.Strict())
	if err != nil {
		return err
	}
	for _, o := range verdicts.Outcomes {
		what := "read "
		if o.Verdict == wattle.Dropped {
			what = "leave"
		}
		fmt.Printf("%s  %-17s %4d after %d\n", what, o.ID, o.Chars, o.TotalBefore)
	}
	fmt.Printf("%d of %d chars\n", verdicts.TotalChars, verdicts.EffectiveBudget)

	// And would an answer of the search tool fit, its separator included?
	for _, answer := range []int64{80, 800} {
		fits := "no"
		if wattle.WouldFit(verdicts.TotalChars, answer+2, verdicts.EffectiveBudget) {
			fits = "yes"
		}
		fmt.Printf("%d more: %s\n", answer, fits)
	}
	return nil
}
