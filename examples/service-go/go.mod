module wattle.dev/go/service

go 1.19

require wattle.dev/go v0.0.0

replace wattle.dev/go => ../../bindings/go
