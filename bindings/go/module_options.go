package wattle

// #include "shim.h"
import "C"

import "time"

// BuildOption is a setting of a build of modules.
type BuildOption interface{ applyToBuild(*settings) }

type buildOption func(*settings)

func (o buildOption) applyToBuild(s *settings) { o(s) }

// buildSettings are what the options of a build say.
type buildSettings struct {
	registry *Registry
	safety   Optional[Context]
	now      func() time.Time
	started  time.Time
}

// WithSafetyPolicies has the enabled safety policies of a registry stand last, required and counted in from the start. ctx is
// the context that they are written for.
func WithSafetyPolicies(registry *Registry, ctx Context) BuildOption {
	return buildOption(func(s *settings) {
		s.build.registry, s.build.safety = registry, Some(ctx)
	})
}

// WithClock has the time that the build takes measured, for its metadata: usually with time.Now. The library reads no clock.
// now is called twice, on the goroutine of the call.
func WithClock(now func() time.Time) BuildOption {
	return buildOption(func(s *settings) { s.build.now = now })
}

// acquire begins the use of the registry whose policies are wanted, if there is one; release ends it.
func (b *buildSettings) acquire() (*C.wattle_registry, error) {
	if _, wanted := b.safety.Get(); !wanted {
		return nil, nil
	}
	c, err := b.registry.acquire()
	if err != nil {
		b.registry = nil
	}
	return c, err
}

func (b *buildSettings) release() {
	if b.registry != nil {
		b.registry.release()
	}
}

// beginAgent notes what a build is started with, for its callbacks.
func (f *frame) beginAgent(ctx *AgentContext) error {
	if err := ctx.check(); err != nil {
		return err
	}
	f.begin(nil, nil)
	f.scope.agent = ctx
	return nil
}

func (f *frame) buildOptions(safety *C.wattle_registry) *C.wattle_build_options {
	b := &f.scope.settings.build
	c := one[C.wattle_build_options](&f.arena)
	c.struct_size = C.sizeof_wattle_build_options
	if safety != nil {
		c.safety_registry = safety
		ctx := b.safety.Or(Context{})
		f.scope.ctx = &ctx
		c.safety_context = f.arena.context(&ctx)
	}
	if b.now != nil {
		c.clock = C.wattle_clock_fn(C.wattle_go_on_clock)
		c.clock_data = f.data()
	}
	c.probes = f.probes()
	return c
}
