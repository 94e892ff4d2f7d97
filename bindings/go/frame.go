package wattle

// #include "shim.h"
import "C"

import (
	"runtime"
	"runtime/cgo"
	"sync"
	"unsafe"
)

const (
	// firstRoom is how many bytes of arena a new frame has.
	firstRoom = 8 << 10
	// keptRoom is how many bytes of arena, of sections and of texts a frame keeps from one call to the next.
	keptRoom = 1 << 20
)

// frame is what one call into the library needs: C memory for everything that goes in (the arena) and comes out, and the
// Go values that callbacks use. Frames are pooled, so a call usually allocates nothing in C.
type frame struct {
	c     *C.wattle_go_frame
	scope *scope
	arena arena
}

// scope is the Go side of a call, as callbacks see it. It is apart from its frame because a handle keeps it alive, and the
// frame must be collectable.
type scope struct {
	settings
	ctx      *Context
	state    *State
	agent    *AgentContext
	panicked *panicked
}

// panicked is what a callback of the call panicked with.
type panicked struct{ value any }

var frames = sync.Pool{New: func() any {
	s := new(scope)
	h := cgo.NewHandle(s)
	c := C.wattle_go_frame_new(firstRoom, C.uintptr_t(h))
	if c == nil {
		panic("wattle: out of memory")
	}
	f := &frame{c: c, scope: s}
	f.arena.current = block{C.wattle_go_frame_room(c), firstRoom}
	runtime.SetFinalizer(f, func(f *frame) {
		f.arena.release()
		C.wattle_go_frame_free(f.c)
		h.Delete()
	})
	return f
}}

// newFrame begins a call; done ends it.
func newFrame() *frame { return frames.Get().(*frame) }

func (f *frame) done() {
	*f.scope = scope{}
	f.arena.reset()
	if f.c.capacity > keptRoom || f.c.held > keptRoom {
		C.wattle_go_frame_trim(f.c)
	}
	frames.Put(f)
}

// outcome is the error of the call that returned status. If a callback of it panicked, the panic goes on here.
func (f *frame) outcome(status C.wattle_status) error {
	err := f.failure(status)
	if p := f.scope.panicked; p != nil {
		panic(p.value)
	}
	return err
}

// arena hands out C memory that lives until the call is over.
type arena struct {
	current block
	used    uintptr
	full    []block // what current replaced; full[0] belongs to the frame
	pins    pins    // what is not copied, but stays where it is in Go until then
}

type block struct {
	base unsafe.Pointer
	size uintptr
}

// alloc hands out n bytes, aligned for every struct of the library.
func (a *arena) alloc(n uintptr) unsafe.Pointer {
	n = (n + 7) &^ 7
	if n > a.current.size-a.used {
		a.grow(n)
	}
	p := unsafe.Add(a.current.base, a.used)
	a.used += n
	return p
}

func (a *arena) grow(n uintptr) {
	size := 2 * a.current.size
	if size < n {
		size = n
	}
	a.full = append(a.full, a.current)
	a.current = block{C.malloc(C.size_t(size)), size}
	a.used = 0
}

// reset takes everything back, and keeps the largest block unless it is too large.
func (a *arena) reset() {
	a.pins.reset()
	a.used = 0
	if len(a.full) == 0 {
		return
	}
	for _, b := range a.full[1:] {
		C.free(b.base)
	}
	if a.current.size > keptRoom {
		C.free(a.current.base)
		a.current, a.full = a.full[0], nil
		return
	}
	a.full = a.full[:1]
}

// release gives up everything but the frame's own block.
func (a *arena) release() {
	a.reset()
	if len(a.full) > 0 {
		C.free(a.current.base)
	}
}

// array hands out n zeroed values in C memory. They are zeroed as bytes: the garbage collector looks at the old value
// when Go stores a pointer, and in fresh C memory that could be anything.
func array[T any](a *arena, n int) []T {
	var zero T
	size := unsafe.Sizeof(zero) * uintptr(n)
	p := a.alloc(size)
	bytes := unsafe.Slice((*byte)(p), size)
	for i := range bytes {
		bytes[i] = 0
	}
	return unsafe.Slice((*T)(p), n)
}

// one hands out a zeroed value in C memory.
func one[T any](a *arena) *T { return &array[T](a, 1)[0] }

// text copies a string, or pins a long one. The pointer is never NULL: the text is present, even if it is empty.
func (a *arena) text(s string) C.wattle_str {
	if len(s) >= pinnedFrom && a.pins.add(s) {
		return C.wattle_str{data: stringData(s), len: C.size_t(len(s))}
	}
	return C.wattle_str{data: (*C.char)(a.copied(s)), len: C.size_t(len(s))}
}

func (a *arena) copied(s string) unsafe.Pointer {
	p := a.alloc(uintptr(len(s)))
	copy(unsafe.Slice((*byte)(p), len(s)), s)
	return p
}

// put is text into a field in C memory, where there are hundreds of them: the address of a copy is stored as the number that it is to
// Go. While the garbage collector runs it is told of every pointer that is stored, and of what was there before.
func (a *arena) put(field *C.wattle_str, s string) {
	if len(s) >= pinnedFrom {
		*field = a.text(s)
		return
	}
	*(*uintptr)(unsafe.Pointer(&field.data)) = uintptr(a.copied(s))
	field.len = C.size_t(len(s))
}

func (a *arena) optional(s Optional[string]) C.wattle_str {
	if text, present := s.Get(); present {
		return a.text(text)
	}
	return C.wattle_str{}
}

// texts copies a list. nil is absent; the pointer of any other list is not NULL.
func (a *arena) texts(list []string) C.wattle_str_list {
	if list == nil {
		return C.wattle_str_list{}
	}
	items := array[C.wattle_str](a, len(list)+1)
	for i, s := range list {
		items[i] = a.text(s)
	}
	return C.wattle_str_list{items: &items[0], len: C.size_t(len(list))}
}

// view is a text of the library, where it is. An empty one may have any address but NULL, for instance 1, and must not come
// near a Go variable: the runtime takes such a pointer for a fault and ends the process. So texts and lists are never
// copied as structs, and their address is looked at only behind a length.
func view(text *C.wattle_str) []byte {
	if text.len == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(text.data)), int(text.len))
}

// copyString copies a text of the library.
func copyString(text *C.wattle_str) string { return string(view(text)) }

// name copies a text of the library that is never empty.
func name(text C.wattle_str) string { return copyString(&text) }

func flag(b bool) C.uint8_t {
	if b {
		return 1
	}
	return 0
}
