// Command assemblies is the programs of .. in Go: each by its name, in a file of its name, with the same output.
package main

import (
	"fmt"
	"os"
)

var assemblies = map[string]func() error{
	"condensed":     condensedTexts,
	"core_overflow": coreOverflow,
	"depth":         depth,
	"event_log":     eventLog,
	"explain":       explain,
	"gate":          gate,
	"registry":      registryToPrompt,
	"strict":        strict,
	"tight_budget":  tightBudget,
	"tokens":        tokens,
	"unlimited":     unlimited,
}

func main() {
	if len(os.Args) != 2 || assemblies[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: assemblies NAME, which is that of a file here")
		os.Exit(2)
	}
	if err := assemblies[os.Args[1]](); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
