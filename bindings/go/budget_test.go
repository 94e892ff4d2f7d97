package wattle_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	wattle "wattle.dev/go"
)

// words is a measure that counts words, and remembers what it was asked.
func words(asked *[]string) wattle.MeasureFunc {
	return func(text string) (int64, error) {
		*asked = append(*asked, text)
		return int64(len(strings.Fields(text))), nil
	}
}

// Budget, totals and limits are in the unit of the measure, which is asked once of each text that it is asked of.
func TestMeasure(t *testing.T) {
	candidates := []wattle.Candidate{
		{ID: "core", Content: "one two three", Tier: wattle.TierCore},
		{ID: "own", Content: "four", Tier: wattle.TierInformational, Chars: wattle.Some[int64](2)},
		{ID: "long", Content: "five six seven", Condensed: wattle.Some("eight"), Tier: wattle.TierInformational},
		{ID: "empty", Tier: wattle.TierActive},
	}
	for _, test := range []struct {
		unit     wattle.Unit
		estimate int64
		options  []wattle.ComposeOption
		asked    []string
	}{
		{"words", 2, nil, []string{"one two three", "five six seven", "", "eight"}},
		{wattle.UnitTokens, 6, []wattle.ComposeOption{wattle.Strict()}, []string{"\n\n", "one two three", "five six seven", "", "eight"}},
		{wattle.UnitChars, 2, nil, []string{"one two three", "five six seven", "", "eight"}},
		{"a \"unit\"\x00é", 2, nil, []string{"one two three", "five six seven", "", "eight"}},
	} {
		var asked []string
		options := append(test.options, wattle.WithMeasure(test.unit, words(&asked)), wattle.WithBudget(6), wattle.WithActiveFraction(1))
		prompt, err := wattle.ComposeCandidates(candidates, options...)
		must(t, err)
		if prompt.Text != "one two three\n\nfour\n\neight\n\n" || !reflect.DeepEqual(asked, test.asked) {
			t.Errorf("%s: got %q after %q", test.unit, prompt.Text, asked)
		}
		if prompt.Unit != test.unit || prompt.TotalChars != 6 || prompt.TotalTokensEst != test.estimate || prompt.BudgetUsedPct != 100 {
			t.Errorf("%s: got %+v", test.unit, prompt)
		}
	}
}

// In a registry the measure takes the place of the sections' own chars, for the probe too.
func TestMeasureOfRegistry(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(appended("host.a", wattle.Text("one two")), appended("host.b", wattle.Text("three"))))
	var asked []string
	var built wattle.Prompt
	prompt, err := r.Compose(converse, nil, wattle.WithMeasure("words", words(&asked)), wattle.WithProbes(wattle.Probes{
		OnBuilt: func(prompt wattle.Prompt) error {
			built = prompt
			return nil
		},
	}))
	must(t, err)
	if prompt.Unit != "words" || prompt.TotalChars != 3 || prompt.Sections[0].Chars != 2 || !reflect.DeepEqual(prompt, built) {
		t.Errorf("got %+v, the probe %+v", prompt, built)
	}
	if want := []string{"one two", "three"}; !reflect.DeepEqual(asked, want) {
		t.Errorf("it was asked %q", asked)
	}
	if prompt, err = r.Compose(converse, nil); err != nil || prompt.Unit != wattle.UnitChars || prompt.TotalChars != 12 {
		t.Errorf("got %+v, %v", prompt, err)
	}
}

