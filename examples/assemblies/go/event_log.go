package main

import (
	"fmt"
	"os"

	wattle "wattle.dev/go"
)

// A log of what was built: a probe writes the event of every prompt as a line of JSON, into a line of the host's own. The event is
// JSON without a line break: it may stand within other JSON as it is.
func eventLog() error {
	turn := 0
	log := wattle.Probes{OnBuilt: func(prompt wattle.Prompt) error {
		_, err := fmt.Fprintf(os.Stdout, "{\"turn\":%d,\"prompt\":%s}\n", turn, prompt.EventJSON)
		return err
	}}
	for _, budget := range []int64{wattle.Unlimited, 500, 0} {
		turn++
		if _, err := wattle.ComposeCandidates(agent(), wattle.WithBudget(budget), wattle.Strict(), wattle.WithProbes(log)); err != nil {
			return err
		}
	}
	return nil
}
