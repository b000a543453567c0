//! The bets of a tree, as far as they are checked.

use std::collections::BTreeMap;

use super::messages::{BetOutcome, CheckedBet};
use crate::sorted::sorted;
use crate::worker::SearchId;

/// The bets of the tree, as far as they are checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BetChecks {
    /// The check in progress.
    pub running: Option<SearchId>,
    /// All bets of the tree; `None` before a check.
    pub bets: Option<u32>,
    pub held: u32,
    pub unchecked: u32,
    /// Those that were wrong, the dearest first.
    pub failed: Vec<CheckedBet>,
    /// By node: what became of its bet.
    pub by_node: BTreeMap<u32, BetOutcome>,
}

impl BetChecks {
    pub(super) fn add(
        &mut self,
        id: SearchId,
        bets: u32,
        checked: Vec<CheckedBet>,
        finished: bool,
    ) {
        if self.running != Some(id) {
            return;
        }
        self.bets = Some(bets);
        for bet in checked {
            match bet.outcome {
                BetOutcome::Held => self.held += 1,
                BetOutcome::Unchecked => self.unchecked += 1,
                BetOutcome::Failed { .. } => self.failed.push(bet),
            }
            // Of several bets on a node the one that failed is told.
            let known = self.by_node.entry(bet.node).or_insert(bet.outcome);
            if matches!(bet.outcome, BetOutcome::Failed { .. }) {
                *known = bet.outcome;
            }
        }
        let cost = |bet: &CheckedBet| match bet.outcome {
            BetOutcome::Failed {
                cost, other_move, ..
            } => (other_move, cost),
            _ => (false, 0),
        };
        self.failed.sort_by_key(|bet| std::cmp::Reverse(cost(bet)));
        if finished {
            self.running = None;
        }
    }

    /// Bets with a verdict.
    #[must_use]
    pub fn checked(&self) -> u32 {
        self.held + self.failed.len() as u32
    }

    /// The nodes whose bets failed, ascending.
    #[must_use]
    pub fn failed_nodes(&self) -> Vec<u32> {
        let mut nodes = sorted(self.failed.iter().map(|bet| bet.node));
        nodes.dedup();
        nodes
    }
}
