package wattle_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	wattle "wattle.dev/go"
)

func TestRegistryJSON(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(wattle.AppendPrompt("host.a", "A")))
	text, err := r.JSON()
	must(t, err)
	var dump struct {
		Counts        map[string]int
		Contributions []struct{ ID, Origin, Text string }
	}
	must(t, json.Unmarshal([]byte(text), &dump))
	if dump.Counts["contributions"] != 1 || dump.Contributions[0].ID != "host.a" || dump.Contributions[0].Text != "A" {
		t.Errorf("got %s", text)
	}
}

func TestFingerprintJSON(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(wattle.AppendPrompt("host.a", "A")))
	fingerprint, err := r.Fingerprint(converse)
	must(t, err)
	text, err := r.FingerprintJSON(converse, &wattle.State{TurnDepth: 2, PluginMetadata: wattle.Some(`{"p": 1}`)})
	must(t, err)
	if !strings.Contains(text, fingerprint) || !strings.Contains(text, `"turnDepth":2`) || !strings.Contains(text, `{"p":1}`) {
		t.Errorf("got %s", text)
	}
	if text, err = r.FingerprintJSON(converse, nil); err != nil || !strings.Contains(text, `"state":null`) {
		t.Errorf("got %s, %v", text, err)
	}
	if _, err = r.FingerprintJSON(converse, &wattle.State{PluginMetadata: wattle.Some("[]")}); !errors.Is(err, wattle.ErrInvalidArgument) {
		t.Errorf("got %v", err)
	}
}

func TestResultsAsJSON(t *testing.T) {
	r := newRegistry(t)
	must(t, r.Register(wattle.AppendPrompt("host.a", "A")))
	bundle, err := r.Resolve(converse, nil, wattle.WithJSON())
	must(t, err)
	prompt, err := r.Compose(converse, nil, wattle.WithJSON(), wattle.WithoutEvent())
	must(t, err)
	builder := newBuilder(t)
	must(t, builder.AddBuiltins())
	modules, err := builder.Build(wattle.AgentContext{MaxTokens: 200000}, wattle.WithJSON())
	must(t, err)
	for name, of := range map[string]struct{ json, text string }{
		"bundle":  {bundle.JSON, bundle.Text},
		"prompt":  {prompt.JSON, prompt.Text},
		"modules": {modules.JSON, modules.Text},
	} {
		var dump struct {
			// A bundle's text and a prompt's.
			Text, Composed string
			Sections       []struct{ ID string }
		}
		must(t, json.Unmarshal([]byte(of.json), &dump))
		if dump.Text+dump.Composed != of.text || len(dump.Sections) == 0 || strings.Contains(of.json, "\n") {
			t.Errorf("%s: got %s", name, of.json)
		}
	}
	if prompt.EventJSON != "" || modules.EventJSON == "" {
		t.Error("WithJSON and WithoutEvent are about different texts")
	}
	if bundle, err = r.Resolve(converse, nil); err != nil || bundle.JSON != "" {
		t.Errorf("nobody asked for %q, %v", bundle.JSON, err)
	}
}

func TestComposeDefaultSystemPrompt(t *testing.T) {
	prompt, err := wattle.ComposeDefaultSystemPrompt(converse)
	must(t, err)
	r, err := wattle.New()
	must(t, err)
	defer r.Close()
	other, err := r.Compose(converse, nil)
	must(t, err)
	if prompt.Text != other.Text || !strings.HasPrefix(prompt.Text, "## Core directives") {
		t.Errorf("got %.80q", prompt.Text)
	}
}
