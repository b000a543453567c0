//! Forward pruning by static evaluation and static exchange, rule by rule. None of it applies in a
//! mate search, in check, or to decisive scores: the margins are in centipawns.

use super::bound::Bound;
use super::node::Node;
use super::parameters::Parameters;
use super::rules::{SearchRule, SearchRules};
use super::score;
use super::trace::Cause;
use super::tt::TtEntry;
use crate::rules::{EXCHANGE_VALUES, Move, Piece, Position};

/// The bet that a move need not be searched: what the rule compared, and with what.
#[derive(Clone, Copy)]
pub(super) struct MoveBet {
    pub cause: Cause,
    pub value: i32,
    pub limit: i32,
}

/// The static evaluation, or the table's score where that bounds it from the right side.
pub(super) fn tt_adjusted_eval(eval: i32, entry: TtEntry) -> i32 {
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > eval,
        Bound::Upper => entry.score < eval,
    };
    if better && !score::is_decisive(entry.score) {
        entry.score
    } else {
        eval
    }
}

/// Reverse futility pruning: the evaluation is above beta by a margin that grows with depth. Returns the
/// limit that it reaches.
pub(super) fn reverse_futility(
    rules: &impl SearchRules,
    node: &Node<'_>,
    beta: i32,
) -> Option<i32> {
    let parameters = rules.parameters();
    let plies = node.depth - i32::from(node.improving);
    let limit = beta + parameters.reverse_futility_margin * plies;
    let pruned = rules.has(SearchRule::ReverseFutility)
        && node.depth <= parameters.reverse_futility_depth
        && node.estimate >= limit
        && !score::is_decisive(beta)
        && !zugzwang_risk(node.position);
    pruned.then_some(limit)
}

/// Razoring: the evaluation is so far below alpha that only captures can help; quiescence decides.
/// Returns the limit that it does not exceed.
pub(super) fn razoring(rules: &impl SearchRules, node: &Node<'_>, alpha: i32) -> Option<i32> {
    let parameters = rules.parameters();
    let limit = alpha - parameters.razoring_margin - parameters.razoring_ply_margin * node.depth;
    let razored = rules.has(SearchRule::Razoring)
        && node.depth <= parameters.razoring_depth
        && node.estimate <= limit
        && !score::is_decisive(alpha);
    razored.then_some(limit)
}

/// Whether the remaining quiet moves are pruned: late move pruning after enough moves, futility
/// pruning where the evaluation is far below alpha.
pub(super) fn late_move_or_futility(
    rules: &impl SearchRules,
    node: &Node<'_>,
    count: usize,
    alpha: i32,
) -> Option<MoveBet> {
    if node.in_check || count == 0 {
        return None;
    }
    let (parameters, depth) = (rules.parameters(), node.depth);
    let share = match node.improving {
        true => 100,
        false => parameters.late_move_not_improving,
    };
    let max_quiets = (parameters.late_move_base + depth * depth) * share / 100;
    let count = count as i32;
    if rules.has(SearchRule::LateMove) && depth <= parameters.late_move_depth && count >= max_quiets
    {
        return Some(MoveBet {
            cause: Cause::LateMove,
            value: count,
            limit: max_quiets,
        });
    }
    let limit = alpha - parameters.futility_margin - parameters.futility_ply_margin * depth;
    let futile = rules.has(SearchRule::Futility)
        && depth <= parameters.futility_depth
        && node.estimate <= limit
        && !score::is_decisive(alpha);
    futile.then_some(MoveBet {
        cause: Cause::Futility,
        value: node.estimate,
        limit,
    })
}

/// SEE pruning: the move loses more material than the depth left is likely to win back.
pub(super) fn see_pruning(
    rules: &impl SearchRules,
    node: &Node<'_>,
    mv: Move,
    quiet: bool,
) -> Option<MoveBet> {
    let parameters = rules.parameters();
    if !rules.has(SearchRule::Exchange) || node.depth > parameters.exchange_depth || node.in_check {
        return None;
    }
    let allowed = if quiet {
        parameters.exchange_quiet_margin * node.depth * node.depth
    } else {
        parameters.exchange_capture_margin * node.depth
    };
    (!node.position.see_ge(mv, -allowed)).then_some(MoveBet {
        cause: Cause::Exchange,
        value: node.depth,
        limit: -allowed,
    })
}

/// Delta pruning: the upper bound of a capture in quiescence, by the stand-pat score, the victim
/// and a margin. A capture whose bound is not above alpha is not searched.
pub(super) fn delta_bound(
    parameters: &Parameters,
    position: &Position,
    mv: Move,
    stand_pat: i32,
) -> i32 {
    let value = |piece: Piece| EXCHANGE_VALUES[piece.index()];
    let victim = position
        .piece_at(mv.to())
        .map_or(value(Piece::Pawn), |(_, piece)| value(piece));
    let promotion = mv.promotion().map_or(0, value);
    stand_pat + victim + promotion + parameters.delta_margin
}

/// Whether the side to move has no major piece and at most one minor piece: every move may then be
/// worse than passing.
pub(super) fn zugzwang_risk(position: &Position) -> bool {
    let us = position.side_to_move();
    let minors = position.colored(us, Piece::Knight) | position.colored(us, Piece::Bishop);
    let majors = position.colored(us, Piece::Rook) | position.colored(us, Piece::Queen);
    majors.is_empty() && minors.len() <= 1
}
