//go:build !go1.23

package wattle

// SectionSeq is an iterator over sections: it is called with what is done with each section, and returns when that is false. From Go 1.23
// on it is an iter.Seq, to be ranged over.
type SectionSeq = func(yield func(Section) bool)
