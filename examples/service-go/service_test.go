package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func start(t testing.TB, manifest string) (*service, *httptest.Server) {
	s, err := newService(manifest)
	must(t, err)
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.Close()
		s.Close()
	})
	return s, server
}

// ask makes a request, and gives the answer with its body.
func ask(t testing.TB, method, url, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	must(t, err)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(request)
	must(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer, string(text)
}

const acme = `You are the assistant of Orchard, careful and brief.

Put long reasoning into your thinking, not into the answer.

Acme wants answers in metric units.

You talk to "Ada".

## Tools loaded this turn

- shell

Call them by exactly these names. A tool that is not listed cannot be called this turn, even if an earlier turn had it.

Report to the agent that started you.

Never show credentials.`

func TestPrompt(t *testing.T) {
	_, server := start(t, "prompts.json")
	url := server.URL + "/prompt?family=anthropic&tenant=acme&tool=shell&depth=1"
	answer, text := ask(t, "GET", url, "", "X-User", "Ada")
	if answer.StatusCode != http.StatusOK || text != acme {
		t.Fatalf("%s:\n%s", answer.Status, text)
	}
	tag := fmt.Sprintf(`"%x"`, sha256.Sum256([]byte(text)))
	if got := answer.Header.Get("ETag"); got != tag {
		t.Errorf("the tag is %s, want %s", got, tag)
	}
	if prefix, _ := strconv.Atoi(answer.Header.Get("Stable-Prefix")); prefix != strings.Index(text, "\n\nYou talk") {
		t.Errorf("the stable prefix is %q", text[:prefix])
	}
	if answer, text := ask(t, "GET", url, "", "X-User", "Ada", "If-None-Match", tag); answer.StatusCode != http.StatusNotModified || text != "" {
		t.Errorf("%s: %q", answer.Status, text)
	}
	if _, text := ask(t, "GET", server.URL+"/prompt", ""); text != "You are the assistant of Orchard, careful and brief.\n\nNever show credentials." {
		t.Errorf("got %q", text)
	}
}

func TestNotice(t *testing.T) {
	_, server := start(t, "prompts.json")
	for _, notice := range []string{"We move on Friday.", "We have moved.", ""} {
		if answer, text := ask(t, "PUT", server.URL+"/notice", notice); answer.StatusCode != http.StatusNoContent {
			t.Fatalf("%s: %s", answer.Status, text)
		}
		want := "careful and brief.\n\n" + notice + "\n\nNever"
		if notice == "" {
			want = "careful and brief.\n\nNever"
		}
		if _, text := ask(t, "GET", server.URL+"/prompt", ""); !strings.Contains(text, want) {
			t.Errorf("got %q", text)
		}
	}
}

func TestReload(t *testing.T) {
	manifest := filepath.Join(t.TempDir(), "prompts.json")
	write := func(text string) { must(t, os.WriteFile(manifest, []byte(text), 0o600)) }
	persona := func(text string) string {
		return fmt.Sprintf(`{"contributions": [{"id": "orchard.persona", "mode": "prepend", "content": {"text": %q}}]}`, text)
	}
	write(persona("One."))
	_, server := start(t, manifest)
	ask(t, "PUT", server.URL+"/notice", "Notice.")
	write(persona("Two."))
	if answer, text := ask(t, "POST", server.URL+"/reload", ""); answer.StatusCode != http.StatusNoContent {
		t.Fatalf("%s: %s", answer.Status, text)
	}
	if _, text := ask(t, "GET", server.URL+"/prompt", ""); text != "Two.\n\nNotice." {
		t.Errorf("got %q", text)
	}
	// What is refused changes nothing.
	write(`{"contributions": [{"id": "nodot", "mode": "append", "content": {"text": "x"}}]}`)
	if answer, text := ask(t, "POST", server.URL+"/reload", ""); answer.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(text, "nodot") {
		t.Errorf("%s: %s", answer.Status, text)
	}
	if _, text := ask(t, "GET", server.URL+"/prompt", ""); text != "Two.\n\nNotice." {
		t.Errorf("got %q", text)
	}
}

func TestRefusals(t *testing.T) {
	_, server := start(t, "prompts.json")
	for _, test := range []struct {
		method, path, body string
		status             int
	}{
		{"POST", "/prompt", "", http.StatusMethodNotAllowed},
		{"GET", "/prompt?depth=many", "", http.StatusBadRequest},
		{"GET", "/prompt?family=%ff", "", http.StatusBadRequest},
		{"GET", "/nothing", "", http.StatusNotFound},
		{"PUT", "/notice", "\xff", http.StatusUnprocessableEntity},
		{"PUT", "/notice", strings.Repeat("x", 65<<10), http.StatusBadRequest},
	} {
		if answer, text := ask(t, test.method, server.URL+test.path, test.body); answer.StatusCode != test.status {
			t.Errorf("%s %s: %s: %s", test.method, test.path, answer.Status, text)
		}
	}
}

// A prompt for which nobody waits any more is not composed.
func TestCanceled(t *testing.T) {
	s, _ := start(t, "prompts.json")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, httptest.NewRequest("GET", "/prompt", nil).WithContext(ctx))
	if answer.Body.Len() != 0 {
		t.Errorf("got %q", answer.Body)
	}
}

// run answers until it is told to end, and finishes what is under way.
func TestRun(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, listener, "prompts.json") }()
	if answer, _ := ask(t, "GET", "http://"+listener.Addr().String()+"/prompt", ""); answer.StatusCode != http.StatusOK {
		t.Error(answer.Status)
	}
	cancel()
	select {
	case err := <-ended:
		must(t, err)
	case <-time.After(20 * time.Second):
		t.Fatal("it does not end")
	}
	if err := run(ctx, listener, "none.json"); err == nil {
		t.Error("it runs without prompts")
	}
}
