module wattle.dev/go

go 1.19
