package wattle

// #include "shim.h"
import "C"

import "unsafe"

// Registry holds contributions, plugins and safety policies: one embedding of the library. It may be used from any number
// of goroutines at once, also to change it; a call works on the registry as it was when the call began.
type Registry struct {
	handle *handle[*C.wattle_registry]
}

// Option is a setting of a new registry.
type Option func(*registryOptions)

type registryOptions struct {
	runtimeID       string
	enabled         []string
	withoutDefaults bool
	withTemplates   bool
	withoutPolicies bool
}

// WithRuntimeID names the registry, for contributions that [RegisterGlobal] aims at it. Without a name only those for "*"
// reach it.
func WithRuntimeID(id string) Option { return func(o *registryOptions) { o.runtimeID = id } }

// WithEnabledSafetyPolicies is [Registry.SetEnabledSafetyPolicies] from the start.
func WithEnabledSafetyPolicies(ids ...string) Option {
	return func(o *registryOptions) { o.enabled = present(ids) }
}

// WithoutCoreDefaults leaves the bundled baseline out: the prompt has what the program registers, and nothing else of the
// library's but its safety policies.
func WithoutCoreDefaults() Option { return func(o *registryOptions) { o.withoutDefaults = true } }

// WithCoreTemplates seeds all bundled templates. A program usually rather opts in to single ones, by replacing them.
func WithCoreTemplates() Option { return func(o *registryOptions) { o.withTemplates = true } }

// WithoutSafetyPolicies leaves the library's own safety policies out.
func WithoutSafetyPolicies() Option { return func(o *registryOptions) { o.withoutPolicies = true } }

// New makes a registry that begins with the bundled baseline and the library's own safety policies, unless the options say
// otherwise. Close it when it is no longer needed.
func New(options ...Option) (*Registry, error) {
	var o registryOptions
	for _, option := range options {
		option(&o)
	}
	f := newFrame()
	defer f.done()
	c := one[C.wattle_registry_options](&f.arena)
	c.struct_size = C.sizeof_wattle_registry_options
	c.runtime_id = f.arena.text(o.runtimeID)
	c.enabled_safety_policies = f.arena.texts(o.enabled)
	if o.withoutDefaults {
		c.seed_core_defaults = C.WATTLE_NO
	}
	if o.withTemplates {
		c.seed_core_templates = C.WATTLE_YES
	}
	if o.withoutPolicies {
		c.seed_safety_policies = C.WATTLE_NO
	}
	if err := f.outcome(C.wattle_go_registry_new(f.c, c)); err != nil {
		return nil, err
	}
	return own(f.c.registry), nil
}

// own makes a Registry of a handle, which it frees.
func own(c *C.wattle_registry) *Registry {
	return &Registry{newHandle(c, func(c *C.wattle_registry) { C.wattle_registry_free(c) })}
}

// Snapshot is a frozen registry: what this one is now, immune to later changes, also after this one is closed. It may be
// resolved, composed, fingerprinted, listed and emitted to; changing it is [ErrFrozen]. While it can call something, removing
// that from its own registry is [ErrPluginInUse], so close it when it is no longer needed.
func (r *Registry) Snapshot() (*Registry, error) {
	c, err := r.acquire()
	if err != nil {
		return nil, err
	}
	defer r.release()
	f := newFrame()
	defer f.done()
	if err := f.outcome(C.wattle_go_snapshot(f.c, c)); err != nil {
		return nil, err
	}
	return own(f.c.registry), nil
}

// EmitStream hands bytes to the stream observers of all plugins, in the order in which the plugins were registered. What the
// bytes are is between the program and its plugins. It returns when the last observer has.
//
// Errors: [ErrCallbackFailed], the subject being the plugin; the observers after it are not called.
func (r *Registry) EmitStream(bytes []byte) error {
	return r.change(func(f *frame, c *C.wattle_registry) C.wattle_status {
		var data *C.char
		if len(bytes) > 0 {
			data = (*C.char)(unsafe.Pointer(&bytes[0]))
		}
		return C.wattle_go_emit_stream(f.c, c, data, C.size_t(len(bytes)))
	})
}

// Close frees the registry. Bundles and prompts made from it stay. It does not wait: calls under way, on other goroutines
// or around the callback that closes, finish on the registry as it was, and the last of them gives everything back.
// Later calls fail with [ErrClosed]. Closing twice does nothing; the error is always nil.
//
// A registry that is not closed is freed when the garbage collector finds it, unless one of its own callbacks refers to it.
func (r *Registry) Close() error {
	if r != nil && r.handle != nil {
		r.handle.close()
	}
	return nil
}

// acquire begins a use of the registry, which release ends.
func (r *Registry) acquire() (*C.wattle_registry, error) {
	if r == nil || r.handle == nil {
		return nil, errNoRegistry
	}
	return r.handle.use(errRegistryClosed)
}

func (r *Registry) release() { r.handle.unuse() }

var (
	errNoRegistry = &Error{
		Status: ErrInvalidHandle, Subject: "registry", Message: "this is no registry; New makes one",
	}
	errRegistryClosed = &Error{
		Status: ErrInvalidHandle, Subject: "registry", Message: "the registry is closed", cause: ErrClosed,
	}
)

// change runs one call that gives nothing but an error.
func (r *Registry) change(call func(*frame, *C.wattle_registry) C.wattle_status) error {
	c, err := r.acquire()
	if err != nil {
		return err
	}
	defer r.release()
	f := newFrame()
	defer f.done()
	return f.outcome(call(f, c))
}

