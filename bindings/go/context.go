package wattle

// Context is what the call that the prompt is for looks like. Every field is part of the fingerprint.
type Context struct {
	// CallClass is required.
	CallClass CallClass
	// Family is the model's family, an open set: "anthropic", "openai", "google", …
	Family string
	// TenantID is the tenant, if there is one; an empty name is not the same as none.
	TenantID Optional[string]
	// RuntimeRole is the role, from an open set that the host defines; an empty name is not the same as none.
	RuntimeRole Optional[string]
}

// Scope says which contexts a contribution is for: every field that is present must equal the context's. The zero value
// is every context. A field that the context lacks equals nothing, not even an empty one.
type Scope struct {
	// CallClass is the call class, or 0 for any.
	CallClass CallClass
	// Family is the model's family.
	Family Optional[string]
	// TenantID is the tenant.
	TenantID Optional[string]
	// RuntimeRole is the role.
	RuntimeRole Optional[string]
}

// State is what is true of this turn only. It is never part of the fingerprint. The zero value is a root turn with
// nothing loaded.
//
// Callbacks are handed a State whose slices may be the caller's own: they read it and leave it as it is.
type State struct {
	// LoadedTools are the names of the tools loaded for this turn; nil is absent, which counts as none.
	LoadedTools []string
	// DetectedIntents are what an intent classifier found; nil is absent.
	DetectedIntents []string
	// TurnDepth is 0 at the root turn, more inside sub-agents.
	TurnDepth uint32
	// PriorTurnHadToolCalls says whether the turn before had tool calls, if that is known.
	PriorTurnHadToolCalls Optional[bool]
	// PluginMetadata is a JSON object keyed by plugin, as text; passed on to callbacks byte for byte.
	PluginMetadata Optional[string]
	// Host is for the callbacks' own use: a request, a connection, a context.Context. It is passed on and never looked
	// at; static functions do not see it.
	Host any
}
