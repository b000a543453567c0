//! What networks have learnt since their snapshots, for devices that ask again: a game is learnt once,
//! however often its network is asked for.

use std::sync::Arc;

use moka::sync::Cache;

use crate::store::{NetworkFold, UserId};

/// Networks that are kept, bytes of their files: as much as an address may send in a day.
const MAX_BYTES: u64 = 64 << 20;

/// The last fold of each learner; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct RecentFolds(Cache<UserId, Arc<NetworkFold>>);

impl Default for RecentFolds {
    fn default() -> Self {
        let weigh = |_: &UserId, fold: &Arc<NetworkFold>| {
            u32::try_from(fold.weights().len()).unwrap_or(u32::MAX)
        };
        Self(
            Cache::builder()
                .max_capacity(MAX_BYTES)
                .weigher(weigh)
                .build(),
        )
    }
}

impl RecentFolds {
    /// Leaves out what is learnt already.
    pub(super) fn resume(&self, fold: &mut NetworkFold) {
        if let Some(earlier) = self.0.get(&fold.user()) {
            fold.go_on_from(&earlier);
        }
    }

    /// Keeps a finished fold.
    pub(super) fn remember(&self, fold: NetworkFold) {
        self.0.insert(fold.user(), Arc::new(fold));
    }
}
