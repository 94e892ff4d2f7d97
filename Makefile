# What to type:
#
#   make demo          compose a coding agent's prompt and show what was kept, dropped and why
#   make test          everything: Rust, C, C++, Go, the headers, sanitizers, valgrind
#   make conformance   all case files through every face [CASES=dir]
#   make bench         speed and memory, as ratios to hand-written C
#   make check-perf    instructions of fixed workloads against benches/instructions.txt [BLESS=1: writes it anew]
#   make soak          threads, forks and removals, the Go service under load, and C++ threads, each for long [SECONDS=30]
#   make model         removal and snapshots in every interleaving of threads
#   make fuzz          inputs that nobody thought of, against models [SECONDS=60 TARGET=one of fuzz/corpus]
#   make coverage      which share of the core's lines tests and corpora run; below 90 % is a failure
#   make lib           the release library, in target/lib
#   make install       the libraries, headers, wattle.pc, CMake package [PREFIX=/usr/local LIBDIR=.. INCLUDEDIR=.. DOCDIR=.. DESTDIR=.. STRIP=..]
#   make uninstall     takes away what make install put there with the same variables
#   make header        what is made of src/ffi anew: include/wattle.h, abi/, tables in ABI.md
#   make docs          the headers as pages, in target/docs/html (C) and target/docs/cpp
#   make lint          formatting and lints of all languages
#
# demo, test, fuzz, coverage, docs and lint set up what they need first; what cannot be installed is said in one line.

.DEFAULT_GOAL := lib

CASES ?= bindings-tests/cases
SECONDS ?= 30
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DOCDIR ?= $(PREFIX)/share/doc/wattle
STRIP ?= strip
CARGO ?= cargo
LIB := target/lib
# Go's build cache does not look at headers outside a package: this makes it build anew when the library's has changed.
export CGO_CFLAGS := -g -O2 -DWATTLE_HEADER=$(firstword $(shell cksum include/wattle.h))

.PHONY: demo test conformance bench check-perf soak model fuzz coverage lib install uninstall header docs lint check clean
.PHONY: setup-demo setup-test setup-docs setup-coverage setup-perf

demo: setup-demo lib
	@$(MAKE) --no-print-directory -s -C examples/c
	@target/examples/agent

test: setup-test lib
	@scripts/test.sh

conformance: setup-test lib
	@scripts/conformance.sh "$(CASES)"

bench: setup-demo lib
	@$(MAKE) --no-print-directory -s -C benches run
	@! command -v go >/dev/null || scripts/bench-go.sh target/bench/results.json

# No part of `make test`: what is counted is the compiler's as much as the code's.
check-perf: setup-perf lib
	@$(MAKE) --no-print-directory -s -C benches instructions
	@BLESS='$(BLESS)' scripts/check-perf.sh

soak: export WATTLE_SOAK_SECONDS := $(SECONDS)
soak: setup-test lib
	@$(CARGO) test -q --release --test threads --test reentrancy_table -- --nocapture
	@$(MAKE) --no-print-directory -s -C bindings-tests/faults
	@target/faults/threads $(SECONDS)
	@cd examples/service-go && go test -count=1 -timeout=$$(($(SECONDS) + 300))s -v -run '^TestLoad$$' .
	@$(MAKE) --no-print-directory -s -C bindings-tests/cpp ../../target/cpp/soak
	@target/cpp/soak

# In a package of its own: only this needs loom.
model: setup-demo
	@$(CARGO) test -q --release --manifest-path tests/model/Cargo.toml --target-dir target/model --lib -- --nocapture

fuzz: SECONDS = 60
fuzz: setup-test
	@scripts/fuzz.sh $(SECONDS) $(TARGET)

coverage: setup-coverage
	@scripts/coverage.sh 90

# Without the rlib, or cargo would silently leave out link-time optimisation. The copy is replaced only when it changes.
lib:
	@$(CARGO) rustc -q --locked --release --lib --crate-type cdylib,staticlib --target-dir target
	@mkdir -p $(LIB)
	@cmp -s target/release/libwattle.so $(LIB)/libwattle.so.0 || install -m 755 target/release/libwattle.so $(LIB)/libwattle.so.0
	@scripts/static-library.sh target/release/libwattle.a $(LIB)/libwattle.a
	@ln -sf libwattle.so.0 $(LIB)/libwattle.so

# Without cargo, which root often has not, what is built is installed.
install: $(if $(shell command -v $(CARGO)),lib)
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export LIBDIR := $(LIBDIR)
install uninstall: export INCLUDEDIR := $(INCLUDEDIR)
install uninstall: export DOCDIR := $(DOCDIR)
install uninstall: export STRIP := $(STRIP)
install uninstall:
	@scripts/install.sh $@

# Also what is in abi/; refused where the ABI's version or revision should have been raised and was not.
header:
	@WATTLE_BLESS=1 $(CARGO) test -q --test header

docs: export WATTLE_VERSION := $(shell sed -n '/^version = "\(.*\)"$$/{s//\1/p;q}' Cargo.toml)
docs: setup-docs
	@rm -rf target/docs
	@mkdir -p target
	@doxygen docs/Doxyfile
	@doxygen docs/Doxyfile.cpp

lint: setup-test
	@$(CARGO) fmt --check
	@$(CARGO) fmt --check --manifest-path tests/model/Cargo.toml
	@rustfmt --check --edition 2021 examples/host-and-plugin/plugins/pests.rs benches/bound/manifest/manifest.rs
	@$(CARGO) clippy -q --all-targets --features panic-injection -- -D warnings
	@test -z "$$(gofmt -l bindings bindings-tests examples | tee /dev/stderr)"
	@$(MAKE) --no-print-directory lib
	@for module in bindings/go bindings-tests/go examples/go examples/contributions/go examples/assemblies/go examples/modules/go examples/sections/go examples/service-go; do (cd $$module && go vet ./...) || exit 1; done

check: lint test

setup-demo setup-test setup-docs setup-coverage setup-perf: setup-%:
	@scripts/setup.sh $*

clean:
	@rm -rf target
