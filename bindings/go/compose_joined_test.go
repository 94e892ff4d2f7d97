package wattle_test

import (
	"math/rand"
	"reflect"
	"testing"

	wattle "wattle.dev/go"
)

// A composition of candidates without an event goes the short way, on which the text is joined in Go. What it gives is what the library
// gives, and so are its errors. (The compositions with an event go the plain way.)
func TestJoinedInGo(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	texts := []string{"", "a", "é🚀", "\n\n", "not \xff UTF-8", "a longer text, which has less often room", string(make([]byte, 5000))}
	pick := func(rare int) string {
		if random.Intn(rare) == 0 {
			return texts[4]
		}
		texts := append(texts[:4:4], texts[5:]...)
		return texts[random.Intn(len(texts))]
	}
	refused, condensed := 0, 0
	for i := 0; i < 2000; i++ {
		candidates := make([]wattle.Candidate, random.Intn(12))
		for i := range candidates {
			c := &candidates[i]
			c.ID, c.Content, c.Tier = pick(500), pick(500), wattle.Tier(1+random.Intn(3))
			if random.Intn(500) == 0 {
				c.Tier = 0
			}
			if random.Intn(2) == 0 {
				c.Condensed = wattle.Some(pick(500))
			}
			if random.Intn(4) == 0 {
				c.Chars = wattle.Some(int64(random.Intn(100) - 1))
			}
		}
		var options []wattle.ComposeOption
		for _, option := range []wattle.ComposeOption{
			wattle.WithBudget(int64(random.Intn(200) - 1)), wattle.WithBudget(int64(random.Intn(12000))), wattle.WithBudget(wattle.Unlimited),
			wattle.WithActiveFraction(random.Float64() * 1.01), wattle.Strict(), wattle.WithoutSections(), wattle.StaticOnly(),
		} {
			if random.Intn(3) == 0 {
				options = append(options, option)
			}
		}
		want, wantErr := wattle.ComposeCandidates(candidates, options...)
		got, err := wattle.ComposeCandidates(candidates, append(options, wattle.WithoutEvent())...)
		want.EventJSON = ""
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(err, wantErr) {
			t.Fatalf("of %+v: got %+v, %v, want %+v, %v", candidates, got, err, want, wantErr)
		}
		if err != nil {
			refused++
		}
		for _, s := range got.Sections {
			if s.Verdict == wattle.Condensed {
				condensed++
			}
		}
	}
	if refused == 0 || condensed == 0 {
		t.Errorf("%d were refused, %d texts were condensed", refused, condensed)
	}
}

// A function of the call's own may change the candidates meanwhile, and the prompt is of what they were.
func TestCandidatesChangedMeanwhile(t *testing.T) {
	candidates := []wattle.Candidate{{ID: "a", Content: "as it was", Tier: wattle.TierCore}}
	change := func() { candidates[0] = wattle.Candidate{ID: "b", Content: "changed", Tier: wattle.TierInformational} }
	for name, option := range map[string]wattle.ComposeOption{
		"budget": wattle.WithBudgetFunc(func(uint32, wattle.Optional[string]) (int64, error) { change(); return 100, nil }),
		"measure": wattle.WithMeasure("bytes", func(text string) (int64, error) {
			change()
			return int64(len(text)), nil
		}),
		"probe": wattle.WithProbes(wattle.Probes{OnBuilt: func(wattle.Prompt) error { change(); return nil }}),
	} {
		candidates[0] = wattle.Candidate{ID: "a", Content: "as it was", Tier: wattle.TierCore}
		prompt, err := wattle.ComposeCandidates(candidates, option, wattle.WithoutEvent())
		must(t, err)
		if prompt.Text != "as it was" || prompt.Sections[0].ID != "a" || candidates[0].ID != "b" {
			t.Errorf("%s: got %+v", name, prompt)
		}
	}
}
