//! Chance for what is not a rule: ids, codes, tokens, the seeds of deals. Passed in, never taken out of
//! the air; this is the only file that asks the system for entropy.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of unpredictable bytes.
pub trait Chance: Send {
    /// 32 fresh bytes.
    fn bytes(&mut self) -> [u8; 32];
}

/// The operating system's entropy.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemChance;

impl Chance for SystemChance {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the system for entropy")]
    #[expect(
        clippy::expect_used,
        reason = "a system without entropy cannot make a secret: going on would be worse"
    )]
    fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the system gives entropy");
        bytes
    }
}

/// A stream that a seed fixes, for tests and simulations.
#[derive(Debug, Clone)]
pub struct SeededChance(ChaCha20Rng);

impl SeededChance {
    /// The stream of `seed`.
    #[must_use]
    pub fn new(seed: [u8; 32]) -> Self {
        Self(ChaCha20Rng::from_seed(seed))
    }
}

impl Chance for SeededChance {
    fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}
