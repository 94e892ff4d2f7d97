package wattle_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	wattle "wattle.dev/go"
)

func isClosed(err error) bool {
	return errors.Is(err, wattle.ErrClosed) && errors.Is(err, wattle.ErrInvalidHandle)
}

func TestClosed(t *testing.T) {
	r := newRegistry(t)
	content := static(func() error { return nil })
	must(t, r.Register(appended("host.f", content)))
	bundle, err := r.Resolve(converse, nil)
	must(t, err)
	for i := 0; i < 2; i++ {
		must(t, r.Close())
	}
	if n := wattle.LiveHandles(); n != 0 {
		t.Fatalf("%d handles are left after Close", n)
	}
	var none *wattle.Registry
	must(t, none.Close())
	calls := func(r *wattle.Registry) map[string]error {
		_, resolve := r.Resolve(converse, nil)
		_, compose := r.Compose(converse, nil)
		_, fingerprint := r.Fingerprint(converse)
		_, list := r.List()
		_, policies := r.ListSafetyPolicies()
		_, active := r.ListActiveSafetyPolicies()
		_, snapshot := r.Snapshot()
		return map[string]error{
			"List": list, "ListSafetyPolicies": policies, "ListActiveSafetyPolicies": active, "Snapshot": snapshot,
			"EmitStream": r.EmitStream(nil),
			"Resolve":    resolve, "Compose": compose, "Fingerprint": fingerprint,
			"Register":                 r.Register(appended("host.g", content)),
			"Unregister":               r.Unregister(wattle.OriginStatic, "host.f"),
			"RegisterPlugin":           r.RegisterPlugin(wattle.Plugin{Name: "p", Prompts: []wattle.Contribution{appended("p.f", content)}}),
			"ReplacePlugin":            r.ReplacePlugin(wattle.Plugin{Name: "p"}),
			"UnregisterPlugin":         r.UnregisterPlugin("p"),
			"RegisterSafetyPolicy":     r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.f", Content: content}),
			"UnregisterSafetyPolicy":   r.UnregisterSafetyPolicy("safety.f"),
			"SetEnabledSafetyPolicies": r.SetEnabledSafetyPolicies("safety.f"),
			"UseDefaultSafetyPolicies": r.UseDefaultSafetyPolicies(),
		}
	}
	for name, err := range calls(r) {
		if !isClosed(err) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	for _, unmade := range []*wattle.Registry{none, {}} {
		for name, err := range calls(unmade) {
			if !errors.Is(err, wattle.ErrInvalidHandle) || errors.Is(err, wattle.ErrClosed) {
				t.Errorf("%s: got %v", name, err)
			}
		}
	}
	if n := wattle.LiveHandles(); n != 0 {
		t.Errorf("refused calls left %d handles", n)
	}
	if bundle.Text != "" || len(bundle.Sections) != 0 {
		t.Errorf("the bundle is %+v", bundle)
	}
}

// A registry closed inside a callback of its own finishes the call, and is gone after it.
func TestCloseInCallback(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(
		appended("host.a", static(func() error {
			must(t, r.Close())
			if _, err := r.Resolve(converse, nil); !isClosed(err) {
				t.Errorf("got %v", err)
			}
			return nil
		})),
		appended("host.b", wattle.Static(func(w io.Writer, _ wattle.Context) error {
			_, err := io.WriteString(w, "still here")
			return err
		})),
	))
	if got := textOf(t, r, converse, nil); got != "still here" {
		t.Errorf("got %q", got)
	}
	if n := wattle.LiveHandles(); n != 0 {
		t.Errorf("%d handles are left", n)
	}
}

// A forgotten registry is freed by the garbage collector, and its callbacks with it.
func TestForgottenRegistry(t *testing.T) {
	func() {
		r, err := wattle.New()
		must(t, err)
		must(t, r.Register(appended("host.f", static(func() error { return nil }))))
		if n := wattle.LiveHandles(); n != 1 {
			t.Fatalf("%d handles", n)
		}
	}()
	handlesAreCollected(t)
}

// handlesAreCollected waits for the garbage collector to free what nothing refers to any more.
func handlesAreCollected(t *testing.T) {
	t.Helper()
	for i := 0; i < 200 && wattle.LiveHandles() > 0; i++ {
		runtime.GC()
		time.Sleep(5 * time.Millisecond)
	}
	if n := wattle.LiveHandles(); n != 0 {
		t.Errorf("%d handles are left", n)
	}
}

