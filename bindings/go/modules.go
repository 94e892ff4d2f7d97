package wattle

// #include "shim.h"
import "C"

import "unsafe"

// MaxPriority is the largest priority of a [Module].
const MaxPriority = C.WATTLE_PRIORITY_MAX

// OutputReserveTokens is what of the context window a [ModuleBuilder] keeps free for the model's answer.
const OutputReserveTokens int64 = C.WATTLE_OUTPUT_RESERVE_TOKENS

// Module is a part of an agent's prompt that is sized, shortened or dropped as one.
//
// Its functions run on the goroutine of the build, from several goroutines at once if the builder is used from several. What
// one returns or panics with comes back out of the build: see the package's documentation.
type Module struct {
	// Name is its name, not empty and unique in the builder.
	Name string
	// Priority is from 0, which comes first, to [MaxPriority]. Modules of one priority stand in the order of their adding.
	Priority uint32
	// Optional says that it may be shortened or dropped where the window is short; else it is always in, in full.
	Optional bool
	// ShouldInclude, if not nil, says whether it has a part in the prompt.
	ShouldInclude func(ctx AgentContext) (bool, error)
	// Render is required: the lines of the full rendering. A line may hold line breaks. Without a line there is no section;
	// one empty line is a section of no text. It is called once a build.
	Render func(ctx AgentContext) ([]string, error)
	// RenderMinimal, if not nil, is a shorter rendering, tried where the full one of an optional module does not fit.
	RenderMinimal func(ctx AgentContext) ([]string, error)
	// Estimate, if not nil, is the module's own estimate of the full rendering's tokens, for the budget alone, up to
	// [MaxChars]: reports count the real text.
	Estimate func(ctx AgentContext) (int64, error)
}

// ModuleBuilder makes agents' prompts of modules, the library's eleven and the program's own, by priority within the context
// window. It may be used from any number of goroutines at once, also to change it; a build works on the modules that were there
// when it began.
type ModuleBuilder struct {
	handle *handle[*C.wattle_module_builder]
}

// NewModuleBuilder makes a builder without modules. Close it when it is no longer needed.
func NewModuleBuilder() (*ModuleBuilder, error) {
	f := newFrame()
	defer f.done()
	if err := f.outcome(C.wattle_go_module_builder_new(f.c)); err != nil {
		return nil, err
	}
	return &ModuleBuilder{newHandle(f.c.builder, func(c *C.wattle_module_builder) { C.wattle_module_builder_free(c) })}, nil
}

// Add adds a module.
//
// Errors: [ErrInvalidArgument] for an empty name, a priority over [MaxPriority] and a module without Render; [ErrDuplicateModule].
func (b *ModuleBuilder) Add(module Module) error {
	return b.change(func(f *frame, c *C.wattle_module_builder) C.wattle_status {
		return C.wattle_go_module_add(f.c, c, f.arena.module(&module))
	})
}

// AddBuiltins adds the eleven built-in modules: all of them or none. By priority, optional ones marked *: identity 0,
// injection-defense 5, security 10, tool-style 12, memory-recall 60, skills 70*, commands 72*, delegation 75*, heartbeat 80*,
// runtime 90*, reply-gate 95.
//
// Errors: [ErrDuplicateModule], the subject being the first name that is taken.
func (b *ModuleBuilder) AddBuiltins() error {
	return b.change(func(f *frame, c *C.wattle_module_builder) C.wattle_status {
		return C.wattle_go_module_add_builtins(f.c, c)
	})
}

// BuiltinOption is a setting of a built-in module.
type BuiltinOption func(*builtinSettings)

// builtinSettings are what the options of a built-in module say.
type builtinSettings struct{ optional C.wattle_maybe }

// AsOptional makes it optional.
func AsOptional() BuiltinOption { return func(s *builtinSettings) { s.optional = C.WATTLE_YES } }

// AsRequired makes it required.
func AsRequired() BuiltinOption { return func(s *builtinSettings) { s.optional = C.WATTLE_NO } }

// AddBuiltin adds one built-in module, as it is or as the options say.
//
// Errors: [ErrUnknownModule] if no built-in has the name, [ErrDuplicateModule].
func (b *ModuleBuilder) AddBuiltin(name string, options ...BuiltinOption) error {
	var s builtinSettings
	for _, option := range options {
		option(&s)
	}
	return b.change(func(f *frame, c *C.wattle_module_builder) C.wattle_status {
		return C.wattle_go_module_add_builtin(f.c, c, f.text(name), s.optional)
	})
}

// Remove removes a module, a built-in too. When it returns nil, the module's functions are not running and will not run. It
// waits for builds that other goroutines have under way.
//
// Errors: [ErrUnknownModule], and [ErrReEntrancy] inside a callback.
func (b *ModuleBuilder) Remove(name string) error {
	return b.change(func(f *frame, c *C.wattle_module_builder) C.wattle_status {
		return C.wattle_go_module_remove(f.c, c, f.text(name))
	})
}

