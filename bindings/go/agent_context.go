package wattle

// #include "shim.h"
import "C"

import "time"

// AgentContext is what an agent's prompt is made for. A text that the program does not have is empty.
//
// Functions of modules are handed the AgentContext of the build: they read its slices and leave them as they are.
type AgentContext struct {
	// AgentType is which runner the agent is, from an open set.
	AgentType string
	// Workspace is the path of its workspace, of any system; shown without the name of a user or host.
	Workspace string
	// SandboxType is its sandbox ("docker", "k8s", …), from an open set.
	SandboxType string
	// Profile is how freely it may act: "paranoid", "yolo", or any other.
	Profile string
	// TaintRatio is the share of the session that comes from outside, usually 0 to 1; finite and not negative.
	TaintRatio float64
	// TaintThreshold: strictly above it the session counts as tainted; finite and not negative.
	TaintThreshold float64
	// Identity is who the agent is.
	Identity IdentityFiles
	// ContextContent is what the operator says of the surroundings.
	ContextContent string
	// Skills are the texts of the skills.
	Skills []string
	// Commands are the commands that plugins bring.
	Commands []Command
	// HeartbeatContent is the checklist of the heartbeat.
	HeartbeatContent string
	// MaxTokens is the context window, up to [MaxChars].
	MaxTokens int64
	// HistoryTokens is what the conversation so far takes of it, up to [MaxChars].
	HistoryTokens int64
	// AgentID is which agent of several this is.
	AgentID Optional[string]
	// Time is shown, in its own location and floored to five minutes, unless it is the zero time. The library reads no clock.
	Time time.Time
	// ReplyOptional says that the agent may stay silent.
	ReplyOptional bool
	// HasWorkspace says that the agent has tools for a workspace.
	HasWorkspace bool
	// HasGovernance says that the agent has tools for governance.
	HasGovernance bool
	// Host is for the functions' own use: a request, a connection, a context.Context. It is passed on and never looked at.
	Host any
}

// IdentityFiles are the texts that make an agent who it is.
type IdentityFiles struct {
	// Agents are the operator's instructions.
	Agents string
	// Soul is the agent's values and voice. While it is empty and Bootstrap is not, this is a first run.
	Soul string
	// Identity is the agent's name and role.
	Identity string
	// User is what is known of the user.
	User string
	// Bootstrap is how to find an identity at the first run.
	Bootstrap string
}

// Command is a command that a plugin brings.
type Command struct {
	// Name is its name, with or without the slash.
	Name string
	// Plugin is the plugin.
	Plugin string
	// Description is any text; its first line that is not blank and does not start with "#" is shown.
	Description string
}

// IsBootstrap says whether this is a first run: there is no soul yet and there is a bootstrap text. White space is a text.
func (a *AgentContext) IsBootstrap() bool { return a.Identity.Soul == "" && a.Identity.Bootstrap != "" }

// check refuses what Go can say and the library's numbers cannot.
func (a *AgentContext) check() error {
	if a.MaxTokens < 0 {
		return negativeTokens("maxTokens", "the context window", a.MaxTokens)
	}
	if a.HistoryTokens < 0 {
		return negativeTokens("historyTokens", "the history", a.HistoryTokens)
	}
	return nil
}

func (a *arena) agentContext(in *AgentContext) *C.wattle_agent_context {
	c := one[C.wattle_agent_context](a)
	c.struct_size = C.sizeof_wattle_agent_context
	c.agent_type = a.text(in.AgentType)
	c.workspace = a.text(in.Workspace)
	c.sandbox_type = a.text(in.SandboxType)
	c.profile = a.text(in.Profile)
	c.taint_ratio = C.double(in.TaintRatio)
	c.taint_threshold = C.double(in.TaintThreshold)
	c.agents = a.text(in.Identity.Agents)
	c.soul = a.text(in.Identity.Soul)
	c.identity = a.text(in.Identity.Identity)
	c.user = a.text(in.Identity.User)
	c.bootstrap = a.text(in.Identity.Bootstrap)
	c.context_content = a.text(in.ContextContent)
	c.skills = a.texts(in.Skills)
	c.commands = a.commands(in.Commands)
	c.commands_len = C.size_t(len(in.Commands))
	c.heartbeat_content = a.text(in.HeartbeatContent)
	c.max_tokens = C.uint64_t(in.MaxTokens)
	c.history_tokens = C.uint64_t(in.HistoryTokens)
	c.agent_id = a.optional(in.AgentID)
	if !in.Time.IsZero() {
		_, ahead := in.Time.Zone()
		c.has_time = 1
		c.time_seconds = C.int64_t(in.Time.Unix())
		c.time_offset_minutes = C.int32_t(ahead / 60)
	}
	c.reply_optional = flag(in.ReplyOptional)
	c.has_workspace = flag(in.HasWorkspace)
	c.has_governance = flag(in.HasGovernance)
	return c
}

func (a *arena) commands(list []Command) *C.wattle_command {
	if len(list) == 0 {
		return nil
	}
	out := array[C.wattle_command](a, len(list))
	for i := range list {
		c, in := &out[i], &list[i]
		c.struct_size = C.sizeof_wattle_command
		c.name = a.text(in.Name)
		c.plugin = a.text(in.Plugin)
		c.description = a.text(in.Description)
	}
	return &out[0]
}
