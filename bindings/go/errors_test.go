package wattle_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	wattle "wattle.dev/go"
)

// Each status is found by errors.Is, with the subject that it promises, and no other is.
func TestErrorsByStatus(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(appended("host.a", wattle.Text("a"))))
	must(t, r.RegisterPlugin(wattle.Plugin{Name: "p"}))
	must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.a", Content: wattle.Text("a")}))
	plugin := func(c wattle.Contribution) error {
		return r.RegisterPlugin(wattle.Plugin{Name: "q", Prompts: []wattle.Contribution{c}})
	}
	text := wattle.Text("x")
	predicate := func(wattle.Context, wattle.State) (bool, error) { return true, nil }
	compose := func(options ...wattle.ComposeOption) error {
		_, err := r.Compose(converse, nil, options...)
		return err
	}
	candidate := func(c wattle.Candidate) error {
		_, err := wattle.ComposeCandidates([]wattle.Candidate{c})
		return err
	}
	for _, test := range []struct {
		err     error
		status  wattle.Status
		subject string
	}{
		{r.Register(appended("nodot", text)), wattle.ErrUnnamespacedID, "nodot"},
		{r.Register(appended("", text)), wattle.ErrUnnamespacedID, ""},
		{r.Register(appended("core.x", text)), wattle.ErrReservedNamespace, "core.x"},
		{r.Register(replacing("safety.a", text)), wattle.ErrReservedNamespace, "safety.a"},
		{r.Register(appended("host.a", text)), wattle.ErrDuplicateContributionID, "host.a"},
		{r.Register(appended("host.b", nil)), wattle.ErrInvalidArgument, "host.b"},
		{r.Register(appended("host.b", wattle.Static(nil))), wattle.ErrInvalidArgument, "host.b"},
		{r.Register(appended("host.b", wattle.RuntimeAware(nil))), wattle.ErrInvalidArgument, "host.b"},
		{r.Register(appended("host.b", wattle.Gated(nil, "never ungated"))), wattle.ErrInvalidArgument, "host.b"},
		{r.Register(wattle.Contribution{ID: "host.b", Content: text}), wattle.ErrInvalidArgument, "mode"},
		{r.Register(wattle.Contribution{ID: "host.b", Mode: 99, Content: text}), wattle.ErrInvalidArgument, "mode"},
		{r.Register(wattle.Contribution{ID: "host.b", Mode: wattle.Append, Tier: 4, Content: text}), wattle.ErrInvalidArgument, "tier"},
		{r.Register(wattle.Contribution{ID: "host.b", Mode: wattle.Append, Origin: wattle.OriginStatic, Content: wattle.Gated(predicate, "x")}), wattle.ErrInvalidArgument, "host.b"},
		{plugin(appended("host.x", text)), wattle.ErrForeignNamespace, "host.x"},
		{plugin(appended("q.x", wattle.Gated(predicate, "x"))), wattle.ErrInvalidArgument, "q.x"},
		{r.RegisterPlugin(wattle.Plugin{Name: "p"}), wattle.ErrDuplicatePlugin, "p"},
		{r.RegisterPlugin(wattle.Plugin{Name: "a.b"}), wattle.ErrInvalidArgument, "a.b"},
		{r.ReplacePlugin(wattle.Plugin{Name: "q"}), wattle.ErrUnknownPlugin, "q"},
		{r.UnregisterPlugin("q"), wattle.ErrUnknownPlugin, "q"},
		{r.Unregister(wattle.OriginStatic, "host.b"), wattle.ErrUnknownContribution, "host.b"},
		{wattle.UnregisterGlobal(wattle.OriginStatic, "host.a"), wattle.ErrUnknownContribution, "host.a"},
		{wattle.RegisterGlobal(appended("host.a", text)), wattle.ErrInvalidArgument, "host.a"},
		{r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "host.x", Content: text}), wattle.ErrForeignNamespace, "host.x"},
		{r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.a", Content: text}), wattle.ErrDuplicateContributionID, "safety.a"},
		{r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.b"}), wattle.ErrInvalidArgument, "safety.b"},
		{r.UnregisterSafetyPolicy("safety.b"), wattle.ErrUnknownSafetyPolicy, "safety.b"},
		{compose(wattle.WithActiveFraction(1.5)), wattle.ErrInvalidArgument, "activeBudgetFraction"},
		{compose(wattle.WithActiveFraction(math.NaN())), wattle.ErrInvalidArgument, "activeBudgetFraction"},
		{compose(wattle.WithBudget(-1)), wattle.ErrInvalidArgument, "totalBudget"},
		{compose(wattle.WithBudget(-2)), wattle.ErrInvalidArgument, "totalBudget"},
		{compose(wattle.WithBudget(math.MinInt64)), wattle.ErrInvalidArgument, "totalBudget"},
		{compose(wattle.WithBudget(wattle.MaxChars + 1)), wattle.ErrInvalidArgument, "totalBudget"},
		{compose(wattle.WithBudget(wattle.Unlimited - 1)), wattle.ErrInvalidArgument, "totalBudget"},
		{compose(wattle.WithBudgetFunc(func(uint32, wattle.Optional[string]) (int64, error) { return wattle.MaxChars + 1, nil })), wattle.ErrInvalidArgument, "resolveBudget"},
		{candidate(wattle.Candidate{ID: "c"}), wattle.ErrInvalidArgument, "tier"},
		{candidate(wattle.Candidate{ID: "c", Tier: wattle.TierCore, Chars: wattle.Some[int64](-1)}), wattle.ErrInvalidArgument, "c"},
		{candidate(wattle.Candidate{ID: "c", Tier: wattle.TierCore, Chars: wattle.Some(wattle.MaxChars + 1)}), wattle.ErrInvalidArgument, "c"},
	} {
		var e *wattle.Error
		if !errors.As(test.err, &e) || !errors.Is(test.err, test.status) || e.Subject != test.subject {
			t.Errorf("got %#v, want %v with subject %q", test.err, test.status, test.subject)
			continue
		}
		if e.Message == "" || !strings.HasPrefix(e.Error(), "wattle: ") {
			t.Errorf("%v says %q", test.status, e.Error())
		}
		for _, other := range []wattle.Status{wattle.ErrInternal, wattle.ErrUnsupported} {
			if errors.Is(test.err, other) {
				t.Errorf("%v is %v too", test.err, other)
			}
		}
	}
	if got := textOf(t, r, converse, nil); got != "a" {
		t.Errorf("refusals left something behind: %q", got)
	}
}

