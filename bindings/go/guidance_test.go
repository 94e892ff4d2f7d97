package wattle_test

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	wattle "wattle.dev/go"
)

func newGuidance(t testing.TB, entries ...wattle.GuidanceEntry) *wattle.Guidance {
	t.Helper()
	g, err := wattle.NewGuidance()
	must(t, err)
	closeAtEnd(t, g)
	must(t, g.Add(entries...))
	return g
}

// said is what is said of a tool; the estimate of it is checked.
func said(t testing.TB, g *wattle.Guidance, tool string, recent ...wattle.ToolError) string {
	t.Helper()
	text, err := g.Resolve(tool, recent)
	must(t, err)
	chars, err := g.EstimateChars(tool, recent)
	must(t, err)
	if want := int64(len(utf16.Encode([]rune(text)))); chars != want {
		t.Errorf("%s: %d chars were estimated, %d are given", tool, chars, want)
	}
	return text
}

func TestGuidance(t *testing.T) {
	g := newGuidance(t,
		wattle.GuidanceEntry{ToolName: "search_*", Mode: wattle.MatchPrefix, Text: "Always cite sources."},
		wattle.GuidanceEntry{ToolName: "search_web", Mode: wattle.MatchExact, Text: ""},
		wattle.GuidanceEntry{ToolName: "*_we?", Mode: wattle.MatchGlob, Text: "🚀\x00\r\n"},
		wattle.GuidanceEntry{ToolName: "", Mode: wattle.MatchExact, Text: "no name"})
	must(t, g.LoadJSON(`{"entries":[{"toolName":"*","mode":"glob","text":"last"}]}`))
	must(t, g.Add())
	if g.Len() != 5 {
		t.Errorf("%d entries", g.Len())
	}
	recent := []wattle.ToolError{
		{Tool: "search_web", Error: "old", TimeText: "12:00"},
		{Tool: "search", Error: "another tool's"},
		{Tool: "search_web", Error: "new\nest\n"},
		{Tool: "search_web"},
	}
	for tool, want := range map[string]string{
		"":           "no name\n\nlast",
		"fetch":      "last",
		"search_web": "Always cite sources.\n\n🚀\x00\r\n\n\nlast",
	} {
		if got := said(t, g, tool); got != want {
			t.Errorf("%q: got %q, want %q", tool, got, want)
		}
	}
	want := "Always cite sources.\n\n🚀\x00\r\n\n\nlast\n\nRecent errors, newest first:\n- `search_web`\n- `search_web`: new est\n- `search_web` (12:00): old"
	if got := said(t, g, "search_web", recent...); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for mode, want := range map[wattle.MatchMode]string{
		wattle.MatchExact: "exact", wattle.MatchPrefix: "prefix", wattle.MatchGlob: "glob", 0: "unknown", 4: "unknown",
	} {
		if mode.String() != want {
			t.Errorf("%d is called %s, want %s", mode, mode, want)
		}
	}
}

func TestRenderRecentToolErrors(t *testing.T) {
	var recent []wattle.ToolError
	render := func() string {
		t.Helper()
		text, err := wattle.RenderRecentToolErrors(recent)
		must(t, err)
		return text
	}
	if got := render(); got != "" {
		t.Errorf("without errors: %q", got)
	}
	for _, tool := range []string{"a", "b", "c", "d", "e", "f"} {
		recent = append(recent, wattle.ToolError{Tool: tool, Error: "failed", TimeText: "now"})
	}
	lines := strings.Split(render(), "\n")
	if lines[0] != "## Recent tool errors" {
		t.Errorf("got %q", lines[0])
	}
	if got := lines[len(lines)-wattle.RecentToolErrorsLimit:]; got[0] != "- `f` (now): failed" || got[4] != "- `b` (now): failed" {
		t.Errorf("got %q", got)
	}
}

