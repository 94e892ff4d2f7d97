package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode/utf16"

	wattle "wattle.dev/go"
	"wattle.dev/go/internal/live"
)

// The cases of the module builder's allocation, and of the taint that a built-in shows.

type moduleCase struct {
	Name          string
	Modules       []module
	ContextWindow int64
	HistoryTokens int64
	Expect        moduleExpect
}

// A module's minimal rendering is nil where it has none; Tokens is its own estimate.
type module struct {
	Name     string
	Priority uint32
	Optional bool
	Full     []string
	Minimal  []string
	Tokens   *int64
}

type moduleExpect struct {
	Included         []includedModule
	ContentSHA256    string `json:"content_sha256"`
	ContentUTF16     int    `json:"content_utf16"`
	TokensByModule   map[string]int64
	EstimatedTokens  int64
	PercentRemaining int
	failure
}

type includedModule struct {
	Name    string
	Minimal bool
}

type taintCase struct {
	TaintRatio     float64
	TaintThreshold float64
	RatioText      string `json:"ratio_text"`
	ThresholdText  string `json:"threshold_text"`
	Elevated       bool
}

func (m *module) build() wattle.Module {
	lines := func(lines []string) func(wattle.AgentContext) ([]string, error) {
		return func(wattle.AgentContext) ([]string, error) { return lines, nil }
	}
	out := wattle.Module{Name: m.Name, Priority: m.Priority, Optional: m.Optional, Render: lines(m.Full)}
	if m.Minimal != nil {
		out.RenderMinimal = lines(m.Minimal)
	}
	if m.Tokens != nil {
		out.Estimate = func(wattle.AgentContext) (int64, error) { return *m.Tokens, nil }
	}
	return out
}

// newBuilder makes a builder; that this fails is no outcome of a case.
func newBuilder() *wattle.ModuleBuilder {
	builder, err := wattle.NewModuleBuilder()
	if err != nil {
		panic(err)
	}
	return builder
}

func runModuleCase(c *moduleCase, out *bufio.Writer) checks {
	var check checks
	builder := newBuilder()
	for i := range c.Modules {
		if err := builder.Add(c.Modules[i].build()); err != nil {
			check.addf("adding %s: %v", c.Modules[i].Name, err)
		}
	}
	prompt, err := builder.Build(wattle.AgentContext{MaxTokens: c.ContextWindow, HistoryTokens: c.HistoryTokens})
	builder.Close()
	if n := live.Handles(); n != 0 {
		check.addf("%d handles are left", n)
		live.Add(-n)
	}
	l := newLine(c.Name, "build", 0)
	if err != nil {
		l.failure("error", err)
		check.failure("build", 0, err, c.Expect.failure)
	} else {
		l.modules(prompt)
		c.Expect.check(prompt, &check)
	}
	l.end(out)
	return check
}

func (e *moduleExpect) check(prompt wattle.ModulePrompt, check *checks) {
	in, texts := []includedModule{}, []string{}
	for _, s := range prompt.Included() {
		in = append(in, includedModule{s.ID, s.Verdict == wattle.Condensed})
		check.equal("build", 0, s.ID, s.Text, prompt.Text[s.Start:s.End])
		if _, hasText := prompt.Metadata.TokensByModule[s.ID]; hasText {
			texts = append(texts, s.Text)
		}
	}
	check.equal("build", 0, "error", "", e.Error)
	check.equal("build", 0, "unit", prompt.Unit, wattle.UnitTokens)
	check.equal("build", 0, "joined sections", strings.Join(texts, "\n\n"), prompt.Text)
	check.equal("build", 0, "included", in, e.Included)
	check.equal("build", 0, "content_sha256", fmt.Sprintf("%x", sha256.Sum256([]byte(prompt.Text))), e.ContentSHA256)
	check.equal("build", 0, "content_utf16", len(utf16.Encode([]rune(prompt.Text))), e.ContentUTF16)
	check.equal("build", 0, "tokensByModule", prompt.Metadata.TokensByModule, e.TokensByModule)
	check.equal("build", 0, "estimatedTokens", prompt.Metadata.EstimatedTokens, e.EstimatedTokens)
	check.equal("build", 0, "percentRemaining", prompt.Metadata.PercentRemaining, e.PercentRemaining)
}

func (l *line) modules(p wattle.ModulePrompt) {
	l.text("content", p.Text)
	in, out := p.Included(), p.Dropped()
	l.list("included", len(in), func(i int) {
		s := &in[i]
		l.object(func() {
			l.text("name", s.ID)
			l.text("tier", s.Tier.String())
			l.boolean("minimal", s.Verdict == wattle.Condensed)
			tokens, hasText := p.Metadata.TokensByModule[s.ID]
			if !hasText {
				tokens = wattle.Unlimited // null
			}
			l.limit("tokens", tokens)
		})
	})
	l.list("dropped", len(out), func(i int) {
		s := &out[i]
		l.object(func() {
			l.text("name", s.ID)
			l.number("tokens", s.Chars)
			l.number("used", s.TotalBefore)
			l.number("limit", s.Limit)
		})
	})
	l.number("totalTokens", p.TotalChars)
	l.limit("effectiveBudget", p.EffectiveBudget)
	l.boolean("overBudget", p.OverBudget)
	l.text("metadataJson", p.MetadataJSON)
	l.text("eventJson", p.EventJSON)
}

func runTaintCase(i int, c *taintCase, out *bufio.Writer) checks {
	var check checks
	builder := newBuilder()
	defer builder.Close()
	ctx := wattle.AgentContext{TaintRatio: c.TaintRatio, TaintThreshold: c.TaintThreshold, MaxTokens: 200_000}
	if err := builder.AddBuiltin("injection-defense"); err != nil {
		panic(err)
	}
	prompt, err := builder.Build(ctx)
	if err != nil {
		panic(err)
	}
	var percents []string
	for _, before := range strings.Split(prompt.Text, "%") {
		percents = append(percents, before[strings.LastIndexByte(before, ' ')+1:])
	}
	elevated := strings.Contains(prompt.Text, "explicit approval")
	check.equal("taint", i, "ratio_text", percents[0], c.RatioText)
	check.equal("taint", i, "threshold_text", percents[1], c.ThresholdText)
	check.equal("taint", i, "elevated", elevated, c.Elevated)

	l := &line{json: []byte("{")}
	l.number("taint", int64(i))
	l.text("ratio_text", percents[0])
	l.text("threshold_text", percents[1])
	l.boolean("elevated", elevated)
	l.end(out)
	return check
}
