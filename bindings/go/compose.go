package wattle

// #include "shim.h"
import "C"

import "unsafe"

// Candidate is a text that competes for room in a prompt.
type Candidate struct {
	// ID is any text, also empty, also several times.
	ID string
	// Content is the text; it may be empty.
	Content string
	// Tier is required.
	Tier Tier
	// Condensed is a shorter text that is tried where the full one does not fit.
	Condensed Optional[string]
	// Chars is the caller's own measure of Content, for instance in tokens, up to [MaxChars]; without one it is counted in
	// UTF-16 code units, or measured by the function of [WithMeasure].
	Chars Optional[int64]
}

// Resolve resolves the registry for a call: hooks and contents run, and their texts stand in order, safety last. A nil
// state is a root turn with nothing loaded.
//
// Errors: [ErrUnknownSafetyPolicy] for an enabled one, before anything runs; [ErrCallbackFailed] for a content, hook or
// probe that failed; the first refusal of what a hook emitted.
func (r *Registry) Resolve(ctx Context, state *State, options ...ResolveOption) (Bundle, error) {
	c, err := r.acquire()
	if err != nil {
		return Bundle{}, err
	}
	defer r.release()
	f := newFrame()
	defer f.done()
	f.begin(&ctx, state)
	for _, option := range options {
		option.applyToResolve(&f.scope.settings)
	}
	status := C.wattle_go_resolve(f.c, c, f.arena.context(&ctx), f.state(state), f.resolveOptions(), f.scope.settings.wanted())
	if err := f.outcome(status); err != nil {
		return Bundle{}, err
	}
	return decodeBundle(f.c), nil
}

// Fingerprint is the registry's fingerprint for a context, as 64 hex digits: SHA-256 over the context and the sections of
// the static-only resolution, which this runs. It is the same in every language and on every machine.
//
// Errors: [ErrUnknownSafetyPolicy], [ErrCallbackFailed].
func (r *Registry) Fingerprint(ctx Context) (string, error) {
	c, err := r.acquire()
	if err != nil {
		return "", err
	}
	defer r.release()
	f := newFrame()
	defer f.done()
	f.begin(&ctx, nil)
	if err := f.outcome(C.wattle_go_fingerprint(f.c, c, f.arena.context(&ctx))); err != nil {
		return "", err
	}
	return C.GoStringN(&f.c.hex[0], 64), nil
}

// Compose resolves the registry and composes its sections: the main road. A nil state is a root turn with nothing loaded.
//
// Errors: those of Resolve and of [ComposeCandidates].
func (r *Registry) Compose(ctx Context, state *State, options ...ComposeOption) (Prompt, error) {
	c, err := r.acquire()
	if err != nil {
		return Prompt{}, err
	}
	defer r.release()
	f := newFrame()
	defer f.done()
	f.begin(&ctx, state)
	return f.compose(options, func(o *C.wattle_compose_options, wanted C.int) C.wattle_status {
		return C.wattle_go_registry_compose(f.c, c, f.arena.context(&ctx), f.state(state), o, wanted)
	})
}

// ComposeCandidates composes a prompt from candidates, in their order. Nothing is reordered or cut. One pass decides: what
// comes first has the room first.
//
// Errors: [ErrInvalidArgument] with the subject "activeBudgetFraction", "measure_unit", "totalBudget", "resolveBudget", a field of a
// candidate, the candidate whose measure passes [MaxChars] or with which the sum does, or "measure" for the separator;
// [ErrCallbackFailed] with the subject "resolveBudget", the candidate that is measured, "measure" for the separator, or "onBuilt".
func ComposeCandidates(candidates []Candidate, options ...ComposeOption) (Prompt, error) {
	if err := checkCandidates(candidates); err != nil {
		return Prompt{}, err
	}
	f := newFrame()
	defer f.done()
	f.begin(nil, nil)
	if err := f.take(options); err != nil {
		return Prompt{}, err
	}
	if f.scope.settings.joinsHere() {
		return f.composeJoined(candidates)
	}
	return f.composed(func(o *C.wattle_compose_options, wanted C.int) C.wattle_status {
		return C.wattle_go_compose(f.c, f.arena.candidates(candidates), C.size_t(len(candidates)), o, wanted)
	})
}

// checkCandidates refuses what Go can say and the library's numbers cannot.
func checkCandidates(candidates []Candidate) error {
	for i := range candidates {
		if chars := candidates[i].Chars.Or(0); chars < 0 {
			return negative(candidates[i].ID, "the number of chars", chars, " chars")
		}
	}
	return nil
}

// begin notes what a call is started with, for its callbacks.
func (f *frame) begin(ctx *Context, state *State) {
	f.scope.ctx, f.scope.state = ctx, state
	f.scope.settings.begin()
}

// take notes how the call is told to compose.
func (f *frame) take(options []ComposeOption) error {
	for _, option := range options {
		option.applyToCompose(&f.scope.settings)
	}
	return f.scope.settings.check()
}

// compose runs a call that is told how to compose, and leaves a prompt in the frame.
func (f *frame) compose(options []ComposeOption, call func(*C.wattle_compose_options, C.int) C.wattle_status) (Prompt, error) {
	if err := f.take(options); err != nil {
		return Prompt{}, err
	}
	return f.composed(call)
}

// composed is compose with the options that take has noted.
func (f *frame) composed(call func(*C.wattle_compose_options, C.int) C.wattle_status) (Prompt, error) {
	if err := f.outcome(call(f.composeOptions(), f.scope.settings.wanted())); err != nil {
		return Prompt{}, err
	}
	return decodePrompt(f.c), nil
}

func (a *arena) candidates(list []Candidate) *C.wattle_candidate {
	if len(list) == 0 {
		return nil
	}
	out := array[C.wattle_candidate](a, len(list))
	for i := range list {
		c, in := &out[i], &list[i]
		c.struct_size = C.sizeof_wattle_candidate
		a.put(&c.id, in.ID)
		a.put(&c.content, in.Content)
		if in.Condensed.present {
			a.put(&c.condensed, in.Condensed.value)
		}
		c.tier = C.wattle_tier(in.Tier)
		if in.Chars.present {
			c.has_chars = 1
			c.chars = C.uint64_t(in.Chars.value)
		}
	}
	return &out[0]
}

func sectionsOf(c *C.wattle_go_frame) []C.wattle_section {
	return unsafe.Slice(c.sections, int(c.sections_len))
}
