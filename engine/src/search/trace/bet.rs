//! The bets of a recorded search: what was left out or shortened because it would hardly matter.

use super::{Cause, SearchTree, TraceNode, VisitKind};
use crate::search::SearchRule;

/// A bet of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bet {
    /// Index of the node that was shortened, or of the move that was not searched.
    pub node: u32,
    pub rule: SearchRule,
    pub scope: BetScope,
}

/// What a bet is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BetScope {
    /// The node's score is at or above beta, or at or below alpha.
    Node,
    /// The move, which was not searched, does not raise the score above alpha.
    SkippedMove,
    /// The move, which was searched less deep, does not raise the score above alpha.
    ReducedMove,
}

impl Cause {
    /// The rule that made the bet; `None` for other causes.
    #[must_use]
    pub const fn rule(self) -> Option<SearchRule> {
        Some(match self {
            Cause::ReverseFutility => SearchRule::ReverseFutility,
            Cause::Razoring => SearchRule::Razoring,
            Cause::NullMove => SearchRule::NullMove,
            Cause::ProbCut => SearchRule::ProbCut,
            Cause::MultiCut => SearchRule::MultiCut,
            Cause::LateMove => SearchRule::LateMove,
            Cause::Futility => SearchRule::Futility,
            Cause::Exchange => SearchRule::Exchange,
            Cause::Delta => SearchRule::Delta,
            _ => return None,
        })
    }
}

impl SearchTree {
    /// The bets of the nodes that are not folded, in the order of the search.
    #[must_use]
    pub fn bets(&self) -> Vec<Bet> {
        let searched_again = self.searched_again();
        let mut bets = Vec::new();
        for (index, node) in (0_u32..).zip(self.nodes()) {
            let mut add = |rule, scope| {
                bets.push(Bet {
                    node: index,
                    rule,
                    scope,
                });
            };
            match node.cause.rule() {
                Some(rule) if node.nodes == 0 => add(rule, BetScope::SkippedMove),
                Some(rule) => add(rule, BetScope::Node),
                None => {}
            }
            let reduced = node.kind == VisitKind::Move && node.reduction > 0;
            let below_alpha = node.nodes > 0 && node.score >= node.beta;
            let finished = node.cause != Cause::Interrupted;
            if reduced && below_alpha && finished && !searched_again[index as usize] {
                add(SearchRule::LateMoveReduction, BetScope::ReducedMove);
            }
        }
        bets
    }

    /// By node: whether its move is searched again at the same parent.
    fn searched_again(&self) -> Vec<bool> {
        let mut again = vec![false; self.nodes().len()];
        // The last child of each parent so far.
        let mut last = vec![None::<usize>; self.nodes().len()];
        for (index, node) in self.nodes().iter().enumerate() {
            let Some(parent) = node.parent else {
                continue;
            };
            let repeats = matches!(node.kind, VisitKind::Unreduced | VisitKind::OpenWindow);
            if let (true, Some(before)) = (repeats, last[parent as usize]) {
                again[before] = true;
            }
            last[parent as usize] = Some(index);
        }
        again
    }

    /// The node at the top of this one's iteration.
    pub(in crate::search) fn root_of(&self, index: u32) -> &TraceNode {
        let mut node = &self.nodes()[index as usize];
        while let Some(parent) = node.parent {
            node = &self.nodes()[parent as usize];
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::super::CauseFamily;
    use super::*;

    #[test]
    fn every_bet_has_a_rule_and_nothing_else_has() {
        for cause in Cause::ALL {
            assert_eq!(cause.rule().is_some(), cause.family() == CauseFamily::Bet);
        }
    }
}
