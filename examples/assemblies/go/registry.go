package main

import (
	"fmt"

	wattle "wattle.dev/go"
)

// From a registry to a prompt: sections compete by the tiers and condensed texts of their contributions. The stable prefix is what
// a provider may cache from turn to turn. The fingerprint, which no turn changes, is a key for caches of the host's.
func registryToPrompt() error {
	registry, err := wattle.New(wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies())
	if err != nil {
		return err
	}
	defer registry.Close()
	persona := wattle.PrependPersona("shop.persona", "You are the coding agent of an online shop.")
	tools := wattle.LoadedToolsPrompt("shop.tools") // says what the turn has
	rules := wattle.AppendPrompt("shop.rules", "Change what the task asks for and nothing else.")
	conventions := wattle.AppendPrompt("shop.conventions", "Money is a whole number of cents, and times are UTC.")
	persona.Tier, tools.Tier = wattle.TierCore, wattle.TierCore
	tools.Mode = wattle.Prepend
	conventions.Condensed = wattle.Some("Cents, UTC.")
	if err := registry.Register(persona, tools, rules, conventions); err != nil {
		return err
	}
	if err := registry.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.secrets",
		Content: wattle.Text("Never print a key, a token or a password."), EnabledByDefault: true}); err != nil {
		return err
	}

	ctx := wattle.Context{CallClass: wattle.Converse, Family: "anthropic"}
	for _, turn := range []struct {
		title   string
		tools   []string
		options []wattle.ComposeOption
	}{
		{"one tool", []string{"read_file"}, nil},
		{"two tools", []string{"read_file", "shell"}, nil},
		{"two tools, what is static first", []string{"read_file", "shell"}, []wattle.ComposeOption{wattle.StaticFirst()}},
		{"what is static, and nothing else", nil, []wattle.ComposeOption{wattle.StaticOnly()}},
	} {
		options := append(turn.options, wattle.WithBudget(362), wattle.Strict())
		prompt, err := registry.Compose(ctx, &wattle.State{LoadedTools: turn.tools}, options...)
		if err != nil {
			return err
		}
		fingerprint, err := registry.Fingerprint(ctx)
		if err != nil {
			return err
		}
		show(turn.title, prompt)
		fmt.Println("  fingerprint", fingerprint)
		fmt.Printf("---- to be cached\n%s\n", prompt.Text[:prompt.StablePrefix])
		fmt.Printf("---- of this turn\n%s\n", prompt.Text[prompt.StablePrefix:])
	}
	return nil
}
