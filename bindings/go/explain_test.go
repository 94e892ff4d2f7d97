package wattle_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	wattle "wattle.dev/go"
)

// golden is what the table of that name is in every language; see tests/explain_tables.rs.
func golden(t *testing.T, file string) string {
	t.Helper()
	bytes, err := os.ReadFile("../../tests/golden/tables/" + file)
	must(t, err)
	return string(bytes)
}

func isTable(t *testing.T, want string, of func() (string, error)) {
	t.Helper()
	got, err := of()
	must(t, err)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func composed(t *testing.T, candidates []wattle.Candidate, options ...wattle.ComposeOption) wattle.Prompt {
	t.Helper()
	prompt, err := wattle.ComposeCandidates(candidates, options...)
	must(t, err)
	return prompt
}

// saying is candidates of the active tier: an id, its text, and so on.
func saying(idsAndTexts ...string) (list []wattle.Candidate) {
	for i := 0; i < len(idsAndTexts); i += 2 {
		list = append(list, wattle.Candidate{ID: idsAndTexts[i], Content: idsAndTexts[i+1], Tier: wattle.TierActive})
	}
	return list
}

func diffOf(t *testing.T, before, after wattle.Prompt) wattle.Diff {
	t.Helper()
	d, err := before.Diff(after)
	must(t, err)
	return d
}

func TestTables(t *testing.T) {
	var candidates []wattle.Candidate
	for _, id := range []string{
		"", "-", "two words", "a  static  -  core", "\x1b[2J\x1b[1;1H\a", "\u009b31m", "line\nbreak\r\v\f\u0085\u2028\u2029", "nul\x00nul",
		"\u202eevil\u2066\u200f", "\u05d0\u05d1\u05d2.\u0627\u0644", "\u65e5\u672c\u8a9e", "zalgo\u0301\u0302\u200b\ufeff\U000e0041",
		`"quoted"\`, "tab\there\b\x7f", strings.Repeat("long.", 20), strings.Repeat("🚀", 5),
	} {
		candidates = append(candidates, saying(id, "x")...)
	}
	isTable(t, golden(t, "hostile.txt"), composed(t, candidates, wattle.WithBudget(12)).Table)
	isTable(t, golden(t, "nothing.txt"), composed(t, nil, wattle.WithBudget(0)).Table)

	r := newRegistry(t)
	must(t, r.Register(
		wattle.Contribution{ID: "agent.persona", Mode: wattle.Prepend, Tier: wattle.TierCore, Content: wattle.Text("You are a careful agent.")},
		wattle.Contribution{ID: "agent.rules", Mode: wattle.Append, Condensed: wattle.Some("Run the tests."),
			Content: wattle.Text("Run the tests before you claim success.")},
		wattle.Contribution{ID: "agent.notes", Mode: wattle.Append, Origin: wattle.OriginRuntimeAware, Tier: wattle.TierInformational,
			Content: wattle.Text("This may go.")},
		wattle.Contribution{ID: "ci.pipeline", Mode: wattle.Replace, Content: wattle.Text("Push early.")},
	))
	must(t, r.RegisterPlugin(wattle.Plugin{Name: "workspace",
		Prompts: []wattle.Contribution{wattle.AppendPrompt("workspace.guide", "Stay inside of the workspace: déjà vu.")}}))
	must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.secrets", EnabledByDefault: true, Content: wattle.Text("Tell no secrets.")}))
	prompt, err := r.Compose(converse, nil, wattle.WithBudget(85), wattle.Strict(), wattle.WithoutEvent())
	must(t, err)
	isTable(t, golden(t, "registry.txt"), prompt.Table)
	bundle, err := r.Resolve(converse, nil)
	must(t, err)
	isTable(t, golden(t, "bundle.txt"), bundle.Table)
	must(t, r.Close())
	isTable(t, golden(t, "bundle.txt"), bundle.Table)
}

// A module may be included without a text, which an empty text is not: both come back.
func TestTableOfModules(t *testing.T) {
	module := func(name string, lines ...string) wattle.Module {
		return wattle.Module{Name: name, Render: func(wattle.AgentContext) ([]string, error) { return lines, nil }}
	}
	b := newBuilder(t, module("silent"), module("blank", ""), module("quiet"), module("says", "text"))
	prompt, err := b.Build(wattle.AgentContext{MaxTokens: 8192})
	must(t, err)
	if s := prompt.Sections; prompt.Text != "\n\ntext" || !s[0].NoText || s[1].NoText || !s[2].NoText || s[3].NoText {
		t.Fatalf("got %+v", prompt)
	}
	table, err := prompt.Table()
	must(t, err)
	for _, row := range []string{"total          1 tokens\n", "tokens  before", "0       1   none  -\n", "0       1   none  0-0\n", "2-6\n"} {
		if !strings.Contains(table, row) {
			t.Errorf("no %q in\n%s", row, table)
		}
	}
	if d := diffOf(t, prompt.Prompt, prompt.Prompt); !d.Equal {
		t.Errorf("got %+v", d)
	}
}

// One word of one section is named, with its byte.
func TestDiff(t *testing.T) {
	before := composed(t, saying("a", "one", "b", "two three", "c", "four"))
	after := composed(t, saying("a", "one", "new", "0", "b", "two FOUR", "c", "four"), wattle.WithBudget(13))
	if d := diffOf(t, before, before); !d.Equal || len(d.Differences) != 0 || d.Text != (wattle.Optional[wattle.FirstDifference]{}) ||
		!strings.HasPrefix(d.JSON, `{"equal":true,"text":null,"stablePrefix":null,`) {
		t.Errorf("got %+v", d)
	}
	d := diffOf(t, before, after)
	if d.Equal || d.Added != 1 || d.Removed != 0 || d.Moved != 0 || d.TextsChanged != 2 || d.VerdictsChanged != 1 {
		t.Errorf("got %+v", d)
	}
	first, differs := d.Text.Get()
	want := wattle.FirstDifference{Byte: 5, Before: wattle.Some(1), After: wattle.Some(1), BeforeID: "b", AfterID: "new"}
	if !differs || first != want || d.StablePrefix != (wattle.Optional[wattle.FirstDifference]{}) {
		t.Errorf("got %+v, want %+v", first, want)
	}
	none := wattle.Optional[int]{}
	for i, want := range []wattle.Difference{
		{"new", 0, wattle.ChangeAdded, none, wattle.Some(1), 0, wattle.Included, none},
		{"b", 0, wattle.ChangeText | wattle.ChangeChars, wattle.Some(1), wattle.Some(2), wattle.Included, wattle.Included, wattle.Some(4)},
		{"c", 0, wattle.ChangeText | wattle.ChangeVerdict, wattle.Some(2), wattle.Some(3), wattle.Included, wattle.Dropped, none},
	} {
		if i >= len(d.Differences) || d.Differences[i] != want {
			t.Errorf("got %+v, want %+v", d.Differences, want)
		}
	}
	var dump struct {
		Differences []struct {
			ID      string
			Changes []string
			After   struct{ Limit *int64 }
		}
	}
	must(t, json.Unmarshal([]byte(d.JSON), &dump))
	if got := dump.Differences; len(got) != 3 || got[2].ID != "c" || strings.Join(got[2].Changes, "+") != "text+verdict" || *got[2].After.Limit != 12 {
		t.Errorf("got %s", d.JSON)
	}
}

// Why a cache missed: what became runtime-aware is no part of what is stable.
func TestDiffOfBundles(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(wattle.AppendPrompt("host.a", "A"), wattle.AppendPrompt("host.b", "B")))
	before, err := r.Resolve(converse, nil)
	must(t, err)
	must(t, r.Register(wattle.Contribution{ID: "host.b", Mode: wattle.Replace, Origin: wattle.OriginRuntimeAware, Content: wattle.Text("B")}))
	after, err := r.Resolve(converse, nil)
	must(t, err)
	d, err := before.Diff(after)
	must(t, err)
	at, parts := d.StablePrefix.Get()
	if want := (wattle.FirstDifference{Byte: 1, Before: wattle.Some(1), BeforeID: "host.b"}); !parts || at != want {
		t.Errorf("got %+v, want %+v", at, want)
	}
	if before.Text != after.Text || len(d.Differences) != 1 || d.Differences[0].Changes != wattle.ChangeLabel ||
		d.Differences[0].Origin != wattle.OriginStatic {
		t.Errorf("got %+v", d)
	}
}

// Prompts are plain values: one that was written down and read again is as good.
func TestDiffOfAStoredPrompt(t *testing.T) {
	before := composed(t, saying("a", "one", "b", ""), wattle.WithBudget(3))
	bytes, err := json.Marshal(before)
	must(t, err)
	var stored wattle.Prompt
	must(t, json.Unmarshal(bytes, &stored))
	if d := diffOf(t, stored, before); !d.Equal {
		t.Errorf("got %+v", d)
	}
	isTable(t, must1(t, before.Table), stored.Table)
}

func must1(t *testing.T, get func() (string, error)) string {
	t.Helper()
	text, err := get()
	must(t, err)
	return text
}

func TestChangesHaveNames(t *testing.T) {
	for changes, want := range map[wattle.Change]string{
		0: "", wattle.ChangeMoved: "moved", wattle.ChangeText | wattle.ChangeAdded: "added+text", 127: "added+removed+moved+text+verdict+chars+label",
		128: "unknown", 1<<31 | 1: "added+unknown",
	} {
		if got := fmt.Sprint(changes); got != want {
			t.Errorf("%d: got %q, want %q", uint32(changes), got, want)
		}
	}
	if c := wattle.ChangeText | wattle.ChangeMoved; !c.Has(wattle.ChangeText) || c.Has(wattle.ChangeText|wattle.ChangeAdded) {
		t.Errorf("got %v", c)
	}
}

// A prompt that was changed to what none can be is refused, and says what is wrong.
func TestChangedPromptsAreRefused(t *testing.T) {
	good := composed(t, saying("a", "one", "b", "two"), wattle.WithBudget(4))
	for subject, change := range map[string]func(*wattle.Prompt){
		"id":               func(p *wattle.Prompt) { p.Sections[0].ID = "\xff" },
		"tier":             func(p *wattle.Prompt) { p.Sections[0].Tier = 0 },
		"verdict":          func(p *wattle.Prompt) { p.Sections[1].Verdict = 99 },
		"text":             func(p *wattle.Prompt) { p.Sections[1].Text = "two" },
		"chars":            func(p *wattle.Prompt) { p.Sections[0].Chars = -1 },
		"total_before":     func(p *wattle.Prompt) { p.Sections[0].TotalBefore = -1 },
		"limit":            func(p *wattle.Prompt) { p.Sections[1].Limit = -1 },
		"effective_budget": func(p *wattle.Prompt) { p.EffectiveBudget = -1 },
		"total_chars":      func(p *wattle.Prompt) { p.TotalChars = wattle.MaxChars + 1 },
		"stable_prefix":    func(p *wattle.Prompt) { p.StablePrefix = -1 },
		"unit":             func(p *wattle.Prompt) { p.Unit = "\xff" },
	} {
		bad := good
		bad.Sections = append([]wattle.Section(nil), good.Sections...)
		change(&bad)
		_, tableErr := bad.Table()
		_, beforeErr := bad.Diff(good)
		_, afterErr := good.Diff(bad)
		for _, err := range []error{tableErr, beforeErr, afterErr} {
			var e *wattle.Error
			if !errors.As(err, &e) || e.Subject != subject || e.Status != wattle.ErrInvalidArgument && e.Status != wattle.ErrInvalidUTF8 {
				t.Errorf("%s: got %v", subject, err)
			}
		}
	}
	if table, err := (wattle.Prompt{EffectiveBudget: wattle.Unlimited}).Table(); err != nil || !strings.Contains(table, "budget         none") {
		t.Errorf("got %s, %v", table, err)
	}
}

// Neither a table nor a diff has a text in it.
func TestExplanationsHaveNoTexts(t *testing.T) {
	before, after := composed(t, saying("a", "hush-hush")), composed(t, saying("a", "hush-HUSH", "b", "hush-hush"))
	d := diffOf(t, before, after)
	if all := must1(t, before.Table) + d.JSON + fmt.Sprintf("%+v", d); strings.Contains(strings.ToLower(all), "hush") {
		t.Errorf("got %s", all)
	}
}

func ExamplePrompt_Table() {
	prompt, err := wattle.ComposeCandidates([]wattle.Candidate{
		{ID: "persona", Content: "You are careful.", Tier: wattle.TierCore},
		{ID: "history", Content: "Once upon a time, there was more room.", Tier: wattle.TierInformational},
	}, wattle.WithBudget(40))
	if err != nil {
		panic(err)
	}
	table, err := prompt.Table()
	fmt.Print(table, err)
	// Output:
	// total          16 chars, about 4 tokens
	// budget         40 chars, 40.0 % used
	// over budget    no
	// sections       2: 1 in full, 0 condensed, 1 dropped
	// stable prefix  0 of 16 bytes
	// static only    no
	//
	// #  id       origin  plugin  tier           static  verdict   chars  before  limit  bytes
	// 0  persona  -       -       core           no      included     16       0   none  0-16
	// 1  history  -       -       informational  no      dropped      38      16     40  -
	// <nil>
}

func ExamplePrompt_Diff() {
	compose := func(rules string) wattle.Prompt {
		prompt, err := wattle.ComposeCandidates([]wattle.Candidate{
			{ID: "persona", Content: "You are careful.", Tier: wattle.TierCore},
			{ID: "rules", Content: rules, Tier: wattle.TierCore},
		})
		if err != nil {
			panic(err)
		}
		return prompt
	}
	diff, err := compose("Test at 10:04.").Diff(compose("Test at 10:09."))
	if err != nil {
		panic(err)
	}
	first, _ := diff.Text.Get()
	for _, d := range diff.Differences {
		fmt.Println(d.ID, d.Changes, first.Byte)
	}
	// Output: rules text 30
}
