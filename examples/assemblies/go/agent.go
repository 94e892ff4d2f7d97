package main

import wattle "wattle.dev/go"

// Places of candidates in agent.
const persona = 0

// agent is what most assemblies here compose: its texts, in their order. What differs is how they are composed.
func agent() []wattle.Candidate {
	return []wattle.Candidate{
		persona: {ID: "agent.persona", Tier: wattle.TierCore,
			Content: "You are a coding agent. You work in the repository of an online shop, for its developers."},
		{ID: "agent.rules", Tier: wattle.TierCore,
			Content: "Change what the task asks for and nothing else. Run the tests before you say that it works."},
		{ID: "tools.shell", Tier: wattle.TierActive,
			Content: "Shell: commands run in the root of the repository. One that takes more than two minutes is " +
				"stopped, so start the server in the background and look at its log."},
		{ID: "tools.edits", Tier: wattle.TierActive,
			Content: "Edits: read a file before you edit it, and prefer small edits to writing it anew."},
		{ID: "project.conventions", Tier: wattle.TierActive,
			Content: "Conventions: money is a whole number of cents, times are UTC, and a handler answers bad input " +
				"with 400 and a sentence that a customer understands."},
		{ID: "project.glossary", Tier: wattle.TierInformational,
			Content: "Words: a basket is what a customer fills, an order is a basket that was paid, and a parcel is " +
				"what is sent of an order at once."},
		{ID: "session.note", Tier: wattle.TierInformational,
			Content: "The build of today fails in the checkout tests; Ada is on it."},
		{ID: "safety.secrets", Tier: wattle.TierCore,
			Content: "Never print a key, a token or a password, and never commit one."},
	}
}

// condensed has the shorter texts of those candidates that have one.
var condensed = map[string]string{
	"agent.rules":         "Do what is asked. Run the tests.",
	"tools.shell":         "Shell: two minutes at most; what runs longer, in the background.",
	"tools.edits":         "Edits: read first, change little.",
	"project.conventions": "Conventions: money in cents, times in UTC, bad input is 400.",
}
