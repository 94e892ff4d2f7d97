package wattle_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	wattle "wattle.dev/go"
)

// sections are the four that say what a state says: the text, and the contribution.
var sections = []struct {
	render func(wattle.State) (string, error)
	prompt func(id string) wattle.Contribution
}{
	{wattle.RenderLoadedTools, wattle.LoadedToolsPrompt},
	{wattle.RenderDetectedIntents, wattle.DetectedIntentsPrompt},
	{wattle.RenderSubagentDepth, wattle.SubagentDepthPrompt},
	{wattle.RenderPriorTurnToolCalls, wattle.PriorTurnToolCallsPrompt},
}

// eventful is a turn of which each of them has something to say.
var eventful = wattle.State{
	LoadedTools: []string{"shell"}, DetectedIntents: []string{"repair"}, TurnDepth: 1, PriorTurnHadToolCalls: wattle.Some(true),
}

// The golden file is made by tests/section_goldens.rs; the inputs are the same here.
func TestSectionGoldens(t *testing.T) {
	odd := []string{"b|a", "`x``y`", "two\r\n\nlines\n", "", "a", "a", "naïve 🚀"}
	var all strings.Builder
	add := func(name string, text string, err error) {
		must(t, err)
		fmt.Fprintf(&all, "==== %s\n%s\n", name, text)
	}
	for _, row := range []struct {
		name   string
		render func(wattle.State) (string, error)
		state  wattle.State
	}{
		{"loaded tools", wattle.RenderLoadedTools, wattle.State{LoadedTools: []string{"read_file", "web_search"}}},
		{"loaded tools, odd", wattle.RenderLoadedTools, wattle.State{LoadedTools: odd}},
		{"loaded tools, none", wattle.RenderLoadedTools, wattle.State{LoadedTools: []string{}}},
		{"detected intents", wattle.RenderDetectedIntents, wattle.State{DetectedIntents: []string{"fix a bug", "add a test"}}},
		{"detected intents, odd", wattle.RenderDetectedIntents, wattle.State{DetectedIntents: odd}},
		{"detected intents, none", wattle.RenderDetectedIntents, wattle.State{DetectedIntents: []string{}}},
		{"depth 0", wattle.RenderSubagentDepth, wattle.State{}},
		{"depth 1", wattle.RenderSubagentDepth, wattle.State{TurnDepth: 1}},
		{"depth 4294967295", wattle.RenderSubagentDepth, wattle.State{TurnDepth: math.MaxUint32}},
		{"prior turn with tool calls", wattle.RenderPriorTurnToolCalls, wattle.State{PriorTurnHadToolCalls: wattle.Some(true)}},
		{"prior turn without tool calls", wattle.RenderPriorTurnToolCalls, wattle.State{PriorTurnHadToolCalls: wattle.Some(false)}},
	} {
		text, err := row.render(row.state)
		add(row.name, text, err)
	}
	for _, row := range []struct {
		name string
		jobs []wattle.AsyncJob
	}{
		{"jobs", []wattle.AsyncJob{
			{ID: "job-7", Name: "build the index", State: "running", Progress: wattle.Some[uint32](40)},
			{ID: "job-3", Name: "nightly report", State: "queued"},
			{ID: "job-9", Name: "import", State: "succeeded", Progress: wattle.Some[uint32](100)},
			{ID: "job-8", Name: "thumbnails", State: "failed: no space left", Progress: wattle.Some[uint32](0)},
		}},
		{"jobs, odd", []wattle.AsyncJob{
			{ID: `b|a\|c`, Name: "`x`\n|\n", State: "two\r\n\nlines\r", Progress: wattle.Some[uint32](1)},
			{},
			{ID: `b|a\|c`, Name: "naïve 🚀", State: "# no heading"},
		}},
		{"jobs, none", nil},
	} {
		text, err := wattle.RenderAsyncJobs(row.jobs)
		add(row.name, text, err)
	}
	golden, err := os.ReadFile("../../tests/golden/sections.txt")
	must(t, err)
	if all.String() != string(golden) {
		t.Errorf("got\n%s", all.String())
	}
}

// In a turn of which a section has nothing to say it is empty, and the probe is told.
func TestSectionPrompts(t *testing.T) {
	for i, section := range sections {
		id := fmt.Sprintf("host.%d", i)
		r := newRegistry(t)
		must(t, r.Register(section.prompt(id)))
		var told []string
		probes := wattle.WithProbes(wattle.Probes{OnEmptyContent: func(id string, origin wattle.Origin) error {
			told = append(told, id+" "+origin.String())
			return nil
		}})
		want, err := section.render(eventful)
		must(t, err)
		if got := textOf(t, r, converse, &eventful, probes); got != want || want == "" || told != nil {
			t.Errorf("got %q, want %q, told %q", got, want, told)
		}
		if got := textOf(t, r, converse, nil, probes); got != "" || !reflect.DeepEqual(told, []string{id + " runtime-aware"}) {
			t.Errorf("got %q, told %q", got, told)
		}
		if text, err := section.render(wattle.State{}); text != "" || err != nil {
			t.Errorf("got %q, %v", text, err)
		}
		for j := range sections {
			if same := reflect.DeepEqual(section.prompt(id), sections[j].prompt(id)); same != (i == j) {
				t.Errorf("%d and %d are equal: %v", i, j, same)
			}
		}
	}
}

