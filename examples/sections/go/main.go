// Command sections is ../sections.c in Go, and prints the same: the reference sections in a plugin. Three say what a turn's state says,
// ready as they are; to one the program adds a sentence; and one is a table of its background jobs.
package main

import (
	"fmt"
	"io"
	"log"

	wattle "wattle.dev/go"
)

// jobs are what the program knows of its jobs; they change between the turns.
var jobs []wattle.AsyncJob

// writeJobs writes what the library renders: the jobs are not in the state.
func writeJobs(w io.Writer, _ wattle.Context, _ wattle.State) error {
	text, err := wattle.RenderAsyncJobs(jobs)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// writeTools writes what the library renders, and a sentence more.
func writeTools(w io.Writer, _ wattle.Context, state wattle.State) error {
	text, err := wattle.RenderLoadedTools(state)
	if err != nil || text == "" {
		return err
	}
	_, err = io.WriteString(w, text+" Start a job only for what takes longer than a minute.")
	return err
}

func orchard() wattle.Plugin {
	subAgent := wattle.SubagentDepthPrompt("orchard.sub-agent")
	subAgent.Tier = wattle.TierCore // never dropped, however short the budget is
	return wattle.CreatePlugin("orchard", "1.0.0",
		subAgent,
		wattle.DetectedIntentsPrompt("orchard.intents"),
		wattle.PriorTurnToolCallsPrompt("orchard.tool-calls"),
		wattle.Contribution{ID: "orchard.tools", Mode: wattle.Append, Content: wattle.RuntimeAware(writeTools)},
		wattle.Contribution{ID: "orchard.jobs", Mode: wattle.Append, Content: wattle.RuntimeAware(writeJobs)},
	)
}

func show(registry *wattle.Registry, title string, state *wattle.State) error {
	fmt.Printf("==== %s ====\n", title)
	ctx := wattle.Context{CallClass: wattle.Converse, Family: "anthropic"}
	prompt, err := registry.Compose(ctx, state, wattle.WithProbes(wattle.Probes{
		OnEmptyContent: func(id string, _ wattle.Origin) error {
			fmt.Printf("(%s has nothing to say)\n", id)
			return nil
		},
	}))
	if err != nil {
		return err
	}
	fmt.Println(prompt.Text)
	return nil
}

func run() error {
	registry, err := wattle.New(wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies())
	if err != nil {
		return err
	}
	defer registry.Close()
	if err := registry.RegisterPlugin(orchard()); err != nil {
		return err
	}
	tools := []string{"count_trees", "start_job", "job_status"}
	first := wattle.State{LoadedTools: tools, DetectedIntents: []string{"plan the harvest"}}
	if err := show(registry, "the first turn", &first); err != nil {
		return err
	}
	jobs = []wattle.AsyncJob{
		{ID: "7", Name: "count ripe fruit | north field", State: "running", Progress: wattle.Some[uint32](40)},
		{ID: "8", Name: "weather of the week", State: "failed:\nno answer"},
	}
	second := wattle.State{LoadedTools: tools[:1], TurnDepth: 1, PriorTurnHadToolCalls: wattle.Some(true)}
	if err := show(registry, "a sub-agent, after its tool calls", &second); err != nil {
		return err
	}
	jobs = nil
	return show(registry, "a turn of which there is nothing to say", nil)
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
