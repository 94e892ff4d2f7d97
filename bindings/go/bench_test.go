package wattle_test

import (
	"fmt"
	"io"
	"syscall"
	"testing"
	"time"

	wattle "wattle.dev/go"
)

var benchSizes = []int{10, 100, 1000}

// measure runs an operation b.N times. Beside the time by the clock, which on a busy machine says little, it reports the time on a core,
// the garbage collector's too.
func measure(b *testing.B, operation func() error) {
	b.ReportAllocs()
	must(b, operation())
	before := coreTime()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		if err := operation(); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(coreTime()-before)/float64(b.N), "core-ns/op")
}

// coreTime is how long the process has been on a core.
func coreTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// The counterparts of the C bench, on its workload. None makes the event, as C does not where nobody asks for it; lean ones make no
// sections either.
func BenchmarkComposeCandidates(b *testing.B) {
	for _, n := range benchSizes {
		candidates, budget := workload(n)
		run := func(options ...wattle.ComposeOption) func(*testing.B) {
			options = append(options, wattle.WithBudget(budget))
			return func(b *testing.B) {
				measure(b, func() error {
					_, err := wattle.ComposeCandidates(candidates, options...)
					return err
				})
			}
		}
		b.Run(fmt.Sprintf("n=%d", n), run(wattle.WithoutEvent()))
		b.Run(fmt.Sprintf("lean,n=%d", n), run(wattle.WithoutEvent(), wattle.WithoutSections()))
		b.Run(fmt.Sprintf("event,n=%d", n), run())
	}
}

func BenchmarkRegistryToPrompt(b *testing.B) {
	for _, n := range benchSizes {
		r, budget := benchRegistry(b, n)
		run := func(options ...wattle.ComposeOption) func(*testing.B) {
			options = append(options, wattle.WithBudget(budget), wattle.WithoutEvent())
			return func(b *testing.B) {
				measure(b, func() error {
					_, err := r.Compose(converse, &wattle.State{}, options...)
					return err
				})
			}
		}
		b.Run(fmt.Sprintf("n=%d", n), run())
		b.Run(fmt.Sprintf("lean,n=%d", n), run(wattle.WithoutSections()))
	}
}

func BenchmarkResolve(b *testing.B) {
	for _, n := range benchSizes {
		r, _ := benchRegistry(b, n)
		run := func(options ...wattle.ResolveOption) func(*testing.B) {
			return func(b *testing.B) {
				measure(b, func() error {
					_, err := r.Resolve(converse, &wattle.State{}, options...)
					return err
				})
			}
		}
		b.Run(fmt.Sprintf("n=%d", n), run())
		b.Run(fmt.Sprintf("lean,n=%d", n), run(wattle.WithoutSections()))
	}
}

// One registry, as many goroutines as there are cores, or with -cpu as many as that says.
func BenchmarkResolveParallel(b *testing.B) {
	r, _ := benchRegistry(b, 100)
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := r.Resolve(converse, &wattle.State{}); err != nil {
				b.Error(err)
			}
		}
	})
}

// Long texts are pinned where Go can do that.
func BenchmarkComposeLongTexts(b *testing.B) {
	candidates, _ := workload(10)
	for _, kib := range []int{2, 4, 16, 64} {
		for i := range candidates {
			candidates[i].Content = fmt.Sprintf("%*d", kib<<10, i)
		}
		b.Run(fmt.Sprintf("kib=%d", kib), func(b *testing.B) {
			measure(b, func() error {
				_, err := wattle.ComposeCandidates(candidates, wattle.WithoutEvent())
				return err
			})
		})
	}
}

func BenchmarkRegister(b *testing.B) {
	r := newRegistry(b)
	f := static(func() error { return nil })
	measure(b, func() error {
		if err := r.Register(appended("host.f", f)); err != nil {
			return err
		}
		return r.Unregister(wattle.OriginStatic, "host.f")
	})
}

// workload is that of benches/workload.c: n texts of 380 to 420 bytes, a tenth of them in the core tier, three tenths in the
// informational one, and a budget of seven tenths of them.
func workload(n int) (candidates []wattle.Candidate, budget int64) {
	words := [...]string{"always", "answer", "before", "change", "command", "directory", "explain", "file", "function", "instruction",
		"message", "never", "output", "prefer", "project", "question", "read", "request", "section", "short", "test", "tool", "user", "write"}
	random := uint32(12345)
	next := func(below uint32) uint32 {
		random = random*1103515245 + 12345
		return (random >> 8) % below
	}
	for i := 0; i < n; i++ {
		text := fmt.Sprintf("# Section %d\n", i)
		for wanted := 380 + int(next(41)); ; {
			word := words[next(uint32(len(words)))]
			if len(text)+len(word)+1 > wanted {
				break
			}
			text += word + " "
		}
		text = text[:len(text)-1] + "."
		budget += int64(len(text))
		tier := wattle.TierInformational
		switch i % 10 {
		case 0:
			tier = wattle.TierCore
		case 1, 2, 3, 4, 5, 6:
			tier = wattle.TierActive
		}
		candidates = append(candidates, wattle.Candidate{ID: fmt.Sprintf("bench.s%d", i), Content: text, Tier: tier})
	}
	return candidates, budget * 7 / 10
}

// benchRegistry has the workload, the last three of its texts by callbacks.
func benchRegistry(b *testing.B, n int) (*wattle.Registry, int64) {
	r := newRegistry(b)
	candidates, budget := workload(n)
	for i, c := range candidates {
		text := c.Content
		content := wattle.Content(wattle.Text(text))
		if i >= n-3 {
			content = wattle.RuntimeAware(func(w io.Writer, _ wattle.Context, _ wattle.State) error {
				_, err := io.WriteString(w, text)
				return err
			})
		}
		must(b, r.Register(wattle.Contribution{ID: c.ID, Mode: wattle.Append, Tier: c.Tier, Content: content}))
	}
	return r, budget
}
