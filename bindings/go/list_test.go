package wattle_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	wattle "wattle.dev/go"
)

func idsOf(records []wattle.Record) (ids []string) {
	for _, r := range records {
		ids = append(ids, r.ID)
	}
	return ids
}

func list(t testing.TB, r *wattle.Registry, options ...wattle.ListOption) []wattle.Record {
	t.Helper()
	records, err := r.List(options...)
	must(t, err)
	return records
}

func TestList(t *testing.T) {
	r := newRegistry(t)
	if got := list(t, r); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
	must(t, r.Register(
		wattle.Contribution{ID: "host.a", Mode: wattle.Append, Content: wattle.Text(""), Condensed: wattle.Some("")},
		wattle.Contribution{ID: "host.a", Mode: wattle.Prepend, Content: wattle.Text("é\x00"), Tier: wattle.TierCore, RequiresTools: []string{"x"}},
		replacing("core.x", static(func() error { return nil })),
	))
	must(t, r.RegisterPlugin(wattle.CreatePlugin("p", "1.2", wattle.GatedPrompt("p.g", whenEdit, "gated"), appended("p.r", runtimeAware(nil)))))
	want := []wattle.Record{
		{ID: "host.a", Origin: wattle.OriginStatic, Mode: wattle.Append, Tier: wattle.TierActive, Content: wattle.ContentText,
			Text: wattle.Some(""), Condensed: wattle.Some(""), Enabled: true},
		{ID: "host.a", Origin: wattle.OriginRuntimeAware, Mode: wattle.Prepend, Tier: wattle.TierCore, Content: wattle.ContentText,
			Text: wattle.Some("é\x00"), RegistrationOrder: 1, Enabled: true},
		{ID: "core.x", Origin: wattle.OriginStatic, Mode: wattle.Replace, Tier: wattle.TierActive, Content: wattle.ContentStatic,
			RegistrationOrder: 2, Enabled: true},
		{ID: "p.g", Plugin: "p", PluginVersion: "1.2", Origin: wattle.OriginRuntimeAware, Mode: wattle.Append, Tier: wattle.TierActive,
			Content: wattle.ContentGated, Text: wattle.Some("gated"), RegistrationOrder: 3, Enabled: true},
		{ID: "p.r", Plugin: "p", PluginVersion: "1.2", Origin: wattle.OriginRuntimeAware, Mode: wattle.Append, Tier: wattle.TierActive,
			Content: wattle.ContentRuntimeAware, RegistrationOrder: 4, Enabled: true},
	}
	got := list(t, r)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := list(t, r, wattle.OfOrigin(wattle.OriginStatic)); !reflect.DeepEqual(got, []wattle.Record{want[0], want[2]}) {
		t.Errorf("static: got %+v", got)
	}
	if got := list(t, r, wattle.OfID("host.a")); !reflect.DeepEqual(got, want[:2]) {
		t.Errorf("host.a: got %+v", got)
	}
	if got := list(t, r, wattle.OfID("host.a"), wattle.OfOrigin(wattle.OriginRuntimeAware)); !reflect.DeepEqual(got, want[1:2]) {
		t.Errorf("both: got %+v", got)
	}
	for _, id := range []string{"", "host.none"} {
		if got := list(t, r, wattle.OfID(id)); len(got) != 0 {
			t.Errorf("%q: got %+v", id, got)
		}
	}
	for id, status := range map[string]wattle.Status{"host.\xff": wattle.ErrInvalidUTF8} {
		if _, err := r.List(wattle.OfID(id)); !errors.Is(err, status) {
			t.Errorf("got %v", err)
		}
	}
	if _, err := r.List(wattle.OfOrigin(99)); !errors.Is(err, wattle.ErrInvalidArgument) {
		t.Errorf("got %v", err)
	}
	must(t, r.Close())
	if !reflect.DeepEqual(got, want) {
		t.Error("the list changed with its registry")
	}
}

