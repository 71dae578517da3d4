//! Chance as a value: a seed comes in, and the same seed gives the same cards for ever.
//!
//! The generator is `ChaCha20`, fixed by name; the bounded draw and the shuffle are our own, so that no
//! library's change of mind can bend a game that was logged years ago. Golden vectors in the tests pin
//! all three. No entropy is made here.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// 32 bytes of chance for one round. Secret until the match is over.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(#[serde(with = "hex_bytes")] pub [u8; 32]);

impl std::fmt::Debug for Seed {
    // A seed in a log line would give every hidden card away.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(hidden)")
    }
}

impl Seed {
    /// The generator that begins with this seed.
    #[must_use]
    pub fn draw(self) -> Draw {
        Draw(ChaCha20Rng::from_seed(self.0))
    }
}

/// A stream of chance.
#[derive(Debug, Clone)]
pub struct Draw(ChaCha20Rng);

impl Draw {
    /// A number from 0 up to but without `bound`, each equally likely (Lemire's method).
    /// `bound` 0 gives 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        // Values below this threshold would be drawn once too often.
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the low half is what Lemire's method compares"
            )]
            let low = product as u32;
            if low >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// Shuffles in place: Fisher–Yates from the last place down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
            items.swap(last, self.below(bound) as usize);
        }
    }

    /// 32 fresh bytes, for instance to seed another stream.
    pub fn seed(&mut self) -> Seed {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        Seed(bytes)
    }
}

/// Bytes as hex text in JSON.
pub mod hex_bytes {
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes 32 bytes as 64 hex digits.
    ///
    /// # Errors
    /// Whatever the serializer says.
    pub fn serialize<S: Serializer>(bytes: &[u8; 32], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex::encode(bytes))
    }

    /// Reads 64 hex digits.
    ///
    /// # Errors
    /// When the text is not 64 hex digits.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 32], D::Error> {
        let text = String::deserialize(from)?;
        let mut bytes = [0; 32];
        hex::decode_to_slice(&text, &mut bytes).map_err(serde::de::Error::custom)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_and_the_shuffle_are_pinned() {
        let mut draw = Seed([7; 32]).draw();
        let numbers: Vec<u32> = (0..8).map(|_| draw.below(54)).collect();
        let mut cards: Vec<u32> = (0..12).collect();
        draw.shuffle(&mut cards);
        assert_eq!(numbers, GOLDEN_NUMBERS);
        assert_eq!(cards, GOLDEN_SHUFFLE);
    }

    #[test]
    fn the_key_stream_is_the_published_one() {
        // ChaCha20 with key, nonce and counter of zeros: the first blocks of the test vectors 1 and 2 in
        // RFC 8439, appendix A.1.
        let mut stream = Draw(ChaCha20Rng::from_seed([0; 32]));
        let mut bytes = [0; 128];
        stream.0.fill_bytes(&mut bytes);
        assert_eq!(
            hex::encode(bytes),
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
             da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586\
             9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
             29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        );
    }

    #[test]
    fn every_value_below_the_bound_comes_about_equally_often() {
        let mut draw = Seed([1; 32]).draw();
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[draw.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| (9_500..10_500).contains(&n)), "{counts:?}");
    }

    #[test]
    fn a_seed_is_not_shown_by_debug() {
        assert_eq!(format!("{:?}", Seed([3; 32])), "Seed(hidden)");
    }

    const GOLDEN_NUMBERS: [u32; 8] = [25, 13, 39, 23, 46, 18, 0, 48];
    const GOLDEN_SHUFFLE: [u32; 12] = [7, 9, 6, 0, 5, 2, 8, 11, 4, 3, 1, 10];
}
