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
	if !strings.Contains(text, fingerprint) || !strings.Contains(text, `"turnDepth":2`) || !strings.Contains(text, `{"p": 1}`) {
		t.Errorf("got %s", text)
	}
	if text, err = r.FingerprintJSON(converse, nil); err != nil || !strings.Contains(text, `"state":null`) {
		t.Errorf("got %s, %v", text, err)
	}
	if _, err = r.FingerprintJSON(converse, &wattle.State{PluginMetadata: wattle.Some("[]")}); !errors.Is(err, wattle.ErrInvalidArgument) {
		t.Errorf("got %v", err)
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
