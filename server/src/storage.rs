//! Whether there is room for more: the site's quota and the disk's free space, looked at every few
//! seconds, so that what is refused is refused before the disk is full.

use std::{
    convert::Infallible,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use crate::{metrics, store::Store};

/// How often it is looked.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Free space of the disk below which visitors without an account keep nothing more, bytes.
const LOW_DISK: u64 = 512 << 20;

/// Free space below which nobody does: what is left is for the games under way.
const FULL_DISK: u64 = 128 << 20;

/// Beyond the quota, accounts may still use this part of it.
const ACCOUNTS_PART: u64 = 10;

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Room {
    /// Enough for everybody.
    Enough,
    /// Enough for those who have an account.
    ForAccounts,
    /// Only for what is under way.
    None,
}

/// How much room there is, as it was found last; cheap to clone.
#[derive(Clone, Debug)]
pub struct Storage(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    folder: PathBuf,
    quota: u64,
    room: AtomicU8,
}

impl Storage {
    /// The store in `folder`, which may take `quota` bytes.
    pub fn new(store: Store, folder: PathBuf, quota: u64) -> Self {
        metrics::quota(quota);
        Self(Arc::new(Inner {
            store,
            folder,
            quota,
            room: AtomicU8::new(Room::Enough as u8),
        }))
    }

    /// As it was found last.
    pub fn room(&self) -> Room {
        match self.0.room.load(Ordering::Relaxed) {
            0 => Room::Enough,
            1 => Room::ForAccounts,
            _ => Room::None,
        }
    }

    /// Looks again and again, for as long as it is polled.
    pub async fn keep_looking(&self) -> Infallible {
        loop {
            self.look().await;
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Looks how much room there is.
    pub async fn look(&self) {
        let used = match self.0.store.used_bytes().await {
            Ok(used) => used,
            Err(error) => {
                tracing::warn!(%error, "the size of the store could not be read");
                return;
            }
        };
        let free = free_bytes(&self.0.folder);
        metrics::storage(used, free);
        let found = room(used, self.0.quota, free);
        let before = self.room();
        self.0.room.store(found as u8, Ordering::Relaxed);
        if found != before {
            tracing::warn!(used, free, quota = self.0.quota, "room for more: {found:?}");
        }
    }
}

fn room(used: u64, quota: u64, free: Option<u64>) -> Room {
    let free = free.unwrap_or(u64::MAX);
    if used >= quota.saturating_add(quota / ACCOUNTS_PART) || free < FULL_DISK {
        Room::None
    } else if used >= quota || free < LOW_DISK {
        Room::ForAccounts
    } else {
        Room::Enough
    }
}

/// Free space of the disk, for who is not its administrator; `None` where the system does not tell.
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
            (0, plenty, Room::Enough),
            (999, plenty, Room::Enough),
            (1_000, plenty, Room::ForAccounts),
            (1_099, plenty, Room::ForAccounts),
            (1_100, plenty, Room::None),
            (0, Some(LOW_DISK), Room::Enough),
            (0, Some(LOW_DISK - 1), Room::ForAccounts),
            (0, Some(FULL_DISK - 1), Room::None),
            (0, None, Room::Enough),
        ] {
            assert_eq!(room(used, 1_000, free), expected, "{used} {free:?}");
        }
    }
}
