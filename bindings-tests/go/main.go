// Command conformance runs the shared cases through the Go package: see ../README.md.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "goldens" {
		if err := printGoldens(os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "go:", err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: conformance CASES_DIR TRANSCRIPT, or conformance goldens")
		os.Exit(2)
	}
	passed, failed, err := run(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, "go:", err)
		os.Exit(2)
	}
	fmt.Printf("go: %d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}

func run(dir, transcript string) (passed, failed int, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, 0, err
	}
	var names []string
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ".json") {
			names = append(names, entry.Name())
		}
	}
	sort.Strings(names)

	file, err := os.Create(transcript)
	if err != nil {
		return 0, 0, err
	}
	out := bufio.NewWriter(file)
	var total tally
	for _, name := range names {
		if err := runFile(filepath.Join(dir, name), out, &total); err != nil {
			file.Close()
			return 0, 0, fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := out.Flush(); err != nil {
		file.Close()
		return 0, 0, err
	}
	return total.passed, total.failed, file.Close()
}

func runFile(path string, out *bufio.Writer, total *tally) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	kind, err := kindOf(data)
	if err != nil {
		return err
	}
	switch kind {
	case "resolve":
		var cases []resolveCase
		if err := decode(data, &cases); err != nil {
			return err
		}
		for i := range cases {
			total.add(cases[i].Name, runResolveCase(&cases[i], out))
		}
	case "compose":
		var cases []composeCase
		if err := decode(data, &cases); err != nil {
			return err
		}
		for i := range cases {
			total.add(cases[i].Name, runComposeCase(&cases[i], out))
		}
	case "modules":
		var cases []moduleCase
		if err := decode(data, &cases); err != nil {
			return err
		}
		for i := range cases {
			total.add(cases[i].Name, runModuleCase(&cases[i], out))
		}
	case "guidance":
		var cases []guidanceCase
		if err := decode(data, &cases); err != nil {
			return err
		}
		for i := range cases {
			total.add(cases[i].Name, runGuidanceCase(&cases[i], out))
		}
	case "taint":
		var cases []taintCase
		if err := decode(data, &cases); err != nil {
			return err
		}
		for i := range cases {
			total.add("taint", runTaintCase(i, &cases[i], out))
		}
	default:
		fmt.Fprintf(os.Stderr, "go: not run: %s\n", filepath.Base(path))
	}
	return nil
}

// kindOf says what kind the first case of a file is; "" for a file of another kind, or without a case.
func kindOf(data []byte) (string, error) {
	if !json.Valid(data) {
		return "", errors.New("not JSON")
	}
	var cases []struct {
		Ops        json.RawMessage `json:"ops"`
		Candidates json.RawMessage `json:"candidates"`
		Modules    json.RawMessage `json:"modules"`
		Entries    json.RawMessage `json:"entries"`
		TaintRatio json.RawMessage `json:"taintRatio"`
	}
	switch err := json.Unmarshal(data, &cases); {
	case err != nil || len(cases) == 0: // JSON of another shape
		return "", nil
	case cases[0].Ops != nil:
		return "resolve", nil
	case cases[0].Candidates != nil:
		return "compose", nil
	case cases[0].Modules != nil:
		return "modules", nil
	case cases[0].Entries != nil:
		return "guidance", nil
	case cases[0].TaintRatio != nil:
		return "taint", nil
	}
	return "", nil
}

// decode refuses fields that it does not know: what a case expects must not be overlooked.
func decode(data []byte, cases any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(cases)
}

// shown is how many failing cases are described.
const shown = 5

type tally struct{ passed, failed int }

func (t *tally) add(name string, c checks) {
	if len(c) == 0 {
		t.passed++
		return
	}
	t.failed++
	if t.failed <= shown {
		for _, difference := range c {
			fmt.Fprintf(os.Stderr, "%s: %s\n", name, difference)
		}
	}
}
