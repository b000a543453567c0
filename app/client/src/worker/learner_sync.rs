//! The client's side of learner synchronisation: the server revision that the local copy is based
//! on, and the operations since then that the server may not know (see
//! [`wire::visitor::learners`]).

use engine::learning::QTable;
use lab::learn_game;
pub use lab::learning_network::LearningNetwork;
pub use lab::{Knowledge, playing};
use serde::{Deserialize, Serialize};
use wire::game_id::GameId;
use wire::visitor::learners::{
    FinishedLesson, LearnerOp, LearnerRevision, MAX_OPS, MAX_POSITIONS, NetworkReplacement,
    Replacement, SyncRequest, SyncResponse, import,
};
use wire::visitor::networks::FileBytes;

/// Draws an id for an operation.
pub type Fresh<'a> = dyn Fn() -> GameId + 'a;

/// The synchronisation state of what a learner knows. Both change together.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SyncState {
    server_revision: Option<LearnerRevision>,
    /// Oldest first.
    pending_ops: Vec<LearnerOp>,
}

impl SyncState {
    /// The latest known revision of the server's table.
    pub fn server_revision(&self) -> Option<&LearnerRevision> {
        self.server_revision.as_ref()
    }

    /// The number of operations that the server may not know.
    pub fn pending_count(&self) -> usize {
        self.pending_ops.len()
    }

    /// Learns from a game. A known or impossible game changes nothing.
    pub fn learn(&mut self, knowledge: &mut Knowledge, lesson: &FinishedLesson, fresh: &Fresh<'_>) {
        let untracked = self.is_untracked(knowledge);
        if !teach(knowledge, lesson) {
            return;
        }
        match untracked {
            true => self.replace_all(knowledge, fresh),
            false => self.pending_ops.push(LearnerOp::Learn(lesson.clone())),
        }
    }

    /// Replaces the table.
    pub fn replace(&mut self, knowledge: &mut Knowledge, table: QTable, fresh: &Fresh<'_>) {
        knowledge.table = table;
        if self.server_revision.is_none() {
            return self.replace_all(knowledge, fresh);
        }
        // The network there may have learnt more than the one here, and learns the pending games.
        self.pending_ops
            .retain(|op| !matches!(op, LearnerOp::Replace(_)));
        self.pending_ops
            .push(self.replacement_op(knowledge, fresh()));
    }

    /// Forgets the table and the network, here and on the server.
    pub fn forget(&mut self, knowledge: &mut Knowledge, fresh: &Fresh<'_>) {
        *knowledge = Knowledge::default();
        let is_known = self.server_revision.is_some();
        let has_network = is_known || self.has_pending_network();
        self.pending_ops = vec![self.replacement_op(knowledge, fresh())];
        if has_network {
            // Whether or not this device has heard of one.
            self.pending_ops.push(self.network_op(knowledge, fresh()));
        }
    }

    /// Replaces the network, by none if `network` is `None`.
    pub fn replace_network(
        &mut self,
        knowledge: &mut Knowledge,
        network: Option<LearningNetwork>,
        fresh: &Fresh<'_>,
    ) {
        if self.is_untracked(knowledge) {
            self.pending_ops
                .push(self.replacement_op(knowledge, fresh()));
        }
        knowledge.network = network;
        // One that never came to the server does not matter any more.
        self.pending_ops
            .retain(|op| !matches!(op, LearnerOp::ReplaceNetwork(_)));
        self.pending_ops.push(self.network_op(knowledge, fresh()));
    }

    /// The request that tells the server the pending operations.
    pub fn sync_request(&self) -> SyncRequest {
        SyncRequest {
            seen: self.server_revision.clone(),
            ops: self.pending_ops.iter().take(MAX_OPS).cloned().collect(),
        }
    }

