package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"sync"

	wattle "wattle.dev/go"
)

// budget is how many chars a prompt may have.
const budget = 20_000

// service composes prompts. One registry serves all requests, at the same time.
type service struct {
	http.ServeMux
	manifest string

	// changing is held by who changes what prompts are made of. Requests do not wait for it.
	changing sync.Mutex
	notice   string

	// mu guards which registry it is, not the registry, which needs no lock.
	mu       sync.RWMutex
	registry *wattle.Registry
}

func newService(manifest string) (*service, error) {
	registry, err := open(manifest, "")
	if err != nil {
		return nil, err
	}
	s := &service{manifest: manifest, registry: registry}
	s.handle(http.MethodGet, "/prompt", s.getPrompt)
	s.handle(http.MethodPut, "/notice", s.putNotice)
	s.handle(http.MethodPost, "/reload", s.postReload)
	return s, nil
}

// Close frees the registry; no request may come any more.
func (s *service) Close() { s.registry.Close() }

// open makes a registry of what operators and the program say.
func open(manifest, notice string) (registry *wattle.Registry, err error) {
	json, err := os.ReadFile(manifest)
	if err != nil {
		return nil, err
	}
	registry, err = wattle.New(wattle.WithoutCoreDefaults(), wattle.WithoutSafetyPolicies())
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			registry.Close()
		}
	}()
	if err := registry.LoadJSON(string(json)); err != nil {
		return nil, fmt.Errorf("%s: %w", manifest, err)
	}
	if err := registry.RegisterPlugin(noticePlugin(notice)); err != nil {
		return nil, err
	}
	return registry, registry.Register(
		wattle.Contribution{ID: "service.user", Mode: wattle.Append, Content: wattle.RuntimeAware(user)},
		wattle.LoadedToolsPrompt("service.tools"),
		wattle.GatedPrompt("service.sub-agent", isSubAgent, "Report to the agent that started you."),
	)
}

// user says for whom the request is. It runs in the goroutine of the request, which the state has with it; when nobody waits for the
// answer any more, there will be none.
func user(w io.Writer, _ wattle.Context, state wattle.State) error {
	request := state.Host.(*http.Request)
	if err := request.Context().Err(); err != nil {
		return err
	}
	name := request.Header.Get("X-User")
	if name == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "You talk to %s.", strconv.Quote(name))
	return err
}

func isSubAgent(_ wattle.Context, state wattle.State) (bool, error) { return state.TurnDepth > 0, nil }

// noticePlugin is a plugin of its own, so that it can be replaced.
func noticePlugin(text string) wattle.Plugin {
	return wattle.CreatePlugin("notice", "", wattle.AppendPrompt("notice.text", text))
}

// compose uses the registry that there is now. The lock is given back also if a callback panics, which goes on here.
func (s *service) compose(ctx wattle.Context, state *wattle.State) (wattle.Prompt, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.registry.Compose(ctx, state, wattle.WithBudget(budget), wattle.StaticFirst(), wattle.WithoutEvent(), wattle.WithoutSections())
}

// getPrompt answers with the prompt. The header Stable-Prefix says how many bytes of it do not depend on the turn: where a provider's
// cache breakpoint goes.
func (s *service) getPrompt(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	var depth uint64
	if text := query.Get("depth"); text != "" {
		var err error
		if depth, err = strconv.ParseUint(text, 10, 32); err != nil {
			return refusal{http.StatusBadRequest, err}
		}
	}
	ctx := wattle.Context{CallClass: wattle.Converse, Family: query.Get("family"), TenantID: wattle.NonEmpty(query.Get("tenant"))}
	state := &wattle.State{LoadedTools: query["tool"], TurnDepth: uint32(depth), Host: r}
	prompt, err := s.compose(ctx, state)
	switch {
	case errors.Is(err, context.Canceled):
		return nil
	case errors.Is(err, wattle.ErrInvalidUTF8):
		return refusal{http.StatusBadRequest, err}
	case err != nil:
		return err
	}
	tag := fmt.Sprintf(`"%x"`, sha256.Sum256([]byte(prompt.Text)))
	w.Header().Set("ETag", tag)
	w.Header().Set("Stable-Prefix", strconv.Itoa(prompt.StablePrefix))
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, err = io.WriteString(w, prompt.Text)
	return err
}

// putNotice replaces one plugin while others use the registry. Whoever asks after the answer has the new notice.
func (s *service) putNotice(w http.ResponseWriter, r *http.Request) error {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
	if err != nil {
		return refusal{http.StatusBadRequest, err}
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	if err := s.registry.ReplacePlugin(noticePlugin(string(text))); err != nil {
		return refusal{http.StatusUnprocessableEntity, err}
	}
	s.notice = string(text)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// postReload makes a new registry beside the old one, which goes on serving if the operators' prompts are refused.
func (s *service) postReload(w http.ResponseWriter, _ *http.Request) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	registry, err := open(s.manifest, s.notice)
	if err != nil {
		return refusal{http.StatusUnprocessableEntity, err}
	}
	s.mu.Lock()
	registry, s.registry = s.registry, registry
	s.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
	return registry.Close()
}

// refusal is an error that is the client's, who is told.
type refusal struct {
	status int
	error
}

func (s *service) handle(method, path string, handler func(http.ResponseWriter, *http.Request) error) {
	s.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != method {
			w.Header().Set("Allow", method)
			http.Error(w, "only "+method, http.StatusMethodNotAllowed)
			return
		}
		err := handler(w, r)
		var refused refusal
		switch {
		case errors.As(err, &refused):
			http.Error(w, refused.Error(), refused.status)
		case err != nil:
			log.Printf("%s %s: %v", method, path, err)
			http.Error(w, "no prompt could be composed", http.StatusInternalServerError)
		}
	})
}
