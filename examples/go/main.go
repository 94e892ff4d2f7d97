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
		wattle.Contribution{ID: "demo.persona", Mode: wattle.Prepend, Content: wattle.Text("You are a careful agent.")},
		wattle.Contribution{ID: "demo.rules", Mode: wattle.Append, Content: wattle.Text("Run the tests before you claim success.")},
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
