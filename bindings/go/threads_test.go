package wattle_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	wattle "wattle.dev/go"
)

// While one goroutine registers, 32 resolve: whatever snapshot a resolution sees, it gives the bytes of that snapshot.
func TestResolveWhileRegistering(t *testing.T) {
	const readers = 32
	snapshots := 400
	if testing.Short() {
		snapshots = 100
	}
	r := newRegistry(t)
	texts := make([]string, snapshots)
	expect := []string{""}
	for i := range texts {
		texts[i] = fmt.Sprintf("text %d of converse", i)
		expect = append(expect, strings.Join(texts[:i+1], "\n\n"))
	}
	var done atomic.Bool
	var resolutions atomic.Int64
	var wg sync.WaitGroup
	for i := 0; i < readers; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			last := 0
			for {
				finished := done.Load()
				bundle, err := r.Resolve(converse, nil)
				if err != nil {
					t.Error(err)
					return
				}
				n := len(bundle.Sections)
				if n < last || bundle.Text != expect[n] {
					t.Errorf("%d sections after %d: %q", n, last, bundle.Text)
					return
				}
				last = n
				resolutions.Add(1)
				if finished {
					if n != snapshots {
						t.Errorf("%d sections at the end", n)
					}
					return
				}
			}
		}()
	}
	for i, text := range texts {
		i, content := i, wattle.Content(wattle.Text(text))
		if i%2 == 1 {
			content = wattle.Static(func(w io.Writer, ctx wattle.Context) error {
				_, err := fmt.Fprintf(w, "text %d of %s", i, ctx.CallClass)
				return err
			})
		}
		if err := r.Register(appended(fmt.Sprintf("host.t%d", i), content)); err != nil {
			t.Error(err)
		}
		// Readers see most of the snapshots.
		for resolutions.Load() < int64(8*i) && !t.Failed() {
			runtime.Gosched()
		}
	}
	done.Store(true)
	wg.Wait()
	t.Logf("%d resolutions", resolutions.Load())
}

// A plugin is replaced and removed while others use it: when that is done its callbacks have stopped.
func TestRemoveWhileResolving(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	r := newRegistry(t)
	var stop atomic.Bool
	var wg sync.WaitGroup
	for i := 0; i < 8; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for !stop.Load() {
				if _, err := r.Compose(converse, nil); err != nil {
					t.Error(err)
					return
				}
			}
		}()
	}
	for i := 0; i < rounds; i++ {
		var gone atomic.Bool
		plugin := func(name string) wattle.Plugin {
			check := func() error {
				if gone.Load() {
					t.Errorf("round %d: a callback runs after its plugin is gone", i)
				}
				return nil
			}
			return wattle.Plugin{
				Name:           "p",
				Prompts:        []wattle.Contribution{appended("p."+name, static(check))},
				RuntimePrompts: []wattle.Contribution{appended("p."+name, runtimeAware(check))},
				Hook:           func(wattle.Emit, wattle.Context, wattle.State) error { return check() },
			}
		}
		must(t, r.RegisterPlugin(plugin("a")))
		if i%2 == 0 {
			must(t, r.ReplacePlugin(plugin("b")))
		}
		must(t, r.UnregisterPlugin("p"))
		gone.Store(true)
		if n := wattle.LiveHandles(); n != 0 {
			t.Fatalf("round %d: %d handles are left", i, n)
		}
	}
	stop.Store(true)
	wg.Wait()
}

// Registries are closed while they are in use: a call finishes, or is refused with ErrClosed.
func TestCloseWhileResolving(t *testing.T) {
	rounds := 200
	if testing.Short() {
		rounds = 50
	}
	for i := 0; i < rounds; i++ {
		r := newRegistry(t)
		must(t, r.Register(appended("host.f", wattle.Static(func(w io.Writer, _ wattle.Context) error {
			_, err := io.WriteString(w, "text")
			return err
		}))))
		var wg sync.WaitGroup
		for j := 0; j < 4; j++ {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for {
					bundle, err := r.Resolve(converse, nil)
					if isClosed(err) {
						return
					}
					if err != nil || bundle.Text != "text" {
						t.Errorf("got %q, %v", bundle.Text, err)
						return
					}
				}
			}()
		}
		r.Close()
		wg.Wait()
	}
}
