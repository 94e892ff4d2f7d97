package wattle

import "encoding/json"

// Optional is a value that may be absent. The zero value is absent. The library tells absent from empty: a scope that
// names the empty tenant matches a context whose tenant is empty, but not one that has no tenant.
//
//	wattle.Context{TenantID: wattle.Some("acme")}       // the tenant "acme"
//	wattle.Context{TenantID: wattle.NonEmpty(tenant)}   // no tenant if the variable is ""
//	wattle.Context{TenantID: wattle.Some("")}           // a tenant whose name is empty
//	wattle.Context{}                                    // no tenant
type Optional[T any] struct {
	value   T
	present bool
}

// Some is a value that is present, whatever it is.
func Some[T any](value T) Optional[T] { return Optional[T]{value, true} }

// NonEmpty is text as it stands in programs where "" means that there is none: absent if text is "", else present.
func NonEmpty(text string) Optional[string] { return Optional[string]{text, text != ""} }

// Get is the value, and whether it is present; the zero value of T if it is not.
func (o Optional[T]) Get() (value T, present bool) { return o.value, o.present }

// Or is the value, or fallback if it is absent.
func (o Optional[T]) Or(fallback T) T {
	if o.present {
		return o.value
	}
	return fallback
}

// MarshalJSON gives the value's JSON, and null where it is absent.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if !o.present {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads what MarshalJSON gives: null is absent.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*o = Optional[T]{}
		return nil
	}
	o.present = true
	return json.Unmarshal(data, &o.value)
}