// Register registers contributions in order, as the host's own: all of them or none.
//
// Errors: [ErrUnnamespacedID], [ErrReservedNamespace], [ErrDuplicateContributionID], and [ErrInvalidArgument] for an
// unknown mode, tier or origin, for no content, and for what only runtime-aware contributions may carry.
func (r *Registry) Register(contributions ...Contribution) error {
	return r.change(func(f *frame, c *C.wattle_registry) C.wattle_status {
		return C.wattle_go_register(f.c, c, f.arena.contributions(contributions), C.size_t(len(contributions)))
	})
}

// LoadJSON registers what a manifest holds: plugins, contributions and safety policies, all of it or none. What may stand in
// one is in schemas/manifest.schema.json.
//
// Errors: [ErrInvalidJSON] with the JSON path as the subject, [ErrLimitExceeded] over 16 MiB, and those of [Registry.RegisterPlugin],
// [Registry.Register] and [Registry.RegisterSafetyPolicy].
func (r *Registry) LoadJSON(json string) error {
	return r.change(func(f *frame, c *C.wattle_registry) C.wattle_status {
		return C.wattle_go_load_json(f.c, c, f.text(json))
	})
}

// Unregister removes every contribution of that origin and id that Register registered. When it returns nil, their
// callbacks are not running and will not run. It waits for calls that other goroutines have under way.
//
// Errors: [ErrUnknownContribution], [ErrInvalidArgument] for an origin that is neither static nor runtime-aware, and
// [ErrReEntrancy] inside a callback.
func (r *Registry) Unregister(origin Origin, id string) error {
	return r.change(func(f *frame, c *C.wattle_registry) C.wattle_status {
		return C.wattle_go_unregister(f.c, c, C.wattle_origin(origin), f.text(id))
	})
}

// RegisterPlugin registers a plugin: all of it or none of it.
//
// Errors: [ErrInvalidArgument] for a name that is not allowed, [ErrDuplicatePlugin], and for what the plugin brings those of
// Register and RegisterSafetyPolicy, and [ErrForeignNamespace].
func (r *Registry) RegisterPlugin(plugin Plugin) error {
	return r.change(func(f *frame, c *C.wattle_registry) C.wattle_status {
		return C.wattle_go_register_plugin(f.c, c, f.arena.plugin(&plugin))
	})
}

// ReplacePlugin replaces the plugin of the same name in one step, all or none. The new contributions stand where the old
// plugin's first one stood, and other plugins' sections do not move. When it returns nil, no callback of the old plugin
// is running or will run. It waits for calls that other goroutines have under way.
//
// Errors: those of RegisterPlugin with [ErrUnknownPlugin] in the place of ErrDuplicatePlugin, and [ErrReEntrancy] inside a
// callback.
func (r *Registry) ReplacePlugin(plugin Plugin) error {
	return r.change(func(f *frame, c *C.wattle_registry) C.wattle_status {
		return C.wattle_go_replace_plugin(f.c, c, f.arena.plugin(&plugin))
	})
}

// UnregisterPlugin removes all that a plugin registered. When it returns nil, no callback of the plugin is running or will
// run. It waits for calls that other goroutines have under way.
//
// Errors: [ErrUnknownPlugin], and [ErrReEntrancy] inside a callback.
func (r *Registry) UnregisterPlugin(name string) error {
	return r.change(func(f *frame, c *C.wattle_registry) C.wattle_status {
		return C.wattle_go_unregister_plugin(f.c, c, f.text(name))
	})
}

// RegisterSafetyPolicy registers a safety policy. The enabled ones resolve last, in the order of registration.
//
// Errors: [ErrUnnamespacedID], [ErrForeignNamespace] for an id outside safety.*, [ErrDuplicateContributionID], and
// [ErrInvalidArgument] for no content.
func (r *Registry) RegisterSafetyPolicy(policy SafetyPolicy) error {
	return r.change(func(f *frame, c *C.wattle_registry) C.wattle_status {
		return C.wattle_go_register_safety_policy(f.c, c, f.arena.policies([]SafetyPolicy{policy}))
	})
}

// UnregisterSafetyPolicy removes a safety policy that RegisterSafetyPolicy registered. While it is on the list of enabled
// ones, resolving fails until it is registered again or off the list. When it returns nil, the policy's callback is not
// running and will not run. It waits for calls that other goroutines have under way.
//
// Errors: [ErrUnknownSafetyPolicy], and [ErrReEntrancy] inside a callback.
func (r *Registry) UnregisterSafetyPolicy(id string) error {
	return r.change(func(f *frame, c *C.wattle_registry) C.wattle_status {
		return C.wattle_go_unregister_safety_policy(f.c, c, f.text(id))
	})
}

// SetEnabledSafetyPolicies enables exactly the safety policies of these ids, in whatever order and however often they are
// named; with no id, none. A policy may be registered later, but resolving while one is unknown fails with
// [ErrUnknownSafetyPolicy]: a misspelt policy is never a silent gap.
func (r *Registry) SetEnabledSafetyPolicies(ids ...string) error { return r.enable(present(ids)) }

// UseDefaultSafetyPolicies goes back to what a registry without a list does: the policies that are enabled by default are.
func (r *Registry) UseDefaultSafetyPolicies() error { return r.enable(nil) }

func (r *Registry) enable(ids []string) error {
	return r.change(func(f *frame, c *C.wattle_registry) C.wattle_status {
		list := one[C.wattle_str_list](&f.arena)
		*list = f.arena.texts(ids)
		return C.wattle_go_set_enabled_safety_policies(f.c, c, list)
	})
}

// text copies a string for a call that is handed a pointer to it.
func (f *frame) text(s string) *C.wattle_str {
	text := one[C.wattle_str](&f.arena)
	*text = f.arena.text(s)
	return text
}

// present is a list that is there even if it is empty.
func present(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
