package wattle_test

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	wattle "wattle.dev/go"
)

func TestClosedBuilder(t *testing.T) {
	b := newBuilder(t, wattle.Module{Name: "m", Render: lines("text")})
	prompt := build(t, b, windowOf(100))
	for i := 0; i < 2; i++ {
		must(t, b.Close())
	}
	if n := wattle.LiveHandles(); n != 0 || prompt.Text != "text" {
		t.Fatalf("%d handles are left after Close, and %q", n, prompt.Text)
	}
	var none *wattle.ModuleBuilder
	must(t, none.Close())
	for name, unusable := range map[string]*wattle.ModuleBuilder{"closed": b, "nil": none, "zero": {}} {
		_, built := unusable.Build(windowOf(1))
		_, rendered := unusable.Render(windowOf(1))
		for call, err := range map[string]error{
			"Build": built, "Render": rendered, "AddBuiltins": unusable.AddBuiltins(), "AddBuiltin": unusable.AddBuiltin("skills"),
			"Add": unusable.Add(wattle.Module{Name: "n", Render: lines("n")}), "Remove": unusable.Remove("m"),
		} {
			if !errors.Is(err, wattle.ErrInvalidHandle) || errors.Is(err, wattle.ErrClosed) != (name == "closed") {
				t.Errorf("%s of a %s builder: got %v", call, name, err)
			}
		}
	}
	if n := wattle.LiveHandles(); n != 0 {
		t.Errorf("refused calls left %d handles", n)
	}
}

// A builder, and the registry of its policies, closed inside a function finish the build, and are gone after it.
func TestCloseBuilderInCallback(t *testing.T) {
	r := newRegistry(t)
	must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.p", Content: static(func() error { return nil }), EnabledByDefault: true}))
	var b *wattle.ModuleBuilder
	b = newBuilder(t,
		wattle.Module{Name: "a", Render: func(wattle.AgentContext) ([]string, error) {
			must(t, b.Close())
			must(t, r.Close())
			if _, err := b.Build(windowOf(1)); !isClosed(err) {
				t.Errorf("got %v", err)
			}
			return []string{"still here"}, nil
		}},
		wattle.Module{Name: "b", Render: lines("and here")})
	if got := build(t, b, windowOf(1), wattle.WithSafetyPolicies(r, converse)).Text; got != "still here\n\nand here" {
		t.Errorf("got %q", got)
	}
	if n := wattle.LiveHandles(); n != 0 {
		t.Errorf("%d handles are left", n)
	}
}

func TestForgottenBuilder(t *testing.T) {
	func() {
		b, err := wattle.NewModuleBuilder()
		must(t, err)
		must(t, b.Add(wattle.Module{Name: "m", Render: lines("m")}))
		if n := wattle.LiveHandles(); n != 1 {
			t.Fatalf("%d handles", n)
		}
	}()
	handlesAreCollected(t)
}

// Adding, being refused, building and removing leaves nothing behind however often it is done.
func TestManyModules(t *testing.T) {
	rounds := 100_000
	if testing.Short() {
		rounds = 5_000
	}
	fixed := wattle.Module{Name: "fixed", Render: lines("fixed")}
	b := newBuilder(t, fixed)
	for i := 0; i < rounds; i++ {
		must(t, b.Add(wattle.Module{Name: "comes", Render: lines("comes")}))
		if err := b.Add(fixed); !errors.Is(err, wattle.ErrDuplicateModule) {
			t.Fatal(err)
		}
		if got := build(t, b, windowOf(1)).Text; got != "fixed\n\ncomes" {
			t.Fatalf("got %q", got)
		}
		must(t, b.Remove("comes"))
	}
	if n := wattle.LiveHandles(); n != 1 {
		t.Errorf("%d handles are left", n)
	}
}

// While modules come and go, builds have each of them whole or not at all; after a removal its function runs no more.
func TestBuildWhileChanging(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 50
	}
	b := newBuilder(t, wattle.Module{Name: "fixed", Render: lines("fixed")})
	var stop sync.WaitGroup
	done := make(chan struct{})
	for i := 0; i < 8; i++ {
		stop.Add(1)
		go func() {
			defer stop.Done()
			for {
				select {
				case <-done:
					return
				default:
				}
				prompt, err := b.Build(windowOf(1))
				if err != nil || (prompt.Text != "fixed" && prompt.Text != "fixed\n\ncomes") {
					t.Errorf("got %q, %v", prompt.Text, err)
					return
				}
			}
		}()
	}
	for i := 0; i < rounds; i++ {
		removed := false // a race if the function still ran
		must(t, b.Add(wattle.Module{Name: "comes", Render: func(wattle.AgentContext) ([]string, error) {
			if removed {
				t.Error("it runs after its removal")
			}
			return []string{"comes"}, nil
		}}))
		runtime.Gosched()
		must(t, b.Remove("comes"))
		removed = true
	}
	close(done)
	stop.Wait()
}

