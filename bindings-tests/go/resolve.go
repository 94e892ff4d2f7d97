package main

import (
	"bufio"
	"reflect"

	wattle "wattle.dev/go"
	"wattle.dev/go/internal/live"
)

func runResolveCase(c *resolveCase, out *bufio.Writer) checks {
	var check checks
	options := []wattle.Option{wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies()}
	if c.RuntimeID != nil {
		options = append(options, wattle.WithRuntimeID(*c.RuntimeID))
	}
	if c.EnabledSafetyPolicies != nil {
		options = append(options, wattle.WithEnabledSafetyPolicies(c.EnabledSafetyPolicies...))
	}
	registry, err := wattle.New(options...)
	if err != nil {
		check.addf("new: %v", err)
		return check
	}

	type global struct {
		origin wattle.Origin
		id     string
	}
	globals := map[global]bool{}
	for i := range c.Ops {
		op := &c.Ops[i]
		err := op.run(registry)
		if op.Op == "registerGlobal" && err == nil {
			globals[global{origins[op.Origin], op.Contribution.ID}] = true
		}
		l := newLine(c.Name, "op", i)
		if err == nil {
			l.text("status", "ok")
			check.equal("op", i, "status", "ok", op.Expect)
		} else {
			l.failure("status", err)
			check.failure("op", i, err, failure{op.Expect, op.Subject})
		}
		l.end(out)
	}
	for i := range c.Resolves {
		c.Resolves[i].run(c.Name, i, registry, out, &check)
	}

	for g := range globals {
		if err := wattle.UnregisterGlobal(g.origin, g.id); err != nil {
			check.addf("unregister global %s: %v", g.id, err)
		}
	}
	registry.Close()
	if n := live.Handles(); n != 0 {
		check.addf("%d handles are left", n)
		live.Add(-n)
	}
	return check
}

func (o *op) run(registry *wattle.Registry) error {
	switch o.Op {
	case "register", "registerGlobal":
		contribution := o.Contribution.build(o.Origin == "static")
		contribution.Origin = origins[o.Origin]
		if o.Op == "register" {
			return registry.Register(contribution)
		}
		return wattle.RegisterGlobal(contribution, o.TargetRuntimes...)
	case "unregister":
		return registry.Unregister(origins[o.Origin], o.ID)
	case "registerPlugin":
		return registry.RegisterPlugin(o.Plugin.build())
	case "replacePlugin":
		return registry.ReplacePlugin(o.Plugin.build())
	case "unregisterPlugin":
		return registry.UnregisterPlugin(o.Name)
	case "registerSafetyPolicy":
		return registry.RegisterSafetyPolicy(o.Policy.build())
	}
	panic("unknown op " + o.Op)
}

// fired collects what the probes of a resolution were told.
type fired [][]string

func (f *fired) probes() wattle.Probes {
	note := func(probe ...string) error {
		*f = append(*f, probe)
		return nil
	}
	return wattle.Probes{
		OnEmptyContent: func(id string, origin wattle.Origin) error {
			return note("onEmptyContent", id, origin.String())
		},
		OnReplaceTargetMissing: func(id string) error { return note("onReplaceTargetMissing", id) },
		OnDuplicateReplace: func(ids []string) error {
			return note(append([]string{"onDuplicateReplace"}, ids...)...)
		},
	}
}

func (r *resolve) run(name string, i int, registry *wattle.Registry, out *bufio.Writer, check *checks) {
	var common []wattle.ResolveOption
	if r.StaticFirst {
		common = append(common, wattle.StaticFirst())
	}
	if r.State == nil {
		common = append(common, wattle.StaticOnly())
	}
	ctx, state := r.context(), r.State.build()

	probes := fired{}
	bundle, err := registry.Resolve(ctx, state, append(common[:len(common):len(common)], wattle.WithProbes(probes.probes()))...)
	l := newLine(name, "resolve", i)
	if err != nil {
		l.failure("error", err)
		check.failure("resolve", i, err, r.Expect.failure)
	} else {
		l.bundle(bundle)
		r.Expect.check(i, bundle, probes, check)
	}
	l.probes(probes)
	l.end(out)

	if err == nil && r.Expect.Fingerprint != nil {
		expect := r.Expect.Fingerprint
		l := newLine(name, "fingerprint", i)
		if hex, err := registry.Fingerprint(ctx); err != nil {
			l.failure("error", err)
			check.failure("fingerprint", i, err, expect.failure)
		} else {
			l.text("hex", hex)
			check.equal("fingerprint", i, "hex", hex, expect.Hex)
		}
		l.end(out)
	}

	if r.Compose != nil {
		options := r.Compose.Config.options()
		for _, option := range common {
			options = append(options, option)
		}
		composeAndCheck(name, i, &r.Compose.Expect, out, check, options, func(options []wattle.ComposeOption) (wattle.Prompt, error) {
			return registry.Compose(ctx, state, options...)
		})
	}
}

func (e *resolveExpect) check(i int, bundle wattle.Bundle, probes fired, check *checks) {
	check.equal("resolve", i, "error", "", e.Error)
	check.equal("resolve", i, "text", bundle.Text, e.Text)
	check.equal("resolve", i, "stablePrefix", bundle.StablePrefix, e.StablePrefix)
	check.equal("resolve", i, "probes", [][]string(probes), e.Probes)
	check.equal("resolve", i, "number of sections", len(bundle.Sections), len(e.Sections))
	if len(bundle.Sections) != len(e.Sections) {
		return
	}
	for j, s := range bundle.Sections {
		got := section{
			ID: s.ID, Origin: s.Origin.String(), Mode: s.Mode.String(), Tier: s.Tier.String(),
			Static: s.Static, Start: s.Start, End: s.End, Chars: s.Chars,
		}
		if s.Plugin != "" {
			got.Plugin = &bundle.Sections[j].Plugin
		}
		if !reflect.DeepEqual(got, e.Sections[j]) {
			check.addf("resolve %d: section %d: got %+v, want %+v", i, j, got, e.Sections[j])
		}
	}
}
