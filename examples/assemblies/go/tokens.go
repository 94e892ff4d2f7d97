package main

import (
	"fmt"

	wattle "wattle.dev/go"
)

// countTokens is a toy: a token is a word, a line break, or any other single character but a blank.
func countTokens(text string) (tokens int64) {
	inWord := false
	for _, c := range text {
		letter := '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
		if c != ' ' && !(letter && inWord) {
			tokens++
		}
		inWord = letter
	}
	return tokens
}

// A budget in tokens: the host's tokenizer measures every text, the separator too. A text whose tokens the host knows already is
// not measured. Everything that the library calls chars is then in tokens.
func tokens() error {
	asked := 0
	measure := func(text string) (int64, error) {
		asked++
		return countTokens(text), nil
	}
	candidates := agent()
	candidates[persona].Chars = wattle.Some[int64](20) // from an earlier turn, say
	prompt, err := wattle.ComposeCandidates(candidates,
		wattle.WithBudget(120), wattle.Strict(), wattle.WithMeasure(wattle.UnitTokens, measure))
	if err != nil {
		return err
	}
	show("120 tokens", prompt)
	fmt.Printf("  the tokenizer was asked %d times\n", asked)
	return nil
}
