//! What was charged here since other servers were told.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::bucket::Bucket;
use super::bucket_key::{Owner, Purpose};

/// The most buckets of one notice, some 100 bytes each; the others follow a second later.
pub(super) const MAX_TOLD: usize = 2_000;

/// The most buckets of which others are told at all. Beyond it a server counts alone.
const MAX_NOTED: usize = 20_000;

/// Buckets that may have been charged since the others were told.
#[derive(Debug, Default)]
pub(super) struct Untold {
    /// Whether anybody is told.
    is_shared: AtomicBool,
    noted: Mutex<HashMap<(Owner, Purpose), Arc<Bucket>>>,
}

/// What was spent of a bucket.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Spending {
    pub of: Owner,
    pub purpose: Purpose,
    pub tokens: u64,
}

impl Untold {
    /// Notes what is charged from now on.
    pub(super) fn begin(&self) {
        self.is_shared.store(true, Ordering::Relaxed);
    }

    /// Notes a bucket that is about to be charged.
    pub(super) fn note(&self, key: (Owner, Purpose), bucket: &Arc<Bucket>) {
        if !self.is_shared.load(Ordering::Relaxed) {
            return;
        }
        let mut noted = self.noted.lock();
        if noted.len() < MAX_NOTED {
            noted.entry(key).or_insert_with(|| Arc::clone(bucket));
        }
    }

    /// What was spent, as much as fits into a notice.
    pub(super) fn drain(&self) -> Vec<Spending> {
        let mut spent = Vec::new();
        self.noted.lock().retain(|(of, purpose), bucket| {
            if spent.len() == MAX_TOLD {
                return true;
            }
            // A search is charged when it has ended: it has the bucket till then, as `Clients` and this have.
            let may_be_charged = Arc::strong_count(bucket) > 2;
            let tokens = bucket.take_untold();
            if tokens > 0 {
                spent.push(Spending {
                    of: *of,
                    purpose: *purpose,
                    tokens,
                });
            }
            may_be_charged
        });
        spent
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.noted.lock().is_empty()
    }
}
