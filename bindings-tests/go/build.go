package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	wattle "wattle.dev/go"
)

// This file turns the cases' values into the package's.

var modes = map[string]wattle.Mode{"append": wattle.Append, "prepend": wattle.Prepend, "replace": wattle.Replace}

var origins = map[string]wattle.Origin{"static": wattle.OriginStatic, "runtime-aware": wattle.OriginRuntimeAware}

var tiers = map[string]wattle.Tier{
	"core": wattle.TierCore, "active": wattle.TierActive, "informational": wattle.TierInformational,
}

var callClasses = map[string]wattle.CallClass{
	"utility": wattle.Utility, "reasoning": wattle.Reasoning, "converse": wattle.Converse, "synthesize": wattle.Synthesize,
}

func optional[T any](value *T) wattle.Optional[T] {
	if value == nil {
		return wattle.Optional[T]{}
	}
	return wattle.Some(*value)
}

// build makes a contribution; static says whether its functions are static ones, where they may be either.
func (c *contribution) build(static bool) wattle.Contribution {
	out := wattle.Contribution{
		ID:            c.ID,
		Mode:          modes[c.Mode],
		Content:       c.Content.build(static),
		Tier:          tiers[c.Tier],
		Condensed:     optional(c.Condensed),
		RequiresTools: c.RequiresTools,
	}
	if s := c.Scope; s != nil {
		out.Scope = wattle.Scope{
			CallClass:   callClasses[s.CallClass],
			Family:      optional(s.Family),
			TenantID:    optional(s.TenantID),
			RuntimeRole: optional(s.RuntimeRole),
		}
	}
	return out
}

func buildAll(list []contribution, static bool) []wattle.Contribution {
	var out []wattle.Contribution
	for i := range list {
		out = append(out, list[i].build(static))
	}
	return out
}

func (c content) build(static bool) wattle.Content {
	switch {
	case c.Text != nil:
		return wattle.Text(*c.Text)
	case static && stateless[c.Fn] != nil:
		return wattle.Static(stateless[c.Fn])
	case stateless[c.Fn] != nil:
		write := stateless[c.Fn]
		return wattle.RuntimeAware(func(w io.Writer, ctx wattle.Context, _ wattle.State) error { return write(w, ctx) })
	case stateful[c.Fn] != nil:
		return wattle.RuntimeAware(stateful[c.Fn])
	}
	panic("unknown function " + c.Fn)
}

func (p policy) build() wattle.SafetyPolicy {
	out := wattle.SafetyPolicy{ID: p.ID, EnabledByDefault: p.EnabledByDefault}
	if p.Content.Text != nil {
		out.Content = wattle.Text(*p.Content.Text)
	} else {
		out.Content = wattle.Static(stateless[p.Content.Fn])
	}
	return out
}

func (p *plugin) build() wattle.Plugin {
	out := wattle.Plugin{
		Name:           p.Name,
		Version:        p.Version,
		Prompts:        buildAll(p.Prompts, true),
		RuntimePrompts: buildAll(p.RuntimePrompts, false),
	}
	for _, policy := range p.SafetyPolicies {
		out.SafetyPolicies = append(out.SafetyPolicies, policy.build())
	}
	if p.Hook != nil {
		out.Hook = p.Hook.run
	}
	return out
}

// run is the hook. Refusals are the library's to remember.
func (h *hook) run(emit wattle.Emit, _ wattle.Context, state wattle.State) error {
	if h.Fails {
		return errors.New("hook fails")
	}
	if h.OnlyAtDepth != nil && *h.OnlyAtDepth != state.TurnDepth {
		return nil
	}
	for _, contribution := range buildAll(h.Emits, false) {
		_ = emit(contribution)
	}
	return nil
}

var stateless = map[string]func(io.Writer, wattle.Context) error{
	"context": func(w io.Writer, ctx wattle.Context) error {
		_, err := fmt.Fprintf(w, "call=%s family=%s tenant=%s role=%s",
			ctx.CallClass, ctx.Family, ctx.TenantID.Or("-"), ctx.RuntimeRole.Or("-"))
		return err
	},
	"empty": func(io.Writer, wattle.Context) error { return nil },
	"fail":  func(io.Writer, wattle.Context) error { return errors.New("fn fail") },
}

var stateful = map[string]func(io.Writer, wattle.Context, wattle.State) error{
	"tools": func(w io.Writer, _ wattle.Context, state wattle.State) error {
		if len(state.LoadedTools) == 0 {
			return nil
		}
		_, err := io.WriteString(w, "tools: "+strings.Join(state.LoadedTools, ", "))
		return err
	},
	"depth": func(w io.Writer, _ wattle.Context, state wattle.State) error {
		_, err := fmt.Fprintf(w, "depth: %d", state.TurnDepth)
		return err
	},
}

func (r *resolve) context() wattle.Context {
	return wattle.Context{
		CallClass:   callClasses[r.Context.CallClass],
		Family:      r.Context.Family,
		TenantID:    optional(r.Context.TenantID),
		RuntimeRole: optional(r.Context.RuntimeRole),
	}
}

func (s *state) build() *wattle.State {
	if s == nil {
		return nil
	}
	out := &wattle.State{
		LoadedTools:           s.LoadedTools,
		DetectedIntents:       s.DetectedIntents,
		TurnDepth:             s.TurnDepth,
		PriorTurnHadToolCalls: optional(s.PriorTurnHadToolCalls),
	}
	if s.PluginMetadata != nil {
		out.PluginMetadata = wattle.Some(string(s.PluginMetadata))
	}
	return out
}

func (c *config) options() []wattle.ComposeOption {
	options := []wattle.ComposeOption{wattle.WithBudgetDepth(c.Depth)}
	if c.TotalBudget != nil {
		options = append(options, wattle.WithBudget(*c.TotalBudget))
	}
	if c.ActiveBudgetFraction != nil {
		options = append(options, wattle.WithActiveFraction(*c.ActiveBudgetFraction))
	}
	if c.Strict {
		options = append(options, wattle.Strict())
	}
	if c.ResolveBudget != nil {
		byDepth := c.ResolveBudget.ByDepth
		options = append(options, wattle.WithBudgetFunc(func(depth uint32, _ wattle.Optional[string]) (int64, error) {
			if int64(depth) >= int64(len(byDepth)) {
				depth = uint32(len(byDepth) - 1)
			}
			return byDepth[depth], nil
		}))
	}
	return options
}
