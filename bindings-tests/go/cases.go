package main

import "encoding/json"

// The case files. A pointer is nil, and a list nil, where the case has no such field or null.

type resolveCase struct {
	Name                  string
	RuntimeID             *string
	EnabledSafetyPolicies []string
	Ops                   []op
	Resolves              []resolve
}

type op struct {
	Op             string
	Origin         string
	Contribution   *contribution
	TargetRuntimes []string
	ID             string
	Plugin         *plugin
	Name           string
	Policy         *policy
	Expect         string
	Subject        string
}

type contribution struct {
	ID            string
	Mode          string
	Content       content
	Scope         *scope
	Tier          string
	Condensed     *string
	RequiresTools []string
}

type content struct {
	Text *string
	Fn   string
}

type scope struct {
	CallClass   string
	Family      *string
	TenantID    *string
	RuntimeRole *string
}

type plugin struct {
	Name           string
	Version        string
	Prompts        []contribution
	RuntimePrompts []contribution
	SafetyPolicies []policy
	Hook           *hook
}

type policy struct {
	ID               string
	Content          content
	EnabledByDefault bool
}

type hook struct {
	Emits       []contribution
	Fails       bool
	OnlyAtDepth *uint32
}

type resolve struct {
	Context struct {
		CallClass   string
		Family      string
		TenantID    *string
		RuntimeRole *string
	}
	State       *state
	StaticFirst bool
	Expect      resolveExpect
	Compose     *struct {
		Config config
		Expect composeExpect
	}
}

type state struct {
	TurnDepth             uint32
	LoadedTools           []string
	DetectedIntents       []string
	PriorTurnHadToolCalls *bool
	PluginMetadata        json.RawMessage
}

type resolveExpect struct {
	Text         string
	Sections     []section
	StablePrefix int
	Probes       [][]string
	Fingerprint  *fingerprintExpect
	failure
}

// failure is what a case expects of a call that fails.
type failure struct {
	Error   string
	Subject string
}

// fingerprintExpect is the digits, or an object with the failure.
type fingerprintExpect struct {
	Hex string
	failure
}

func (f *fingerprintExpect) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &f.Hex)
	}
	return decode(data, &f.failure)
}

type section struct {
	ID     string
	Origin string
	Plugin *string
	Mode   string
	Tier   string
	Static bool
	Start  int
	End    int
	Chars  int64
}

type composeCase struct {
	Name       string
	Candidates []candidate
	Config     config
	Expect     composeExpect
}

type candidate struct {
	ID        string
	Content   string
	Tier      string
	Condensed *string
	Chars     *int64
}

type config struct {
	Depth                uint32
	TotalBudget          *int64
	ActiveBudgetFraction *float64
	Strict               bool
	ResolveBudget        *struct{ ByDepth []int64 }
}

type composeExpect struct {
	Composed        string
	Included        []included
	Dropped         []dropped
	TotalChars      int64
	TotalTokensEst  int64
	EffectiveBudget *int64
	OverBudget      bool
	BudgetUsedPct   *float64
	EventJSON       string
	StablePrefix    int
	failure
}

type included struct {
	Index     int
	ID        string
	Tier      string
	Start     int
	End       int
	Chars     int64
	Condensed bool
}

type dropped struct {
	Index       int
	ID          string
	Tier        string
	Chars       int64
	TotalBefore int64
	Limit       int64
}