// Any contribution can carry one: in a plugin, in a hook, under another mode; and a function can say more.
func TestSectionsInPlugins(t *testing.T) {
	text := func(i int) string {
		text, err := sections[i].render(eventful)
		must(t, err)
		return text
	}
	top := sections[1].prompt("p.top")
	top.Mode = wattle.Prepend
	top.RequiresTools = []string{"shell"}
	around := wattle.RuntimeAware(func(w io.Writer, _ wattle.Context, state wattle.State) error {
		text, err := wattle.RenderSubagentDepth(state)
		if err == nil {
			_, err = fmt.Fprintf(w, "<%s>", text)
		}
		return err
	})
	p := wattle.CreatePlugin("p", "1", sections[0].prompt("p.tools"), top, appended("p.around", around))
	if p.Prompts != nil || len(p.RuntimePrompts) != 3 {
		t.Errorf("got %+v", p)
	}
	p.Hook = func(emit wattle.Emit, _ wattle.Context, _ wattle.State) error {
		return emit(sections[3].prompt("p.hook"))
	}
	r := newRegistry(t)
	must(t, r.RegisterPlugin(p))
	state := eventful
	state.Host = t
	want := strings.Join([]string{text(1), text(0), "<" + text(2) + ">", text(3)}, "\n\n")
	if got := textOf(t, r, converse, &state); got != want {
		t.Errorf("got %q", got)
	}
	static := sections[0].prompt("host.static")
	static.Origin = wattle.OriginStatic
	if err := r.Register(static); !errors.Is(err, wattle.ErrInvalidArgument) {
		t.Errorf("got %v", err)
	}
}

func TestSectionTexts(t *testing.T) {
	odd := "a|`b`\x00\r\n\n🚀"
	text, err := wattle.RenderLoadedTools(wattle.State{LoadedTools: []string{odd, odd}})
	if want := "\n- a|`b`\x00 🚀\n- a|`b`\x00 🚀\n"; err != nil || !strings.Contains(text, want) {
		t.Errorf("got %q, %v", text, err)
	}
	text, err = wattle.RenderAsyncJobs([]wattle.AsyncJob{{ID: odd, Name: odd, State: odd}})
	if want := "\n| a\\|`b`\x00 🚀 | a\\|`b`\x00 🚀 | a\\|`b`\x00 🚀 | - |\n"; err != nil || !strings.Contains(text, want) {
		t.Errorf("got %q, %v", text, err)
	}
	many := make([]string, 100_000)
	text, err = wattle.RenderDetectedIntents(wattle.State{DetectedIntents: many})
	if err != nil || strings.Count(text, "\n- ") != len(many) {
		t.Errorf("got %d bytes, %v", len(text), err)
	}
}

func TestBadSections(t *testing.T) {
	refused := func(text string, err error, status wattle.Status, subject, message string) {
		t.Helper()
		var e *wattle.Error
		if !errors.Is(err, status) || !errors.As(err, &e) || e.Subject != subject || !strings.Contains(e.Message, message) || text != "" {
			t.Errorf("got %q, %v", text, err)
		}
	}
	for _, bad := range []string{"\xff", "\xed\xa0\x80", "behind a NUL\x00\xc3"} {
		text, err := wattle.RenderLoadedTools(wattle.State{LoadedTools: []string{"a", bad}})
		refused(text, err, wattle.ErrInvalidUTF8, "loaded_tools", "item 1")
		text, err = wattle.RenderDetectedIntents(wattle.State{DetectedIntents: []string{bad}})
		refused(text, err, wattle.ErrInvalidUTF8, "detected_intents", "item 0")
		for field, job := range map[string]wattle.AsyncJob{"id": {ID: bad}, "name": {Name: bad}, "state": {State: bad}} {
			text, err = wattle.RenderAsyncJobs([]wattle.AsyncJob{{}, job})
			refused(text, err, wattle.ErrInvalidUTF8, field, "jobs[1]")
		}
	}
	for _, progress := range []uint32{101, math.MaxUint32} {
		text, err := wattle.RenderAsyncJobs([]wattle.AsyncJob{{Progress: wattle.Some(progress)}})
		refused(text, err, wattle.ErrInvalidArgument, "progress", fmt.Sprintf("jobs[0]: progress is %d; 0 to 100 is allowed", progress))
	}
}
