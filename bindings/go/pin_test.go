package wattle_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	wattle "wattle.dev/go"
)

// Long texts are not copied where Go can pin them. Wherever their bytes are, they arrive as they were when the call began, also if the
// garbage collector runs meanwhile, and nothing holds on to them afterwards.
func TestLongTexts(t *testing.T) {
	const size = 64 << 10
	mapped, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	must(t, err)
	defer syscall.Munmap(mapped)
	copy(mapped, strings.Repeat("m", size))
	freed := make(chan bool, 1)
	func() {
		made := &[size]byte{}
		copy(made[:], strings.Repeat("h", size))
		runtime.SetFinalizer(made, func(*[size]byte) { freed <- true })
		texts := []string{
			bytesAsString(made[:]), bytesAsString(mapped), strings.Repeat("again", 2000), strings.Repeat("é", 2000)[:4000],
			"short",
		}
		r := newRegistry(t)
		for i, text := range texts {
			must(t, r.Register(appended(fmt.Sprint("host.t", i), wattle.Text(text)), appended(fmt.Sprint("host.gc", i), static(
				func() error { runtime.GC(); return nil }))))
		}
		want := strings.Join(texts, "\n\n")
		if got := textOf(t, r, converse, nil); got != want {
			t.Errorf("got %d bytes, want %d", len(got), len(want))
		}
		candidates := []wattle.Candidate{{Tier: wattle.TierCore, Content: texts[0], Condensed: wattle.Some(texts[0])}}
		for _, text := range texts[1:] {
			candidates = append(candidates, wattle.Candidate{ID: fmt.Sprint(len(candidates)), Tier: wattle.TierCore, Content: text})
		}
		prompt, err := wattle.ComposeCandidates(candidates, wattle.WithProbes(wattle.Probes{OnBuilt: func(wattle.Prompt) error {
			runtime.GC()
			return nil
		}}))
		if err != nil || prompt.Text != want {
			t.Errorf("got %d bytes, %v, want %d", len(prompt.Text), err, len(want))
		}
		must(t, r.Register(appended("host.state", wattle.RuntimeAware(func(w io.Writer, _ wattle.Context, state wattle.State) error {
			runtime.GC()
			_, err := io.WriteString(w, state.PluginMetadata.Or(""))
			return err
		}))))
		if got := textOf(t, r, converse, &wattle.State{PluginMetadata: wattle.Some(texts[0])}); got != want+"\n\n"+texts[0] {
			t.Errorf("got %d bytes with the state's", len(got))
		}
	}()
	for i := 0; i < 100; i++ {
		runtime.GC()
		select {
		case <-freed:
			return
		default:
		}
	}
	t.Error("something holds on to a text")
}

// bytesAsString is a string whose bytes are those of b, where they are.
func bytesAsString(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }
