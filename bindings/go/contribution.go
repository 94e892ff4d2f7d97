package wattle

import "io"

// Contribution is a typed piece of prompt.
type Contribution struct {
	// ID is "<namespace>.<name>", at most 256 bytes, without white space and control characters.
	ID string
	// Mode is required.
	Mode Mode
	// Content is required: [Text], [Static], [RuntimeAware] or [Gated], or what [LoadedToolsPrompt] and its like have.
	Content Content
	// Origin is OriginStatic, OriginRuntimeAware, or 0: then it is runtime-aware if its content reads the state, that is, if it is
	// no StaticContent, or if it requires tools, else static. In a plugin's lists and in emissions 0 means what the list says.
	Origin Origin
	// Tier says how it fares when the budget is short; 0 means core for the library's own, else active.
	Tier Tier
	// Scope says which contexts it is for; the zero value means every one.
	Scope Scope
	// Condensed is a shorter text that is tried where the budget has no room for the full one. A present, empty one is
	// tried too.
	Condensed Optional[string]
	// RequiresTools makes a runtime-aware contribution active only when all of these tools are loaded. nil is absent;
	// on a static contribution anything else, even an empty list, is an error.
	RequiresTools []string
}

// Content is what a contribution says: one of [Text], [Static], [RuntimeAware] and [Gated], or a section of the library's own, which
// [LoadedToolsPrompt] and its like have.
//
// Functions run on the goroutine of the call that needs them, from several goroutines at once if the registry is used
// from several. What a function returns or panics with comes back out of that call: see the package's documentation.
type Content interface{ content() }

// StaticContent is content that does not depend on the turn: one of [Text] and [Static].
type StaticContent interface {
	Content
	staticContent()
}

// Text is a fixed text. It may be empty, and may hold any valid UTF-8, NUL bytes too.
func Text(text string) StaticContent { return textContent(text) }

// Static is a text that depends on the context alone. The function writes it to w, in pieces of any size; w is valid
// until the function returns, and only on its goroutine. What it writes is taken as a pure function of the context, and
// may be remembered.
func Static(write func(w io.Writer, ctx Context) error) StaticContent { return staticFunc(write) }

// RuntimeAware is a text that may depend on the turn's state; runtime-aware contributions only. The function writes it to
// w as in [Static], and is called at most once a resolution.
func RuntimeAware(write func(w io.Writer, ctx Context, state State) error) Content {
	return runtimeFunc(write)
}

// Gated is a text that is given only in the turns for which the predicate says so; runtime-aware contributions only. The
// predicate is called at most once a resolution.
func Gated(when func(ctx Context, state State) (bool, error), text string) Content {
	return gatedContent{when, text}
}

type (
	textContent  string
	staticFunc   func(io.Writer, Context) error
	runtimeFunc  func(io.Writer, Context, State) error
	whenFunc     func(Context, State) (bool, error)
	gatedContent struct {
		when whenFunc
		text string
	}
)

func (textContent) content()       {}
func (textContent) staticContent() {}
func (staticFunc) content()        {}
func (staticFunc) staticContent()  {}
func (runtimeFunc) content()       {}
func (gatedContent) content()      {}

// SafetyPolicy is a text that resolves last and that no contribution can move, replace or drop; the budget cannot either.
type SafetyPolicy struct {
	// ID is "safety.<name>", at most 256 bytes.
	ID string
	// Content is required: [Text] or [Static].
	Content StaticContent
	// EnabledByDefault says whether it is enabled where the registry has no list of enabled policies.
	EnabledByDefault bool
}

// Plugin is what one extension contributes: registered, replaced and removed as a whole.
type Plugin struct {
	// Name is also the plugin's namespace: at most 128 bytes, without ".", white space and control characters, neither
	// "core" nor "safety".
	Name string
	// Version is for people, and may be empty.
	Version string
	// Prompts are its static contributions.
	Prompts []Contribution
	// RuntimePrompts are its runtime-aware contributions.
	RuntimePrompts []Contribution
	// SafetyPolicies are its safety policies.
	SafetyPolicies []SafetyPolicy
	// Hook, if not nil, adds contributions to each turn.
	Hook Hook
	// StreamObserver, if not nil, looks at what the program emits.
	StreamObserver StreamObserver
}

// StreamObserver looks at the bytes that [Registry.EmitStream] was given. They are a copy, the observer's own.
type StreamObserver func(bytes []byte) error

// Hook is called once a turn, before anything resolves, and emits contributions for this turn.
type Hook func(emit Emit, ctx Context, state State) error

// Emit adds a contribution to the turn, as the hook's plugin and as runtime-aware. It returns the library's refusal, which
// fails the resolution whatever the hook does afterwards. It is valid until the hook returns, and only on its goroutine.
type Emit func(Contribution) error
