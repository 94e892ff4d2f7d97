package wattle

// #include "shim.h"
import "C"

import "unsafe"

// ContentKind is the kind of content that a [Record] has.
type ContentKind uint32

const (
	// ContentText is a [Text].
	ContentText ContentKind = C.WATTLE_CONTENT_KIND_TEXT
	// ContentStatic is a function: [Static].
	ContentStatic ContentKind = C.WATTLE_CONTENT_KIND_STATIC
	// ContentRuntimeAware is a function: [RuntimeAware].
	ContentRuntimeAware ContentKind = C.WATTLE_CONTENT_KIND_RUNTIME_AWARE
	// ContentGated is a text behind a predicate: [Gated].
	ContentGated ContentKind = C.WATTLE_CONTENT_KIND_GATED
)

// Record is a registered contribution or safety policy. It is a plain value.
type Record struct {
	// ID is its id.
	ID string
	// Plugin is the name of the plugin that registered it; "" for the program and the library.
	Plugin string
	// PluginVersion is that plugin's version.
	PluginVersion string
	// Origin is where it comes from; OriginStatic for a policy.
	Origin Origin
	// Mode is how it combines; Append for a policy.
	Mode Mode
	// Tier is the tier that holds for it, its own or by origin; TierCore for a policy.
	Tier Tier
	// Content is what kind of content it has.
	Content ContentKind
	// Text is its text; absent if the content is a function.
	Text Optional[string]
	// Condensed is its condensed text, if it has one.
	Condensed Optional[string]
	// RegistrationOrder is its rank, from 0, among the registry's contributions or among its policies.
	RegistrationOrder int
	// Enabled says of a policy whether it is enabled; true for a contribution.
	Enabled bool
}

// ListOption narrows a list.
type ListOption func(*listFilter)

type listFilter struct {
	origin Origin
	id     Optional[string]
}

// OfOrigin leaves only the contributions of an origin.
func OfOrigin(origin Origin) ListOption { return func(l *listFilter) { l.origin = origin } }

// OfID leaves only the contributions of an id.
func OfID(id string) ListOption { return func(l *listFilter) { l.id = Some(id) } }

// List is the registry's contributions as they are now, in registration order: all of them, or those that every option
// leaves. Globals are not the registry's own and are not listed.
//
// Errors: [ErrInvalidArgument] for an unknown origin.
func (r *Registry) List(options ...ListOption) ([]Record, error) {
	var l listFilter
	for _, option := range options {
		option(&l)
	}
	return r.records(func(f *frame, c *C.wattle_registry) C.wattle_status {
		id := one[C.wattle_str](&f.arena)
		*id = f.arena.optional(l.id)
		return C.wattle_go_list(f.c, c, C.wattle_origin(l.origin), id)
	})
}

// ListSafetyPolicies is the registry's safety policies as they are now, in registration order: all that are available.
func (r *Registry) ListSafetyPolicies() ([]Record, error) { return r.policies(false) }

// ListActiveSafetyPolicies is ListSafetyPolicies without those that are not enabled.
func (r *Registry) ListActiveSafetyPolicies() ([]Record, error) { return r.policies(true) }

func (r *Registry) policies(activeOnly bool) ([]Record, error) {
	return r.records(func(f *frame, c *C.wattle_registry) C.wattle_status {
		return C.wattle_go_list_safety_policies(f.c, c, flag(activeOnly))
	})
}

// records runs a call that lists.
func (r *Registry) records(call func(*frame, *C.wattle_registry) C.wattle_status) ([]Record, error) {
	c, err := r.acquire()
	if err != nil {
		return nil, err
	}
	defer r.release()
	f := newFrame()
	defer f.done()
	if err := f.outcome(call(f, c)); err != nil {
		return nil, err
	}
	return decodeRecords(f.c), nil
}

func decodeRecords(c *C.wattle_go_frame) []Record {
	in := unsafe.Slice(c.records, int(c.records_len))
	out := make([]Record, len(in))
	for i := range in {
		r := &in[i]
		out[i] = Record{
			ID:                copyString(&r.id),
			Plugin:            copyString(&r.plugin),
			PluginVersion:     copyString(&r.plugin_version),
			Origin:            Origin(r.origin),
			Mode:              Mode(r.mode),
			Tier:              Tier(r.tier),
			Content:           ContentKind(r.content_kind),
			Text:              decodeOptional(&r.text, Optional[string]{}),
			Condensed:         decodeOptional(&r.condensed, Optional[string]{}),
			RegistrationOrder: int(r.registration_order),
			Enabled:           r.enabled != 0,
		}
	}
	return out
}
