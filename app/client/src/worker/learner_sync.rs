//! What a device knows of the learner's other copy, the server's: which state of it the table here
//! goes back to, and what has been done since that the server may not know (see
//! [`wire::visitor::learners`]).

use engine::learning::QTable;
use serde::{Deserialize, Serialize};
use wire::{
    game_id::GameId,
    visitor::learners::{
        FinishedLesson, LearnerOp, LearnerRevision, MAX_OPS, Replacement, SyncRequest,
        SyncResponse, import,
    },
};

/// The accounts of a table. Whoever changes the one changes the other with it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ledger {
    seen: Option<LearnerRevision>,
    /// Oldest first.
    pending: Vec<LearnerOp>,
}

impl Ledger {
    /// The state of the server's table that was seen last.
    pub fn seen(&self) -> Option<&LearnerRevision> {
        self.seen.as_ref()
    }

    /// Deeds that the server may not know.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Learns from a game. One that was learnt before, or that can't have been, changes nothing.
    /// `fresh` is an id that stands for nothing yet.
    pub fn learn(&mut self, table: &mut QTable, lesson: &FinishedLesson, fresh: GameId) {
        let adrift = self.is_adrift(table);
        if lesson.teach(table) != Ok(true) {
            return;
        }
        self.pending.push(match adrift {
            true => self.replacement(table, fresh),
            false => LearnerOp::Learn(lesson.clone()),
        });
    }

    /// Puts another table in the place of this one.
    pub fn replace(&mut self, table: &mut QTable, other: QTable, fresh: GameId) {
        *table = other;
        // What it had learnt before no longer matters to it.
        self.pending = vec![self.replacement(table, fresh)];
    }

    /// What there is to tell the server.
    pub fn meeting(&self) -> SyncRequest {
        SyncRequest {
            seen: self.seen.clone(),
            ops: self.pending.iter().take(MAX_OPS).cloned().collect(),
        }
    }

    /// Takes the server's answer over. What was done here while it was on its way is done again on
    /// top of it.
    pub fn met(&mut self, table: &mut QTable, met: &SyncResponse, fresh: GameId) {
        let adrift = self.is_adrift(table);
        self.pending.retain(|deed| !met.done.contains(deed.id()));
        let Some(now) = &met.now else {
            self.unknown(table, fresh);
            return;
        };
        if let Some(seen) = &mut self.seen
            && seen.learner == now.learner
            && seen.revision > now.revision
        {
            // An answer that a later one has overtaken. Whether the table has all of this in the
            // server's order is not known: next time it is asked for whole.
            seen.revision = 0;
            return;
        }
        self.seen = Some(now.clone());
        if adrift && now.revision == 0 {
            self.pending.push(self.replacement(table, fresh));
        } else if let Some(theirs) = met.table.as_deref().and_then(|text| import(text).ok()) {
            *table = theirs;
            self.catch_up(table);
        }
    }

    /// Forgets everything here, and leaves the server's table as it is.
    pub fn leave(&mut self, table: &mut QTable) {
        (*self, *table) = Default::default();
    }

    /// The server knows nobody by this browser's session.
    fn unknown(&mut self, table: &mut QTable, fresh: GameId) {
        match self.seen.take() {
            // Signed out elsewhere: what the account knows is no longer to be seen here.
            Some(seen) if seen.named => {
                self.pending
                    .retain(|deed| matches!(deed, LearnerOp::Learn(_)));
                *table = QTable::default();
                self.catch_up(table);
            }
            // A guest's cookie is gone: the table here is all that is left.
            Some(_) if !self.pending.is_empty() => {
                self.pending = vec![self.replacement(table, fresh)];
            }
            _ => {}
        }
    }

    /// Whether the table knows what neither the server has nor the pending deeds tell.
    fn is_adrift(&self, table: &QTable) -> bool {
        let knows = table.states() > 0 || !table.endings().is_empty();
        self.seen.is_none() && self.pending.is_empty() && knows
    }

    fn replacement(&self, table: &QTable, id: GameId) -> LearnerOp {
        LearnerOp::Replace(Replacement {
            id,
            over: self.seen.as_ref().map(|seen| seen.learner.clone()),
            document: table.to_json(),
        })
    }

    fn catch_up(&self, table: &mut QTable) {
        for deed in &self.pending {
            match deed {
                // It was learnt here before, so it can be.
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
