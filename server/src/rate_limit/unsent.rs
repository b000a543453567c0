//! What was charged here and other servers have not been told.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::bucket_key::BucketKey;

/// The most buckets that are noted, some 100 bytes each. Beyond it a server counts by itself.
const MAX_BUCKETS: usize = 50_000;

/// Charges that other servers are to be told.
#[derive(Debug, Default)]
pub struct UnsentCharges {
    /// Whether anybody is told.
    is_shared: AtomicBool,
    /// Tokens; fewer than none where more were returned than taken.
    charges: Mutex<HashMap<BucketKey, i64>>,
}

impl UnsentCharges {
    /// Notes charges from now on.
    pub fn begin(&self) {
        self.is_shared.store(true, Ordering::Relaxed);
    }

    /// Adds to what was charged.
    pub fn add(&self, key: BucketKey, tokens: i64) {
        if !self.is_shared.load(Ordering::Relaxed) || tokens == 0 {
            return;
        }
        let mut charges = self.charges.lock();
        if charges.len() < MAX_BUCKETS || charges.contains_key(&key) {
            let charged = charges.entry(key).or_default();
            *charged = charged.saturating_add(tokens);
        }
    }

    /// All of it, which is not unsent any more.
    pub fn drain(&self) -> Vec<(BucketKey, i64)> {
        let charges = std::mem::take(&mut *self.charges.lock());
        charges
            .into_iter()
            .filter(|(_, tokens)| *tokens != 0)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;
    use crate::rate_limit::bucket_key::{Owner, Purpose};

    fn key(number: u32) -> BucketKey {
        let address = Ipv4Addr::from(number).into();
        (Owner::Address(address), Purpose::Search)
    }

    #[test]
    fn what_was_returned_is_subtracted() {
        let unsent = UnsentCharges::default();
        unsent.add(key(1), 5);
        unsent.begin();
        for tokens in [7, -2, i64::MAX, -3] {
            unsent.add(key(1), tokens);
        }
        unsent.add(key(2), 4);
        unsent.add(key(2), -4);
        unsent.add(key(3), -1);
        let mut charges = unsent.drain();
        charges.sort_by_key(|(_, tokens)| *tokens);
        assert_eq!(charges, [(key(3), -1), (key(1), i64::MAX - 3)]);
        assert!(unsent.drain().is_empty());
    }

    #[test]
    fn many_addresses_take_bounded_memory() {
        let unsent = UnsentCharges::default();
        unsent.begin();
        for number in 0..u32::try_from(2 * MAX_BUCKETS).expect("few") {
            unsent.add(key(number), 1);
        }
        unsent.add(key(0), 1);
        let charges = unsent.drain();
        assert_eq!(charges.len(), MAX_BUCKETS);
        assert!(charges.contains(&(key(0), 2)));
    }
}
