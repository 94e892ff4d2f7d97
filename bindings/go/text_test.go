package wattle_test

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"testing"

	wattle "wattle.dev/go"
)

// Text is bytes in, bytes out: NUL bytes, any UTF-8, any size, written in any pieces.
func TestTextsComeBackWhole(t *testing.T) {
	texts := []string{
		"a\x00b", "\x00", "\ufeffbom", "é日本🚀", "\r\n \t", "\u2028", "\U0010ffff",
		strings.Repeat("x", 4095), strings.Repeat("x", 4096), strings.Repeat("x", 4097), strings.Repeat("🚀\x00", 100_000), strings.Repeat("z", 3<<20),
	}
	for _, text := range texts {
		for _, piece := range []int{1, 3, 1000, 4096, 5000, len(text)} {
			if piece > len(text) || len(text)/piece > 20_000 {
				continue
			}
			r := newRegistry(t)
			write := func(w io.Writer, _ wattle.Context) error {
				for rest := text; rest != ""; {
					n := piece
					if n > len(rest) {
						n = len(rest)
					}
					if _, err := w.Write([]byte(rest[:n])); err != nil {
						return err
					}
					rest = rest[n:]
				}
				return nil
			}
			must(t, r.Register(appended("host.a", wattle.Text(text)), appended("host.b", wattle.Static(write)),
				appended("host.\u00e9\U0001f680", wattle.Gated(func(wattle.Context, wattle.State) (bool, error) { return true, nil }, text))))
			bundle, err := r.Resolve(converse, nil)
			must(t, err)
			if want := text + "\n\n" + text + "\n\n" + text; bundle.Text != want {
				t.Fatalf("%.20q in pieces of %d: got %.60q", text, piece, bundle.Text)
			}
			if id := bundle.Sections[2].ID; id != "host.\u00e9\U0001f680" || bundle.Sections[1].Text != text {
				t.Fatalf("got %q", id)
			}
		}
	}
}

// A Go string may be anything; what is not UTF-8 is refused wherever it goes in.
func TestBadUTF8(t *testing.T) {
	const bad = "a\xffb"
	r := newRegistry(t)
	text := wattle.Text("x")
	ctx := func(change func(*wattle.Context)) error {
		ctx := converse
		change(&ctx)
		_, err := r.Resolve(ctx, nil)
		return err
	}
	state := func(state wattle.State) error {
		_, err := r.Resolve(converse, &state)
		return err
	}
	candidate := func(c wattle.Candidate) error {
		c.Tier = wattle.TierCore
		_, err := wattle.ComposeCandidates([]wattle.Candidate{c})
		return err
	}
	contribution := func(change func(*wattle.Contribution)) error {
		c := appended("host.x", text)
		change(&c)
		return r.Register(c)
	}
	_, role := wattle.ComposeCandidates(nil, wattle.WithBudgetRole(bad))
	_, runtimeID := wattle.New(wattle.WithRuntimeID(bad))
	_, enabled := wattle.New(wattle.WithEnabledSafetyPolicies("safety.a", bad))
	_, fingerprint := r.Fingerprint(wattle.Context{CallClass: wattle.Converse, Family: bad})
	for name, err := range map[string]error{
		"id":            contribution(func(c *wattle.Contribution) { c.ID = "host." + bad }),
		"text":          contribution(func(c *wattle.Contribution) { c.Content = wattle.Text(bad) }),
		"surrogate":     contribution(func(c *wattle.Contribution) { c.Content = wattle.Text("\xed\xa0\x80") }),
		"condensed":     contribution(func(c *wattle.Contribution) { c.Condensed = wattle.Some(bad) }),
		"scope.family":  contribution(func(c *wattle.Contribution) { c.Scope.Family = wattle.Some(bad) }),
		"scope.tenant":  contribution(func(c *wattle.Contribution) { c.Scope.TenantID = wattle.Some(bad) }),
		"scope.role":    contribution(func(c *wattle.Contribution) { c.Scope.RuntimeRole = wattle.Some(bad) }),
		"requiresTools": contribution(func(c *wattle.Contribution) { c.RequiresTools = []string{"a", bad} }),
		"family":        ctx(func(c *wattle.Context) { c.Family = bad }),
		"tenant":        ctx(func(c *wattle.Context) { c.TenantID = wattle.Some(bad) }),
		"role":          ctx(func(c *wattle.Context) { c.RuntimeRole = wattle.Some(bad) }),
		"tools":         state(wattle.State{LoadedTools: []string{bad}}),
		"intents":       state(wattle.State{DetectedIntents: []string{bad}}),
		"metadata":      state(wattle.State{PluginMetadata: wattle.Some(bad)}),
		"candidate":     candidate(wattle.Candidate{ID: bad}),
		"content":       candidate(wattle.Candidate{Content: bad}),
		"shorter":       candidate(wattle.Candidate{Condensed: wattle.Some(bad)}),
		"plugin":        r.RegisterPlugin(wattle.Plugin{Name: bad}),
		"version":       r.RegisterPlugin(wattle.Plugin{Name: "p", Version: bad}),
		"policy":        r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety." + bad, Content: text}),
		"unregister":    r.Unregister(wattle.OriginStatic, bad),
		"name":          r.UnregisterPlugin(bad),
		"policies":      r.SetEnabledSafetyPolicies(bad),
		"global":        wattle.RegisterGlobal(appended("host."+bad, text), "*"),
		"target":        wattle.RegisterGlobal(appended("host.a", text), bad),
		"budget's role": role, "runtime id": runtimeID, "enabled": enabled, "fingerprint": fingerprint,
	} {
		if !errors.Is(err, wattle.ErrInvalidUTF8) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if got := textOf(t, r, converse, nil); got != "" {
		t.Errorf("refusals left something behind: %q", got)
	}

	// From a callback it is the callback that failed. An error's text is for people: what is bad in it is replaced.
	must(t, r.Register(appended("host.bad", wattle.Static(func(w io.Writer, _ wattle.Context) error {
		_, err := io.WriteString(w, bad)
		return err
	}))))
	var e *wattle.Error
	if _, err := r.Resolve(converse, nil); !errors.Is(err, wattle.ErrCallbackFailed) || !errors.As(err, &e) || e.Subject != "host.bad" {
		t.Errorf("got %v", err)
	}
	must(t, r.Unregister(wattle.OriginStatic, "host.bad"))
	must(t, r.Register(appended("host.fail", static(func() error { return errors.New(bad + "\x00") }))))
	if _, err := r.Resolve(converse, nil); err == nil || strings.Contains(err.Error(), "\xff") || !strings.Contains(err.Error(), "a\ufffdb") {
		t.Errorf("got %q", err)
	}
}

// Absent, empty and other texts are three things, on both sides of a scope.
func TestAbsentAndEmpty(t *testing.T) {
	values := map[string]wattle.Optional[string]{"absent": {}, "empty": wattle.Some(""), "other": wattle.Some("other")}
	if values["absent"] != wattle.NonEmpty("") || values["other"] != wattle.NonEmpty("other") {
		t.Error("NonEmpty")
	}
	for scoped, scope := range values {
		r := newRegistry(t)
		must(t, r.Register(
			wattle.Contribution{ID: "host.t", Mode: wattle.Append, Scope: wattle.Scope{TenantID: scope}, Content: wattle.Text("tenant")},
			wattle.Contribution{ID: "host.r", Mode: wattle.Append, Scope: wattle.Scope{RuntimeRole: scope}, Content: wattle.Text("role")},
			appended("host.c", wattle.Static(func(w io.Writer, ctx wattle.Context) error {
				tenant, is := ctx.TenantID.Get()
				_, err := fmt.Fprintf(w, "%q %v %q", tenant, is, ctx.RuntimeRole.Or("none"))
				return err
			})),
		))
		fingerprints := map[string]string{}
		for given, value := range values {
			ctx := converse
			ctx.TenantID, ctx.RuntimeRole = value, value
			text, is := value.Get()
			want := fmt.Sprintf("%q %v %q", text, is, value.Or("none"))
			if scoped == "absent" || scoped == given {
				want = "tenant\n\nrole\n\n" + want
			}
			if got := textOf(t, r, ctx, nil); got != want {
				t.Errorf("scope %s, context %s: got %q, want %q", scoped, given, got, want)
			}
			fingerprint, err := r.Fingerprint(ctx)
			must(t, err)
			fingerprints[fingerprint] = given
		}
		if len(fingerprints) != len(values) {
			t.Errorf("fingerprints: %v", fingerprints)
		}
	}
}

// Lists are absent if they are nil, and may be there and empty.
// A callback may do with its state what it likes: the caller's own slices are not in it.
func TestStateOfACallbackIsItsOwn(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(appended("host.sort", wattle.RuntimeAware(func(_ io.Writer, _ wattle.Context, state wattle.State) error {
		sort.Strings(state.LoadedTools)
		return nil
	}))))
	state := wattle.State{LoadedTools: []string{"zeta", "alpha"}}
	textOf(t, r, converse, &state)
	if state.LoadedTools[0] != "zeta" {
		t.Errorf("the caller's tools are %q", state.LoadedTools)
	}
}

