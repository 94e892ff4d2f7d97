#!/bin/sh
# What cargo calls in place of rustc for this package alone: with counters for scripts/coverage.sh.
exec "$@" -Cinstrument-coverage
