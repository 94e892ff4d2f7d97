package main

import (
	"bufio"
	"math"
	"reflect"

	wattle "wattle.dev/go"
	"wattle.dev/go/internal/live"
)

func runComposeCase(c *composeCase, out *bufio.Writer) checks {
	var check checks
	candidates := make([]wattle.Candidate, len(c.Candidates))
	for i, in := range c.Candidates {
		candidates[i] = wattle.Candidate{
			ID: in.ID, Content: in.Content, Tier: tiers[in.Tier], Condensed: optional(in.Condensed), Chars: optional(in.Chars),
		}
	}
	composeAndCheck(c.Name, 0, &c.Expect, out, &check, c.Config.options(), func(options []wattle.ComposeOption) (wattle.Prompt, error) {
		prompt, err := wattle.ComposeCandidates(candidates, options...)
		checkGate(candidates, options, prompt, err, &check)
		return prompt, err
	})
	if n := live.Handles(); n != 0 {
		check.addf("%d handles are left", n)
		live.Add(-n)
	}
	return check
}

// checkGate holds the gate alone against the prompt: it says the same of every candidate, or fails as composing does.
func checkGate(candidates []wattle.Candidate, options []wattle.ComposeOption, prompt wattle.Prompt, composing error, check *checks) {
	verdicts, gating := wattle.ApplyBudgetGate(candidates, options...)
	if composing != nil {
		check.equal("gate", 0, "error", errorOf(gating).Status, errorOf(composing).Status)
		return
	}
	check.equal("gate", 0, "error", gating, nil)
	for i, s := range prompt.Sections {
		check.equal("gate", i, "outcome", verdicts.Outcomes[i], wattle.Outcome{
			Index: s.Index, ID: s.ID, Tier: s.Tier, Verdict: s.Verdict, Chars: s.Chars, TotalBefore: s.TotalBefore, Limit: s.Limit,
		})
	}
	check.equal("gate", 0, "totalChars", verdicts.TotalChars, prompt.TotalChars)
}

// composeAndCheck runs one composition, writes its line, and compares it.
func composeAndCheck(name string, i int, expect *composeExpect, out *bufio.Writer, check *checks,
	options []wattle.ComposeOption, compose func([]wattle.ComposeOption) (wattle.Prompt, error)) {
	var built []wattle.Prompt
	prompt, err := compose(append(options, wattle.WithProbes(wattle.Probes{
		OnBuilt: func(prompt wattle.Prompt) error {
			built = append(built, prompt)
			return nil
		},
	})))
	l := newLine(name, "compose", i)
	if err != nil {
		l.failure("error", err)
		check.failure("compose", i, err, expect.failure)
	} else if len(built) != 1 || !reflect.DeepEqual(built[0], prompt) {
		check.addf("compose %d: onBuilt was told %+v, the prompt is %+v", i, built, prompt)
	} else {
		l.prompt(prompt, built[0].EventJSON)
		expect.check(i, prompt, built[0].EventJSON, check)
	}
	l.end(out)
}

func (e *composeExpect) check(i int, prompt wattle.Prompt, event string, check *checks) {
	check.equal("compose", i, "error", "", e.Error)
	check.equal("compose", i, "composed", prompt.Text, e.Composed)
	check.equal("compose", i, "stablePrefix", prompt.StablePrefix, e.StablePrefix)
	check.equal("compose", i, "totalChars", prompt.TotalChars, e.TotalChars)
	check.equal("compose", i, "totalTokensEst", prompt.TotalTokensEst, e.TotalTokensEst)
	check.equal("compose", i, "overBudget", prompt.OverBudget, e.OverBudget)
	check.equal("compose", i, "eventJson", event, e.EventJSON)

	budget, percent := wattle.Unlimited, math.Inf(1)
	if e.EffectiveBudget != nil {
		budget = *e.EffectiveBudget
	}
	if e.BudgetUsedPct != nil {
		percent = *e.BudgetUsedPct
	}
	check.equal("compose", i, "effectiveBudget", prompt.EffectiveBudget, budget)
	check.equal("compose", i, "budgetUsedPct", math.Float64bits(prompt.BudgetUsedPct), math.Float64bits(percent))

	in := []included{}
	for _, s := range prompt.Included() {
		in = append(in, included{s.Index, s.ID, s.Tier.String(), s.Start, s.End, s.Chars, s.Verdict == wattle.Condensed})
	}
	check.equal("compose", i, "included", in, e.Included)
	out := []dropped{}
	for _, s := range prompt.Dropped() {
		out = append(out, dropped{s.Index, s.ID, s.Tier.String(), s.Chars, s.TotalBefore, s.Limit})
	}
	check.equal("compose", i, "dropped", out, e.Dropped)
}