func TestLoadJSON(t *testing.T) {
	r := newRegistry(t)
	must(t, r.LoadJSON(`{"contributions":[{"id":"host.a","mode":"append","content":{"text":"A"}}]}`))
	if got := textOf(t, r, converse, nil); got != "A" {
		t.Errorf("got %q", got)
	}
	if err := r.LoadJSON(`{"contributions":[{"id":"host.b"}]}`); !errors.Is(err, wattle.ErrInvalidJSON) {
		t.Errorf("got %v", err)
	}
}

func TestAbsentAndEmptyLists(t *testing.T) {
	r := newRegistry(t)
	with := func(id string, tools []string) wattle.Contribution {
		return wattle.Contribution{ID: id, Mode: wattle.Append, Origin: wattle.OriginStatic, Content: wattle.Text("x"), RequiresTools: tools}
	}
	must(t, r.Register(with("host.a", nil)))
	if err := r.Register(with("host.b", []string{})); !errors.Is(err, wattle.ErrInvalidArgument) {
		t.Errorf("got %v", err)
	}
	var seen wattle.State
	must(t, r.Register(appended("host.s", wattle.RuntimeAware(func(_ io.Writer, _ wattle.Context, state wattle.State) error {
		seen = state
		return nil
	}))))
	for _, state := range []wattle.State{
		{},
		{LoadedTools: []string{}, DetectedIntents: []string{}, PluginMetadata: wattle.Some("")},
		{
			LoadedTools: []string{"a", "", "\x00"}, DetectedIntents: []string{"i"}, TurnDepth: 3,
			PriorTurnHadToolCalls: wattle.Some(false), PluginMetadata: wattle.Some(`{"p":1}`), Host: r,
		},
		{PriorTurnHadToolCalls: wattle.Some(true), TurnDepth: 1<<32 - 1},
	} {
		state := state
		textOf(t, r, converse, &state)
		if fmt.Sprintf("%#v", seen) != fmt.Sprintf("%#v", state) {
			t.Errorf("got %#v, want %#v", seen, state)
		}
	}
	textOf(t, r, converse, nil)
	if fmt.Sprintf("%#v", seen) != fmt.Sprintf("%#v", wattle.State{}) {
		t.Errorf("without a state: got %#v", seen)
	}
}
