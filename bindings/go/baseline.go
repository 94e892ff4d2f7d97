package wattle

// #include "shim.h"
import "C"

// FragmentSet is a part of what the library brings.
type FragmentSet uint32

const (
	// FragmentsBase is the base of the baseline.
	FragmentsBase FragmentSet = C.WATTLE_FRAGMENT_SET_BASE
	// FragmentsExtension is what the baseline says of work in the background, after the base.
	FragmentsExtension FragmentSet = C.WATTLE_FRAGMENT_SET_EXTENSION
	// FragmentsTemplates are scaffolds that a program opts in to.
	FragmentsTemplates FragmentSet = C.WATTLE_FRAGMENT_SET_TEMPLATES
	// FragmentsSafety are the library's own safety policies.
	FragmentsSafety FragmentSet = C.WATTLE_FRAGMENT_SET_SAFETY
)

// Fragment is a bundled text. ids.go has a constant for the id of each.
type Fragment struct {
	// ID is its id.
	ID string
	// Text is what it says.
	Text string
	// Default says that it is there unless the options of the registry, or its list of enabled policies, say otherwise.
	Default bool
}

// Fragments are the bundled texts of a set, in the order in which they are seeded; none for an unknown set.
func Fragments(set FragmentSet) []Fragment {
	var out []Fragment
	for n := C.wattle_fragment_count(C.wattle_fragment_set(set)); C.size_t(len(out)) < n; {
		fragment := C.wattle_fragment{struct_size: C.sizeof_wattle_fragment}
		if C.wattle_fragment_at(C.wattle_fragment_set(set), C.size_t(len(out)), &fragment, nil) != C.WATTLE_OK {
			return nil
		}
		out = append(out, Fragment{copyString(&fragment.id), copyString(&fragment.text), fragment.is_default != 0})
	}
	return out
}
