package wattle_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	wattle "wattle.dev/go"
)

type customError struct{ code int }

func (e *customError) Error() string { return fmt.Sprintf("code %d", e.code) }

// What a callback returns comes back as the cause of the call's error.
func TestCallbackErrorComesBack(t *testing.T) {
	for _, kind := range callbackKinds {
		t.Run(kind.name, func(t *testing.T) {
			sentinel := &customError{7}
			_, err := kind.run(t, func() error { return fmt.Errorf("wrapped: %w", sentinel) })
			if !errors.Is(err, wattle.ErrCallbackFailed) || !errors.Is(err, sentinel) {
				t.Fatalf("got %v", err)
			}
			var custom *customError
			var e *wattle.Error
			if !errors.As(err, &custom) || custom != sentinel || !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if e.Status != wattle.ErrCallbackFailed || e.Subject != kind.subject {
				t.Errorf("got %v, subject %q, want subject %q", e.Status, e.Subject, kind.subject)
			}
			if !strings.Contains(e.Message, "wrapped: code 7") {
				t.Errorf("the message %q does not say why", e.Message)
			}
		})
	}
}

// panicValue is what f panics with.
func panicValue(f func()) (value any, panicked bool) {
	panicked = true
	defer func() { value = recover() }()
	f()
	return nil, false
}

// What a callback panics with comes back as a panic with the same value, and the registry goes on.
func TestCallbackPanicComesBack(t *testing.T) {
	var nilMap map[string]int
	type opaque struct{ n int }
	values := map[string]func(){
		"pointer":       func() { panic(&customError{1}) },
		"struct":        func() { panic(opaque{3}) },
		"runtime error": func() { nilMap["a"] = 1 },
		"nil":           func() { panic(nil) }, //nolint
	}
	for _, kind := range callbackKinds {
		for name, bad := range values {
			t.Run(kind.name+"/"+name, func(t *testing.T) {
				var r *wattle.Registry
				var thrown any
				calls := 0
				f := func() error {
					if calls++; calls > 1 {
						return nil
					}
					defer func() {
						thrown = recover()
						panic(thrown)
					}()
					bad()
					return nil
				}
				got, panicked := panicValue(func() { r, _ = kind.run(t, f) })
				if !panicked || got != thrown {
					t.Fatalf("got %v (panicked: %v), want %v", got, panicked, thrown)
				}
				// Again, with a callback that has come to its senses.
				if _, err := kind.run(t, f); err != nil || calls < 2 {
					t.Fatalf("afterwards: %v after %d calls", err, calls)
				}
				_ = r
			})
		}
	}
}

// Panics on many goroutines of one registry: each call panics with its own value, what is registered stays, and nothing is left behind.
func TestPanicsOfGoroutines(t *testing.T) {
	const goroutines, rounds = 16, 200
	r := newRegistry(t)
	must(t, r.Register(
		appended("host.fine", wattle.Text("fine")),
		appended("host.panics", wattle.RuntimeAware(func(w io.Writer, _ wattle.Context, state wattle.State) error {
			if state.Host != nil {
				panic(state.Host)
			}
			return nil
		})),
	))
	handles := wattle.LiveHandles()
	var wg sync.WaitGroup
	for i := 0; i < goroutines; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := 0; j < rounds; j++ {
				mine := &customError{j}
				if got, panicked := panicValue(func() { r.Compose(converse, &wattle.State{Host: mine}) }); !panicked || got != any(mine) {
					t.Errorf("got %v, want %v", got, mine)
				}
				if prompt, err := r.Compose(converse, nil); err != nil || prompt.Text != "fine" {
					t.Errorf("got %q, %v", prompt.Text, err)
				}
			}
		}()
	}
	wg.Wait()
	if n := wattle.LiveHandles(); n != handles {
		t.Errorf("%d handles are left", n-handles)
	}
}

// A panic is not lost where the library has something else to say.
func TestPanicAfterRefusedEmission(t *testing.T) {
	r := newRegistry(t)
	must(t, r.RegisterPlugin(wattle.Plugin{Name: "p", Hook: func(emit wattle.Emit, _ wattle.Context, _ wattle.State) error {
		if err := emit(appended("foreign.x", wattle.Text("x"))); !errors.Is(err, wattle.ErrForeignNamespace) {
			t.Errorf("emit: %v", err)
		}
		panic("late")
	}}))
	if got, _ := panicValue(func() { r.Resolve(converse, nil) }); got != "late" {
		t.Fatalf("got %v", got)
	}
	must(t, r.UnregisterPlugin("p"))
	must(t, r.Register(appended("host.a", wattle.Text("fine"))))
	if got := textOf(t, r, converse, nil); got != "fine" {
		t.Fatalf("got %q", got)
	}
}

