package wattle_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	wattle "wattle.dev/go"
)

// Inside a callback everything is allowed but removing and replacing, and the call goes on as it was.
func TestReEntrancy(t *testing.T) {
	for _, kind := range callbackKinds {
		t.Run(kind.name, func(t *testing.T) {
			other := newRegistry(t)
			must(t, other.Register(appended("host.here", wattle.Text("here"))))
			must(t, other.RegisterPlugin(wattle.Plugin{Name: "mine"}))
			must(t, other.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.mine", Content: wattle.Text("mine")}))
			must(t, wattle.RegisterGlobal(appended("global.here", wattle.Text("x")), "nobody"))
			defer wattle.UnregisterGlobal(wattle.OriginStatic, "global.here")
			builder := newBuilder(t, wattle.Module{Name: "mine", Render: lines("mine")})
			calls := 0
			_, err := kind.run(t, func() error {
				calls++
				if err := other.Register(appended(fmt.Sprintf("host.new%d", calls), wattle.Text("new"))); err != nil {
					return err
				}
				if prompt, err := other.Compose(converse, nil); err != nil || prompt.Sections[calls].Text != "new" {
					return fmt.Errorf("compose gave %q: %w", prompt.Text, err)
				}
				if err := builder.Add(wattle.Module{Name: fmt.Sprint("new", calls), Render: lines("new")}); err != nil {
					return err
				}
				if prompt, err := builder.Build(windowOf(100)); err != nil || prompt.Sections[calls].Text != "new" {
					return fmt.Errorf("build gave %q: %w", prompt.Text, err)
				}
				for name, err := range map[string]error{
					"module":       builder.Remove("mine"),
					"contribution": other.Unregister(wattle.OriginStatic, "host.here"),
					"plugin":       other.UnregisterPlugin("mine"),
					"replacement":  other.ReplacePlugin(wattle.Plugin{Name: "mine"}),
					"policy":       other.UnregisterSafetyPolicy("safety.mine"),
					"global":       wattle.UnregisterGlobal(wattle.OriginStatic, "global.here"),
				} {
					if !errors.Is(err, wattle.ErrReEntrancy) {
						return fmt.Errorf("removing a %s: %v", name, err)
					}
				}
				return nil
			})
			if err != nil || calls == 0 {
				t.Fatalf("%v after %d calls", err, calls)
			}
			must(t, other.Unregister(wattle.OriginStatic, "host.here"))
		})
	}
}

// A callback sees the registry as it is now; its own call works on what was there when it began.
func TestRegisterInOwnCallback(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(appended("host.a", wattle.RuntimeAware(func(w io.Writer, ctx wattle.Context, state wattle.State) error {
		if state.TurnDepth > 0 {
			_, err := io.WriteString(w, "inner")
			return err
		}
		if err := r.Register(appended("host.b", wattle.Text("b"))); err != nil {
			return err
		}
		inner, err := r.Resolve(ctx, &wattle.State{TurnDepth: 1})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "outer(%s)", inner.Text)
		return err
	}))))
	if got := textOf(t, r, converse, nil); got != "outer(b\n\ninner)" {
		t.Errorf("got %q", got)
	}
	if got := textOf(t, r, converse, &wattle.State{TurnDepth: 1}); got != "b\n\ninner" {
		t.Errorf("got %q", got)
	}
}
