package main

import (
	"fmt"

	wattle "wattle.dev/go"
)

// Explaining: what became of every candidate, as a table, and what differs between the prompts of two turns, which tells why a
// provider's cache missed. None of it has the texts in it, so it may go into a bug report.
func explain() error {
	registry, err := wattle.New(wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies())
	if err != nil {
		return err
	}
	defer registry.Close()
	if err := registry.Register(
		wattle.PrependPersona("shop.persona", "You are the coding agent of an online shop."),
		wattle.AppendPrompt("shop.rules", "Change what the task asks for and nothing else."),
		wattle.LoadedToolsPrompt("shop.tools"),
		wattle.Contribution{ID: "shop.note", Mode: wattle.Append, Origin: wattle.OriginRuntimeAware, Tier: wattle.TierInformational,
			Content: wattle.Text("The build of today fails in the checkout tests; Ada is on it.")},
	); err != nil {
		return err
	}

	first, err := explainTurn("the first turn", registry, "read_file")
	if err != nil {
		return err
	}
	second, err := explainTurn("one tool more", registry, "read_file", "shell")
	if err != nil {
		return err
	}
	if err := explainDiff(first, second); err != nil {
		return err
	}

	if err := registry.Unregister(wattle.OriginStatic, "shop.rules"); err != nil {
		return err
	}
	if err := registry.Register(wattle.AppendPrompt("shop.rules", "Change what the task asks for. Run the tests.")); err != nil {
		return err
	}
	third, err := explainTurn("\nother rules", registry, "read_file", "shell")
	if err != nil {
		return err
	}
	return explainDiff(second, third)
}

func explainTurn(title string, registry *wattle.Registry, tools ...string) (wattle.Prompt, error) {
	ctx := wattle.Context{CallClass: wattle.Converse, Family: "anthropic"}
	prompt, err := registry.Compose(ctx, &wattle.State{LoadedTools: tools}, wattle.WithBudget(320), wattle.Strict())
	if err != nil {
		return wattle.Prompt{}, err
	}
	table, err := prompt.Table()
	fmt.Printf("%s\n%s\n", title, table)
	return prompt, err
}

func explainDiff(before, after wattle.Prompt) error {
	diff, err := before.Diff(after)
	if err != nil {
		return err
	}
	if at, differs := diff.StablePrefix.Get(); differs {
		fmt.Printf("the cache serves %d bytes, up to %s\n", at.Byte, at.AfterID)
	} else {
		fmt.Println("the cache serves the whole stable prefix")
	}
	fmt.Println(diff.JSON)
	return nil
}
