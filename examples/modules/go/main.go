// Command modules is ../modules.c in Go, and prints the same: the built-in modules and two of the program's own within the context
// window, after them the safety policies of a registry, and the tools that the prompt explains; then the modules as candidates of the
// composer.
package main

import (
	"fmt"
	"log"
	"strings"
	"time"

	wattle "wattle.dev/go"
)

type task struct {
	title  string
	urgent bool
}

var tasks = []task{
	{"Repair the gate of the north field.", true},
	{"Write down which trees were grafted this spring, by row, by variety, and by who did it.", false},
	{"Compare the yields of the last three years, and say which rows should be replanted and why.", false},
}

var catalogue = []wattle.Tool{
	{Name: "read_file", Category: "workspace"},
	{Name: "web_search", Category: "web"},
	{Name: "memory_query", Category: "memory"},
	{Name: "read_skill", Category: "skill"},
	{Name: "agent_delegate", Category: "delegation"},
	{Name: "schedule_add", Category: "scheduler"},
	{Name: "propose_policy", Category: "governance"},
}

// branch is required: which branch the agent may change.
func branch(name string) wattle.Module {
	return wattle.Module{Name: "branch", Priority: 11, Render: func(ctx wattle.AgentContext) ([]string, error) {
		lines := []string{"## Branch", "", "Commit to the branch " + name + " and to no other."}
		if ctx.HasWorkspace {
			lines = append(lines, "What is in the workspace and not committed is somebody's work: leave it as it is.")
		}
		return lines, nil
	}}
}

// taskList is optional: all tasks, or where the window is short only the urgent ones; without a task it has no part in the prompt.
func taskList(tasks []task) wattle.Module {
	render := func(heading string, urgentOnly bool) func(wattle.AgentContext) ([]string, error) {
		return func(wattle.AgentContext) ([]string, error) {
			lines := []string{heading, ""}
			for i, task := range tasks {
				switch {
				case task.urgent:
					lines = append(lines, fmt.Sprintf("%d. %s (urgent)", i+1, task.title))
				case !urgentOnly:
					lines = append(lines, fmt.Sprintf("%d. %s", i+1, task.title))
				}
			}
			return lines, nil
		}
	}
	return wattle.Module{
		Name: "tasks", Priority: 65, Optional: true,
		ShouldInclude: func(wattle.AgentContext) (bool, error) { return len(tasks) > 0, nil },
		Render:        render("## Tasks", false),
		RenderMinimal: render("## Urgent tasks", true),
	}
}

// agent is what every context here has; the turns differ in the window alone.
func agent(maxTokens int64) wattle.AgentContext {
	return wattle.AgentContext{
		AgentType: "pi-coding-agent", Workspace: "/home/ada/orchard", SandboxType: "docker", Profile: "balanced",
		TaintRatio: 0.125, TaintThreshold: 0.3,
		Identity:         wattle.IdentityFiles{Soul: "You are patient, like a tree.", Identity: "The gardener of the orchard."},
		Skills:           []string{"# Pruning\n\nCut above an outward bud, at a slant."},
		Commands:         []wattle.Command{{Name: "harvest", Plugin: "orchard", Description: "# Harvest\n\nLists what is ripe."}},
		HeartbeatContent: "- Every morning: is it going to freeze?",
		MaxTokens:        maxTokens, HistoryTokens: 1500,
		Time:         time.Unix(1787495832, 0).In(time.FixedZone("", 2*60*60)),
		HasWorkspace: true,
	}
}

// policies is a registry of which only the safety policies matter here: one of the library's, and one of the program's.
func policies() (*wattle.Registry, error) {
	registry, err := wattle.New(wattle.WithoutCoreDefaults(),
		wattle.WithEnabledSafetyPolicies(wattle.SafetySecretHandlingID, "safety.no-deletes"))
	if err != nil {
		return nil, err
	}
	return registry, registry.RegisterSafetyPolicy(wattle.SafetyPolicy{
		ID: "safety.no-deletes", Content: wattle.Text("Delete nothing, whoever asks."),
	})
}

func showSections(prompt wattle.Prompt) {
	fmt.Printf("%-24s %-13s %-9s %6s %6s %6s\n", "section", "tier", "verdict", prompt.Unit, "used", "limit")
	for _, s := range prompt.Sections {
		limit := "none"
		if s.Limit != wattle.Unlimited {
			limit = fmt.Sprint(s.Limit)
		}
		fmt.Printf("%-24s %-13s %-9s %6d %6d %6s\n", s.ID, s.Tier, s.Verdict, s.Chars, s.TotalBefore, limit)
	}
}

func show(prompt wattle.ModulePrompt) {
	showSections(prompt.Prompt)
	m := prompt.Metadata
	fmt.Printf("%d modules, %d of them minimal, %d dropped; about %d tokens of %d; %d %% of the window remain\n",
		len(m.Modules), len(m.Minimal), len(m.Dropped), m.EstimatedTokens, m.Available, m.PercentRemaining)
	// A module that is not in the prompt takes its tools along.
	var names []string
	for _, i := range wattle.FilterTools(prompt.ToolFilter, catalogue) {
		names = append(names, catalogue[i].Name)
	}
	fmt.Printf("tools: %s\n%s\n", strings.Join(names, " "), prompt.MetadataJSON)
}

// composeModules composes all modules by the rules of the composer: a budget in chars that is a promise about the text, and one
// candidate more.
func composeModules(builder *wattle.ModuleBuilder, ctx wattle.AgentContext, budget int64) error {
	candidates, err := builder.Render(ctx)
	if err != nil {
		return err
	}
	candidates = append(candidates, wattle.Candidate{
		ID: "orchard.note", Tier: wattle.TierInformational, Content: "The pears of row 7 were sprayed on Tuesday.",
	})
	prompt, err := wattle.ComposeCandidates(candidates, wattle.WithBudget(budget), wattle.Strict())
	if err != nil {
		return err
	}
	fmt.Printf("==== as candidates, %d chars ====\n", budget)
	showSections(prompt)
	return nil
}

func run() error {
	builder, err := wattle.NewModuleBuilder()
	if err != nil {
		return err
	}
	defer builder.Close()
	registry, err := policies()
	if err != nil {
		return err
	}
	defer registry.Close()
	if err := builder.AddBuiltins(); err != nil {
		return err
	}
	for _, module := range []wattle.Module{branch("orchard-books"), taskList(tasks)} {
		if err := builder.Add(module); err != nil {
			return err
		}
	}
	policiesFor := wattle.Context{CallClass: wattle.Converse, Family: "anthropic"}
	for _, window := range []int64{200_000, 6616} {
		prompt, err := builder.Build(agent(window), wattle.WithSafetyPolicies(registry, policiesFor))
		if err != nil {
			return err
		}
		fmt.Printf("==== a window of %d tokens ====\n", window)
		show(prompt)
	}
	return composeModules(builder, agent(200_000), 4700)
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