    /// Applies the server's response, and again the operations made since the request.
    pub fn apply_response(
        &mut self,
        knowledge: &mut Knowledge,
        response: &SyncResponse,
        fresh: &Fresh<'_>,
    ) {
        let untracked = self.is_untracked(knowledge);
        self.pending_ops
            .retain(|op| !response.done.contains(op.id()));
        let Some(now) = &response.now else {
            self.handle_unknown_session(knowledge, fresh);
            return;
        };
        if let Some(seen) = &mut self.server_revision
            && seen.learner == now.learner
            && seen.revision > now.revision
        {
            // A later response came first. Whether the copy has these operations in the server's
            // order is unknown, so the next request asks for all of it.
            seen.revision = 0;
            return;
        }
        self.server_revision = Some(now.clone());
        if untracked && now.revision == 0 {
            self.replace_all(knowledge, fresh);
        } else if let Some(theirs) = response.table.as_deref().and_then(|text| import(text).ok()) {
            knowledge.table = theirs;
            knowledge.network = read_network(response.network.as_ref());
            self.reapply_pending(knowledge);
        }
    }

    /// Forgets what is known here; the server's stays.
    pub fn clear(&mut self, knowledge: &mut Knowledge) {
        (*self, *knowledge) = Default::default();
    }

    /// The server does not know this browser's session.
    fn handle_unknown_session(&mut self, knowledge: &mut Knowledge, fresh: &Fresh<'_>) {
        match self.server_revision.take() {
            // Signed out elsewhere: the account's knowledge must not stay on this device.
            Some(seen) if seen.named => {
                self.pending_ops
                    .retain(|op| matches!(op, LearnerOp::Learn(_)));
                *knowledge = Knowledge::default();
                self.reapply_pending(knowledge);
            }
            // The guest's cookie is gone: the local copy is all that is left.
            Some(_) if !self.pending_ops.is_empty() => self.replace_all(knowledge, fresh),
            _ => {}
        }
    }

    /// Whether the copy holds knowledge that neither the server nor the pending operations have.
    fn is_untracked(&self, knowledge: &Knowledge) -> bool {
        let Knowledge { table, network } = knowledge;
        let knows = table.states() > 0 || !table.endings().is_empty() || network.is_some();
        self.server_revision.is_none() && self.pending_ops.is_empty() && knows
    }

    /// Tells the server all that is known in place of what led to it.
    fn replace_all(&mut self, knowledge: &Knowledge, fresh: &Fresh<'_>) {
        let tells_network = knowledge.network.is_some() || self.has_pending_network();
        self.pending_ops = vec![self.replacement_op(knowledge, fresh())];
        if tells_network {
            self.pending_ops.push(self.network_op(knowledge, fresh()));
        }
    }

    fn has_pending_network(&self) -> bool {
        let mut ops = self.pending_ops.iter();
        ops.any(|op| matches!(op, LearnerOp::ReplaceNetwork(_)))
    }

    fn replacement_op(&self, knowledge: &Knowledge, id: GameId) -> LearnerOp {
        LearnerOp::Replace(Replacement {
            id,
            over: self.known_learner(),
            document: knowledge.table.to_json(),
        })
    }

    fn network_op(&self, knowledge: &Knowledge, id: GameId) -> LearnerOp {
        let network = knowledge.network.as_ref();
        LearnerOp::ReplaceNetwork(NetworkReplacement {
            id,
            over: self.known_learner(),
            weights: network.map(|network| FileBytes(network.write())),
        })
    }

    fn known_learner(&self) -> Option<GameId> {
        self.server_revision
            .as_ref()
            .map(|seen| seen.learner.clone())
    }

    fn reapply_pending(&self, knowledge: &mut Knowledge) {
        for op in &self.pending_ops {
            match op {
                LearnerOp::Learn(lesson) => {
                    // It was learned before, so it is valid.
                    teach(knowledge, lesson);
                }
                LearnerOp::Replace(replacement) => {
                    knowledge.table = import(&replacement.document).unwrap_or_default();
                }
                LearnerOp::ReplaceNetwork(replacement) => {
                    knowledge.network = read_network(replacement.weights.as_ref());
                }
            }
        }
    }
}

/// Learns from a game; `false` where it is known or impossible, and nothing has changed.
fn teach(knowledge: &mut Knowledge, lesson: &FinishedLesson) -> bool {
    let Ok(game) = lesson.check() else {
        return false;
    };
    let Knowledge { table, network } = knowledge;
    let params = lesson.how.params();
    let is_new = learn_game(table, network.as_mut(), &lesson.lesson(&game), &params);
    table.evict(MAX_POSITIONS);
    is_new
}

fn read_network(weights: Option<&FileBytes>) -> Option<LearningNetwork> {
    LearningNetwork::read(&weights?.0).ok()
}

#[cfg(test)]
mod tests;