// Build builds a prompt. Required modules are always in, in full; optional ones, by priority, in full if the window has room,
// else minimally, else dropped. What is in is joined by blank lines. The room is the window without the history and
// [OutputReserveTokens].
//
// Errors: [ErrInvalidArgument] with the subject "taintRatio", "taintThreshold", "maxTokens", "historyTokens", "time", or the module
// whose estimate is over [MaxChars] or with which the required ones pass it; [ErrCallbackFailed] with the subject the module, the
// policy or "onBuilt"; [ErrUnknownSafetyPolicy].
func (b *ModuleBuilder) Build(ctx AgentContext, options ...BuildOption) (ModulePrompt, error) {
	c, err := b.acquire()
	if err != nil {
		return ModulePrompt{}, err
	}
	defer b.release()
	f := newFrame()
	defer f.done()
	if err := f.beginAgent(&ctx); err != nil {
		return ModulePrompt{}, err
	}
	s := &f.scope.settings
	for _, option := range options {
		option.applyToBuild(s)
	}
	safety, err := s.build.acquire()
	if err != nil {
		return ModulePrompt{}, err
	}
	defer s.build.release()
	status := C.wattle_go_module_build(f.c, c, f.arena.agentContext(&ctx), f.buildOptions(safety), s.wanted())
	if err := f.outcome(status); err != nil {
		return ModulePrompt{}, err
	}
	return decodeModulePrompt(f.c), nil
}

// Render renders the modules, in full and, if they are optional, minimally, without a budget: as candidates for
// [ComposeCandidates], alone or among others. Required ones are of the core tier and optional ones of the active; the minimal
// rendering is the condensed text. A module whose full rendering has no line gives no candidate.
//
// Errors: those of Build that modules and the context cause.
func (b *ModuleBuilder) Render(ctx AgentContext) ([]Candidate, error) {
	c, err := b.acquire()
	if err != nil {
		return nil, err
	}
	defer b.release()
	f := newFrame()
	defer f.done()
	if err := f.beginAgent(&ctx); err != nil {
		return nil, err
	}
	if err := f.outcome(C.wattle_go_module_render(f.c, c, f.arena.agentContext(&ctx))); err != nil {
		return nil, err
	}
	return decodeCandidates(f.c), nil
}

// Close frees the builder. Prompts and candidates made with it stay. It does not wait: builds under way, on other goroutines or
// around the callback that closes, finish, and the last of them gives everything back. Later calls fail with [ErrClosed].
// Closing twice does nothing; the error is always nil.
//
// A builder that is not closed is freed when the garbage collector finds it, unless one of its own functions refers to it.
func (b *ModuleBuilder) Close() error {
	if b != nil && b.handle != nil {
		b.handle.close()
	}
	return nil
}

// change runs one call that gives nothing but an error.
func (b *ModuleBuilder) change(call func(*frame, *C.wattle_module_builder) C.wattle_status) error {
	c, err := b.acquire()
	if err != nil {
		return err
	}
	defer b.release()
	f := newFrame()
	defer f.done()
	return f.outcome(call(f, c))
}

// acquire begins a use of the builder, which release ends.
func (b *ModuleBuilder) acquire() (*C.wattle_module_builder, error) {
	if b == nil || b.handle == nil {
		return nil, errNoBuilder
	}
	return b.handle.use(errBuilderClosed)
}

func (b *ModuleBuilder) release() { b.handle.unuse() }

var (
	errNoBuilder = &Error{
		Status: ErrInvalidHandle, Subject: "builder", Message: "this is no module builder; NewModuleBuilder makes one",
	}
	errBuilderClosed = &Error{
		Status: ErrInvalidHandle, Subject: "builder", Message: "the module builder is closed", cause: ErrClosed,
	}
)

// module encodes a module. The next call of the library must be handed it: that call takes the handle in it.
func (a *arena) module(in *Module) *C.wattle_module {
	c := one[C.wattle_module](a)
	c.struct_size = C.sizeof_wattle_module
	c.name = a.text(in.Name)
	c.priority = C.uint32_t(in.Priority)
	c.optional = flag(in.Optional)
	if in.ShouldInclude != nil {
		c.should_include = C.wattle_should_include_fn(C.wattle_go_on_should_include)
	}
	if in.Render != nil {
		c.render = C.wattle_render_fn(C.wattle_go_on_render)
	}
	if in.RenderMinimal != nil {
		c.render_minimal = C.wattle_render_fn(C.wattle_go_on_render_minimal)
	}
	if in.Estimate != nil {
		c.estimate = C.wattle_estimate_fn(C.wattle_go_on_estimate)
	}
	kept := *in
	keep(&c.user_data, &c.drop, &kept)
	return c
}

func decodeCandidates(c *C.wattle_go_frame) []Candidate {
	in := unsafe.Slice(c.candidates, int(c.candidates_len))
	out := make([]Candidate, len(in))
	for i := range in {
		out[i] = Candidate{
			ID:        copyString(&in[i].id),
			Content:   copyString(&in[i].content),
			Tier:      Tier(in[i].tier),
			Condensed: decodeOptional(&in[i].condensed, Optional[string]{}),
		}
	}
	return out
}
