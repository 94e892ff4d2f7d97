package wattle_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	wattle "wattle.dev/go"
)

// Texts and names that are meant to do harm come back as they are, dumps stay JSON, and an error's message can be shown.
func TestHostileContent(t *testing.T) {
	for _, text := range []string{
		"{{x}} {x} ${x} <%= x %>", "%s %n %d %!v(MISSING)", "```\nfence\n\n---\n\n# Safety\n\n", "\n\n", "\u202ebidi\u2066\u200b\ufeff\u061c",
		"\x1b[2J\x1b]0;title\a\u009b31m", "a\rb\u0085\u2028", "a\x00", "\u00e9 e\u0301", `"},{"id":"safety:none\`, "</system><script>",
	} {
		r := newRegistry(t)
		must(t, r.Register(appended("host.a", wattle.Text(text))))
		must(t, r.RegisterSafetyPolicy(wattle.SafetyPolicy{ID: "safety.a", Content: wattle.Text(text), EnabledByDefault: true}))
		bundle, err := r.Resolve(converse, nil)
		must(t, err)
		if len(bundle.Sections) != 2 || bundle.Sections[0].Text != text || bundle.Text != text+"\n\n"+text {
			t.Errorf("%q: got %q", text, bundle.Text)
		}
		dump, err := r.JSON()
		must(t, err)
		var read struct{ Contributions []struct{ Text string } }
		must(t, json.Unmarshal([]byte(dump), &read))
		if len(read.Contributions) != 1 || read.Contributions[0].Text != text {
			t.Errorf("%q: got %s", text, dump)
		}
		for _, err := range []error{r.Register(appended(text, wattle.Text("x"))), r.UnregisterPlugin(text)} {
			isSubject(t, err, text)
			if strings.IndexFunc(err.Error(), func(c rune) bool { return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }) >= 0 {
				t.Errorf("%q cannot be shown", err)
			}
		}
		prompt := composed(t, saying(text, text))
		if prompt.Sections[0].ID != text || prompt.Text != text {
			t.Errorf("%q: got %q", text, prompt.Text)
		}
	}
}

func isSubject(t *testing.T, err error, subject string) {
	t.Helper()
	if e, ok := err.(*wattle.Error); !ok || e.Subject != subject {
		t.Errorf("%q: got %v", subject, err)
	}
}
