//! Token buckets: how much may come over time. Pure: the time is an argument.

use std::collections::HashMap;
use std::hash::Hash;

/// A bucket's size and how fast it fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// What may come at once.
    pub burst: u32,
    /// What may come in [`Rate::per_ms`], over time.
    pub count: u32,
    /// The time for [`Rate::count`], in milliseconds.
    pub per_ms: u64,
}

impl Rate {
    /// `count` a second, `burst` at once.
    #[must_use]
    pub const fn per_second(count: u32, burst: u32) -> Self {
        Self { burst, count, per_ms: 1_000 }
    }

    /// `count` a minute, `burst` at once.
    #[must_use]
    pub const fn per_minute(count: u32, burst: u32) -> Self {
        Self { burst, count, per_ms: 60_000 }
    }

    /// A full bucket, in parts: one token is `per_ms` parts, so that each millisecond adds `count`.
    fn full(self) -> u64 {
        u64::from(self.burst).saturating_mul(self.per_ms)
    }
}

/// One bucket. It begins full.
#[derive(Debug, Clone, Copy)]
pub struct Bucket {
    rate: Rate,
    parts: u64,
    at_ms: u64,
}

impl Bucket {
    /// A full bucket.
    #[must_use]
    pub fn new(rate: Rate, now_ms: u64) -> Self {
        Self { rate, parts: rate.full(), at_ms: now_ms }
    }

    fn fill(&mut self, now_ms: u64) {
        let passed = now_ms.saturating_sub(self.at_ms);
        self.at_ms = self.at_ms.max(now_ms);
        let gained = passed.saturating_mul(u64::from(self.rate.count));
        self.parts = self.parts.saturating_add(gained).min(self.rate.full());
    }

    /// Takes one.
    ///
    /// # Errors
    /// The milliseconds after which there is one again.
    pub fn take(&mut self, now_ms: u64) -> Result<(), u64> {
        self.fill(now_ms);
        match self.parts.checked_sub(self.rate.per_ms) {
            Some(left) => {
                self.parts = left;
                Ok(())
            }
            None => Err((self.rate.per_ms - self.parts).div_ceil(u64::from(self.rate.count.max(1)))),
        }
    }

    /// Whether it is as good as new.
    #[must_use]
    pub fn is_full(&mut self, now_ms: u64) -> bool {
        self.fill(now_ms);
        self.parts == self.rate.full()
    }
}

/// A bucket for each key. Full ones are forgotten; there are never more than `keys_max`.
#[derive(Debug)]
pub struct Buckets<K> {
    rate: Rate,
    keys_max: usize,
    of: HashMap<K, Bucket>,
    /// Keys that the next clean-up waits for, so that each one is paid for by as many new keys.
    clean_at: usize,
}

impl<K: Hash + Eq> Buckets<K> {
    /// No buckets yet.
    #[must_use]
    pub fn new(rate: Rate, keys_max: usize) -> Self {
        Self { rate, keys_max, of: HashMap::new(), clean_at: keys_max.min(1_024) }
    }

    /// Takes one from the key's bucket.
    ///
    /// # Errors
    /// The milliseconds after which to try again. A new key waits while there is no place for it.
    pub fn take(&mut self, key: K, now_ms: u64) -> Result<(), u64> {
        if self.of.len() >= self.clean_at {
            self.of.retain(|_, bucket| !bucket.is_full(now_ms));
            self.clean_at = (self.of.len() * 2).clamp(self.keys_max.min(1_024), self.keys_max);
        }
        if self.of.len() >= self.keys_max && !self.of.contains_key(&key) {
            return Err(self.rate.per_ms);
        }
        self.of.entry(key).or_insert_with(|| Bucket::new(self.rate, now_ms)).take(now_ms)
    }

    /// Whether nothing has been taken of late.
    #[must_use]
    pub fn is_untouched(&self, key: &K, now_ms: u64) -> bool {
        self.of.get(key).is_none_or(|bucket| bucket.clone().is_full(now_ms))
    }

    /// Tells whether one could be taken, and takes none.
    ///
    /// # Errors
    /// The milliseconds after which to try again.
    pub fn look(&self, key: &K, now_ms: u64) -> Result<(), u64> {
        self.of.get(key).map_or(Ok(()), |bucket| bucket.clone().take(now_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_rate_holds() {
        let mut bucket = Bucket::new(Rate::per_second(50, 100), 0);
        for _ in 0..100 {
            assert_eq!(bucket.take(0), Ok(()));
        }
        assert_eq!(bucket.take(0), Err(20));
        assert_eq!(bucket.take(19), Err(1));
        assert_eq!(bucket.take(20), Ok(()));
        let passed = (20..1_020).filter(|now| bucket.take(*now).is_ok()).count();
        assert_eq!(passed, 49);
        assert!(!bucket.is_full(1_020));
        assert!(bucket.is_full(4_000));
    }

    #[test]
    fn time_that_goes_backwards_gives_nothing() {
        let mut bucket = Bucket::new(Rate::per_minute(10, 1), 5_000);
        assert_eq!(bucket.take(5_000), Ok(()));
        assert_eq!(bucket.take(1_000), Err(6_000));
    }

    #[test]
    fn keys_are_bounded_and_full_buckets_forgotten() {
        let mut buckets = Buckets::new(Rate::per_second(1, 1), 4);
        for key in 0..4 {
            assert_eq!(buckets.take(key, 0), Ok(()));
            assert_eq!(buckets.look(&key, 0), Err(1_000));
        }
        assert_eq!(buckets.take(9, 0), Err(1_000), "no place");
        assert_eq!(buckets.take(2, 0), Err(1_000));
        assert_eq!(buckets.take(9, 1_000), Ok(()), "the others are full again");
        assert_eq!(buckets.of.len(), 1);
    }
}
