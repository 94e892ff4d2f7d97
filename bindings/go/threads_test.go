package wattle_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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

// meeting is where callbacks wait for each other, inside their calls. Some lock that each call holds would keep it from happening;
// then it is given up.
type meeting struct {
	missing atomic.Int32
	here    chan struct{} // closed when all are there
	over    chan struct{} // closed when they may go
	givenUp chan struct{}
}

func newMeeting(t *testing.T, n int) *meeting {
	m := &meeting{here: make(chan struct{}), over: make(chan struct{}), givenUp: make(chan struct{})}
	m.missing.Store(int32(n))
	timer := time.AfterFunc(20*time.Second, func() { close(m.givenUp) })
	t.Cleanup(func() { timer.Stop() })
	return m
}

func (m *meeting) attend() error {
	if m.missing.Add(-1) == 0 {
		close(m.here)
	}
	select {
	case <-m.over:
		return nil
	case <-m.givenUp:
		return errors.New("the others do not come: calls wait for each other")
	}
}

// Calls do not wait for each other, nor registering for them: each call's callback waits until all of them are inside theirs at the same
// time, and until somebody has registered meanwhile.
func TestCallsMeetInCallbacks(t *testing.T) {
	const n = 16
	runtimeAwares := func(m *meeting) wattle.Plugin {
		return wattle.Plugin{Name: "p", RuntimePrompts: []wattle.Contribution{appended("p.meets", runtimeAware(m.attend))}}
	}
	statics := func(m *meeting) wattle.Plugin {
		return wattle.Plugin{Name: "p", Prompts: []wattle.Contribution{appended("p.meets", static(m.attend))}}
	}
	observers := func(m *meeting) wattle.Plugin {
		return wattle.Plugin{Name: "p", StreamObserver: func([]byte) error { return m.attend() }}
	}
	for _, kind := range []struct {
		name   string
		plugin func(m *meeting) wattle.Plugin
		call   func(r *wattle.Registry) error
	}{
		{"resolve", runtimeAwares, func(r *wattle.Registry) error { _, err := r.Resolve(converse, nil); return err }},
		{"compose", runtimeAwares, func(r *wattle.Registry) error { _, err := r.Compose(converse, nil); return err }},
		{"resolve a snapshot", runtimeAwares, resolveSnapshot},
		{"fingerprint", statics, func(r *wattle.Registry) error { _, err := r.Fingerprint(converse); return err }},
		{"stream", observers, func(r *wattle.Registry) error { return r.EmitStream([]byte("x")) }},
	} {
		for _, registries := range []int{1, 4, n} {
			t.Run(fmt.Sprintf("%s of %d", kind.name, registries), func(t *testing.T) {
				m := newMeeting(t, n)
				all := make([]*wattle.Registry, registries)
				for i := range all {
					all[i] = newRegistry(t)
					must(t, all[i].RegisterPlugin(kind.plugin(m)))
				}
				var wg sync.WaitGroup
				for i := 0; i < n; i++ {
					r := all[i%registries]
					wg.Add(1)
					go func() {
						defer wg.Done()
						if err := kind.call(r); err != nil {
							t.Error(err)
						}
					}()
				}
				registerUntilAllMet(t, m, all)
				wg.Wait()
			})
		}
	}
}

func resolveSnapshot(r *wattle.Registry) error {
	snapshot, err := r.Snapshot()
	if err != nil {
		return err
	}
	defer snapshot.Close()
	_, err = snapshot.Resolve(converse, nil)
	return err
}

// registerUntilAllMet registers while they come, and once more in each registry while they are all there.
func registerUntilAllMet(t *testing.T, m *meeting, all []*wattle.Registry) {
	for i, met := 0, false; !met; i++ {
		select {
		case <-m.here:
			met = true
		case <-m.givenUp:
			return
		default:
		}
		for _, r := range all {
			if err := r.Register(appended(fmt.Sprintf("host.t%d", i), wattle.Text("text"))); err != nil {
				t.Error(err)
			}
		}
	}
	close(m.over)
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
