package wattle_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	wattle "wattle.dev/go"
)

// lines renders these lines.
func lines(lines ...string) func(wattle.AgentContext) ([]string, error) {
	return func(wattle.AgentContext) ([]string, error) { return lines, nil }
}

// windowOf is a context with room for so many tokens.
func windowOf(tokens int64) wattle.AgentContext {
	return wattle.AgentContext{MaxTokens: wattle.OutputReserveTokens + tokens}
}

func build(t testing.TB, b *wattle.ModuleBuilder, ctx wattle.AgentContext, options ...wattle.BuildOption) wattle.ModulePrompt {
	t.Helper()
	prompt, err := b.Build(ctx, options...)
	must(t, err)
	return prompt
}

// Modules stand by priority, and are shortened and dropped by the room; all of it is reported.
func TestBuild(t *testing.T) {
	b := newBuilder(t,
		wattle.Module{Name: "last", Priority: wattle.MaxPriority, Render: lines("last", "line")},
		wattle.Module{Name: "long", Priority: 1, Optional: true, Render: lines(strings.Repeat("x", 400)), RenderMinimal: lines("short")},
		wattle.Module{Name: "dropped", Priority: 2, Optional: true, Render: lines(strings.Repeat("y", 400))},
		wattle.Module{Name: "silent", Priority: 3, Optional: true, Render: lines()},
		wattle.Module{Name: "empty", Priority: 4, Optional: true, Render: lines("")},
		wattle.Module{Name: "away", Render: lines("away"), ShouldInclude: func(wattle.AgentContext) (bool, error) { return false, nil }},
		wattle.Module{Name: "cheap", Priority: 5, Optional: true, Render: lines(strings.Repeat("z", 400)),
			Estimate: func(wattle.AgentContext) (int64, error) { return 1, nil }},
		wattle.Module{Name: "costly", Priority: 6, Optional: true, Render: lines("c"),
			Estimate: func(wattle.AgentContext) (int64, error) { return wattle.MaxChars, nil }},
	)
	ctx := windowOf(20)
	ctx.HistoryTokens = 10
	prompt := build(t, b, ctx)
	if want := "short\n\n\n\n" + strings.Repeat("z", 400) + "\n\nlast\nline"; prompt.Text != want {
		t.Errorf("got %q", prompt.Text)
	}
	chars := int64(len(prompt.Text))
	want := wattle.ModuleMetadata{
		Modules:          []string{"long", "silent", "empty", "cheap", "last"},
		Minimal:          []string{"long"},
		Dropped:          []wattle.DroppedModule{{"dropped", 100, 5, 10}, {"costly", wattle.MaxChars, 6, 10}},
		TokensByModule:   map[string]int64{"long": 2, "empty": 0, "cheap": 100, "last": 3},
		EstimatedTokens:  (chars + 3) / 4,
		ContextWindow:    4116,
		HistoryTokens:    10,
		Available:        10,
		PercentRemaining: 97,
	}
	if !reflect.DeepEqual(prompt.Metadata, want) {
		t.Errorf("got  %+v\nwant %+v", prompt.Metadata, want)
	}
	if prompt.Unit != wattle.UnitTokens || prompt.EffectiveBudget != 10 || prompt.TotalChars != 6 || prompt.OverBudget {
		t.Errorf("got %+v", prompt.Prompt)
	}
	if len(prompt.Included()) != 5 || len(prompt.Dropped()) != 2 || prompt.Sections[0].Tier != wattle.TierActive ||
		prompt.Sections[0].Verdict != wattle.Condensed || prompt.Sections[6].Tier != wattle.TierCore {
		t.Errorf("got %+v", prompt.Sections)
	}
	if !strings.HasPrefix(prompt.MetadataJSON, `{"moduleCount":5,"modules":["long",`) || prompt.EventJSON == "" {
		t.Errorf("got %s and %s", prompt.MetadataJSON, prompt.EventJSON)
	}
	quiet := build(t, b, ctx, wattle.WithoutEvent())
	if quiet.MetadataJSON != "" || quiet.EventJSON != "" || !reflect.DeepEqual(quiet.Metadata, want) {
		t.Errorf("got %+v", quiet)
	}
}

