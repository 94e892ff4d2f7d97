package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wattle.dev/go/internal/live"
)

const (
	clients = 8
	// reloadEvery is how many changes there are for each that is a reload; the others replace the plugin.
	reloadEvery = 8
	// tolerance is how much resident memory may grow from the end of the warm-up on, however long the run is. A leak of a hundred
	// bytes for each prompt passes it within half a minute.
	tolerance = 16 << 20
)

// TestLoad hammers the service over the loopback device while its plugin and its manifest are replaced. Every answer must have the bytes
// of a state that the service was in between request and answer; at the end nothing is left over: no goroutine, no callback, no memory.
// It runs for three seconds, or as many as WATTLE_SOAK_SECONDS says.
func TestLoad(t *testing.T) {
	duration := 3 * time.Second
	if seconds, err := strconv.ParseFloat(os.Getenv("WATTLE_SOAK_SECONDS"), 64); err == nil {
		duration = time.Duration(seconds * float64(time.Second))
	}
	goroutines, handles := runtime.NumGoroutine(), live.Handles()
	l := &load{manifest: filepath.Join(t.TempDir(), "prompts.json")}
	l.write(t, 0)
	service, err := newService(l.manifest)
	must(t, err)
	server := httptest.NewServer(service)
	l.url = server.URL

	var wg sync.WaitGroup
	for i := 0; i < clients; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			l.request(t)
		}()
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		l.change(t)
	}()
	time.Sleep(duration / 3)
	warm := resident(t)
	time.Sleep(duration - duration/3)
	grown := resident(t) - warm
	l.over.Store(true)
	wg.Wait()
	http.DefaultClient.CloseIdleConnections()
	server.Close()
	service.Close()

	t.Logf("%d prompts, %d changes, memory %+d KiB", l.answers.Load(), l.done.Load(), grown>>10)
	if l.answers.Load() < 100 || l.done.Load() < 2*reloadEvery {
		t.Error("that is too little to tell anything")
	}
	if grown > tolerance {
		t.Errorf("memory grew by %d KiB", grown>>10)
	}
	if n := live.Handles(); n != handles {
		t.Errorf("%d callbacks are left", n-handles)
	}
	for i := 0; i < 100 && runtime.NumGoroutine() > goroutines; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines are left", n-goroutines)
	}
}

// load is a run. Its states are numbered: each change makes the next one, which has begun before the change and is done after it.
type load struct {
	url, manifest        string
	begun, done, answers atomic.Int64
	over                 atomic.Bool
}

// write writes the manifest of a state.
func (l *load) write(t *testing.T, state int64) {
	manifest := fmt.Sprintf(`{"contributions": [{"id": "load.state", "mode": "append", "content": {"text": "Manifest %d."}}]}`, state)
	if err := os.WriteFile(l.manifest, []byte(manifest), 0o600); err != nil {
		t.Error(err)
	}
}

// change goes from state to state.
func (l *load) change(t *testing.T) {
	for !l.over.Load() && !t.Failed() {
		next := l.begun.Add(1)
		method, path, body := "PUT", "/notice", notice(next)
		if next%reloadEvery == 0 {
			l.write(t, next)
			method, path, body = "POST", "/reload", ""
		}
		if answer, text, err := l.do(method, path, body); err != nil || answer.StatusCode != http.StatusNoContent {
			t.Errorf("%s %s: %v, %s", method, path, err, text)
		}
		l.done.Store(next)
		time.Sleep(time.Millisecond)
	}
}

// request asks for prompts, of which no two in a row are the same.
func (l *load) request(t *testing.T) {
	for i := 0; !l.over.Load() && !t.Failed(); i++ {
		depth, user := i%3, fmt.Sprint("user ", i%7)
		path := fmt.Sprintf("/prompt?depth=%d", depth)
		first := l.done.Load()
		answer, text, err := l.do("GET", path, "", "X-User", user)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("GET %s: %v, %s", path, err, text)
			return
		}
		last := l.begun.Load()
		if !isOneOf(text, first, last, depth, user) {
			t.Errorf("GET %s, between the states %d and %d:\n%s", path, first, last, text)
		}
		l.answers.Add(1)
	}
}

// isOneOf says whether the text is that of one of the states.
func isOneOf(text []byte, first, last int64, depth int, user string) bool {
	for state := last; state >= first; state-- {
		if string(text) == expected(state, depth, user) {
			return true
		}
	}
	return false
}

// expected is the prompt of a state.
func expected(state int64, depth int, user string) string {
	manifest := state - state%reloadEvery
	if state == manifest {
		state--
	}
	parts := []string{fmt.Sprintf("Manifest %d.", manifest)}
	if state > 0 {
		parts = append(parts, notice(state))
	}
	parts = append(parts, fmt.Sprintf("You talk to %q.", user))
	if depth > 0 {
		parts = append(parts, "Report to the agent that started you.")
	}
	return strings.Join(parts, "\n\n")
}

// notice is that of a state: large enough that one which is leaked for each change is seen.
func notice(state int64) string {
	return fmt.Sprintf("Notice %d. %s", state, strings.Repeat("x", 8<<10))
}

func (l *load) do(method, path, body string, headers ...string) (*http.Response, []byte, error) {
	request, err := http.NewRequest(method, l.url+path, strings.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer, text, err
}

// resident is how many bytes of memory the process has when Go has given back what it can.
func resident(t *testing.T) int {
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/statm")
	must(t, err)
	pages, err := strconv.Atoi(string(bytes.Fields(status)[1]))
	must(t, err)
	return pages * os.Getpagesize()
}
