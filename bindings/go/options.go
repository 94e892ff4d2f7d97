package wattle

// #include "shim.h"
import "C"

import "math"

// Unlimited is no limit: as a budget, and as a reported limit.
const Unlimited int64 = math.MaxInt64

// MaxChars is the largest budget and number of chars, 2^53 - 1.
const MaxChars int64 = C.WATTLE_CHARS_MAX

// ComposeOption is a setting of a composition.
type ComposeOption interface{ applyToCompose(*settings) }

// ResolveOption is a setting of a resolution, and of a composition that resolves first.
type ResolveOption interface {
	ComposeOption
	applyToResolve(*settings)
}

// PromptOption is a setting of whatever gives a prompt: a composition, and a build of modules.
type PromptOption interface {
	ComposeOption
	BuildOption
}

// CallOption is a setting of every call that runs functions: a resolution, a composition, and a build of modules.
type CallOption interface {
	ResolveOption
	BuildOption
}

// BudgetFunc gives the budget for a depth and a role: chars up to [MaxChars], or [Unlimited].
type BudgetFunc func(depth uint32, runtimeRole Optional[string]) (int64, error)

// MeasureFunc gives the length of a text, up to [MaxChars], in a unit of its own.
type MeasureFunc func(text string) (int64, error)

// settings are what the options of a call say.
type settings struct {
	budget      Optional[int64]
	budgetFunc  BudgetFunc
	fraction    float64
	depth       uint32
	role        Optional[string]
	strict      bool
	measure     MeasureFunc
	measureUnit Unit
	staticFirst bool
	staticOnly  bool
	noEvent     bool
	noSections  bool
	dump        bool
	probes      *Probes
	build       buildSettings
}

type (
	composeOption func(*settings)
	resolveOption func(*settings)
	promptOption  func(*settings)
	callOption    func(*settings)
)

func (o composeOption) applyToCompose(s *settings) { o(s) }
func (o resolveOption) applyToCompose(s *settings) { o(s) }
func (o resolveOption) applyToResolve(s *settings) { o(s) }
func (o promptOption) applyToCompose(s *settings)  { o(s) }
func (o promptOption) applyToBuild(s *settings)    { o(s) }
func (o callOption) applyToCompose(s *settings)    { o(s) }
func (o callOption) applyToResolve(s *settings)    { o(s) }
func (o callOption) applyToBuild(s *settings)      { o(s) }

// StaticFirst puts static sections first, then the rest, safety last: the longest cacheable prefix. Compositions of raw
// candidates ignore it.
func StaticFirst() ResolveOption { return resolveOption(func(s *settings) { s.staticFirst = true }) }

// StaticOnly asks for the static-only resolution: no runtime-aware contribution and no hook runs, and a given state is
// ignored. Compositions of raw candidates ignore it.
func StaticOnly() ResolveOption { return resolveOption(func(s *settings) { s.staticOnly = true }) }

// WithProbes has the call observed.
func WithProbes(probes Probes) CallOption {
	return callOption(func(s *settings) { s.probes = &probes })
}

// WithBudget sets the total budget in chars, which are UTF-16 code units: from 0 to [MaxChars], or [Unlimited]. Without a
// budget there is no limit.
func WithBudget(chars int64) ComposeOption {
	return composeOption(func(s *settings) { s.budget = Some(chars) })
}

// WithBudgetFunc has the budget given by a function, where WithBudget gives none. It runs once, on the goroutine of the
// call. If it fails, or panics, so does the call, with the subject "resolveBudget".
func WithBudgetFunc(budget BudgetFunc) ComposeOption {
	return composeOption(func(s *settings) { s.budgetFunc = budget })
}

// WithActiveFraction sets the share of what core leaves that the active tier may use, from 0 to 1. The default is 0.95.
func WithActiveFraction(fraction float64) ComposeOption {
	return composeOption(func(s *settings) { s.fraction = fraction })
}

// WithBudgetDepth sets the depth that the function of WithBudgetFunc is told.
func WithBudgetDepth(depth uint32) ComposeOption {
	return composeOption(func(s *settings) { s.depth = depth })
}

// WithBudgetRole sets the role that the function of WithBudgetFunc is told.
func WithBudgetRole(role string) ComposeOption {
	return composeOption(func(s *settings) { s.role = Some(role) })
}