// What is over the room is told, and what is required is in all the same.
func TestBuildOverBudget(t *testing.T) {
	b := newBuilder(t, wattle.Module{Name: "m", Render: lines("text")})
	prompt := build(t, b, wattle.AgentContext{MaxTokens: 100, HistoryTokens: 200})
	if prompt.Text != "text" || !prompt.OverBudget || prompt.EffectiveBudget != 0 || prompt.Metadata.Available != -4196 {
		t.Errorf("got %+v", prompt)
	}
	if prompt.Metadata.PercentRemaining != 0 || prompt.Metadata.BuildTime != (wattle.Optional[time.Duration]{}) {
		t.Errorf("got %+v", prompt.Metadata)
	}
	must(t, b.Remove("m"))
	if empty := build(t, b, wattle.AgentContext{}); empty.Text != "" || len(empty.Sections) != 0 || empty.Metadata.Modules != nil {
		t.Errorf("got %+v", empty)
	}
	// Modules of a registry's composition are another matter.
	composed, err := newRegistry(t).Compose(converse, nil)
	must(t, err)
	if composed.Unit != wattle.UnitChars {
		t.Errorf("got %q", composed.Unit)
	}
}

// Every field of a context reaches the functions as it was given, and the built-ins.
func TestAgentContextArrives(t *testing.T) {
	given := wattle.AgentContext{
		AgentType: "pi", Workspace: "/home/jo/work", SandboxType: "docker", Profile: "paranoid", TaintRatio: 0.5, TaintThreshold: 0.25,
		Identity:       wattle.IdentityFiles{Agents: "AGENTS", Soul: "SOUL", Identity: "IDENTITY", User: "USER", Bootstrap: "BOOTSTRAP"},
		ContextContent: "CONTEXT", Skills: []string{"SKILL\x00", ""},
		Commands:         []wattle.Command{{"deploy", "ops", "# Title\n\nDeploys it."}},
		HeartbeatContent: "CHECKLIST", MaxTokens: 200_000, HistoryTokens: 1000, AgentID: wattle.Some("agent-7"),
		Time:          time.Date(2026, 8, 21, 16, 37, 12, 0, time.FixedZone("", 2*3600)),
		ReplyOptional: true, HasWorkspace: true, HasGovernance: true, Host: t,
	}
	var got wattle.AgentContext
	b := newBuilder(t, wattle.Module{Name: "m", Render: func(ctx wattle.AgentContext) ([]string, error) {
		got = ctx
		return nil, nil
	}})
	must(t, b.AddBuiltins())
	prompt := build(t, b, given)
	if !reflect.DeepEqual(got, given) {
		t.Errorf("got %+v", got)
	}
	for _, want := range []string{"AGENTS", "SOUL", "IDENTITY", "USER", "CONTEXT", "SKILL\x00", "Deploys it.", "CHECKLIST", "agent-7", "docker",
		"50.0%", " 25%", "~/work", "2026-08-21 16:35 UTC+02:00"} {
		if !strings.Contains(prompt.Text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Contains(prompt.Text, "BOOTSTRAP") || strings.Contains(prompt.Text, "jo/") {
		t.Errorf("got %s", prompt.Text)
	}
	want := wattle.ToolFilter{true, true, true, true, true, true, true}
	if prompt.ToolFilter != want || len(prompt.Metadata.Modules) != 12 {
		t.Errorf("got %+v of %v", prompt.ToolFilter, prompt.Metadata.Modules)
	}
	given.Identity.Soul = ""
	if first := build(t, b, given); !given.IsBootstrap() || !strings.HasPrefix(first.Text, "BOOTSTRAP") || first.ToolFilter.HasHeartbeat {
		t.Errorf("got %q", first.Text)
	}
}

// Each refusal is found by errors.Is, with the subject that it promises, and changes nothing.
func TestModuleErrors(t *testing.T) {
	render := lines("text")
	b := newBuilder(t, wattle.Module{Name: "m", Render: render})
	agent := func(change func(*wattle.AgentContext)) error {
		ctx := windowOf(100)
		change(&ctx)
		_, err := b.Build(ctx)
		if _, rendered := b.Render(ctx); rendered == nil || err == nil || rendered.Error() != err.Error() {
			t.Errorf("building says %v, rendering %v", err, rendered)
		}
		return err
	}
	estimating := func(tokens int64) error {
		other := newBuilder(t, wattle.Module{Name: "e", Render: render, Estimate: func(wattle.AgentContext) (int64, error) { return tokens, nil }})
		_, err := other.Build(windowOf(1))
		return err
	}
	closed := newRegistry(t)
	must(t, closed.Close())
	policies := func(r *wattle.Registry, ctx wattle.Context) error {
		_, err := b.Build(windowOf(1), wattle.WithSafetyPolicies(r, ctx))
		return err
	}
	for i, test := range []struct {
		err     error
		status  wattle.Status
		subject string
	}{
		{b.Add(wattle.Module{Render: render}), wattle.ErrInvalidArgument, ""},
		{b.Add(wattle.Module{Name: "n"}), wattle.ErrNullArgument, "render"},
		{b.Add(wattle.Module{Name: "n", Priority: 101, Render: render}), wattle.ErrInvalidArgument, "n"},
		{b.Add(wattle.Module{Name: "n", Priority: math.MaxUint32, Render: render}), wattle.ErrInvalidArgument, "n"},
		{b.Add(wattle.Module{Name: "m", Render: render}), wattle.ErrDuplicateModule, "m"},
		{b.Add(wattle.Module{Name: "\xff", Render: render}), wattle.ErrInvalidUTF8, "name"},
		{b.Remove("nobody"), wattle.ErrUnknownModule, "nobody"},
		{b.Remove("\xff"), wattle.ErrInvalidUTF8, "name"},
		{b.AddBuiltin("m"), wattle.ErrUnknownModule, "m"},
		{b.AddBuiltin("Skills", wattle.AsOptional()), wattle.ErrUnknownModule, "Skills"},
		{agent(func(c *wattle.AgentContext) { c.TaintRatio = math.NaN() }), wattle.ErrInvalidArgument, "taintRatio"},
		{agent(func(c *wattle.AgentContext) { c.TaintThreshold = -1 }), wattle.ErrInvalidArgument, "taintThreshold"},
		{agent(func(c *wattle.AgentContext) { c.MaxTokens = -1 }), wattle.ErrInvalidArgument, "maxTokens"},
		{agent(func(c *wattle.AgentContext) { c.MaxTokens = wattle.MaxChars + 1 }), wattle.ErrInvalidArgument, "maxTokens"},
		{agent(func(c *wattle.AgentContext) { c.HistoryTokens = math.MinInt64 }), wattle.ErrInvalidArgument, "historyTokens"},
		{agent(func(c *wattle.AgentContext) { c.Time = time.Unix(math.MaxInt64, 0) }), wattle.ErrInvalidArgument, "time"},
		{agent(func(c *wattle.AgentContext) { c.Identity.Soul = "\xff" }), wattle.ErrInvalidUTF8, "soul"},
		{agent(func(c *wattle.AgentContext) { c.Skills = []string{"", "\xff"} }), wattle.ErrInvalidUTF8, "skills"},
		{agent(func(c *wattle.AgentContext) { c.Commands = []wattle.Command{{Plugin: "\xff"}} }), wattle.ErrInvalidUTF8, "plugin"},
		{agent(func(c *wattle.AgentContext) { c.AgentID = wattle.Some("\xff") }), wattle.ErrInvalidUTF8, "agent_id"},
		{estimating(wattle.MaxChars + 1), wattle.ErrInvalidArgument, "e"},
		{policies(nil, converse), wattle.ErrInvalidHandle, "registry"},
		{policies(closed, converse), wattle.ErrInvalidHandle, "registry"},
		{policies(newRegistry(t), wattle.Context{}), wattle.ErrInvalidArgument, "call_class"},
		{policies(newRegistry(t, wattle.WithEnabledSafetyPolicies("safety.late")), converse), wattle.ErrUnknownSafetyPolicy, "safety.late"},
	} {
		var e *wattle.Error
		if !errors.As(test.err, &e) || !errors.Is(test.err, test.status) || e.Subject != test.subject {
			t.Errorf("%d: got %#v, want %v with subject %q", i, test.err, test.status, test.subject)
		}
	}
	if got := build(t, b, windowOf(100)).Text; got != "text" {
		t.Errorf("refusals left something behind: %q", got)
	}
	for _, tokens := range []int64{-1, math.MinInt64} {
		if err := estimating(tokens); !errors.Is(err, wattle.ErrCallbackFailed) || !errors.Is(err, wattle.ErrInvalidArgument) {
			t.Errorf("%d: got %v", tokens, err)
		}
	}
	bad := newBuilder(t, wattle.Module{Name: "m", Render: lines("a\xff")})
	if _, err := bad.Build(windowOf(1)); !errors.Is(err, wattle.ErrCallbackFailed) {
		t.Errorf("got %v", err)
	}
}

// A built-in is what its name says, optional or not as the program wants it.
func TestAddBuiltin(t *testing.T) {
	b := newBuilder(t)
	must(t, b.AddBuiltin("security", wattle.AsOptional()))
	must(t, b.AddBuiltin("skills", wattle.AsRequired()))
	must(t, b.AddBuiltin("tool-style"))
	ctx := wattle.AgentContext{Skills: []string{"a"}}
	prompt := build(t, b, ctx)
	if got := fmt.Sprintf("%s, not %s", prompt.Metadata.Modules, prompt.Metadata.Dropped[0].Name); got != "[tool-style skills], not security" {
		t.Errorf("got %s", got)
	}
	if err := b.AddBuiltins(); !errors.Is(err, wattle.ErrDuplicateModule) {
		t.Errorf("got %v", err)
	}
	must(t, b.Remove("security"))
	must(t, b.Remove("skills"))
	must(t, b.Remove("tool-style"))
	must(t, b.AddBuiltins())
	if prompt := build(t, b, windowOf(100_000)); prompt.Metadata.Modules[0] != "identity" {
		t.Errorf("got %v", prompt.Metadata.Modules)
	}
}

// The policies of a registry stand last, are counted in from the start, and are no modules.
func TestBuildWithSafetyPolicies(t *testing.T) {
	r := newRegistry(t)
	must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.p", EnabledByDefault: true, Content: wattle.Static(
		func(w io.Writer, ctx wattle.Context) error {
			_, err := fmt.Fprintf(w, "policy of %s", ctx.Family)
			return err
		})}))
	must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.empty", EnabledByDefault: true, Content: wattle.Text("")}))
	b := newBuilder(t, wattle.Module{Name: "m", Optional: true, Render: lines("text")})
	var told []string
	probes := wattle.WithProbes(wattle.Probes{
		OnEmptyContent: func(id string, _ wattle.Origin) error { told = append(told, id); return nil },
		OnBuilt: func(p wattle.Prompt) error {
			told = append(told, string(p.Unit), p.Text)
			return nil
		},
	})
	prompt := build(t, b, windowOf(6), wattle.WithSafetyPolicies(r, converse), probes)
	if want := "text\n\npolicy of anthropic"; prompt.Text != want || fmt.Sprint(told) != "[safety.empty tokens "+want+"]" {
		t.Errorf("got %q, told %q", prompt.Text, told)
	}
	if policy := prompt.Sections[1]; policy.Origin != wattle.OriginStatic || policy.Chars != 5 || len(prompt.Metadata.Modules) != 1 {
		t.Errorf("got %+v", prompt)
	}
	if tight := build(t, b, windowOf(5), wattle.WithSafetyPolicies(r, converse)); tight.Text != "policy of anthropic" {
		t.Errorf("got %q", tight.Text)
	}
}

