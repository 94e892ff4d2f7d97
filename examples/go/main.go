package main

import (
	"fmt"
	"log"

	wattle "wattle.dev/go"
)

func main() {
	// Only the texts below: without these options the bundled baseline and the library's safety policies are in the prompt too.
	registry, err := wattle.New(wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies())
	if err != nil {
		log.Fatal(err)
	}
	defer registry.Close()

	if err := registry.Register(
		wattle.AppendPrompt("demo.rules", "Run the tests before you claim success."),
		wattle.PrependPersona("demo.persona", "You are a careful agent."),
	); err != nil {
		log.Fatal(err)
	}

	ctx := wattle.Context{CallClass: wattle.Converse, Family: "anthropic"}
	prompt, err := registry.Compose(ctx, nil, wattle.WithBudget(8000))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(prompt.Text)
}
