// Package wattle composes the system prompts of LLM agents. It is the Go face of the wattle library, over cgo.
//
// There is no system-prompt string. A [Registry] holds typed contributions: an id "<namespace>.<name>", a mode (append,
// prepend, replace), an optional scope, and a text or a function. Resolving it for a [Context] and a turn's [State] gives a
// [Bundle] of ordered sections; composing fits the sections into a budget and gives a [Prompt], which says of every section
// what became of it and why. The same inputs give the same bytes, everywhere and always.
//
// A registry begins with a baseline that the library brings, and with safety policies. A program replaces what it wants to say
// otherwise, one text ([ReplaceCore]) or the whole baseline ([DefaultSystemPromptID]), or leaves all of it out
// ([WithoutCoreDefaults], [WithoutSafetyPolicies]). [Fragments] shows the texts.
//
// The sections that most agents have come ready: what a turn's state says ([LoadedToolsPrompt], [DetectedIntentsPrompt],
// [SubagentDepthPrompt], [PriorTurnToolCallsPrompt]), and as a text a table of background jobs ([RenderAsyncJobs]).
//
// # Modules
//
// An agent's whole prompt can also be built of modules, the library's eleven and the program's own, by priority within the
// context window: a [ModuleBuilder] gives a [ModulePrompt] for an [AgentContext]. The two systems meet in one prompt: the safety
// policies of a registry may stand last ([WithSafetyPolicies]), modules may be candidates ([ModuleBuilder.Render]), and
// [FilterTools] keeps the tools that the prompt explains.
//
// # Guidance
//
// What is to be said of a single tool, chosen by its name, with the tool's most recent errors behind it: a [Guidance] holds the
// texts, and [RenderRecentToolErrors] tells of the errors of all tools.
//
// # Explaining
//
// [Prompt.Table] says what became of every candidate, and [Prompt.Diff] what differs between two prompts and from which byte on:
// why a provider's cache missed. Both leave the texts out, so that they may be logged. Bundles have the same.
//
// # Values
//
// Structs go in and plain values come out. Only a Registry, a snapshot of one, a ModuleBuilder and a Guidance have to be closed;
// bundles, prompts and lists outlive them. Nothing that goes in is kept: slices and strings may be changed or forgotten when a call
// returns.
//
// Absent and empty are not the same. A text that may be absent is an [Optional]; a list that may be absent is nil, while an
// empty list that is not nil is there. Strings hold UTF-8, NUL bytes too; any other string is [ErrInvalidUTF8].
//
// Numbers called chars count UTF-16 code units, as the sources of budgets do; in a ModulePrompt they are tokens, and with
// [WithMeasure] what that counts. Lengths, starts and ends are bytes, as in Go.
//
// # Errors
//
// Every error is an [*Error]. errors.Is compares its [Status], so each status is also a sentinel. A call that fails changes
// nothing. What a function is documented to refuse is in its comment; beside that, any may fail with [ErrClosed] after Close, with
// [ErrInvalidUTF8], with [ErrLimitExceeded] for what is too large or too deeply nested, and with [ErrOutOfMemory]; and whatever changes
// a snapshot with [ErrFrozen].
//
// # Functions
//
// Contents, predicates, hooks, stream observers, probes, budget functions, measures and modules run on the goroutine of the call that needs
// them, during the call. They may use every registry and builder, also the one that called them, and see what it is now, while
// their own call works on what it was when it began. Only removals and replacements are refused inside them, with [ErrReEntrancy]: they wait until
// what they remove is out of use, and could wait for themselves. For the same reason a function must not wait for another
// goroutine that removes something.
//
// An error that a function returns fails the call with [ErrCallbackFailed]; errors.Is and errors.As find it in the call's
// error. A panic unwinds no C code: it is caught, the call ends, and the panic goes on in the Go code that made the call,
// with the same value. runtime.Goexit is forbidden in such a function, and with it testing's FailNow, Fatal and Skip: there
// is no way to end a goroutine below C code, so it ends the process, with a message that says so.
//
// A registry or builder keeps its functions, and what they refer to, until they are removed or it is closed.
//
// # Goroutines
//
// A Registry, ModuleBuilder or Guidance may be used from any number of goroutines at once, and its calls do not wait for each other's
// work; only removals wait, for the calls under way.
//
// # Building
//
// In the source tree the package finds the header and the library by itself. For an installed library build with
//
//	go build -tags wattle_pkgconfig
//
// which asks pkg-config for them. With the tag wattle_static, alone or beside the other, the library becomes part of the program. No
// environment variable is needed either way. docs/go.md of the source tree is a guide.
package wattle
