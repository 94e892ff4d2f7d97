//! How long the tests of threads go on.

use std::time::Duration;

/// WATTLE_SOAK_SECONDS says it; else it is short.
pub fn soak() -> Duration {
    let seconds = std::env::var("WATTLE_SOAK_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(seconds.unwrap_or(2))
}
