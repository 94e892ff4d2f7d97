package wattle_test

import (
	"testing"

	wattle "wattle.dev/go"
)

// callbackKind is a kind of Go function that the library calls: run arranges that f is called, and returns the error of the
// call that called it. subject is that of the error when f fails.
type callbackKind struct {
	name    string
	subject string
	run     func(t testing.TB, f func() error) (*wattle.Registry, error)
}

// registered is the kind of callback that prepare registers, called by a resolution.
func registered(name, subject string, prepare func(r *wattle.Registry, f func() error) error) callbackKind {
	return callbackKind{name, subject, func(t testing.TB, f func() error) (*wattle.Registry, error) {
		r := newRegistry(t)
		must(t, prepare(r, f))
		_, err := r.Resolve(converse, nil)
		return r, err
	}}
}

// probed is the kind of callback that observes a composition of what prepare registers.
func probed(name, subject string, probes func(f func() error) wattle.Probes, contributions ...wattle.Contribution) callbackKind {
	return callbackKind{name, subject, func(t testing.TB, f func() error) (*wattle.Registry, error) {
		r := newRegistry(t)
		must(t, r.Register(contributions...))
		_, err := r.Compose(converse, nil, wattle.WithProbes(probes(f)))
		return r, err
	}}
}

// built is the kind of callback that a module has, called by a build with so many tokens left.
func built(name string, room int64, prepare func(m *wattle.Module, f func() error)) callbackKind {
	return callbackKind{name, "m", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		m := wattle.Module{Name: "m", Optional: true, Render: lines("text")}
		prepare(&m, f)
		_, err := newBuilder(t, m).Build(windowOf(room))
		return newRegistry(t), err
	}}
}

// measuring is a measure that calls f.
func measuring(f func() error) wattle.ComposeOption {
	return wattle.WithMeasure(wattle.UnitTokens, func(string) (int64, error) { return 1, f() })
}

// measured is the measure of a call that is not a registry's.
func measured(name string, run func(option wattle.ComposeOption) error) callbackKind {
	return callbackKind{name, "host.m", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		return newRegistry(t), run(measuring(f))
	}}
}

