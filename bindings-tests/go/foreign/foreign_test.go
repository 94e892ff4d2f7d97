package foreign_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	wattle "wattle.dev/go"
	"wattle.dev/go/conformance/foreign"
	"wattle.dev/go/internal/live"
)

const want = `{utility foreign {"" false} {"" true}} ["saw" ""] 7 {false true} <nil>`

func show(ctx wattle.Context, state wattle.State) string {
	tenant, hasTenant := ctx.TenantID.Get()
	role, hasRole := ctx.RuntimeRole.Get()
	had, known := state.PriorTurnHadToolCalls.Get()
	return fmt.Sprintf("{%s %s {%q %v} {%q %v}} %q %d {%v %v} %v", ctx.CallClass, ctx.Family, tenant, hasTenant, role, hasRole,
		state.LoadedTools, state.TurnDepth, had, known, state.Host)
}

// global registers a Go function that the C code's registry calls.
func global(t *testing.T, f func(io.Writer, wattle.Context, wattle.State) error) {
	t.Helper()
	contribution := wattle.Contribution{ID: "go.global", Mode: wattle.Append, Content: wattle.RuntimeAware(f)}
	if err := wattle.RegisterGlobal(contribution, foreign.Runtime); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := wattle.UnregisterGlobal(wattle.OriginRuntimeAware, "go.global"); err != nil {
			t.Error(err)
		}
		if n := live.Handles(); n != 0 {
			t.Errorf("%d handles are left", n)
		}
	})
}

func showTo(w io.Writer, ctx wattle.Context, state wattle.State) error {
	_, err := io.WriteString(w, show(ctx, state))
	return err
}

// A Go function that C code's call reaches is told that call's context and state.
func TestCalledFromC(t *testing.T) {
	global(t, showTo)
	if text, ok := foreign.Resolve(); !ok || text != want {
		t.Errorf("got %v, %s, want %s", ok, text, want)
	}
}

// So it is where the C code runs inside a call from Go.
func TestCalledFromCInsideGo(t *testing.T) {
	global(t, showTo)
	registry, err := wattle.New(wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies())
	if err != nil {
		t.Fatal(err)
	}
	defer registry.Close()
	if err := registry.Register(wattle.Contribution{
		ID: "go.outer", Mode: wattle.Append,
		Content: wattle.RuntimeAware(func(w io.Writer, ctx wattle.Context, state wattle.State) error {
			text, ok := foreign.Resolve()
			_, err := fmt.Fprintf(w, "%s %v %v %s", ctx.Family, state.Host, ok, text)
			return err
		}),
	}); err != nil {
		t.Fatal(err)
	}
	ctx := wattle.Context{CallClass: wattle.Converse, Family: "own"}
	bundle, err := registry.Resolve(ctx, &wattle.State{Host: "my host"})
	if err != nil || bundle.Text != "own my host true "+want {
		t.Errorf("got %v, %s", err, bundle.Text)
	}
}

// What such a function returns, and what it panics with, the C code is told in words.
func TestFailsIntoC(t *testing.T) {
	for name, f := range map[string]func() error{
		"error": func() error { return errors.New("sad to say") },
		"panic": func() error { panic("sad to say") },
	} {
		t.Run(name, func(t *testing.T) {
			global(t, func(io.Writer, wattle.Context, wattle.State) error { return f() })
			if text, ok := foreign.Resolve(); ok || !strings.Contains(text, "sad to say") {
				t.Errorf("got %v, %s", ok, text)
			}
		})
	}
}
