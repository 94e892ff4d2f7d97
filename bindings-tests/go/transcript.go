package main

import (
	"bufio"
	"fmt"
	"math"
	"strconv"

	wattle "wattle.dev/go"
)

// line is a line of the transcript: an object in the making.
type line struct{ json []byte }

func newLine(name, what string, i int) *line {
	l := &line{json: []byte("{")}
	l.text("case", name)
	l.number(what, int64(i))
	return l
}

func (l *line) end(out *bufio.Writer) {
	out.Write(append(l.json, '}', '\n')) // an error of it comes back from Flush
}

// key begins a member, or with no name an element.
func (l *line) key(name string) {
	switch l.json[len(l.json)-1] {
	case '{', '[':
	default:
		l.json = append(l.json, ',')
	}
	if name != "" {
		l.quote(name)
		l.json = append(l.json, ':')
	}
}

func (l *line) text(key, value string) {
	l.key(key)
	l.quote(value)
}

func (l *line) number(key string, value int64) {
	l.key(key)
	l.json = strconv.AppendInt(l.json, value, 10)
}

// limit is a number, or null where there is no limit.
func (l *line) limit(key string, value int64) {
	if value == wattle.Unlimited {
		l.key(key)
		l.json = append(l.json, "null"...)
		return
	}
	l.number(key, value)
}

func (l *line) boolean(key string, value bool) {
	l.key(key)
	l.json = strconv.AppendBool(l.json, value)
}

// list writes n elements between brackets; object writes members between braces.
func (l *line) list(key string, n int, element func(int)) {
	l.key(key)
	l.json = append(l.json, '[')
	for i := 0; i < n; i++ {
		element(i)
	}
	l.json = append(l.json, ']')
}

func (l *line) object(members func()) {
	l.key("")
	l.json = append(l.json, '{')
	members()
	l.json = append(l.json, '}')
}

// quote writes a string as JSON.stringify does: Go's encoder has other escapes.
func (l *line) quote(s string) {
	l.json = append(l.json, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			l.json = append(l.json, '\\', c)
		case c == '\b':
			l.json = append(l.json, `\b`...)
		case c == '\t':
			l.json = append(l.json, `\t`...)
		case c == '\n':
			l.json = append(l.json, `\n`...)
		case c == '\f':
			l.json = append(l.json, `\f`...)
		case c == '\r':
			l.json = append(l.json, `\r`...)
		case c < 0x20:
			l.json = append(l.json, fmt.Sprintf(`\u%04x`, c)...)
		default:
			l.json = append(l.json, c)
		}
	}
	l.json = append(l.json, '"')
}

func (l *line) failure(key string, err error) {
	e := errorOf(err)
	l.text(key, e.Status.Name())
	l.text("subject", e.Subject)
	l.text("message", e.Message)
}

func (l *line) probes(probes fired) {
	l.list("probes", len(probes), func(i int) {
		l.list("", len(probes[i]), func(j int) { l.text("", probes[i][j]) })
	})
}

func (l *line) bundle(b wattle.Bundle) {
	l.text("text", b.Text)
	l.number("stablePrefix", int64(b.StablePrefix))
	l.list("sections", len(b.Sections), func(i int) {
		s := &b.Sections[i]
		l.object(func() {
			l.text("id", s.ID)
			l.text("origin", s.Origin.String())
			if s.Plugin == "" {
				l.key("plugin")
				l.json = append(l.json, "null"...)
			} else {
				l.text("plugin", s.Plugin)
			}
			l.text("mode", s.Mode.String())
			l.text("tier", s.Tier.String())
			l.boolean("static", s.Static)
			l.number("start", int64(s.Start))
			l.number("end", int64(s.End))
			l.number("chars", s.Chars)
		})
	})
}

func (l *line) prompt(p wattle.Prompt, event string) {
	l.text("composed", p.Text)
	l.number("stablePrefix", int64(p.StablePrefix))
	in, out := p.Included(), p.Dropped()
	l.list("included", len(in), func(i int) {
		s := &in[i]
		l.object(func() {
			l.number("index", int64(s.Index))
			l.text("id", s.ID)
			l.text("tier", s.Tier.String())
			l.number("start", int64(s.Start))
			l.number("end", int64(s.End))
			l.number("chars", s.Chars)
			l.number("totalBefore", s.TotalBefore)
			l.limit("limit", s.Limit)
			l.boolean("condensed", s.Verdict == wattle.Condensed)
		})
	})
	l.list("dropped", len(out), func(i int) {
		s := &out[i]
		l.object(func() {
			l.number("index", int64(s.Index))
			l.text("id", s.ID)
			l.text("tier", s.Tier.String())
			l.number("chars", s.Chars)
			l.number("totalBefore", s.TotalBefore)
			l.number("limit", s.Limit)
		})
	})
	l.number("totalChars", p.TotalChars)
	l.number("totalTokensEst", p.TotalTokensEst)
	l.limit("effectiveBudget", p.EffectiveBudget)
	l.boolean("overBudget", p.OverBudget)
	l.text("budgetUsedPctBits", fmt.Sprintf("%016x", math.Float64bits(float64(p.BudgetUsedPct))))
	l.text("eventJson", event)
}
