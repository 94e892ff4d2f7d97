// Command contributions is a plugin in Go with every kind of contribution, and a host that replaces two texts.
package main

import (
	"fmt"
	"io"
	"log"
	"strings"

	wattle "wattle.dev/go"
)

// orchard is the plugin: texts, a static and a runtime-aware function, a gated text, a hook, a stream observer, a policy.
func orchard() wattle.Plugin {
	p := wattle.CreatePlugin("orchard", "1.0.0",
		wattle.PrependPersona("orchard.persona", "You keep the orchard's books."),
		wattle.AppendPrompt("orchard.tests", "Count twice."),
		wattle.ScopedPrompt("orchard.reviewer", wattle.Scope{RuntimeRole: wattle.Some("reviewer")}, "Review; change nothing."),
		wattle.Contribution{ID: "orchard.family", Mode: wattle.Append, Content: wattle.Static(
			func(w io.Writer, ctx wattle.Context) error {
				_, err := fmt.Fprintf(w, "You are a model of the family %s.", ctx.Family)
				return err
			})},
		wattle.Contribution{ID: "orchard.tools", Mode: wattle.Append, Content: wattle.RuntimeAware(
			func(w io.Writer, _ wattle.Context, state wattle.State) error {
				_, err := fmt.Fprintf(w, "Loaded tools: %s", strings.Join(state.LoadedTools, ", "))
				return err
			})},
		wattle.GatedPrompt("orchard.sub-agent", func(_ wattle.Context, state wattle.State) (bool, error) {
			return state.TurnDepth > 0, nil
		}, "Report to the agent that started you."),
		wattle.Contribution{ID: "orchard.shell", Mode: wattle.Append, Content: wattle.Text("Ask before you run a command."), RequiresTools: []string{"shell"}},
	)
	p.Hook = func(emit wattle.Emit, _ wattle.Context, state wattle.State) error {
		return emit(wattle.AppendPrompt("orchard.depth", fmt.Sprintf("You are at depth %d.", state.TurnDepth)))
	}
	p.StreamObserver = func(bytes []byte) error {
		fmt.Printf("the plugin sees %q\n", bytes)
		return nil
	}
	p.SafetyPolicies = []wattle.SafetyPolicy{{ID: "safety.no-deletes", Content: wattle.Text("Delete nothing."), EnabledByDefault: true}}
	return p
}

func run() error {
	registry, err := wattle.New(wattle.WithoutSafetyPolicies())
	if err != nil {
		return err
	}
	defer registry.Close()
	baseline, err := wattle.ReplaceCore(wattle.DefaultSystemPromptID, "Be careful.")
	if err != nil {
		return err
	}
	if err := registry.RegisterPlugin(orchard()); err != nil {
		return err
	}
	if err := registry.Register(baseline,
		wattle.Contribution{ID: "orchard.tests", Mode: wattle.Replace, Content: wattle.Text("Count three times.")}); err != nil {
		return err
	}
	for _, turn := range []struct {
		role  string
		state wattle.State
	}{
		{"", wattle.State{LoadedTools: []string{"search"}}},
		{"reviewer", wattle.State{LoadedTools: []string{"search", "shell"}, TurnDepth: 1}},
	} {
		ctx := wattle.Context{CallClass: wattle.Converse, Family: "anthropic", RuntimeRole: wattle.NonEmpty(turn.role)}
		bundle, err := registry.Resolve(ctx, &turn.state)
		if err != nil {
			return err
		}
		fmt.Printf("depth %d, role %q\n", turn.state.TurnDepth, turn.role)
		for _, s := range bundle.Sections {
			fmt.Printf("  %-27s %-8s %-14s %s\n", s.ID, s.Mode, s.Origin, s.Text)
		}
	}
	return registry.EmitStream([]byte("The pears are ripe."))
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