// A panic in a nested call can be recovered in the callback around it, which then is fine.
func TestNestedPanicRecovered(t *testing.T) {
	inner, outer := newRegistry(t), newRegistry(t)
	must(t, inner.Register(appended("host.a", static(func() error { panic("inner") }))))
	must(t, outer.Register(appended("host.b", wattle.Static(func(w io.Writer, ctx wattle.Context) error {
		got, _ := panicValue(func() { inner.Resolve(ctx, nil) })
		_, err := fmt.Fprintf(w, "recovered %v", got)
		return err
	}))))
	if got := textOf(t, outer, converse, nil); got != "recovered inner" {
		t.Fatalf("got %q", got)
	}
}

// The error of a nested call travels outwards whole.
func TestNestedErrorKeepsItsChain(t *testing.T) {
	inner, outer := newRegistry(t), newRegistry(t)
	must(t, inner.Register(appended("host.a", static(func() error { return io.ErrUnexpectedEOF }))))
	must(t, outer.Register(appended("host.b", static(func() error {
		_, err := inner.Resolve(converse, nil)
		return err
	}))))
	_, err := outer.Resolve(converse, nil)
	var e, cause *wattle.Error
	if !errors.As(err, &e) || e.Subject != "host.b" || !errors.As(e.Unwrap(), &cause) || cause.Subject != "host.a" {
		t.Fatalf("got %v", err)
	}
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatalf("got %v", err)
	}
}

// runtime.Goexit in a callback is forbidden; it ends the process, and says so.
func TestGoexitIsNamed(t *testing.T) {
	if os.Getenv("WATTLE_TEST_GOEXIT") == "1" {
		r := newRegistry(t)
		must(t, r.Register(appended("host.f", static(func() error { t.FailNow(); return nil }))))
		r.Resolve(converse, nil)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestGoexitIsNamed$")
	cmd.Env = append(os.Environ(), "WATTLE_TEST_GOEXIT=1")
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "runtime.Goexit in a callback") {
		t.Fatalf("got %v:\n%s", err, out)
	}
}

// A writer and an emitter that outlive their callback are refused.
func TestUseAfterCallback(t *testing.T) {
	r := newRegistry(t)
	var writer io.Writer
	var emit wattle.Emit
	must(t, r.Register(appended("host.f", wattle.Static(func(w io.Writer, _ wattle.Context) error {
		writer = w
		_, err := io.WriteString(w, "text")
		return err
	}))))
	must(t, r.RegisterPlugin(wattle.Plugin{Name: "p", Hook: func(e wattle.Emit, _ wattle.Context, _ wattle.State) error {
		emit = e
		return nil
	}}))
	if got := textOf(t, r, converse, nil); got != "text" {
		t.Fatalf("got %q", got)
	}
	if _, err := writer.Write([]byte("x")); !errors.Is(err, wattle.ErrInvalidHandle) {
		t.Errorf("write: %v", err)
	}
	if err := emit(appended("p.x", runtimeAware(func() error { return nil }))); !errors.Is(err, wattle.ErrInvalidHandle) {
		t.Errorf("emit: %v", err)
	}
}

// deeper calls f with more on the stack.
func deeper(n int, f func()) (room [8]uint64) {
	if n == 0 {
		f()
		return room
	}
	room = deeper(n-1, f)
	room[n%len(room)]++
	return room
}

// The runtime looks at everything on a stack that it moves: what the library hands over must bear that. Empty texts and
// lists are the ones that have odd addresses. The stack of a new goroutine moves when it is full, so each depth moves it at
// another place.
func TestStackMovesInCallbacks(t *testing.T) {
	ctx := wattle.Context{CallClass: wattle.Converse, TenantID: wattle.Some(""), RuntimeRole: wattle.Some("")}
	state := &wattle.State{LoadedTools: []string{}, DetectedIntents: []string{""}, PluginMetadata: wattle.Some("")}
	r := newRegistry(t)
	fine := func() error { return nil }
	must(t, r.Register(appended("host.f", runtimeAware(fine)), appended("host.g", static(fine))))
	for depth := 0; depth < 300; depth++ {
		done := make(chan struct{})
		go deeper(depth, func() {
			defer close(done)
			_, err := r.Compose(ctx, state, wattle.WithBudgetRole(""), wattle.WithBudgetFunc(
				func(uint32, wattle.Optional[string]) (int64, error) { return 1, nil }))
			if err != nil {
				t.Error(err)
			}
		})
		<-done
	}
}
