//! Forward pruning by static evaluation and static exchange, rule by rule. None of it applies in a
//! mate search, in check, or to mate scores: the margins are in centipawns.

use super::bound::Bound;
use super::node::Node;
use super::score;
use super::tt::TtEntry;
use crate::rules::{EXCHANGE_VALUES, Move, Piece, Position};

// Centipawns and plies. All were added as one group; the match is in `NOTES.md`.

/// Reverse futility: maximum depth, and the margin for each ply.
const MAX_REVERSE_FUTILITY_DEPTH: i32 = 8;
const REVERSE_FUTILITY_MARGIN: i32 = 80;
/// Razoring: maximum depth, base margin and the margin for each ply.
const MAX_RAZORING_DEPTH: i32 = 3;
const RAZORING_MARGIN: i32 = 180;
const RAZORING_PLY_MARGIN: i32 = 140;
/// Late move pruning: maximum depth, and the quiet moves tried at depth 0.
const MAX_LMP_DEPTH: i32 = 8;
const LMP_BASE: i32 = 4;
/// Futility pruning: maximum depth, base margin and the margin for each ply.
const MAX_FUTILITY_DEPTH: i32 = 7;
const FUTILITY_MARGIN: i32 = 90;
const FUTILITY_PLY_MARGIN: i32 = 90;
/// SEE pruning: maximum depth; what a capture may lose for each ply left, and a quiet move times
/// the square of the plies left.
const MAX_SEE_DEPTH: i32 = 8;
const SEE_CAPTURE_MARGIN: i32 = 95;
const SEE_QUIET_MARGIN: i32 = 22;
/// Delta pruning: what a capture in quiescence may gain besides its victim.
const DELTA_MARGIN: i32 = 160;

/// The static evaluation, or the table's score where that bounds it from the right side.
pub(super) fn tt_adjusted_eval(eval: i32, entry: TtEntry) -> i32 {
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > eval,
        Bound::Upper => entry.score < eval,
    };
    if better && !score::is_mate(entry.score) {
        entry.score
    } else {
        eval
    }
}

/// Reverse futility pruning: the evaluation is above beta by a margin that grows with depth.
pub(super) fn reverse_futility(node: &Node<'_>, beta: i32) -> bool {
    let plies = node.depth - i32::from(node.improving);
    node.depth <= MAX_REVERSE_FUTILITY_DEPTH
        && node.estimate - REVERSE_FUTILITY_MARGIN * plies >= beta
        && !score::is_mate(beta)
        && !zugzwang_risk(node.position)
}

/// Razoring: the evaluation is so far below alpha that only captures can help; quiescence decides.
pub(super) fn razoring(node: &Node<'_>, alpha: i32) -> bool {
    node.depth <= MAX_RAZORING_DEPTH
        && node.estimate + RAZORING_MARGIN + RAZORING_PLY_MARGIN * node.depth <= alpha
        && !score::is_mate(alpha)
}

/// Whether the remaining quiet moves are pruned: late move pruning after enough moves, futility
/// pruning where the evaluation is far below alpha.
pub(super) fn late_move_or_futility(node: &Node<'_>, count: usize, alpha: i32) -> bool {
    if node.in_check || count == 0 {
        return false;
    }
    let depth = node.depth;
    let max_quiets = (LMP_BASE + depth * depth) / (2 - i32::from(node.improving));
    depth <= MAX_LMP_DEPTH && count as i32 >= max_quiets
        || depth <= MAX_FUTILITY_DEPTH
            && node.estimate + FUTILITY_MARGIN + FUTILITY_PLY_MARGIN * depth <= alpha
            && !score::is_mate(alpha)
}

/// SEE pruning: the move loses more material than the depth left is likely to win back.
pub(super) fn see_pruning(node: &Node<'_>, mv: Move, quiet: bool) -> bool {
    if node.depth > MAX_SEE_DEPTH || node.in_check {
        return false;
    }
    let allowed = if quiet {
        SEE_QUIET_MARGIN * node.depth * node.depth
    } else {
        SEE_CAPTURE_MARGIN * node.depth
    };
    !node.position.see_ge(mv, -allowed)
}

/// Delta pruning: the upper bound of a capture in quiescence, by the stand-pat score, the victim
/// and a margin. A capture whose bound is not above alpha is not searched.
pub(super) fn delta_bound(position: &Position, mv: Move, stand_pat: i32) -> i32 {
    let value = |piece: Piece| EXCHANGE_VALUES[piece.index()];
    let victim = position
        .piece_at(mv.to())
        .map_or(value(Piece::Pawn), |(_, piece)| value(piece));
    let promotion = mv.promotion().map_or(0, value);
    stand_pat + victim + promotion + DELTA_MARGIN
}

/// Whether the side to move has no major piece and at most one minor piece: every move may then be
/// worse than passing.
pub(super) fn zugzwang_risk(position: &Position) -> bool {
    let us = position.side_to_move();
    let minors = position.colored(us, Piece::Knight) | position.colored(us, Piece::Bishop);
    let majors = position.colored(us, Piece::Rook) | position.colored(us, Piece::Queen);
    majors.is_empty() && minors.len() <= 1
}