func TestBuildTime(t *testing.T) {
	b := newBuilder(t, wattle.Module{Name: "m", Render: lines("text")})
	at := time.Unix(1000, 0)
	calls := 0
	clock := func(step time.Duration) wattle.BuildOption {
		return wattle.WithClock(func() time.Time { calls++; at = at.Add(step); return at })
	}
	if got := build(t, b, windowOf(1), clock(1500*time.Microsecond)).Metadata.BuildTime; got != wattle.Some(1500*time.Microsecond) || calls != 2 {
		t.Errorf("got %v after %d calls", got, calls)
	}
	if got := build(t, b, windowOf(1), clock(-time.Hour)).Metadata.BuildTime; got != wattle.Some(time.Duration(0)) {
		t.Errorf("got %v", got)
	}
	prompt := build(t, b, windowOf(1), wattle.WithClock(time.Now))
	if got, measured := prompt.Metadata.BuildTime.Get(); !measured || got < 0 || got > time.Minute {
		t.Errorf("got %v", got)
	}
	if got, panicked := panicValue(func() { b.Build(windowOf(1), wattle.WithClock(func() time.Time { panic("late") })) }); !panicked || got != "late" {
		t.Errorf("got %v", got)
	}
}

// Modules are candidates for a composition by the composer's rules.
func TestRenderForComposeCandidates(t *testing.T) {
	b := newBuilder(t,
		wattle.Module{Name: "must", Priority: 9, Render: lines("must"), RenderMinimal: lines("never asked")},
		wattle.Module{Name: "may", Optional: true, Render: lines("a long", "text"), RenderMinimal: lines("short")},
		wattle.Module{Name: "bare", Optional: true, Render: lines(""), RenderMinimal: lines()},
		wattle.Module{Name: "silent", Render: lines()},
	)
	candidates, err := b.Render(wattle.AgentContext{})
	must(t, err)
	want := []wattle.Candidate{
		{ID: "may", Content: "a long\ntext", Tier: wattle.TierActive, Condensed: wattle.Some("short")},
		{ID: "bare", Tier: wattle.TierActive},
		{ID: "must", Content: "must", Tier: wattle.TierCore},
	}
	if !reflect.DeepEqual(candidates, want) {
		t.Errorf("got %+v", candidates)
	}
	candidates = append(candidates, wattle.Candidate{ID: "more", Content: "x", Tier: wattle.TierInformational})
	prompt, err := wattle.ComposeCandidates(candidates, wattle.WithBudget(11))
	must(t, err)
	if prompt.Text != "short\n\n\n\nmust\n\nx" {
		t.Errorf("got %q", prompt.Text)
	}
	if none, err := newBuilder(t).Render(wattle.AgentContext{}); err != nil || len(none) != 0 {
		t.Errorf("got %v, %v", none, err)
	}
}
