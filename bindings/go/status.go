package wattle

// #include "shim.h"
import "C"

// Status is the kind of an error. Each is a sentinel for errors.Is:
//
//	if errors.Is(err, wattle.ErrDuplicatePlugin) { … }
//
// The numbers are the C interface's, and never change their meaning.
type Status int32

const (
	// ErrInvalidArgument: a value that is not allowed. Subject: the field, the id, or the plugin's or module's name.
	ErrInvalidArgument Status = C.WATTLE_INVALID_ARGUMENT
	// ErrNullArgument: a value is missing where one is required. Subject: the parameter or field. This package never
	// brings it about.
	ErrNullArgument Status = C.WATTLE_NULL_ARGUMENT
	// ErrInvalidUTF8: a string that is not UTF-8. Subject: the parameter or field.
	ErrInvalidUTF8 Status = C.WATTLE_INVALID_UTF8
	// ErrInvalidHandle: the registry, builder or guidance is closed (see [ErrClosed]), or a writer or emitter was used after its
	// callback returned. Subject: which.
	ErrInvalidHandle Status = C.WATTLE_INVALID_HANDLE
	// ErrUnsupported: the library that runs is older than this package, and lacks what was asked for. Subject: the struct.
	ErrUnsupported Status = C.WATTLE_UNSUPPORTED
	// ErrLimitExceeded: a text over 1 GiB, or JSON over 16 MiB. Subject: the parameter, the field or the id.
	ErrLimitExceeded Status = C.WATTLE_LIMIT_EXCEEDED
	// ErrOutOfMemory: an allocation of the library failed; nothing changed. Subject: empty.
	ErrOutOfMemory Status = C.WATTLE_OUT_OF_MEMORY
	// ErrInternal: a fault of the library, caught; its text is the message. The registry stays usable. Subject: empty.
	ErrInternal Status = C.WATTLE_INTERNAL
	// ErrInvalidJSON: text that is not JSON, or JSON of another shape than what it is read for. Subject: the JSON path of the
	// fault, such as $.contributions[3].mode.
	ErrInvalidJSON Status = C.WATTLE_INVALID_JSON
	// ErrUnnamespacedID: an id that is not <namespace>.<name>. Subject: the id.
	ErrUnnamespacedID Status = C.WATTLE_UNNAMESPACED_ID
	// ErrReservedNamespace: core.* appended or prepended, or safety.* contributed. Subject: the id.
	ErrReservedNamespace Status = C.WATTLE_RESERVED_NAMESPACE
	// ErrForeignNamespace: a plugin's append or prepend outside its own namespace, or a policy outside safety.*.
	// Subject: the id.
	ErrForeignNamespace Status = C.WATTLE_FOREIGN_NAMESPACE
	// ErrDuplicateContributionID: the id is taken within its origin, or is a known policy's. Subject: the id.
	ErrDuplicateContributionID Status = C.WATTLE_DUPLICATE_CONTRIBUTION_ID
	// ErrDuplicatePlugin: a plugin of that name is registered. Subject: the name.
	ErrDuplicatePlugin Status = C.WATTLE_DUPLICATE_PLUGIN
	// ErrUnknownPlugin: no plugin of that name is registered. Subject: the name.
	ErrUnknownPlugin Status = C.WATTLE_UNKNOWN_PLUGIN
	// ErrUnknownContribution: nothing of that origin and id can be removed. Subject: the id.
	ErrUnknownContribution Status = C.WATTLE_UNKNOWN_CONTRIBUTION
	// ErrUnknownSafetyPolicy: an enabled policy, or the one to remove, is not registered. Subject: the id.
	ErrUnknownSafetyPolicy Status = C.WATTLE_UNKNOWN_SAFETY_POLICY
	// ErrFrozen: a change of a frozen snapshot. Subject: the id or name that was to be changed.
	ErrFrozen Status = C.WATTLE_FROZEN
	// ErrDuplicateModule: a module of that name is in the builder. Subject: the name.
	ErrDuplicateModule Status = C.WATTLE_DUPLICATE_MODULE
	// ErrUnknownModule: no module of that name is in the builder, or no built-in has it. Subject: the name.
	ErrUnknownModule Status = C.WATTLE_UNKNOWN_MODULE
	// ErrPluginInUse: a frozen snapshot can still call what is to be removed; close it first. Subject: the id or name.
	ErrPluginInUse Status = C.WATTLE_PLUGIN_IN_USE
	// ErrCallbackFailed: a callback returned an error, which errors.Is and errors.As find, or wrote what is not UTF-8.
	// Subject: the id, plugin or module it belongs to, "resolveBudget" or "onBuilt".
	ErrCallbackFailed Status = C.WATTLE_CALLBACK_FAILED
	// ErrReEntrancy: a removal or replacement inside a callback, which could wait for itself. Subject: the id or name.
	ErrReEntrancy Status = C.WATTLE_RE_ENTRANCY
)

// Name is the status's dashed name, such as "duplicate-plugin"; "unknown" if the library has no such status.
func (s Status) Name() string { return name(C.wattle_status_name(C.wattle_status(s))) }

// Error is the name, as an error's text.
func (s Status) Error() string { return "wattle: " + s.Name() }
