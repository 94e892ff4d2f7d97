package wattle_test

import (
	"errors"
	"io"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"

	wattle "wattle.dev/go"
)

func snapshotOf(t testing.TB, r *wattle.Registry) *wattle.Registry {
	t.Helper()
	s, err := r.Snapshot()
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func TestSnapshotStaysWhatItWas(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(appended("host.a", wattle.Text("a"))))
	s := snapshotOf(t, r)
	again := snapshotOf(t, s)
	must(t, r.Register(appended("host.b", wattle.Text("b"))))
	must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.a", Content: wattle.Text("s"), EnabledByDefault: true}))
	before, err := s.Fingerprint(converse)
	must(t, err)
	if live := textOf(t, r, converse, nil); live != "a\n\nb\n\ns" {
		t.Errorf("live: got %q", live)
	}
	must(t, r.Close())
	must(t, s.Close())
	if _, err := s.Resolve(converse, nil); !isClosed(err) {
		t.Errorf("got %v", err)
	}
	if got := textOf(t, again, converse, nil); got != "a" {
		t.Errorf("got %q", got)
	}
	if after, err := again.Fingerprint(converse); err != nil || after != before {
		t.Errorf("got %s, %v, want %s", after, err, before)
	}
	if prompt, err := again.Compose(converse, nil); err != nil || prompt.Text != "a" {
		t.Errorf("got %q, %v", prompt.Text, err)
	}
	if got := idsOf(list(t, again)); !reflect.DeepEqual(got, []string{"host.a"}) {
		t.Errorf("got %q", got)
	}
}

