//! The free space of the store: the site's quota and the disk's free space, measured every few
//! seconds, so that writes are refused before the disk is full.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use crate::{metrics, store::Store};

/// Interval of measurements.
const MEASURE_EVERY: Duration = Duration::from_secs(5);

/// Free disk space below which visitors without an account store nothing, bytes.
const LOW_DISK: u64 = 512 << 20;

/// Free disk space below which only games in progress are stored, bytes.
const FULL_DISK: u64 = 128 << 20;

/// Accounts may exceed the quota by this part of it.
const ACCOUNTS_PART: u64 = 10;

/// How much may be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum FreeSpace {
    /// Everything.
    Enough,
    /// What accounts store.
    ForAccounts,
    /// Only games in progress.
    None,
}

/// The last measurement; cheap to clone.
#[derive(Clone, Debug)]
pub struct Storage(Arc<StorageState>);

#[derive(Debug)]
struct StorageState {
    store: Store,
    folder: PathBuf,
    quota: u64,
    free_space: AtomicU8,
}

impl Storage {
    /// The store in `folder`, with a quota of `quota` bytes.
    pub fn new(store: Store, folder: PathBuf, quota: u64) -> Self {
        metrics::quota(quota);
        Self(Arc::new(StorageState {
            store,
            folder,
            quota,
            free_space: AtomicU8::new(FreeSpace::Enough as u8),
        }))
    }

    /// The last measurement.
    pub fn free_space(&self) -> FreeSpace {
        match self.0.free_space.load(Ordering::Relaxed) {
            0 => FreeSpace::Enough,
            1 => FreeSpace::ForAccounts,
            _ => FreeSpace::None,
        }
    }

    /// Measures repeatedly, for as long as it is polled.
    pub async fn watch(&self) -> Infallible {
        loop {
            self.measure().await;
            tokio::time::sleep(MEASURE_EVERY).await;
        }
    }

    /// Measures the free space.
    pub async fn measure(&self) {
        let used = match self.0.store.used_bytes().await {
            Ok(used) => used,
            Err(error) => {
                tracing::warn!(%error, "the size of the store could not be read");
                return;
            }
        };
        let free = free_bytes(&self.0.folder);
        metrics::storage(used, free);
        let found = free_space(used, self.0.quota, free);
        let before = self.free_space();
        self.0.free_space.store(found as u8, Ordering::Relaxed);
        if found != before {
            tracing::warn!(used, free, quota = self.0.quota, "room for more: {found:?}");
        }
    }
}

fn free_space(used: u64, quota: u64, free: Option<u64>) -> FreeSpace {
    let free = free.unwrap_or(u64::MAX);
    if used >= quota.saturating_add(quota / ACCOUNTS_PART) || free < FULL_DISK {
        FreeSpace::None
    } else if used >= quota || free < LOW_DISK {
        FreeSpace::ForAccounts
    } else {
        FreeSpace::Enough
    }
}

/// Free disk space for unprivileged users; `None` where the system does not tell.
fn free_bytes(folder: &std::path::Path) -> Option<u64> {
    let stat = rustix::fs::statvfs(folder).ok()?;
    Some(stat.f_bavail.saturating_mul(stat.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_have_room_for_longer_and_games_under_way_longest() {
        let plenty = Some(10 << 30);
        for (used, free, expected) in [
            (0, plenty, FreeSpace::Enough),
            (999, plenty, FreeSpace::Enough),
            (1_000, plenty, FreeSpace::ForAccounts),
            (1_099, plenty, FreeSpace::ForAccounts),
            (1_100, plenty, FreeSpace::None),
            (0, Some(LOW_DISK), FreeSpace::Enough),
            (0, Some(LOW_DISK - 1), FreeSpace::ForAccounts),
            (0, Some(FULL_DISK - 1), FreeSpace::None),
            (0, None, FreeSpace::Enough),
        ] {
            assert_eq!(free_space(used, 1_000, free), expected, "{used} {free:?}");
        }
    }
}
