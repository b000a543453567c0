//! What networks have learnt since their snapshots: a game is learnt once, however often and by however many
//! requests at a time its network is asked for.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;

use crate::store::{NetworkFold, StoreError, UserId};

/// Networks that are kept, bytes of their files.
const MAX_BYTES: u64 = 64 << 20;
/// Nobody has asked for it for so long: it is let go.
const IDLE: Duration = Duration::from_mins(10);

/// The last fold from each snapshot; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct RecentFolds(Cache<(UserId, i64), Arc<NetworkFold>>);

impl Default for RecentFolds {
    fn default() -> Self {
        let weigh = |_: &(UserId, i64), fold: &Arc<NetworkFold>| {
            u32::try_from(fold.weights().len()).unwrap_or(u32::MAX)
        };
        let cache = Cache::builder()
            .max_capacity(MAX_BYTES)
            .weigher(weigh)
            .time_to_idle(IDLE)
            .build();
        Self(cache)
    }
}

impl RecentFolds {
    /// Learns some of the games, but those that were learnt before.
    ///
    /// # Errors
    /// As [`NetworkFold::advance`].
    pub(super) fn advance(&self, mut fold: NetworkFold) -> Result<NetworkFold, StoreError> {
        let known = self.0.get(&fold.snapshot());
        if let Some(earlier) = &known {
            fold.go_on_from(earlier);
        }
        if !fold.is_done() {
            fold.advance()?;
            self.remember(&fold);
        }
        Ok(fold)
    }

    /// Keeps a fold as far as it has come.
    pub(super) fn remember(&self, fold: &NetworkFold) {
        self.0.insert(fold.snapshot(), Arc::new(fold.clone()));
    }
}

#[cfg(test)]
mod tests {
    use lab::learning_network::LearningNetwork;
    use wire::game_id::GameId;
    use wire::learning_choice::LearningChoice;
    use wire::visitor::learners::{FinishedLesson, LearnerOp, NetworkReplacement};
    use wire::visitor::networks::FileBytes;

    use super::*;
    use crate::store::tests::TestStore;
    use crate::store::{Checked, Store};

    /// A network that has a game to learn.
    async fn fold(store: &Store) -> NetworkFold {
        let ops = [
            LearnerOp::ReplaceNetwork(NetworkReplacement {
                id: GameId::from_bits(1),
                over: None,
                weights: Some(FileBytes(LearningNetwork::new(16, 1).write())),
            }),
            LearnerOp::Learn(FinishedLesson {
                id: GameId::from_bits(2),
                start_fen: None,
                moves: ["f2f3", "e7e5", "g2g4", "d8h4"].map(str::to_owned).to_vec(),
                winner: Some(engine::rules::Color::Black),
                sides: vec![engine::rules::Color::Black],
                how: LearningChoice::default(),
            }),
        ];
        let ops = ops.map(Checked::of).to_vec();
        let (_, token) = store.sync_learner(None, None, ops).await.expect("works");
        let user = store.user_of(&token.expect("a guest was made")).await;
        let user = user.expect("works").expect("a guest");
        let looked = store.look_at_learner(user, None).await.expect("works");
        looked.and_then(|synced| synced.fold).expect("a network")
    }

    #[tokio::test]
    async fn what_one_request_has_learnt_no_other_learns() {
        let place = TestStore::new("recent-folds").await;
        let store = place.open().await;
        let fold = fold(&store).await;
        let recent = RecentFolds::default();
        let learnt = recent.advance(fold.clone()).expect("games can be learnt");
        assert!(!fold.is_done() && learnt.is_done());
        let key = fold.snapshot();
        let kept = recent.0.get(&key).expect("is kept");
        let again = recent.advance(fold).expect("games can be learnt");
        assert_eq!(again.weights(), learnt.weights());
        // It was not learnt anew: that would have been kept in place of it.
        assert!(Arc::ptr_eq(&kept, &recent.0.get(&key).expect("is kept")));
    }
}