// Every change is refused, and what was handed over is given back.
func TestSnapshotIsFrozen(t *testing.T) {
	r := newRegistry(t)
	s := snapshotOf(t, r)
	f := static(func() error { return nil })
	hook := func(wattle.Emit, wattle.Context, wattle.State) error { return nil }
	for name, test := range map[string]struct {
		err     error
		subject string
	}{
		"Register":               {s.Register(appended("host.f", f)), "host.f"},
		"Unregister":             {s.Unregister(wattle.OriginStatic, "host.f"), "host.f"},
		"RegisterPlugin":         {s.RegisterPlugin(wattle.Plugin{Name: "p", Hook: hook, Prompts: []wattle.Contribution{appended("p.f", f)}}), "p"},
		"ReplacePlugin":          {s.ReplacePlugin(wattle.Plugin{Name: "p", Hook: hook}), "p"},
		"UnregisterPlugin":       {s.UnregisterPlugin("p"), "p"},
		"RegisterSafetyPolicy":   {s.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.f", Content: f}), "safety.f"},
		"UnregisterSafetyPolicy": {s.UnregisterSafetyPolicy("safety.f"), "safety.f"},
		"SetEnabled":             {s.SetEnabledSafetyPolicies(), "enabledSafetyPolicies"},
	} {
		var e *wattle.Error
		if !errors.Is(test.err, wattle.ErrFrozen) || !errors.As(test.err, &e) || e.Subject != test.subject {
			t.Errorf("%s: got %#v", name, test.err)
		}
	}
	if n := wattle.LiveHandles(); n != 0 {
		t.Errorf("%d handles are left", n)
	}
}

// While a snapshot can call something, it cannot be removed; closing the snapshot lets go.
func TestPluginInUse(t *testing.T) {
	r := newRegistry(t)
	calls := 0
	f := static(func() error { calls++; return nil })
	must(t, r.Register(appended("host.f", f)))
	must(t, r.RegisterPlugin(wattle.Plugin{Name: "p", StreamObserver: func([]byte) error { calls++; return nil }}))
	must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.f", Content: f, EnabledByDefault: true}))
	must(t, wattle.RegisterGlobal(appended("global.f", f), "*"))
	removals := map[string]func() error{
		"host.f":   func() error { return r.Unregister(wattle.OriginStatic, "host.f") },
		"p":        func() error { return r.UnregisterPlugin("p") },
		"safety.f": func() error { return r.UnregisterSafetyPolicy("safety.f") },
		"global.f": func() error { return wattle.UnregisterGlobal(wattle.OriginStatic, "global.f") },
	}
	s, again := snapshotOf(t, r), snapshotOf(t, r)
	for _, snapshot := range []*wattle.Registry{s, again} {
		for subject, remove := range removals {
			var e *wattle.Error
			if err := remove(); !errors.Is(err, wattle.ErrPluginInUse) || !errors.As(err, &e) || e.Subject != subject {
				t.Errorf("%s: got %v", subject, err)
			}
		}
		if err := r.ReplacePlugin(wattle.Plugin{Name: "p"}); !errors.Is(err, wattle.ErrPluginInUse) {
			t.Errorf("got %v", err)
		}
		textOf(t, snapshot, converse, nil)
		must(t, snapshot.EmitStream(nil))
		must(t, snapshot.Close())
	}
	if calls == 0 {
		t.Error("nothing was called")
	}
	for subject, remove := range removals {
		if err := remove(); err != nil {
			t.Errorf("%s: %v", subject, err)
		}
	}
	if n := wattle.LiveHandles(); n != 0 {
		t.Errorf("%d handles are left", n)
	}
}

// A forgotten snapshot is freed by the garbage collector.
func TestForgottenSnapshot(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(appended("host.f", static(func() error { return nil }))))
	func() {
		_, err := r.Snapshot()
		must(t, err)
	}()
	var err error
	for i := 0; i < 200; i++ {
		runtime.GC()
		if err = r.Unregister(wattle.OriginStatic, "host.f"); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Error(err)
}

// Goroutines resolve a snapshot while others change its registry.
func TestSnapshotBesideChanges(t *testing.T) {
	rounds := 2000
	if testing.Short() {
		rounds = 200
	}
	r := newRegistry(t)
	must(t, r.Register(appended("host.a", wattle.RuntimeAware(func(w io.Writer, _ wattle.Context, _ wattle.State) error {
		_, err := io.WriteString(w, "a")
		return err
	}))))
	s := snapshotOf(t, r)
	var wg sync.WaitGroup
	for g := 0; g < 4; g++ {
		wg.Add(1)
		go func(g int) {
			defer wg.Done()
			for i := 0; i < rounds; i++ {
				switch {
				case g == 0:
					if err := r.Register(wattle.AppendPrompt("host.b", "b")); err != nil {
						t.Error(err)
					}
					if err := r.Unregister(wattle.OriginStatic, "host.b"); err != nil && !errors.Is(err, wattle.ErrPluginInUse) {
						t.Error(err)
					}
				case g == 1:
					own, err := s.Snapshot()
					if err != nil {
						t.Error(err)
						return
					}
					own.Close()
				default:
					if b, err := s.Resolve(converse, nil); err != nil || b.Text != "a" {
						t.Errorf("got %q, %v", b.Text, err)
					}
				}
			}
		}(g)
	}
	wg.Wait()
	must(t, s.Close())
}

func TestEmitStream(t *testing.T) {
	r := newRegistry(t)
	var got []string
	note := func(name string) wattle.StreamObserver {
		return func(bytes []byte) error {
			got = append(got, name+" "+string(bytes))
			if len(bytes) > 0 {
				bytes[0] = '!' // its own copy
			}
			return nil
		}
	}
	hooked := 0
	must(t, r.RegisterPlugin(wattle.Plugin{Name: "b", StreamObserver: note("b")}))
	must(t, r.RegisterPlugin(wattle.Plugin{Name: "a", StreamObserver: note("a"), Hook: func(wattle.Emit, wattle.Context, wattle.State) error {
		hooked++
		return nil
	}}))
	must(t, r.RegisterPlugin(wattle.Plugin{Name: "c"}))
	chunk := []byte("\xff\x00x")
	must(t, r.EmitStream(chunk))
	must(t, r.EmitStream(nil))
	want := []string{"b \xff\x00x", "a \xff\x00x", "b ", "a "}
	if !reflect.DeepEqual(got, want) || string(chunk) != "\xff\x00x" {
		t.Errorf("got %q, the chunk is %q", got, chunk)
	}
	textOf(t, r, converse, nil)
	if n := wattle.LiveHandles(); hooked != 1 || n != 2 {
		t.Errorf("the hook ran %d times, %d handles", hooked, n)
	}
	must(t, r.UnregisterPlugin("a"))
	must(t, r.UnregisterPlugin("b"))
	if n := wattle.LiveHandles(); n != 0 {
		t.Errorf("%d handles are left", n)
	}
}