var callbackKinds = []callbackKind{
	built("module's predicate", 100, func(m *wattle.Module, f func() error) {
		m.ShouldInclude = func(wattle.AgentContext) (bool, error) { return true, f() }
	}),
	built("module's rendering", 100, func(m *wattle.Module, f func() error) {
		m.Render = func(wattle.AgentContext) ([]string, error) { return []string{"text"}, f() }
	}),
	built("module's minimal rendering", 0, func(m *wattle.Module, f func() error) {
		m.RenderMinimal = func(wattle.AgentContext) ([]string, error) { return nil, f() }
	}),
	built("module's estimate", 100, func(m *wattle.Module, f func() error) {
		m.Estimate = func(wattle.AgentContext) (int64, error) { return 1, f() }
	}),
	{"module's candidate", "m", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		render := func(wattle.AgentContext) ([]string, error) { return nil, f() }
		_, err := newBuilder(t, wattle.Module{Name: "m", Render: render}).Render(wattle.AgentContext{})
		return newRegistry(t), err
	}},
	{"policy of a build", "safety.f", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		r := newRegistry(t)
		must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.f", Content: static(f), EnabledByDefault: true}))
		_, err := newBuilder(t).Build(wattle.AgentContext{}, wattle.WithSafetyPolicies(r, converse))
		return r, err
	}},
	{"onBuilt of a build", "onBuilt", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		probes := wattle.Probes{OnBuilt: func(wattle.Prompt) error { return f() }}
		_, err := newBuilder(t).Build(wattle.AgentContext{}, wattle.WithProbes(probes))
		return newRegistry(t), err
	}},
	registered("static", "host.f", func(r *wattle.Registry, f func() error) error {
		return r.Register(appended("host.f", static(f)))
	}),
	registered("runtime-aware", "host.f", func(r *wattle.Registry, f func() error) error {
		return r.Register(appended("host.f", runtimeAware(f)))
	}),
	registered("gated", "host.f", func(r *wattle.Registry, f func() error) error {
		return r.Register(appended("host.f", wattle.Gated(func(wattle.Context, wattle.State) (bool, error) { return true, f() }, "text")))
	}),
	registered("policy", "safety.f", func(r *wattle.Registry, f func() error) error {
		return r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.f", Content: static(f), EnabledByDefault: true})
	}),
	registered("hook", "p", func(r *wattle.Registry, f func() error) error {
		return r.RegisterPlugin(wattle.Plugin{Name: "p", Hook: func(wattle.Emit, wattle.Context, wattle.State) error { return f() }})
	}),
	registered("emitted", "p.f", func(r *wattle.Registry, f func() error) error {
		return r.RegisterPlugin(wattle.Plugin{Name: "p", Hook: func(emit wattle.Emit, _ wattle.Context, _ wattle.State) error {
			return emit(appended("p.f", runtimeAware(f)))
		}})
	}),
	registered("plugin's", "p.f", func(r *wattle.Registry, f func() error) error {
		return r.RegisterPlugin(wattle.Plugin{Name: "p", Prompts: []wattle.Contribution{appended("p.f", static(f))}})
	}),
	{"global", "host.f", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		r := newRegistry(t, wattle.WithRuntimeID("theirs"))
		must(t, wattle.RegisterGlobal(appended("host.f", static(f)), "theirs"))
		defer wattle.UnregisterGlobal(wattle.OriginStatic, "host.f")
		_, err := r.Resolve(converse, nil)
		return r, err
	}},
	{"stream observer", "p", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		r := newRegistry(t)
		must(t, r.RegisterPlugin(wattle.Plugin{Name: "p", StreamObserver: func([]byte) error { return f() }}))
		return r, r.EmitStream([]byte("x"))
	}},
	{"frozen", "host.f", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		r := newRegistry(t)
		must(t, r.Register(appended("host.f", static(f))))
		snapshot, err := r.Snapshot()
		must(t, err)
		defer snapshot.Close()
		_, err = snapshot.Resolve(converse, nil)
		return r, err
	}},
	{"fingerprint", "host.f", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		r := newRegistry(t)
		must(t, r.Register(appended("host.f", static(f))))
		_, err := r.Fingerprint(converse)
		return r, err
	}},
	{"budget", "resolveBudget", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		r := newRegistry(t)
		_, err := r.Compose(converse, nil, wattle.WithBudgetFunc(func(uint32, wattle.Optional[string]) (int64, error) {
			return 1, f()
		}))
		return r, err
	}},
	measured("measure of a candidate", func(option wattle.ComposeOption) error {
		_, err := wattle.ComposeCandidates([]wattle.Candidate{{ID: "host.m", Content: "text", Tier: wattle.TierCore}}, option)
		return err
	}),
	measured("measure of the gate", func(option wattle.ComposeOption) error {
		_, err := wattle.ApplyBudgetGate([]wattle.Candidate{{ID: "host.m", Content: "text", Tier: wattle.TierCore}}, option)
		return err
	}),
	{"measure of a section", "host.m", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		r := newRegistry(t)
		must(t, r.Register(appended("host.m", wattle.Text("text"))))
		_, err := r.Compose(converse, nil, measuring(f))
		return r, err
	}},
	{"effective budget", "resolveBudget", func(t testing.TB, f func() error) (*wattle.Registry, error) {
		_, err := wattle.EffectiveBudget(wattle.WithBudgetFunc(func(uint32, wattle.Optional[string]) (int64, error) {
			return 1, f()
		}))
		return newRegistry(t), err
	}},
	probed("onEmptyContent", "host.empty", func(f func() error) wattle.Probes {
		return wattle.Probes{OnEmptyContent: func(string, wattle.Origin) error { return f() }}
	}, appended("host.empty", wattle.Text(""))),
	probed("onReplaceTargetMissing", "host.none", func(f func() error) wattle.Probes {
		return wattle.Probes{OnReplaceTargetMissing: func(string) error { return f() }}
	}, replacing("host.none", wattle.Text("x"))),
	probed("onDuplicateReplace", "host.two", func(f func() error) wattle.Probes {
		return wattle.Probes{OnDuplicateReplace: func([]string) error { return f() }}
	}, replacing("host.two", wattle.Text("x")), wattle.Contribution{
		ID: "host.two", Mode: wattle.Replace, Content: wattle.Text("y"), Origin: wattle.OriginRuntimeAware,
	}),
	probed("onBuilt", "onBuilt", func(f func() error) wattle.Probes {
		return wattle.Probes{OnBuilt: func(wattle.Prompt) error { return f() }}
	}),
}
