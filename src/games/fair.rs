//! Deals that nobody can rig: what the server binds itself to, and how the seed of a deal is made.
//!
//! Before a deal the server picks a seed and a salt and tells everybody [`commitment`]. Each person may
//! give 32 bytes of their own with `ready`. The cards are dealt from [`deal_seed`]. Seed and salt are
//! revealed when the match is over; `docs/fair-deals.md` says what that proves.

use sha2::{Digest, Sha256};

use super::rng::Seed;

/// What the server tells before a deal: SHA-256 over the 32 bytes of its seed and 32 of salt.
#[must_use]
pub fn commitment(seed: Seed, salt: Seed) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(seed.0);
    hash.update(salt.0);
    hash.finalize().into()
}

/// The seed of a deal: SHA-256 over the server's seed and the 32 bytes that each ready person gave, in the
/// order of their seats. Nobody who has not seen all of them can know it.
pub fn deal_seed(seed: Seed, given: impl IntoIterator<Item = Seed>) -> Seed {
    let mut hash = Sha256::new();
    hash.update(seed.0);
    for entropy in given {
        hash.update(entropy.0);
    }
    Seed(hash.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_plain_sha_256() {
        // Worked with another program: 32 bytes 01, then 32 bytes 02.
        let (one, two) = (Seed([1; 32]), Seed([2; 32]));
        let digest = "f818afd37a6dc3bc92fb44731011277006db4efa6e9023cd7468c02335d22a4d";
        assert_eq!(hex::encode(commitment(one, two)), digest);
        assert_eq!(hex::encode(deal_seed(one, [two]).0), digest);
        assert_ne!(deal_seed(one, [two, Seed([3; 32])]), deal_seed(one, [Seed([3; 32]), two]));
        assert_ne!(deal_seed(one, []), one);
    }
}
