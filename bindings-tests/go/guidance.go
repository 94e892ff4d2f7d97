package main

import (
	"bufio"
	"unicode/utf16"

	wattle "wattle.dev/go"
)

// The cases of guidance.

type guidanceCase struct {
	Name     string
	Entries  []guidanceEntry
	ToolName string
	Expect   struct {
		Text  string
		Chars int64
		failure
	}
}

type guidanceEntry struct {
	ToolName string
	Mode     string
	Text     string
}

var matchModes = map[string]wattle.MatchMode{"exact": wattle.MatchExact, "prefix": wattle.MatchPrefix, "glob": wattle.MatchGlob}

func runGuidanceCase(c *guidanceCase, out *bufio.Writer) checks {
	var check checks
	l := newLine(c.Name, "guidance", 0)
	if text, chars, err := c.said(); err != nil {
		l.failure("error", err)
		check.failure("guidance", 0, err, c.Expect.failure)
	} else {
		l.text("text", text)
		l.number("chars", chars)
		check.equal("guidance", 0, "error", "", c.Expect.Error)
		check.equal("guidance", 0, "text", text, c.Expect.Text)
		check.equal("guidance", 0, "chars", chars, c.Expect.Chars)
		check.equal("guidance", 0, "chars of the text", int64(len(utf16.Encode([]rune(text)))), chars)
	}
	l.end(out)
	return check
}

// said is what is said of the case's tool, and the estimate of its chars.
func (c *guidanceCase) said() (text string, chars int64, err error) {
	guidance, err := wattle.NewGuidance()
	if err != nil {
		return "", 0, err
	}
	defer guidance.Close()
	entries := make([]wattle.GuidanceEntry, len(c.Entries))
	for i, e := range c.Entries {
		entries[i] = wattle.GuidanceEntry{ToolName: e.ToolName, Mode: matchModes[e.Mode], Text: e.Text}
	}
	if err := guidance.Add(entries...); err != nil {
		return "", 0, err
	}
	if chars, err = guidance.EstimateChars(c.ToolName, nil); err != nil {
		return "", 0, err
	}
	text, err = guidance.Resolve(c.ToolName, nil)
	return text, chars, err
}
