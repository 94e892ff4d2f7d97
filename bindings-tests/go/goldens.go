package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"

	wattle "wattle.dev/go"
)

// This file prints the lines of ../goldens.txt, as this face of the library computes them: see tests/goldens.rs.

// variants are what is seeded, and in the last three what a host replaces and adds.
var variants = []struct {
	name     string
	replaced string
	options  []wattle.Option
}{
	{"defaults", "", nil},
	{"templates", "", []wattle.Option{wattle.WithCoreTemplates()}},
	{"replace-one", wattle.FormattingBaselineID, nil},
	{"replace-all", wattle.DefaultSystemPromptID, nil},
	{"opt-in", wattle.RoleTemplateID, nil},
}

func registerHost(registry *wattle.Registry, replaced string) error {
	replace, err := wattle.ReplaceCore(replaced, "The host says this in its own words: déjà vu, 🚀.")
	if err != nil {
		return err
	}
	shell := wattle.AppendPrompt("host.shell", "Say what a command will change before you run it.")
	shell.RequiresTools = []string{"shell"}
	return registry.Register(
		replace,
		wattle.PrependPersona("host.persona", "You are the orchard's gardener."),
		wattle.ScopedPrompt("host.reviewer", wattle.Scope{RuntimeRole: wattle.Some("reviewer")}, "Review; change nothing."),
		wattle.ScopedPrompt("host.google", wattle.Scope{Family: wattle.Some("google")}, "Use short function calls."),
		wattle.ScopedPrompt("host.synthesis", wattle.Scope{CallClass: wattle.Synthesize}, "Write the whole report."),
		shell,
	)
}

func printGoldens(to io.Writer) error {
	out := bufio.NewWriter(to)
	for _, variant := range variants {
		registry, err := wattle.New(variant.options...)
		if err != nil {
			return err
		}
		defer registry.Close()
		if variant.replaced != "" {
			if err := registerHost(registry, variant.replaced); err != nil {
				return err
			}
		}
		for class := wattle.Utility; class <= wattle.Synthesize; class++ {
			for _, family := range []string{"anthropic", "openai", "google"} {
				for _, role := range []string{"", "reviewer"} {
					for _, withState := range []bool{false, true} {
						ctx := wattle.Context{CallClass: class, Family: family, RuntimeRole: wattle.NonEmpty(role)}
						if err := printGolden(out, variant.name, registry, ctx, withState); err != nil {
							return err
						}
					}
				}
			}
		}
	}
	return out.Flush()
}

func printGolden(out io.Writer, variant string, registry *wattle.Registry, ctx wattle.Context, withState bool) error {
	state := &wattle.State{
		LoadedTools:           []string{"search", "shell"},
		DetectedIntents:       []string{"repair"},
		TurnDepth:             1,
		PriorTurnHadToolCalls: wattle.Some(true),
		PluginMetadata:        wattle.Some(`{"orchard":{"trees":3}}`),
	}
	shown, options := "state", []wattle.ResolveOption(nil)
	if !withState {
		shown, options = "-", []wattle.ResolveOption{wattle.StaticOnly()}
	}
	bundle, err := registry.Resolve(ctx, state, options...)
	if err != nil {
		return err
	}
	fingerprint, err := registry.Fingerprint(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%-11s %-10s %-9s %-8s %-5s %x %s\n",
		variant, ctx.CallClass, ctx.Family, ctx.RuntimeRole.Or("-"), shown, sha256.Sum256([]byte(bundle.Text)), fingerprint)
	return err
}