// Measures that fail, give what is no length, or have no unit.
func TestBadMeasures(t *testing.T) {
	candidates := []wattle.Candidate{
		{ID: "a", Content: "first", Tier: wattle.TierCore},
		{ID: "b", Content: "second", Condensed: wattle.Some("short"), Tier: wattle.TierInformational},
	}
	at := func(bad string, length int64, err error) wattle.ComposeOption {
		return wattle.WithMeasure("words", func(text string) (int64, error) {
			if text == bad {
				return length, err
			}
			return 1, nil
		})
	}
	failure := errors.New("no tokenizer")
	for _, test := range []struct {
		measure wattle.ComposeOption
		status  wattle.Status
		subject string
	}{
		{at("first", 0, failure), wattle.ErrCallbackFailed, "a"},
		{at("second", 0, failure), wattle.ErrCallbackFailed, "b"},
		{at("short", 0, failure), wattle.ErrCallbackFailed, "b"},
		{at("\n\n", 0, failure), wattle.ErrCallbackFailed, "measure"},
		{at("first", -1, nil), wattle.ErrCallbackFailed, "a"},
		{at("first", math.MinInt64, nil), wattle.ErrCallbackFailed, "a"},
		{at("first", wattle.MaxChars+1, nil), wattle.ErrInvalidArgument, "a"},
		{at("short", wattle.Unlimited, nil), wattle.ErrInvalidArgument, "b"},
		{at("\n\n", wattle.MaxChars+1, nil), wattle.ErrInvalidArgument, "measure"},
		{wattle.WithMeasure("", func(string) (int64, error) { return 1, nil }), wattle.ErrInvalidArgument, "measure_unit"},
		{wattle.WithMeasure("words", nil), wattle.ErrInvalidArgument, "measure_unit"},
		{wattle.WithMeasure("\xff", func(string) (int64, error) { return 1, nil }), wattle.ErrInvalidUTF8, "measure_unit"},
	} {
		options := []wattle.ComposeOption{test.measure, wattle.Strict(), wattle.WithBudget(2)}
		_, composing := wattle.ComposeCandidates(candidates, options...)
		_, gating := wattle.ApplyBudgetGate(candidates, options...)
		for _, err := range []error{composing, gating} {
			var e *wattle.Error
			if !errors.As(err, &e) || !errors.Is(err, test.status) || e.Subject != test.subject {
				t.Errorf("got %#v, want %v with subject %q", err, test.status, test.subject)
			}
		}
	}
	_, err := wattle.ComposeCandidates(candidates, at("first", 0, failure))
	if !errors.Is(err, failure) {
		t.Errorf("the measure's own error is lost: %v", err)
	}
	_, err = wattle.ComposeCandidates(candidates, at("first", -1, nil))
	if !errors.Is(err, wattle.ErrInvalidArgument) || !strings.Contains(err.Error(), "the length is -1") {
		t.Errorf("got %v", err)
	}
}

// The gate says of candidates what their prompt says, in every mode.
func TestApplyBudgetGate(t *testing.T) {
	candidates := []wattle.Candidate{
		{ID: "info", Content: "information", Condensed: wattle.Some("info"), Tier: wattle.TierInformational},
		{ID: "core", Content: "core", Tier: wattle.TierCore},
		{ID: "", Content: "🚀", Tier: wattle.TierActive, Chars: wattle.Some[int64](50)},
	}
	var asked []string
	for _, options := range [][]wattle.ComposeOption{
		nil,
		{wattle.WithBudget(0)},
		{wattle.WithBudget(9), wattle.Strict()},
		{wattle.WithBudget(10), wattle.Strict()},
		{wattle.WithBudget(60), wattle.WithActiveFraction(1)},
		{wattle.WithBudget(3), wattle.WithMeasure("words", words(&asked))},
		{wattle.WithBudget(3), wattle.WithMeasure(wattle.UnitTokens, words(&asked)), wattle.Strict()},
	} {
		verdicts, err := wattle.ApplyBudgetGate(candidates, options...)
		must(t, err)
		prompt, err := wattle.ComposeCandidates(candidates, options...)
		must(t, err)
		want := wattle.Verdicts{
			Unit: prompt.Unit, TotalChars: prompt.TotalChars, TotalTokensEst: prompt.TotalTokensEst,
			EffectiveBudget: prompt.EffectiveBudget, BudgetUsedPct: prompt.BudgetUsedPct, OverBudget: prompt.OverBudget,
		}
		for _, s := range prompt.Sections {
			want.Outcomes = append(want.Outcomes, wattle.Outcome{
				Index: s.Index, ID: s.ID, Tier: s.Tier, Verdict: s.Verdict, Chars: s.Chars, TotalBefore: s.TotalBefore, Limit: s.Limit,
			})
		}
		if !reflect.DeepEqual(verdicts, want) {
			t.Errorf("got %+v, want %+v", verdicts, want)
		}
	}
	none, err := wattle.ApplyBudgetGate(nil, wattle.WithBudget(7))
	must(t, err)
	if len(none.Outcomes) != 0 || none.EffectiveBudget != 7 || none.Unit != wattle.UnitChars {
		t.Errorf("got %+v", none)
	}
	candidates[2].Chars = wattle.Some[int64](-1)
	if _, err := wattle.ApplyBudgetGate(candidates); !errors.Is(err, wattle.ErrInvalidArgument) {
		t.Errorf("got %v", err)
	}
}

