//go:build go1.23

package wattle

import "iter"

// SectionSeq is an iterator over sections, to be ranged over. Before Go 1.23 it is a plain function, which is called with what is done
// with each section and returns when that is false:
//
//	prompt.AllDropped()(func(s wattle.Section) bool { log.Print(s.ID); return true })
type SectionSeq = iter.Seq[Section]
