//! The client's side of learner synchronisation: the server revision that the local table is based
//! on, and the operations since then that the server may not know (see
//! [`wire::visitor::learners`]).

use engine::learning::QTable;
use serde::{Deserialize, Serialize};
use wire::game_id::GameId;
use wire::visitor::learners::{
    FinishedLesson, LearnerOp, LearnerRevision, MAX_OPS, Replacement, SyncRequest, SyncResponse,
    import,
};

/// The synchronisation state of a table. Both change together.
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

    /// Learns from a game. A known or impossible game changes nothing. `fresh` is an unused id.
    pub fn learn(&mut self, table: &mut QTable, lesson: &FinishedLesson, fresh: GameId) {
        let untracked = self.has_untracked_table(table);
        if lesson.teach(table) != Ok(true) {
            return;
        }
        self.pending_ops.push(match untracked {
            true => self.replacement_op(table, fresh),
            false => LearnerOp::Learn(lesson.clone()),
        });
    }

    /// Replaces the table.
    pub fn replace(&mut self, table: &mut QTable, other: QTable, fresh: GameId) {
        *table = other;
        // The games learned before no longer matter.
        self.pending_ops = vec![self.replacement_op(table, fresh)];
    }

    /// The request that tells the server the pending operations.
    pub fn sync_request(&self) -> SyncRequest {
        SyncRequest {
            seen: self.server_revision.clone(),
            ops: self.pending_ops.iter().take(MAX_OPS).cloned().collect(),
        }
    }

    /// Applies the server's response, and again the operations made since the request.
    pub fn apply_response(&mut self, table: &mut QTable, response: &SyncResponse, fresh: GameId) {
        let untracked = self.has_untracked_table(table);
        self.pending_ops
            .retain(|op| !response.done.contains(op.id()));
        let Some(now) = &response.now else {
            self.handle_unknown_session(table, fresh);
            return;
        };
        if let Some(seen) = &mut self.server_revision
            && seen.learner == now.learner
            && seen.revision > now.revision
        {
            // A later response came first. Whether the table has these operations in the server's
            // order is unknown, so the next request asks for the whole table.
            seen.revision = 0;
            return;
        }
        self.server_revision = Some(now.clone());
        if untracked && now.revision == 0 {
            self.pending_ops.push(self.replacement_op(table, fresh));
        } else if let Some(theirs) = response.table.as_deref().and_then(|text| import(text).ok()) {
            *table = theirs;
            self.reapply_pending(table);
        }
    }

    /// Empties the table here; the server's stays.
    pub fn clear(&mut self, table: &mut QTable) {
        (*self, *table) = Default::default();
    }

    /// The server does not know this browser's session.
    fn handle_unknown_session(&mut self, table: &mut QTable, fresh: GameId) {
        match self.server_revision.take() {
            // Signed out elsewhere: the account's knowledge must not stay on this device.
            Some(seen) if seen.named => {
                self.pending_ops
                    .retain(|op| matches!(op, LearnerOp::Learn(_)));
                *table = QTable::default();
                self.reapply_pending(table);
            }
            // The guest's cookie is gone: the local table is all that is left.
            Some(_) if !self.pending_ops.is_empty() => {
                self.pending_ops = vec![self.replacement_op(table, fresh)];
            }
            _ => {}
        }
    }

    /// Whether the table holds knowledge that neither the server nor the pending operations have.
    fn has_untracked_table(&self, table: &QTable) -> bool {
        let knows = table.states() > 0 || !table.endings().is_empty();
        self.server_revision.is_none() && self.pending_ops.is_empty() && knows
    }

    fn replacement_op(&self, table: &QTable, id: GameId) -> LearnerOp {
        LearnerOp::Replace(Replacement {
            id,
            over: self
                .server_revision
                .as_ref()
                .map(|seen| seen.learner.clone()),
            document: table.to_json(),
        })
    }

    fn reapply_pending(&self, table: &mut QTable) {
        for op in &self.pending_ops {
            match op {
                // It was learned before, so it is valid.
                LearnerOp::Learn(lesson) => drop(lesson.teach(table)),
                LearnerOp::Replace(replacement) => {
                    *table = import(&replacement.document).unwrap_or_default();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
