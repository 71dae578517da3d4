//! Real time: bounded waits, and the counts of a long run.
#![expect(
    clippy::disallowed_methods,
    reason = "a process is watched from outside, where no clock can be handed in"
)]

use std::time::{Duration, Instant, SystemTime};

/// Far more than anything here takes; what waits as long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// Does the work, or fails.
pub async fn within<F: Future>(what: &str, work: F) -> F::Output {
    let done = tokio::time::timeout(PATIENCE, work).await;
    done.unwrap_or_else(|_| panic!("{what}: not within {PATIENCE:?}"))
}

/// Does the work if it takes no longer than that.
pub async fn at_most<F: Future>(ms: u64, work: F) -> Option<F::Output> {
    tokio::time::timeout(Duration::from_millis(ms), work).await.ok()
}

/// Lets time pass.
pub async fn pause(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

/// Now, to measure from.
pub fn now() -> Instant {
    Instant::now()
}

/// A number from the environment, or the one for every run.
pub fn count(name: &str, usual: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is a number, not {text:?}")),
        Err(_) => usual,
    }
}

/// The seed of this run, printed so that it can be given again.
pub fn seed(test: &str) -> u64 {
    let fresh = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(1, |since| u64::try_from(since.as_nanos() & 0xffff_ffff).unwrap_or(1));
    let seed = count("SLAPDOWN_SEED", fresh);
    println!("{test}: SLAPDOWN_SEED={seed}");
    seed
}
