package wattle

// #include "shim.h"
import "C"

const (
	// CondenseFromDepth is the depth from which on [ShouldCondense] says so.
	CondenseFromDepth uint32 = C.WATTLE_CONDENSE_FROM_DEPTH
	// SkipInformationalFromDepth is the depth from which on [SkipInformational] says so.
	SkipInformationalFromDepth uint32 = C.WATTLE_SKIP_INFORMATIONAL_FROM_DEPTH
	// DefaultActiveFraction is the share of what core leaves that the active tier may use, unless [WithActiveFraction] says otherwise.
	DefaultActiveFraction float64 = C.WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION
)

// Verdicts are what [ApplyBudgetGate] says of candidates: what a [Prompt] of them would say, without a text. It is a plain value.
type Verdicts struct {
	// Unit is what everything that is called chars here is counted in: that of [WithMeasure], else UnitChars.
	Unit Unit
	// Outcomes are those of all candidates, in their order.
	Outcomes []Outcome
	// TotalChars is the sum of the chars of what would be included; with Strict, separators included.
	TotalChars int64
	// TotalTokensEst is a quarter of TotalChars, rounded up; TotalChars itself if Unit is UnitTokens.
	TotalTokensEst int64
	// EffectiveBudget is the budget in chars, or Unlimited.
	EffectiveBudget int64
	// BudgetUsedPct is TotalChars in percent of EffectiveBudget, as in a Prompt.
	BudgetUsedPct Percent
	// OverBudget says that TotalChars is over EffectiveBudget.
	OverBudget bool
}

// Outcome is what would become of a candidate.
type Outcome struct {
	// Index is its place among the candidates.
	Index int
	// ID is its id.
	ID string
	// Tier is what it was held to.
	Tier Tier
	// Verdict says what would become of it.
	Verdict Verdict
	// Chars is its length, or as measured by whoever gave the candidate: of the text that would be there, or of the full one if it
	// would be dropped.
	Chars int64
	// TotalBefore is the running total at the moment it was decided on.
	TotalBefore int64
	// Limit is what it was held against; Unlimited for the core tier and without a budget.
	Limit int64
}

// EffectiveBudget is the budget that a composition with these options is held to: that of [WithBudget], or what the function of
// [WithBudgetFunc] gives, which this calls, or [Unlimited].
//
// Errors: those of [ComposeCandidates] that options cause.
func EffectiveBudget(options ...ComposeOption) (int64, error) {
	f := newFrame()
	defer f.done()
	f.begin(nil, nil)
	if err := f.take(options); err != nil {
		return 0, err
	}
	budget := one[C.uint64_t](&f.arena)
	if err := f.outcome(C.wattle_go_effective_budget(f.c, f.composeOptions(), budget)); err != nil {
		return 0, err
	}
	return decodeLimit(*budget), nil
}

// ApplyBudgetGate says what [ComposeCandidates] would do with candidates, without building a text. Probes are not told.
//
// Errors: those of [ComposeCandidates].
func ApplyBudgetGate(candidates []Candidate, options ...ComposeOption) (Verdicts, error) {
	if err := checkCandidates(candidates); err != nil {
		return Verdicts{}, err
	}
	f := newFrame()
	defer f.done()
	f.begin(nil, nil)
	if err := f.take(options); err != nil {
		return Verdicts{}, err
	}
	outcomes, err := f.gate(candidates)
	if err != nil {
		return Verdicts{}, err
	}
	return decodeVerdicts(f.c, candidates, outcomes), nil
}

// gate has the library decide on candidates: the figures are in the frame's summary, the outcomes in its arena.
func (f *frame) gate(candidates []Candidate) ([]C.wattle_outcome, error) {
	n := len(candidates)
	outcomes := array[C.wattle_outcome](&f.arena, n+1) // so that there is a first one
	outcomes[0].struct_size = C.sizeof_wattle_outcome
	status := C.wattle_go_apply_budget_gate(f.c, f.arena.candidates(candidates), C.size_t(n), f.composeOptions(), &outcomes[0])
	return outcomes[:n], f.outcome(status)
}

// ShouldCondense says whether a program does well to give a turn of this depth condensed texts: from [CondenseFromDepth] on.
func ShouldCondense(depth uint32) bool { return C.wattle_should_condense(C.uint32_t(depth)) != 0 }

// SkipInformational says whether a program does well to spare a turn of this depth the informational tier: from
// [SkipInformationalFromDepth] on.
func SkipInformational(depth uint32) bool {
	return C.wattle_skip_informational(C.uint32_t(depth)) != 0
}

// WouldFit says whether so many chars more stay within a limit, itself included: the test that the gate makes. [Unlimited] fits
// everything; a negative number is no length, and fits nothing.
func WouldFit(total, chars, limit int64) bool {
	if total < 0 || chars < 0 || limit < 0 {
		return false
	}
	return C.wattle_would_fit(C.uint64_t(total), C.uint64_t(chars), encodeBudget(limit)) != 0
}

func decodeVerdicts(c *C.wattle_go_frame, candidates []Candidate, outcomes []C.wattle_outcome) Verdicts {
	v := Verdicts{
		Unit:            decodeUnit(c),
		Outcomes:        make([]Outcome, len(candidates)),
		TotalChars:      int64(c.summary.total_chars),
		TotalTokensEst:  int64(c.summary.total_tokens_est),
		EffectiveBudget: decodeLimit(c.summary.effective_budget),
		BudgetUsedPct:   Percent(c.summary.budget_used_pct),
		OverBudget:      c.summary.over_budget != 0,
	}
	for i := range candidates {
		o := &outcomes[i]
		v.Outcomes[i] = Outcome{
			Index:       i,
			ID:          candidates[i].ID,
			Tier:        Tier(o.tier),
			Verdict:     Verdict(o.verdict),
			Chars:       int64(o.chars),
			TotalBefore: int64(o.total_before),
			Limit:       decodeLimit(o.limit),
		}
	}
	return v
}

//export wattleGoMeasure
func wattleGoMeasure(frame *C.wattle_go_frame, call *C.wattle_call, text *C.wattle_str, length *C.uint64_t) (status C.wattle_status) {
	in := enter(frame, call)
	defer in.leave(&status)
	n, err := in.scope.measure(copyString(text))
	if err == nil && n < 0 {
		err = negative("measure", "the length", n, "")
	}
	*length = C.uint64_t(n)
	return in.returned(err)
}
