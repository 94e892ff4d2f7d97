package wattle_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	wattle "wattle.dev/go"
)

// Every option reaches the library.
func TestComposeOptions(t *testing.T) {
	candidates := []wattle.Candidate{
		{ID: "core", Content: "12345", Tier: wattle.TierCore},
		{ID: "active", Content: "1234567890", Tier: wattle.TierActive},
		{ID: "info", Content: "12345", Tier: wattle.TierInformational, Condensed: wattle.Some("")},
		{ID: "measured", Content: "🚀", Tier: wattle.TierInformational, Chars: wattle.Some[int64](3)},
	}
	var depth uint32
	var role wattle.Optional[string]
	byFunc := func(chars int64) wattle.ComposeOption {
		return wattle.WithBudgetFunc(func(d uint32, r wattle.Optional[string]) (int64, error) {
			depth, role = d, r
			return chars, nil
		})
	}
	for name, test := range map[string]struct {
		options  []wattle.ComposeOption
		included string
		budget   int64
	}{
		"no budget":        {nil, "core active info measured", wattle.Unlimited},
		"unlimited":        {[]wattle.ComposeOption{wattle.WithBudget(wattle.Unlimited), byFunc(0)}, "core active info measured", wattle.Unlimited},
		"nothing":          {[]wattle.ComposeOption{wattle.WithBudget(0)}, "core", 0},
		"last one counts":  {[]wattle.ComposeOption{wattle.WithBudget(0), wattle.WithBudget(wattle.MaxChars)}, "core active info measured", wattle.MaxChars},
		"condensed":        {[]wattle.ComposeOption{wattle.WithBudget(9)}, "core info measured", 9},
		"fraction":         {[]wattle.ComposeOption{wattle.WithBudget(15), wattle.WithActiveFraction(0.99)}, "core info measured", 15},
		"fraction 1":       {[]wattle.ComposeOption{wattle.WithBudget(15), wattle.WithActiveFraction(1)}, "core active info", 15},
		"strict":           {[]wattle.ComposeOption{wattle.WithBudget(15), wattle.WithActiveFraction(1), wattle.Strict()}, "core info", 15},
		"function":         {[]wattle.ComposeOption{byFunc(9), wattle.WithBudgetDepth(3), wattle.WithBudgetRole("")}, "core info measured", 9},
		"function without": {[]wattle.ComposeOption{byFunc(wattle.Unlimited)}, "core active info measured", wattle.Unlimited},
	} {
		t.Run(name, func(t *testing.T) {
			depth, role = 0, wattle.Some("not told")
			prompt, err := wattle.ComposeCandidates(candidates, test.options...)
			must(t, err)
			var ids []string
			for _, s := range prompt.Included() {
				ids = append(ids, s.ID)
			}
			if got := strings.Join(ids, " "); got != test.included || prompt.EffectiveBudget != test.budget {
				t.Errorf("got %q with %d, want %q with %d", got, prompt.EffectiveBudget, test.included, test.budget)
			}
			if len(ids)+len(prompt.Dropped()) != len(candidates) || prompt.OverBudget != (prompt.TotalChars > test.budget) {
				t.Errorf("got %+v", prompt)
			}
			switch name {
			case "function":
				if depth != 3 || role != wattle.Some("") {
					t.Errorf("the function was told %d, %v", depth, role)
				}
			case "function without":
				if depth != 0 || role != (wattle.Optional[string]{}) {
					t.Errorf("the function was told %d, %v", depth, role)
				}
			case "nothing":
				if !prompt.OverBudget || !math.IsInf(float64(prompt.BudgetUsedPct), 1) || prompt.Sections[1].Limit != 0 {
					t.Errorf("got %+v", prompt)
				}
			}
		})
	}
}

// The probe is told the prompt that the caller gets; the event is there unless it is not wanted.
func TestBuiltAndEvent(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(appended("host.a", wattle.Text("a")), appended("host.b", runtimeAware(func() error { return nil }))))
	var built []wattle.Prompt
	probes := wattle.WithProbes(wattle.Probes{OnBuilt: func(prompt wattle.Prompt) error {
		built = append(built, prompt)
		return nil
	}})
	prompt, err := r.Compose(converse, nil, probes)
	must(t, err)
	if len(built) != 1 || !reflect.DeepEqual(built[0], prompt) || !strings.HasPrefix(prompt.EventJSON, `{"sections":1,`) {
		t.Errorf("got %+v, the probe %+v", prompt, built)
	}
	quiet, err := r.Compose(converse, nil, wattle.WithoutEvent())
	must(t, err)
	prompt.EventJSON = ""
	if !reflect.DeepEqual(quiet, prompt) {
		t.Errorf("got %+v, want %+v", quiet, prompt)
	}
}

