package wattle

// #include "shim.h"
import "C"

import "strings"

// Mode says how a contribution combines with the others. It has no default: the zero value is refused.
type Mode uint32

const (
	// Append makes a section of its own, after what was registered before it.
	Append Mode = C.WATTLE_APPEND
	// Prepend makes a section of its own, before every appended one; the first registered is the very top.
	Prepend Mode = C.WATTLE_PREPEND
	// Replace takes the place of the section with the same id, whoever registered that.
	Replace Mode = C.WATTLE_REPLACE
)

// String is the mode's name, such as "append"; "unknown" for any other number.
func (m Mode) String() string { return name(C.wattle_mode_name(C.wattle_mode(m))) }

// Origin says where a contribution comes from, which is also the layer it resolves in.
type Origin uint32

const (
	// OriginCoreDefault is the library's own baseline. A host cannot register with it.
	OriginCoreDefault Origin = C.WATTLE_ORIGIN_CORE_DEFAULT
	// OriginCoreTemplate is the library's own templates. A host cannot register with it.
	OriginCoreTemplate Origin = C.WATTLE_ORIGIN_CORE_TEMPLATE
	// OriginStatic is a function of the context alone; part of the fingerprint.
	OriginStatic Origin = C.WATTLE_ORIGIN_STATIC
	// OriginRuntimeAware may depend on the state; collected anew each turn and never part of the fingerprint.
	OriginRuntimeAware Origin = C.WATTLE_ORIGIN_RUNTIME_AWARE
)

// String is the origin's name, such as "runtime-aware"; "unknown" for any other number.
func (o Origin) String() string { return name(C.wattle_origin_name(C.wattle_origin(o))) }

// Tier says how a section fares when the budget is short. In a [Contribution] the zero value means: by its origin.
type Tier uint32

const (
	// TierCore is always included, even over the budget.
	TierCore Tier = C.WATTLE_TIER_CORE
	// TierActive is included up to the active ceiling (see [WithActiveFraction]).
	TierActive Tier = C.WATTLE_TIER_ACTIVE
	// TierInformational is included while the whole budget allows.
	TierInformational Tier = C.WATTLE_TIER_INFORMATIONAL
)

// String is the tier's name, such as "active"; "unknown" for any other number.
func (t Tier) String() string { return name(C.wattle_tier_name(C.wattle_tier(t))) }

// CallClass says what the call that the prompt is for does. In a [Scope] the zero value means any.
type CallClass uint32

const (
	// Utility is a small auxiliary call: naming, routing, classifying.
	Utility CallClass = C.WATTLE_UTILITY
	// Reasoning is a planning or thinking call.
	Reasoning CallClass = C.WATTLE_REASONING
	// Converse is a turn of the conversation.
	Converse CallClass = C.WATTLE_CONVERSE
	// Synthesize is a call that writes the final result.
	Synthesize CallClass = C.WATTLE_SYNTHESIZE
)

// String is the call class's name, such as "converse"; "unknown" for any other number.
func (c CallClass) String() string {
	return name(C.wattle_call_class_name(C.wattle_call_class(c)))
}

// MatchMode says how the pattern of a [GuidanceEntry] is held against the name of a tool. Case counts in all of them. It has no
// default: the zero value is refused.
type MatchMode uint32

const (
	// MatchExact: the name is the pattern.
	MatchExact MatchMode = C.WATTLE_MATCH_MODE_EXACT
	// MatchPrefix: the name begins with the pattern, of which one * at the end is ignored.
	MatchPrefix MatchMode = C.WATTLE_MATCH_MODE_PREFIX
	// MatchGlob: the pattern is the whole name, where * stands for any code points, also none, and ? for one. Nothing else is
	// special.
	MatchGlob MatchMode = C.WATTLE_MATCH_MODE_GLOB
)

// String is the match mode's name, such as "prefix"; "unknown" for any other number.
func (m MatchMode) String() string { return name(C.wattle_match_mode_name(C.wattle_match_mode(m))) }

// Verdict says what became of a candidate under the budget.
type Verdict uint32

const (
	// Included: its full text is in the prompt.
	Included Verdict = C.WATTLE_INCLUDED
	// Condensed: its condensed text is in the prompt.
	Condensed Verdict = C.WATTLE_CONDENSED
	// Dropped: it is not in the prompt.
	Dropped Verdict = C.WATTLE_DROPPED
)

// Change is what is different about a section: a sum of these.
type Change uint32

const (
	// ChangeAdded: only the later result has it.
	ChangeAdded Change = C.WATTLE_CHANGE_ADDED
	// ChangeRemoved: only the earlier result has it.
	ChangeRemoved Change = C.WATTLE_CHANGE_REMOVED
	// ChangeMoved: it changed places with others; it is one of a smallest set without which all others stand in the order they
	// stood in.
	ChangeMoved Change = C.WATTLE_CHANGE_MOVED
	// ChangeText: its text in the whole text, other bytes, or there in one only.
	ChangeText Change = C.WATTLE_CHANGE_TEXT
	// ChangeVerdict: what became of it.
	ChangeVerdict Change = C.WATTLE_CHANGE_VERDICT
	// ChangeChars: its length, as it is reported.
	ChangeChars Change = C.WATTLE_CHANGE_CHARS
	// ChangeLabel: its plugin, mode or tier, or whether it is static.
	ChangeLabel Change = C.WATTLE_CHANGE_LABEL
)

// Has says whether all of other is among the changes.
func (c Change) Has(other Change) bool { return c&other == other }

// String has the name of each change, such as "moved+text"; "unknown" for any other number.
func (c Change) String() string {
	var names []string
	for rest := c; rest != 0; rest &= rest - 1 {
		names = append(names, name(C.wattle_change_name(C.wattle_change(rest&-rest))))
	}
	return strings.Join(names, "+")
}

// String is the verdict's name, such as "dropped"; "unknown" for any other number.
func (v Verdict) String() string { return name(C.wattle_verdict_name(C.wattle_verdict(v))) }
