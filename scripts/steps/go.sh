# shellcheck shell=bash
# The Go package. Steps of scripts/test.sh, which reads this.

go_tests() {
  (cd bindings/go && GODEBUG=cgocheck=1 go test -count=1 ./...) && (cd bindings-tests/go && go test -count=1 ./...)
}

go_race() {
  (cd bindings/go && go test -count=1 -race -short ./...)
}