// A negative budget from the function fails the call, and says which function and why.
func TestNegativeBudgetFromFunction(t *testing.T) {
	for _, chars := range []int64{-1, -2, math.MinInt64} {
		_, err := wattle.ComposeCandidates(nil, wattle.WithBudgetFunc(func(uint32, wattle.Optional[string]) (int64, error) {
			return chars, nil
		}))
		var e *wattle.Error
		if !errors.As(err, &e) || e.Subject != "resolveBudget" || !errors.Is(err, wattle.ErrInvalidArgument) {
			t.Errorf("%d: got %v", chars, err)
		}
	}
}

func TestUnknownEnabledPolicy(t *testing.T) {
	r := newRegistry(t, wattle.WithEnabledSafetyPolicies("safety.late"))
	resolve := func() error { _, err := r.Resolve(converse, nil); return err }
	var e *wattle.Error
	if err := resolve(); !errors.Is(err, wattle.ErrUnknownSafetyPolicy) || !errors.As(err, &e) || e.Subject != "safety.late" {
		t.Fatalf("got %v", err)
	}
	must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.late", Content: wattle.Text("late")}))
	must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.on", Content: wattle.Text("on"), EnabledByDefault: true}))
	expect := func(want string) {
		t.Helper()
		if got := textOf(t, r, converse, nil); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	expect("late")
	must(t, r.SetEnabledSafetyPolicies("safety.on", "safety.late", "safety.on"))
	expect("late\n\non")
	must(t, r.SetEnabledSafetyPolicies())
	expect("")
	must(t, r.UseDefaultSafetyPolicies())
	expect("on")
	must(t, r.SetEnabledSafetyPolicies("safety.late"))
	must(t, r.UnregisterSafetyPolicy("safety.late"))
	if err := resolve(); !errors.Is(err, wattle.ErrUnknownSafetyPolicy) {
		t.Errorf("got %v", err)
	}
	none := newRegistry(t, wattle.WithEnabledSafetyPolicies())
	must(t, none.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.on", Content: wattle.Text("on"), EnabledByDefault: true}))
	if got := textOf(t, none, converse, nil); got != "" {
		t.Errorf("an empty list enables %q", got)
	}
}

// Goroutines that fail at the same time each read their own error: its kind, subject, message and cause.
func TestErrorsOfGoroutines(t *testing.T) {
	const goroutines, rounds = 64, 100
	r := newRegistry(t)
	causes := make([]error, goroutines)
	for i := range causes {
		causes[i] = fmt.Errorf("cause %d", i)
		err := causes[i]
		must(t, r.Register(wattle.Contribution{
			ID:      fmt.Sprintf("host.f%d", i),
			Mode:    wattle.Append,
			Scope:   wattle.Scope{TenantID: wattle.Some(fmt.Sprint(i))},
			Content: wattle.RuntimeAware(func(io.Writer, wattle.Context, wattle.State) error { return err }),
		}))
	}
	var wg sync.WaitGroup
	for i := 0; i < goroutines; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			ctx := converse
			ctx.TenantID = wattle.Some(fmt.Sprint(i))
			for n := 0; n < rounds; n++ {
				id := fmt.Sprintf("nodot-%d-%d", i, n)
				err := r.Register(appended(id, wattle.Text("x")))
				var e *wattle.Error
				if !errors.As(err, &e) || e.Status != wattle.ErrUnnamespacedID || e.Subject != id || !strings.Contains(e.Message, id) {
					t.Errorf("goroutine %d: got %v", i, err)
					return
				}
				_, err = r.Resolve(ctx, nil)
				if !errors.As(err, &e) || e.Subject != fmt.Sprintf("host.f%d", i) || e.Unwrap() != causes[i] {
					t.Errorf("goroutine %d: got %v", i, err)
					return
				}
			}
		}(i)
	}
	wg.Wait()
}

func TestStatusNames(t *testing.T) {
	for status, name := range map[wattle.Status]string{
		0: "ok", wattle.ErrReEntrancy: "re-entrancy", wattle.ErrInvalidUTF8: "invalid-utf8", 12345: "unknown",
	} {
		if status.Name() != name {
			t.Errorf("%d: got %q, want %q", status, status.Name(), name)
		}
	}
}