// Registering and unregistering, and being refused, leaves nothing behind however often it is done.
func TestManyRegistrations(t *testing.T) {
	rounds := 1_000_000
	if testing.Short() {
		rounds = 20_000
	}
	r := newRegistry(t)
	f := static(func() error { return nil })
	fixed := appended("host.fixed", f)
	must(t, r.Register(fixed))
	for i := 0; i < rounds; i++ {
		must(t, r.Register(appended("host.f", f)))
		if err := r.Register(fixed); !errors.Is(err, wattle.ErrDuplicateContributionID) {
			t.Fatal(err)
		}
		must(t, r.Unregister(wattle.OriginStatic, "host.f"))
	}
	if n := wattle.LiveHandles(); n != 1 {
		t.Errorf("%d handles are left", n)
	}
}

// Every callback of a refused registration is given back at once, also those beside the culprit.
func TestRefusedRegistrations(t *testing.T) {
	r := newRegistry(t)
	f := static(func() error { return nil })
	rt := runtimeAware(func() error { return nil })
	gated := wattle.Gated(func(wattle.Context, wattle.State) (bool, error) { return true, nil }, "x")
	plugin := wattle.Plugin{
		Name:           "p",
		Prompts:        []wattle.Contribution{appended("p.a", f), appended("p.b", f)},
		RuntimePrompts: []wattle.Contribution{appended("p.a", rt), appended("p.b", gated)},
		SafetyPolicies: []wattle.SafetyPolicy{{ID: "safety.p", Content: f}, {ID: "nodot", Content: f}},
		Hook:           func(wattle.Emit, wattle.Context, wattle.State) error { return nil },
		StreamObserver: func([]byte) error { return nil },
	}
	bad := plugin
	bad.Name = "\xff"
	for name, err := range map[string]error{
		"register":       r.Register(appended("host.a", f), appended("host.b", rt), appended("nodot", gated)),
		"bad UTF-8":      r.Register(appended("host.a", f), appended("host.\xff", f)),
		"plugin":         r.RegisterPlugin(plugin),
		"plugin's name":  r.RegisterPlugin(bad),
		"replace plugin": r.ReplacePlugin(plugin),
		"policy":         r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "nodot", Content: f}),
		"global":         wattle.RegisterGlobal(appended("host.g", f)),
		"target":         wattle.RegisterGlobal(appended("host.g", f), "\xff"),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if n := wattle.LiveHandles(); n != 0 {
		t.Errorf("%d handles are left", n)
	}
	// Emissions live as long as their turn.
	must(t, r.RegisterPlugin(wattle.Plugin{Name: "q", Hook: func(emit wattle.Emit, _ wattle.Context, _ wattle.State) error {
		return emit(appended("q.a", rt))
	}}))
	for i := 0; i < 10; i++ {
		textOf(t, r, converse, nil)
	}
	if n := wattle.LiveHandles(); n != 1 {
		t.Errorf("%d handles, want the hook's", n)
	}
}

// residentKiB is how much memory the process has; 0 where that cannot be told.
func residentKiB() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for _, line := range strings.Split(string(status), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmRSS:" {
			n, _ := strconv.Atoi(fields[1])
			return n
		}
	}
	return 0
}

// Strings, results, errors and callbacks cost nothing that stays, in Go or in C.
func TestMemoryIsFlat(t *testing.T) {
	rounds := 10_000
	if testing.Short() {
		rounds = 2_000
	}
	r := newRegistry(t)
	large := strings.Repeat("0123456789abcdef", 4096) // 64 KiB: a leak of one a round would be hundreds of MiB
	must(t, r.Register(appended("host.a", wattle.Text(large)), appended("host.b", wattle.RuntimeAware(
		func(w io.Writer, _ wattle.Context, state wattle.State) error {
			_, err := io.WriteString(w, state.PluginMetadata.Or(""))
			return err
		}))))
	round := func(i int) {
		ctx := converse
		ctx.TenantID = wattle.Some(fmt.Sprint(i))
		state := wattle.State{PluginMetadata: wattle.Some(large), LoadedTools: []string{"a", "b"}, Host: t}
		prompt, err := r.Compose(ctx, &state)
		must(t, err)
		if len(prompt.Text) != 2*len(large)+2 {
			t.Fatalf("%d bytes", len(prompt.Text))
		}
		if err := r.Register(appended("host.a", wattle.Text(large))); err == nil {
			t.Fatal("no error")
		}
		if _, err := wattle.ComposeCandidates([]wattle.Candidate{{ID: large, Content: large}}); err == nil {
			t.Fatal("no error")
		}
		if i%100 == 0 {
			runtime.GC()
		}
	}
	for i := 0; i < rounds/4; i++ {
		round(i)
	}
	before := residentKiB()
	for i := 0; i < rounds; i++ {
		round(i)
	}
	if grown := residentKiB() - before; grown > 32<<10 {
		t.Errorf("memory grew by %d KiB in %d rounds", grown, rounds)
	}
}
