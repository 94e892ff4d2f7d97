# shellcheck shell=bash
# The Go package. Steps of scripts/test.sh, which reads this.

go_tests() {
  (cd bindings/go && GODEBUG=cgocheck=1 go test -count=1 ./...) && (cd bindings-tests/go && go test -count=1 ./...) && go_without_cgo
}

go_race() {
  (cd bindings/go && go test -count=1 -race -short ./...)
}

# The oldest Go that it is for, which has neither iterators nor pinning.
go_floor() {
  local floor
  floor=/usr/lib/go-$(sed -n 's/^go //p' bindings/go/go.mod)/bin
  [ -x "$floor/go" ] || { echo "$floor/go is not there"; return 77; }
  (cd bindings/go && export PATH=$floor:$PATH GOTOOLCHAIN=local && go vet ./... && test -z "$(gofmt -l . | tee /dev/stderr)" && go test -count=1 -short ./...)
}

# What is missing without cgo is said.
go_without_cgo() {
  (cd bindings/go && CGO_ENABLED=0 go build . 2>&1 | grep 'needs_cgo__set_CGO_ENABLED_to_1')
}

# The library becomes part of the program.
go_static() {
  rm -f target/go-static
  (cd examples/go && go build -tags wattle_static -o ../../target/go-static .) || return
  target/go-static | diff - examples/c/first.expected && ! ldd target/go-static | grep libwattle
}

# The service under load, while what its prompts are made of changes.
go_service() {
  (cd examples/service-go && go test -count=1 -v .)
}
