package wattle_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	wattle "wattle.dev/go"
)

func Example() {
	registry, err := wattle.New(wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies())
	if err != nil {
		panic(err)
	}
	defer registry.Close()
	if err := registry.Register(
		wattle.Contribution{ID: "demo.persona", Mode: wattle.Prepend, Content: wattle.Text("You are careful.")},
		wattle.Contribution{ID: "demo.rules", Mode: wattle.Append, Content: wattle.Text("Run the tests.")},
	); err != nil {
		panic(err)
	}
	ctx := wattle.Context{CallClass: wattle.Converse, Family: "anthropic"}
	prompt, err := registry.Compose(ctx, nil, wattle.WithBudget(8000))
	if err != nil {
		panic(err)
	}
	fmt.Println(prompt.Text)
	// Output:
	// You are careful.
	//
	// Run the tests.
}

func ExampleRuntimeAware() {
	registry, _ := wattle.New(wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies())
	defer registry.Close()
	_ = registry.Register(wattle.Contribution{
		ID:   "demo.tools",
		Mode: wattle.Append,
		Content: wattle.RuntimeAware(func(w io.Writer, _ wattle.Context, state wattle.State) error {
			_, err := io.WriteString(w, "Tools: "+strings.Join(state.LoadedTools, ", "))
			return err
		}),
	})
	ctx := wattle.Context{CallClass: wattle.Converse, Family: "anthropic"}
	bundle, err := registry.Resolve(ctx, &wattle.State{LoadedTools: []string{"grep", "search"}})
	fmt.Println(bundle.Text, err)
	// Output: Tools: grep, search <nil>
}

func ExampleRenderAsyncJobs() {
	text, err := wattle.RenderAsyncJobs([]wattle.AsyncJob{
		{ID: "7", Name: "build the index", State: "running", Progress: wattle.Some[uint32](40)},
		{ID: "8", Name: "nightly report", State: "queued"},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(text[:strings.LastIndex(text, "\n\n")])
	// Output:
	// ## Background jobs
	//
	// | job id | name | state | progress |
	// |---|---|---|---|
	// | 7 | build the index | running | 40% |
	// | 8 | nightly report | queued | - |
}

func ExamplePrompt_Dropped() {
	prompt, err := wattle.ComposeCandidates([]wattle.Candidate{
		{ID: "a", Content: "always here", Tier: wattle.TierCore},
		{ID: "b", Content: "nice to have, if there is room", Tier: wattle.TierInformational},
		{ID: "c", Content: "long story", Condensed: wattle.Some("tl;dr"), Tier: wattle.TierInformational},
	}, wattle.WithBudget(20))
	if err != nil {
		panic(err)
	}
	for _, s := range prompt.Included() {
		fmt.Printf("%s: %s, %q\n", s.ID, s.Verdict, s.Text)
	}
	for _, s := range prompt.Dropped() {
		fmt.Printf("%s: %s, %d chars after %d of %d\n", s.ID, s.Verdict, s.Chars, s.TotalBefore, s.Limit)
	}
	// Output:
	// a: included, "always here"
	// c: condensed, "tl;dr"
	// b: dropped, 30 chars after 11 of 20
}

func ExampleGuidance() {
	guidance, err := wattle.NewGuidance()
	if err != nil {
		panic(err)
	}
	defer guidance.Close()

	err = guidance.Add(wattle.GuidanceEntry{ToolName: "search_*", Mode: wattle.MatchPrefix, Text: "Always cite your sources."})
	if err != nil {
		panic(err)
	}
	recent := []wattle.ToolError{{Tool: "search_web", Error: "timeout after 30 s", TimeText: "14:02"}, {Tool: "shell", Error: "not found"}}
	text, err := guidance.Resolve("search_web", recent)
	fmt.Println(text, err)
	// Output:
	// Always cite your sources.
	//
	// Recent errors, newest first:
	// - `search_web` (14:02): timeout after 30 s <nil>
}

func ExampleError() {
	registry, _ := wattle.New()
	defer registry.Close()
	_ = registry.RegisterPlugin(wattle.Plugin{Name: "notes"})
	err := registry.RegisterPlugin(wattle.Plugin{Name: "notes"})

	fmt.Println(errors.Is(err, wattle.ErrDuplicatePlugin))
	var e *wattle.Error
	if errors.As(err, &e) {
		fmt.Println(e.Status.Name(), e.Subject)
	}
	// Output:
	// true
	// duplicate-plugin notes
}