func TestGuidanceErrors(t *testing.T) {
	const bad = "\xff"
	base := wattle.GuidanceEntry{ToolName: "t", Mode: wattle.MatchExact, Text: "base"}
	g := newGuidance(t, base)
	pattern, text, unset, unknown := base, base, base, base
	pattern.ToolName, text.Text, unset.Mode, unknown.Mode = bad, bad, 0, 4
	add := func(entry wattle.GuidanceEntry) func() error {
		return func() error { return g.Add(base, entry) }
	}
	load := func(json string) func() error {
		return func() error { return g.LoadJSON(json) }
	}
	// The first of six is not shown.
	resolve := func(tool string, first wattle.ToolError) func() error {
		recent := append([]wattle.ToolError{first}, make([]wattle.ToolError, 5)...)
		return func() error {
			_, estimated := g.EstimateChars(tool, recent)
			text, resolved := g.Resolve(tool, recent)
			if text != "" || estimated == nil || estimated.Error() != resolved.Error() {
				t.Errorf("%q, %v and %v", text, resolved, estimated)
			}
			return resolved
		}
	}
	for name, row := range map[string]struct {
		call    func() error
		status  wattle.Status
		subject string
	}{
		"no mode":       {add(unset), wattle.ErrInvalidArgument, "mode"},
		"unknown mode":  {add(unknown), wattle.ErrInvalidArgument, "mode"},
		"bad pattern":   {add(pattern), wattle.ErrInvalidUTF8, "tool_name"},
		"bad text":      {add(text), wattle.ErrInvalidUTF8, "text"},
		"bad name":      {resolve(bad, wattle.ToolError{}), wattle.ErrInvalidUTF8, "tool_name"},
		"bad tool":      {resolve("t", wattle.ToolError{Tool: bad}), wattle.ErrInvalidUTF8, "tool"},
		"bad error":     {resolve("t", wattle.ToolError{Error: bad}), wattle.ErrInvalidUTF8, "error"},
		"bad time":      {resolve("t", wattle.ToolError{TimeText: bad}), wattle.ErrInvalidUTF8, "time_text"},
		"no JSON":       {load("{"), wattle.ErrInvalidJSON, "$"},
		"bad JSON":      {load(bad), wattle.ErrInvalidUTF8, "json"},
		"JSON's mode":   {load(`{"entries":[{"toolName":"t","mode":"regex","text":""}]}`), wattle.ErrInvalidJSON, "$.entries[0].mode"},
		"another shape": {load(`{"plugins":[]}`), wattle.ErrInvalidJSON, "$.plugins"},
		"too long JSON": {load(strings.Repeat(" ", 16<<20+1)), wattle.ErrLimitExceeded, "json"},
	} {
		var e *wattle.Error
		if err := row.call(); !errors.Is(err, row.status) || !errors.As(err, &e) || e.Subject != row.subject {
			t.Errorf("%s: got %v, want %v of %q", name, err, row.status, row.subject)
		}
	}
	if _, err := wattle.RenderRecentToolErrors([]wattle.ToolError{{Error: bad}}); !errors.Is(err, wattle.ErrInvalidUTF8) {
		t.Errorf("got %v", err)
	}
	if got := said(t, g, "t"); g.Len() != 1 || got != "base" {
		t.Errorf("refused calls left %d entries, and %q", g.Len(), got)
	}
}

func TestClosedGuidance(t *testing.T) {
	g := newGuidance(t, wattle.GuidanceEntry{ToolName: "t", Mode: wattle.MatchExact, Text: "text"})
	for i := 0; i < 2; i++ {
		must(t, g.Close())
	}
	var none *wattle.Guidance
	must(t, none.Close())
	for name, unusable := range map[string]*wattle.Guidance{"closed": g, "nil": none, "zero": {}} {
		_, resolved := unusable.Resolve("t", nil)
		_, estimated := unusable.EstimateChars("t", nil)
		for call, err := range map[string]error{
			"Resolve": resolved, "EstimateChars": estimated, "Add": unusable.Add(), "LoadJSON": unusable.LoadJSON("{}"),
		} {
			if !errors.Is(err, wattle.ErrInvalidHandle) || errors.Is(err, wattle.ErrClosed) != (name == "closed") {
				t.Errorf("%s of a %s guidance: got %v", call, name, err)
			}
		}
		if unusable.Len() != 0 {
			t.Errorf("a %s guidance has %d entries", name, unusable.Len())
		}
	}
}

// Whatever was there when a resolution began is what it gives, until the guidance is closed under it.
func TestGuidanceWhileAdding(t *testing.T) {
	const readers, additions = 8, 300
	g := newGuidance(t)
	pair := []wattle.GuidanceEntry{{ToolName: "*", Mode: wattle.MatchGlob, Text: "a"}, {ToolName: "t", Mode: wattle.MatchExact, Text: "b"}}
	var wg sync.WaitGroup
	for i := 0; i < readers; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for last := 0; ; {
				text, err := g.Resolve("t", nil)
				if isClosed(err) {
					return
				}
				if n := strings.Count(text, "a\n\nb"); err != nil || n < last || (n > 0 && len(text) != 6*n-2) {
					t.Errorf("%v, %d pairs after %d in %d bytes", err, n, last, len(text))
					return
				} else {
					last = n
				}
			}
		}()
	}
	for i := 0; i < additions; i++ {
		must(t, g.Add(pair...))
	}
	if g.Len() != 2*additions {
		t.Errorf("%d entries", g.Len())
	}
	must(t, g.Close())
	wg.Wait()
}

func TestManyToolErrors(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 10_000
	}
	recent := make([]wattle.ToolError, n)
	for i := range recent {
		recent[i] = wattle.ToolError{Tool: "often", Error: "failed"}
	}
	recent[3].Tool = "once"
	g := newGuidance(t)
	if got := said(t, g, "once", recent...); got != "Recent errors, newest first:\n- `once`: failed" {
		t.Errorf("got %q", got)
	}
	if got := said(t, g, "often", recent...); strings.Count(got, "failed") != wattle.RecentToolErrorsLimit {
		t.Errorf("got %q", got)
	}
}

// Guidance as the content of a section.
func TestGuidanceInCallback(t *testing.T) {
	g := newGuidance(t, wattle.GuidanceEntry{ToolName: "search_*", Mode: wattle.MatchPrefix, Text: "Cite sources."})
	r := newRegistry(t)
	must(t, r.Register(appended("host.guidance", wattle.RuntimeAware(func(w io.Writer, _ wattle.Context, state wattle.State) error {
		for _, tool := range state.LoadedTools {
			text, err := g.Resolve(tool, nil)
			if err != nil {
				return err
			}
			io.WriteString(w, text)
		}
		return nil
	}))))
	if got := textOf(t, r, converse, &wattle.State{LoadedTools: []string{"search_web", "fetch"}}); got != "Cite sources." {
		t.Errorf("got %q", got)
	}
}
