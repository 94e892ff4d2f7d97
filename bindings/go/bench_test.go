package wattle_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	wattle "wattle.dev/go"
)

// benchRegistry holds n sections of 400 bytes, every fourth of them written by a callback.
func benchRegistry(b *testing.B, n int) *wattle.Registry {
	r := newRegistry(b)
	text := strings.Repeat("0123456789", 40)
	for i := 0; i < n; i++ {
		c := appended(fmt.Sprintf("host.s%d", i), wattle.Text(text))
		if i%4 == 3 {
			c.Content = wattle.RuntimeAware(func(w io.Writer, _ wattle.Context, _ wattle.State) error {
				_, err := io.WriteString(w, text)
				return err
			})
		}
		must(b, r.Register(c))
	}
	return r
}

func BenchmarkCompose(b *testing.B) {
	for _, n := range []int{1, 10, 100, 1000} {
		b.Run(fmt.Sprintf("sections=%d", n), func(b *testing.B) {
			r := benchRegistry(b, n)
			state := &wattle.State{LoadedTools: strings.Fields("grep search edit run read write plan test")}
			budget := wattle.WithBudget(int64(n) * 300)
			b.ReportAllocs()
			b.ResetTimer()
			for i := 0; i < b.N; i++ {
				if _, err := r.Compose(converse, state, budget); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkComposeParallel(b *testing.B) {
	r := benchRegistry(b, 100)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := r.Compose(converse, nil); err != nil {
				b.Error(err)
			}
		}
	})
}

func BenchmarkRegister(b *testing.B) {
	r := newRegistry(b)
	f := static(func() error { return nil })
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		must(b, r.Register(appended("host.f", f)))
		must(b, r.Unregister(wattle.OriginStatic, "host.f"))
	}
}