// A long list and long texts come back whole.
func TestLongList(t *testing.T) {
	r := newRegistry(t)
	large := strings.Repeat("🚀", 1<<18)
	for i := 0; i < 50; i++ {
		must(t, r.Register(appended("host."+strings.Repeat("x", i+1), wattle.Text(large[:4*i]))))
	}
	must(t, r.Register(appended("host.large", wattle.Text(large))))
	for i, record := range list(t, r) {
		if text := record.Text.Or("none"); i < 50 && (len(record.ID) != 6+i || text != large[:4*i]) || i == 50 && text != large {
			t.Fatalf("record %d is %.20s of %d bytes", i, record.ID, len(text))
		}
	}
}

func TestListSafetyPolicies(t *testing.T) {
	r := newSeeded(t, wattle.WithEnabledSafetyPolicies("safety.mine", wattle.SafetyPersonalDataHandlingID))
	must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.mine", Content: static(func() error { return nil })}))
	all, err := r.ListSafetyPolicies()
	must(t, err)
	active, err := r.ListActiveSafetyPolicies()
	must(t, err)
	var want []string
	for _, f := range wattle.Fragments(wattle.FragmentsSafety) {
		want = append(want, f.ID)
	}
	if got := idsOf(all); !reflect.DeepEqual(got, append(want, "safety.mine")) {
		t.Errorf("got %q", got)
	}
	if got := idsOf(active); !reflect.DeepEqual(got, []string{wattle.SafetyPersonalDataHandlingID, "safety.mine"}) {
		t.Errorf("got %q", got)
	}
	last := wattle.Record{ID: "safety.mine", Origin: wattle.OriginStatic, Mode: wattle.Append, Tier: wattle.TierCore,
		Content: wattle.ContentStatic, RegistrationOrder: len(want), Enabled: true}
	if got := all[len(all)-1]; got != last {
		t.Errorf("got %+v, want %+v", got, last)
	}
	if all[0].Enabled {
		t.Errorf("%s is not on the list, and enabled", all[0].ID)
	}
}

// What is seeded is what the fragments say, and each id has its constant.
func TestBaseline(t *testing.T) {
	defaults := append(wattle.Fragments(wattle.FragmentsBase), wattle.Fragments(wattle.FragmentsExtension)...)
	templates, policies := wattle.Fragments(wattle.FragmentsTemplates), wattle.Fragments(wattle.FragmentsSafety)
	if len(defaults) == 0 || defaults[0].ID != wattle.CoreDirectivesID || !defaults[0].Default || templates[0].Default || !policies[0].Default {
		t.Fatalf("got %+v", defaults)
	}
	for _, set := range []wattle.FragmentSet{0, 5, 1 << 31} {
		if got := wattle.Fragments(set); got != nil {
			t.Errorf("%d: got %+v", set, got)
		}
	}
	for name, test := range map[string]struct {
		options []wattle.Option
		seeded  []wattle.Fragment
		policy  bool
	}{
		"defaults":         {nil, defaults, true},
		"without defaults": {[]wattle.Option{wattle.WithoutCoreDefaults()}, nil, true},
		"without policies": {[]wattle.Option{wattle.WithoutSafetyPolicies()}, defaults, false},
		"templates":        {[]wattle.Option{wattle.WithCoreTemplates()}, append(append([]wattle.Fragment{}, defaults...), templates...), true},
		"templates alone":  {[]wattle.Option{wattle.WithCoreTemplates(), wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies()}, templates, false},
	} {
		r := newSeeded(t, test.options...)
		want := test.seeded
		if test.policy {
			for _, policy := range policies {
				if policy.Default {
					want = append(want[:len(want):len(want)], policy)
				}
			}
		}
		bundle, err := r.Resolve(converse, nil)
		must(t, err)
		var got []wattle.Fragment
		for i, s := range bundle.Sections {
			got = append(got, wattle.Fragment{ID: s.ID, Text: s.Text, Default: i >= len(want) || want[i].Default})
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v", name, got)
		}
		if n := len(list(t, r)); n != len(test.seeded) {
			t.Errorf("%s: %d are listed", name, n)
		}
	}
}
