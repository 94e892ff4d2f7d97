package wattle_test

import (
	"io"
	"testing"

	wattle "wattle.dev/go"
)

var converse = wattle.Context{CallClass: wattle.Converse, Family: "anthropic"}

// open counts the registries and builders of the test under way; no test runs beside another.
var open int

// newRegistry makes a registry for a test, in which nothing is seeded. When the last of a test is closed, nothing of them may be left.
func newRegistry(t testing.TB, options ...wattle.Option) *wattle.Registry {
	t.Helper()
	return newSeeded(t, append(options, wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies())...)
}

// newSeeded is newRegistry with what the options seed.
func newSeeded(t testing.TB, options ...wattle.Option) *wattle.Registry {
	t.Helper()
	r, err := wattle.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	closeAtEnd(t, r)
	return r
}

// newBuilder makes a module builder for a test, as newRegistry does.
func newBuilder(t testing.TB, modules ...wattle.Module) *wattle.ModuleBuilder {
	t.Helper()
	b, err := wattle.NewModuleBuilder()
	if err != nil {
		t.Fatal(err)
	}
	closeAtEnd(t, b)
	for _, module := range modules {
		must(t, b.Add(module))
	}
	return b
}

func closeAtEnd(t testing.TB, c io.Closer) {
	open++
	t.Cleanup(func() {
		c.Close()
		open--
		if left := wattle.LiveHandles(); open == 0 && left != 0 {
			t.Errorf("%d handles are left", left)
		}
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func textOf(t testing.TB, r *wattle.Registry, ctx wattle.Context, state *wattle.State, options ...wattle.ResolveOption) string {
	t.Helper()
	bundle, err := r.Resolve(ctx, state, options...)
	must(t, err)
	return bundle.Text
}

func appended(id string, content wattle.Content) wattle.Contribution {
	return wattle.Contribution{ID: id, Mode: wattle.Append, Content: content}
}

func replacing(id string, content wattle.Content) wattle.Contribution {
	return wattle.Contribution{ID: id, Mode: wattle.Replace, Content: content}
}

// static and runtime are contents that call a function and write nothing.
func static(f func() error) wattle.StaticContent {
	return wattle.Static(func(io.Writer, wattle.Context) error { return f() })
}

func runtimeAware(f func() error) wattle.Content {
	return wattle.RuntimeAware(func(io.Writer, wattle.Context, wattle.State) error { return f() })
}