func TestCloseWhileBuilding(t *testing.T) {
	for i := 0; i < 50; i++ {
		b := newBuilder(t, wattle.Module{Name: "m", Render: lines("text")})
		var wg sync.WaitGroup
		for j := 0; j < 4; j++ {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for {
					prompt, err := b.Build(windowOf(1))
					if isClosed(err) {
						return
					}
					if err != nil || prompt.Text != "text" {
						t.Errorf("got %q, %v", prompt.Text, err)
						return
					}
				}
			}()
		}
		b.Close()
		wg.Wait()
	}
}

// Texts of modules come back whole, of any size and with any bytes.
func TestModuleTextsComeBackWhole(t *testing.T) {
	for _, text := range []string{"", "\x00", "a\nb\r\n\n", "é日本🚀", strings.Repeat("🚀\x00", 100_000), strings.Repeat("line\n", 1_000_000)} {
		b := newBuilder(t, wattle.Module{Name: "m\x00🚀", Optional: true, Render: lines(strings.Split(text, "\n")...), RenderMinimal: lines(text)})
		prompt := build(t, b, windowOf(10_000_000))
		if prompt.Text != text || prompt.Sections[0].Text != text || prompt.Metadata.Modules[0] != "m\x00🚀" {
			t.Errorf("%.20q: got %.60q", text, prompt.Text)
		}
		candidates, err := b.Render(wattle.AgentContext{})
		must(t, err)
		if len(candidates) != 1 || candidates[0].Content != text || candidates[0].Condensed != wattle.Some(text) {
			t.Errorf("%.20q: got %d candidates", text, len(candidates))
		}
	}
}

// The runtime looks at everything on a stack that it moves: see TestStackMovesInCallbacks.
func TestStackMovesInModules(t *testing.T) {
	b := newBuilder(t, wattle.Module{Name: "m", Optional: true, Render: lines(""), RenderMinimal: lines(""),
		ShouldInclude: func(wattle.AgentContext) (bool, error) { return true, nil },
		Estimate:      func(wattle.AgentContext) (int64, error) { return 1, nil }})
	ctx := wattle.AgentContext{Skills: []string{}, Commands: []wattle.Command{{}}, AgentID: wattle.Some("")}
	for depth := 0; depth < 300; depth++ {
		done := make(chan struct{})
		go deeper(depth, func() {
			defer close(done)
			if _, err := b.Build(ctx, wattle.WithClock(time.Now)); err != nil {
				t.Error(err)
			}
			if _, err := b.Render(ctx); err != nil {
				t.Error(err)
			}
			wattle.FilterTools(wattle.ToolFilter{}, []wattle.Tool{{}})
		})
		<-done
	}
}

func TestFilterTools(t *testing.T) {
	known := []string{"scheduler", "skill", "delegation", "command", "memory", "workspace", "governance"}
	for i, category := range known {
		var filter wattle.ToolFilter
		tools := []wattle.Tool{{"t", category}}
		if got := wattle.FilterTools(filter, tools); len(got) != 0 {
			t.Errorf("%s: got %v", category, got)
		}
		reflect.ValueOf(&filter).Elem().Field(i).SetBool(true)
		if got := wattle.FilterTools(filter, tools); !reflect.DeepEqual(got, []int{0}) {
			t.Errorf("%s: got %v", category, got)
		}
	}
	// What nobody knows is always offered, also what is no text.
	others := []wattle.Tool{{"t", ""}, {"t", "Skill"}, {"", "weather"}, {"\xff", "\xff"}, {"t", "skill\x00"}, {"t", "skill"}}
	if got := wattle.FilterTools(wattle.ToolFilter{}, others); fmt.Sprint(got) != "[0 1 2 3 4]" {
		t.Errorf("got %v", got)
	}
	if got := wattle.FilterTools(wattle.ToolFilter{}, nil); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	many := make([]wattle.Tool, 100_000)
	for i := range many {
		many[i] = wattle.Tool{Name: "tool", Category: []string{"skill", "memory", "weather", "scheduler", ""}[i%5]}
	}
	got := wattle.FilterTools(wattle.ToolFilter{HasSkills: true}, many)
	if len(got) != 60_000 || got[59_999] != 99_999 || got[1] != 2 {
		t.Errorf("got %d", len(got))
	}
}