func TestEffectiveBudget(t *testing.T) {
	byFunc := func(chars int64, err error) wattle.ComposeOption {
		return wattle.WithBudgetFunc(func(depth uint32, role wattle.Optional[string]) (int64, error) {
			return chars + int64(depth) + int64(len(role.Or(""))), err
		})
	}
	for _, test := range []struct {
		options []wattle.ComposeOption
		budget  int64
		status  wattle.Status
	}{
		{nil, wattle.Unlimited, 0},
		{[]wattle.ComposeOption{wattle.WithBudget(0)}, 0, 0},
		{[]wattle.ComposeOption{byFunc(10, nil), wattle.WithBudgetDepth(3), wattle.WithBudgetRole("lead")}, 17, 0},
		{[]wattle.ComposeOption{byFunc(wattle.Unlimited, nil)}, wattle.Unlimited, 0},
		{[]wattle.ComposeOption{byFunc(0, errors.New("no")), wattle.WithBudget(5)}, 5, 0},
		{[]wattle.ComposeOption{byFunc(0, errors.New("no"))}, 0, wattle.ErrCallbackFailed},
		{[]wattle.ComposeOption{byFunc(wattle.MaxChars+1, nil)}, 0, wattle.ErrInvalidArgument},
		{[]wattle.ComposeOption{wattle.WithBudget(-1)}, 0, wattle.ErrInvalidArgument},
		{[]wattle.ComposeOption{wattle.WithActiveFraction(2)}, 0, wattle.ErrInvalidArgument},
	} {
		budget, err := wattle.EffectiveBudget(test.options...)
		if budget != test.budget || (test.status == 0) != (err == nil) || (err != nil && !errors.Is(err, test.status)) {
			t.Errorf("got %d, %v, want %d, %v", budget, err, test.budget, test.status)
		}
	}
}

func TestThresholds(t *testing.T) {
	said := ""
	for depth := uint32(0); depth < 4; depth++ {
		said += fmt.Sprint(depth, wattle.ShouldCondense(depth), wattle.SkipInformational(depth), " ")
	}
	if said != "0 false false 1 true false 2 true true 3 true true " {
		t.Errorf("got %q", said)
	}
	if wattle.CondenseFromDepth != 1 || wattle.SkipInformationalFromDepth != 2 || wattle.DefaultActiveFraction != 0.95 {
		t.Error("the thresholds are others")
	}
	for _, test := range []struct {
		total, chars, limit int64
		fits                bool
	}{
		{3, 4, 7, true}, {3, 5, 7, false}, {0, 0, 0, true}, {wattle.MaxChars, 1, wattle.MaxChars, false},
		{math.MaxInt64, math.MaxInt64, wattle.Unlimited, true}, {math.MaxInt64, math.MaxInt64, wattle.MaxChars, false},
		{-1, 0, 7, false}, {0, -1, 7, false}, {0, 0, -1, false}, {-1, 0, wattle.Unlimited, false},
	} {
		if wattle.WouldFit(test.total, test.chars, test.limit) != test.fits {
			t.Errorf("%+v is not so", test)
		}
	}
}