// Results stay what they are when later calls, also failing and much larger ones, use the same memory in C.
func TestResultsStay(t *testing.T) {
	candidates := func(text string) []wattle.Candidate {
		return []wattle.Candidate{{ID: "id of " + text, Content: text, Tier: wattle.TierCore}}
	}
	r := newRegistry(t)
	must(t, r.Register(appended("host.a", wattle.RuntimeAware(func(w io.Writer, _ wattle.Context, state wattle.State) error {
		_, err := io.WriteString(w, state.PluginMetadata.Or(""))
		return err
	}))))
	builder := newBuilder(t, wattle.Module{Name: "m", Render: lines("module")})
	for _, size := range []int{10, 1000, 3 << 20, 20} {
		text := strings.Repeat("x", size)
		prompt, err := wattle.ComposeCandidates(candidates(text), wattle.WithJSON())
		must(t, err)
		copied := fmt.Sprintf("%+v", prompt)
		composed, err := r.Compose(converse, &wattle.State{PluginMetadata: wattle.Some(text)})
		must(t, err)
		bundle, err := r.Resolve(converse, &wattle.State{PluginMetadata: wattle.Some(text + "!")})
		must(t, err)
		built, err := builder.Build(windowOf(100))
		must(t, err)
		if _, err := wattle.ComposeCandidates(candidates("\xff")); err == nil {
			t.Error("no error")
		}
		again, err := wattle.ComposeCandidates(candidates("yy"))
		must(t, err)
		if got := fmt.Sprintf("%+v", prompt); got != copied {
			t.Errorf("%d bytes: the prompt has changed", size)
		}
		if composed.Text != text || bundle.Text != text+"!" || built.Text != "module" || again.Text != "yy" {
			t.Errorf("%d bytes: got %d, %d, %q, %q", size, len(composed.Text), len(bundle.Text), built.Text, again.Text)
		}
	}
}

// Sections that are not wanted are not there, and all else is as it was; what the probe is told has them.
func TestWithoutSections(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(appended("host.a", wattle.Text("a")), appended("host.b", wattle.Text("b"))))
	told := 0
	probes := wattle.WithProbes(wattle.Probes{OnBuilt: func(prompt wattle.Prompt) error {
		told = len(prompt.Sections)
		return nil
	}})
	prompt, err := r.Compose(converse, nil)
	must(t, err)
	lean, err := r.Compose(converse, nil, wattle.WithoutSections(), probes)
	must(t, err)
	prompt.Sections = []wattle.Section{}
	if !reflect.DeepEqual(lean, prompt) || told != 2 {
		t.Errorf("got %+v, want %+v; the probe was told %d sections", lean, prompt, told)
	}
	bundle, err := r.Resolve(converse, nil)
	must(t, err)
	leanBundle, err := r.Resolve(converse, nil, wattle.WithoutSections())
	must(t, err)
	bundle.Sections = []wattle.Section{}
	if !reflect.DeepEqual(leanBundle, bundle) {
		t.Errorf("got %+v, want %+v", leanBundle, bundle)
	}
	_, table := lean.Table()
	_, tableOfBundle := leanBundle.Table()
	_, difference := prompt.Diff(lean)
	_, differenceOfBundles := leanBundle.Diff(bundle)
	for _, err := range []error{table, tableOfBundle, difference, differenceOfBundles} {
		var e *wattle.Error
		if !errors.As(err, &e) || !errors.Is(err, wattle.ErrInvalidArgument) || e.Subject != "Sections" {
			t.Errorf("got %v", err)
		}
	}
}

// A static-only resolution ignores the state; static first moves what is static to the front.
func TestResolveOptions(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(
		wattle.Contribution{ID: "host.r", Mode: wattle.Prepend, Content: wattle.Text("turn"), Origin: wattle.OriginRuntimeAware},
		appended("host.s", wattle.Text("static")),
	))
	for _, test := range []struct {
		options    []wattle.ResolveOption
		text       string
		prefix     int
		staticOnly bool
	}{
		{nil, "turn\n\nstatic", 0, false},
		{[]wattle.ResolveOption{wattle.StaticFirst()}, "static\n\nturn", 6, false},
		{[]wattle.ResolveOption{wattle.StaticOnly()}, "static", 6, true},
	} {
		bundle, err := r.Resolve(converse, &wattle.State{}, test.options...)
		must(t, err)
		if bundle.Text != test.text || bundle.StablePrefix != test.prefix || bundle.StaticOnly != test.staticOnly {
			t.Errorf("got %+v, want %+v", bundle, test)
		}
		var options []wattle.ComposeOption
		for _, option := range test.options {
			options = append(options, option)
		}
		prompt, err := r.Compose(converse, &wattle.State{}, options...)
		must(t, err)
		if prompt.Text != test.text || prompt.StablePrefix != test.prefix || prompt.StaticOnly != test.staticOnly {
			t.Errorf("got %+v, want %+v", prompt, test)
		}
		if bundle.TotalChars != int64(len(test.text)) || bundle.TotalTokensEst != (bundle.TotalChars+3)/4 {
			t.Errorf("got %+v", bundle)
		}
	}
}

func TestNames(t *testing.T) {
	for got, want := range map[string]string{
		wattle.Replace.String(): "replace", wattle.OriginRuntimeAware.String(): "runtime-aware",
		wattle.TierInformational.String(): "informational", wattle.Synthesize.String(): "synthesize",
		wattle.Condensed.String(): "condensed", wattle.Mode(99).String(): "unknown",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if parts := strings.Split(wattle.Version(), "."); len(parts) != 3 {
		t.Errorf("version %q", wattle.Version())
	}
}

// Globals reach the registries that they name, and all of them for "*".
func TestGlobals(t *testing.T) {
	named, other := newRegistry(t, wattle.WithRuntimeID("named")), newRegistry(t)
	must(t, wattle.RegisterGlobal(appended("global.one", wattle.Text("one")), "nobody", "named"))
	must(t, wattle.RegisterGlobal(appended("global.all", wattle.Text("all")), "*"))
	if a, b := textOf(t, named, converse, nil), textOf(t, other, converse, nil); a != "one\n\nall" || b != "all" {
		t.Errorf("got %q and %q", a, b)
	}
	must(t, wattle.UnregisterGlobal(wattle.OriginStatic, "global.one"))
	must(t, wattle.UnregisterGlobal(wattle.OriginStatic, "global.all"))
	if a, b := textOf(t, named, converse, nil), textOf(t, other, converse, nil); a != "" || b != "" {
		t.Errorf("got %q and %q", a, b)
	}
}