// Strict makes the budget a promise about the length of the text, separators included. Without it separators are not
// counted.
func Strict() ComposeOption { return composeOption(func(s *settings) { s.strict = true }) }

// WithMeasure has texts measured by a function, for instance a tokenizer, in place of counting their chars. unit is what it
// counts in, as [Prompt].Unit then says; it must not be empty. Budgets, limits and everything called chars are in that unit.
//
// The function runs on the goroutine of the call: once for each content that brings no Chars of its own, once for a condensed text
// where that is tried, and with Strict once, first, for the separator. If it fails, or panics, so does the call, with the candidate's
// id as the subject, or "measure" for the separator.
func WithMeasure(unit Unit, measure MeasureFunc) ComposeOption {
	return composeOption(func(s *settings) { s.measure, s.measureUnit = measure, unit })
}

// WithoutEvent leaves [Prompt].EventJSON and [ModulePrompt].MetadataJSON empty, and saves making them.
func WithoutEvent() PromptOption { return promptOption(func(s *settings) { s.noEvent = true }) }

// WithoutSections leaves [Bundle].Sections and [Prompt].Sections empty, and saves making them: for a program that is after text and
// figures alone. Tables and comparisons are made of them, and refuse what has none. The prompt that a probe is told has its sections all the same.
func WithoutSections() ResolveOption { return resolveOption(func(s *settings) { s.noSections = true }) }

// WithJSON brings [Bundle].JSON and [Prompt].JSON back: all of the result as JSON of one line, the same bytes in every language.
func WithJSON() CallOption { return callOption(func(s *settings) { s.dump = true }) }

// begin sets the options of a call to their defaults.
func (s *settings) begin() { *s = settings{fraction: C.WATTLE_DEFAULT_ACTIVE_BUDGET_FRACTION} }

// wanted says what the call brings back beside text and figures.
func (s *settings) wanted() C.int {
	var wanted C.int
	if !s.noSections {
		wanted |= C.WATTLE_GO_SECTIONS
	}
	if !s.noEvent {
		wanted |= C.WATTLE_GO_EVENT
	}
	if s.dump {
		wanted |= C.WATTLE_GO_DUMP
	}
	return wanted
}

// check refuses what Go can say and the library's numbers cannot.
func (s *settings) check() error {
	if budget := s.budget.Or(0); budget < 0 {
		return negative("totalBudget", "the budget", budget, " chars, and Unlimited")
	}
	return nil
}

func (f *frame) resolveOptions() *C.wattle_resolve_options {
	s := &f.scope.settings
	c := one[C.wattle_resolve_options](&f.arena)
	c.struct_size = C.sizeof_wattle_resolve_options
	c.static_first = flag(s.staticFirst)
	c.static_only = flag(s.staticOnly)
	c.probes = f.probes()
	return c
}

func (f *frame) composeOptions() *C.wattle_compose_options {
	s := &f.scope.settings
	c := one[C.wattle_compose_options](&f.arena)
	c.struct_size = C.sizeof_wattle_compose_options
	c.total_budget = C.WATTLE_NOT_SET
	if budget, given := s.budget.Get(); given {
		c.total_budget = encodeBudget(budget)
	}
	c.active_budget_fraction = C.double(s.fraction)
	c.depth = C.uint32_t(s.depth)
	c.strict = flag(s.strict)
	c.static_first = flag(s.staticFirst)
	c.static_only = flag(s.staticOnly)
	c.runtime_role = f.arena.optional(s.role)
	if s.budgetFunc != nil {
		c.resolve_budget = C.wattle_resolve_budget_fn(C.wattle_go_on_budget)
		c.resolve_budget_data = f.data()
	}
	c.probes = f.probes()
	c.measure_unit = f.arena.text(string(s.measureUnit))
	if s.measure != nil {
		c.measure = C.wattle_measure_fn(C.wattle_go_on_measure)
		c.measure_data = f.data()
	}
	return c
}

func encodeBudget(chars int64) C.uint64_t {
	if chars == Unlimited {
		return C.WATTLE_UNLIMITED
	}
	return C.uint64_t(chars)
}

func decodeLimit(chars C.uint64_t) int64 {
	if chars == C.WATTLE_UNLIMITED {
		return Unlimited
	}
	return int64(chars)
}
