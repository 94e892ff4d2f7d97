package wattle

// #include "shim.h"
import "C"

// JSON tells all that is registered as JSON of one line, for people who look into a running service: the keys runtimeId,
// frozen, counts, plugins, contributions and safetyPolicies.
func (r *Registry) JSON() (string, error) {
	c, err := r.acquire()
	if err != nil {
		return "", err
	}
	defer r.release()
	f := newFrame()
	defer f.done()
	return f.owned(C.wattle_go_registry_json(f.c, c))
}

// FingerprintJSON tells a fingerprint with what it was made of as JSON of one line, for logs and never as a key: the keys
// fingerprint, context, state (as given; null if nil), and sections with the id, chars and sha256 of each static section.
//
// Errors: those of [Registry.Fingerprint], and [ErrInvalidArgument] with the subject "pluginMetadata" where that is no JSON
// object.
func (r *Registry) FingerprintJSON(ctx Context, state *State) (string, error) {
	c, err := r.acquire()
	if err != nil {
		return "", err
	}
	defer r.release()
	f := newFrame()
	defer f.done()
	f.begin(&ctx, state)
	return f.owned(C.wattle_go_fingerprint_json(f.c, c, f.arena.context(&ctx), f.state(state)))
}

// ComposeDefaultSystemPrompt composes what the library says when the host says nothing: the bundled baseline and the default
// safety policies.
//
// Errors: those of [ComposeCandidates].
func ComposeDefaultSystemPrompt(ctx Context, options ...ComposeOption) (Prompt, error) {
	f := newFrame()
	defer f.done()
	f.begin(&ctx, nil)
	return f.compose(options, func(o *C.wattle_compose_options, wanted C.int) C.wattle_status {
		return C.wattle_go_compose_default(f.c, f.arena.context(&ctx), o, wanted)
	})
}

// owned takes over a text that a call made.
func (f *frame) owned(status C.wattle_status) (string, error) {
	if err := f.outcome(status); err != nil {
		return "", err
	}
	defer func() {
		C.wattle_text_free(f.c.owned)
		f.c.owned = nil
	}()
	text := C.wattle_text_view(f.c.owned)
	return copyString(&text), nil
}
