package wattle_test

import (
	"errors"
	"reflect"
	"testing"

	wattle "wattle.dev/go"
)

func whenEdit(_ wattle.Context, state wattle.State) (bool, error) {
	return len(state.LoadedTools) > 0 && state.LoadedTools[0] == "edit", nil
}

// The common shapes are the struct, spelt shorter.
func TestShapesAreTheRawForm(t *testing.T) {
	scope := wattle.Scope{CallClass: wattle.Utility, Family: wattle.Some("google"), RuntimeRole: wattle.Some("")}
	replace, err := wattle.ReplaceCore(wattle.CoreDirectivesID, "x")
	must(t, err)
	for _, test := range []struct{ got, want wattle.Contribution }{
		{wattle.AppendPrompt("a.b", "x"), wattle.Contribution{ID: "a.b", Mode: wattle.Append, Content: wattle.Text("x")}},
		{wattle.PrependPersona("a.b", "x"), wattle.Contribution{ID: "a.b", Mode: wattle.Prepend, Content: wattle.Text("x")}},
		{replace, wattle.Contribution{ID: "core.core-directives", Mode: wattle.Replace, Content: wattle.Text("x")}},
		{wattle.ScopedPrompt("a.b", scope, "x"), wattle.Contribution{ID: "a.b", Mode: wattle.Append, Scope: scope, Content: wattle.Text("x")}},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("got %+v, want %+v", test.got, test.want)
		}
	}
	// Functions do not compare: the rest does, and so do the lists of two registries.
	shape := wattle.GatedPrompt("a.b", whenEdit, "x")
	raw := wattle.Contribution{ID: "a.b", Mode: wattle.Append, Content: wattle.Gated(whenEdit, "x")}
	var lists [2][]wattle.Record
	for i, c := range []wattle.Contribution{shape, raw} {
		r := newRegistry(t)
		must(t, r.Register(c))
		lists[i], err = r.List()
		must(t, err)
	}
	if !reflect.DeepEqual(lists[0], lists[1]) || lists[0][0].Content != wattle.ContentGated {
		t.Errorf("got %+v, want %+v", lists[0], lists[1])
	}
}

func TestReplaceCoreIsForCoreAlone(t *testing.T) {
	for _, id := range []string{wattle.DefaultSystemPromptID, wattle.RoleTemplateID, "core.nobody-knows"} {
		if c, err := wattle.ReplaceCore(id, "x"); err != nil || c.ID != id {
			t.Errorf("%s: got %+v, %v", id, c, err)
		}
	}
	for id, status := range map[string]wattle.Status{
		"host.rules": wattle.ErrForeignNamespace, "cores.rules": wattle.ErrForeignNamespace,
		wattle.SafetySecretHandlingID: wattle.ErrReservedNamespace,
		"core":                        wattle.ErrUnnamespacedID, "core.a b": wattle.ErrUnnamespacedID, "": wattle.ErrUnnamespacedID,
		"core.\xff": wattle.ErrInvalidUTF8,
	} {
		c, err := wattle.ReplaceCore(id, "x")
		if !errors.Is(err, status) || !reflect.DeepEqual(c, wattle.Contribution{}) {
			t.Errorf("%q: got %+v, %v", id, c, err)
		}
	}
}

// A closed gate gives nothing, and the probe is told.
func TestClosedGate(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(wattle.GatedPrompt("host.edit", whenEdit, "Edit with care.")))
	var told []string
	probes := wattle.WithProbes(wattle.Probes{OnEmptyContent: func(id string, origin wattle.Origin) error {
		told = append(told, id+" "+origin.String())
		return nil
	}})
	if got := textOf(t, r, converse, &wattle.State{LoadedTools: []string{"shell"}}, probes); got != "" {
		t.Errorf("got %q", got)
	}
	if want := []string{"host.edit runtime-aware"}; !reflect.DeepEqual(told, want) {
		t.Errorf("told %q", told)
	}
	if got := textOf(t, r, converse, &wattle.State{LoadedTools: []string{"edit"}}, probes); got != "Edit with care." || len(told) != 1 {
		t.Errorf("got %q, told %q", got, told)
	}
}

func TestCreatePlugin(t *testing.T) {
	needsTool := wattle.AppendPrompt("p.tool", "tool")
	needsTool.RequiresTools = []string{}
	now := wattle.AppendPrompt("p.now", "now")
	now.Origin = wattle.OriginRuntimeAware
	contributions := []wattle.Contribution{
		wattle.GatedPrompt("p.gated", whenEdit, "gated"),
		wattle.AppendPrompt("p.first", "first"),
		needsTool,
		appended("p.static", static(func() error { return nil })),
		now,
		appended("p.runtime", runtimeAware(func() error { return nil })),
	}
	p := wattle.CreatePlugin("p", "1.2", contributions...)
	ids := func(list []wattle.Contribution) (out []string) {
		for _, c := range list {
			out = append(out, c.ID)
		}
		return out
	}
	if got := ids(p.Prompts); p.Name != "p" || p.Version != "1.2" || !reflect.DeepEqual(got, []string{"p.first", "p.static"}) {
		t.Errorf("got %+v", p)
	}
	if got := ids(p.RuntimePrompts); !reflect.DeepEqual(got, []string{"p.gated", "p.tool", "p.now", "p.runtime"}) {
		t.Errorf("got %q", got)
	}
	r := newRegistry(t)
	must(t, r.RegisterPlugin(p))
	if got := textOf(t, r, converse, nil); got != "first\n\ntool\n\nnow" {
		t.Errorf("got %q", got)
	}
	if p := wattle.CreatePlugin("q", ""); p.Prompts != nil || p.RuntimePrompts != nil || p.Hook != nil || p.StreamObserver != nil {
		t.Errorf("got %+v", p)
	}
}

func TestCheckID(t *testing.T) {
	for _, test := range []struct {
		id     string
		mode   wattle.Mode
		plugin string
		want   error
	}{
		{"host.a", wattle.Append, "", nil},
		{"p.a", wattle.Prepend, "p", nil},
		{"core.a", wattle.Replace, "p", nil},
		{"nodot", wattle.Append, "", wattle.ErrUnnamespacedID},
		{"core.a", wattle.Append, "", wattle.ErrReservedNamespace},
		{"safety.a", wattle.Replace, "", wattle.ErrReservedNamespace},
		{"q.a", wattle.Append, "p", wattle.ErrForeignNamespace},
		{"host.a", 0, "", wattle.ErrInvalidArgument},
		{"host.a", 99, "", wattle.ErrInvalidArgument},
		{"host.\xff", wattle.Append, "", wattle.ErrInvalidUTF8},
		{"host.a", wattle.Append, "\xff", wattle.ErrInvalidUTF8},
	} {
		if err := wattle.CheckID(test.id, test.mode, test.plugin); !errors.Is(err, test.want) {
			t.Errorf("%q %d %q: got %v, want %v", test.id, test.mode, test.plugin, err, test.want)
		}
	}
}
