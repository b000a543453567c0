//! What the search leaves out on a guess, rule by rule. None of these holds while a mate is looked
//! for, in check, or where a mate is at stake: guesses are about centipawns.

use super::negamax::{Node, in_zugzwangs_reach};
use super::score;
use super::tt::{Bound, Entry};
use crate::rules::{EXCHANGE_VALUES, Move, Piece, Position};

// Centipawns and plies. All came in as one group; the match stands in `NOTES.md`.

/// Deepest reverse futility, and its margin for each ply.
const ABOVE_DEPTH: i32 = 8;
const ABOVE_MARGIN: i32 = 80;
/// Deepest razoring, its margin and the margin for each ply more.
const BELOW_DEPTH: i32 = 3;
const BELOW_MARGIN: i32 = 180;
const BELOW_PLY_MARGIN: i32 = 140;
/// Deepest late-move pruning, and the quiet moves that are tried at depth 0.
const QUIETS_DEPTH: i32 = 8;
const QUIETS_BASE: i32 = 4;
/// Deepest futility pruning, its margin and the margin for each ply.
const FUTILE_DEPTH: i32 = 7;
const FUTILE_MARGIN: i32 = 90;
const FUTILE_PLY_MARGIN: i32 = 90;
/// Deepest pruning by exchange.
const EXCHANGE_DEPTH: i32 = 8;
/// What a capture may lose for each ply left.
const CAPTURE_LOSS: i32 = 95;
/// What a quiet move may lose, times the square of the plies left.
const QUIET_LOSS: i32 = 22;
/// What a capture in quiescence may bring besides what it takes.
const DELTA_MARGIN: i32 = 160;

/// The static evaluation, or the table's score where that bounds it from the right side: a search
/// knows more than a look.
pub(super) fn refined(eval: i32, entry: Entry) -> i32 {
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

/// Reverse futility: few plies hardly cost more than a margin that grows with them, so a position
/// that far above beta stays above.
pub(super) fn stands_far_above(node: &Node<'_>, beta: i32) -> bool {
    let plies = node.depth - i32::from(node.improving);
    node.depth <= ABOVE_DEPTH
        && node.estimate - ABOVE_MARGIN * plies >= beta
        && !score::is_mate(beta)
        && !in_zugzwangs_reach(node.position)
}

/// Razoring: this far below alpha only captures can help, and quiescence tells whether they do.
pub(super) fn stands_far_below(node: &Node<'_>, alpha: i32) -> bool {
    node.depth <= BELOW_DEPTH
        && node.estimate + BELOW_MARGIN + BELOW_PLY_MARGIN * node.depth <= alpha
        && !score::is_mate(alpha)
}

/// Whether the quiet moves left are not worth a search.
///
/// Late-move pruning: after so many moves in a good order the rest hardly refutes anything.
/// Futility: near the end of a line a quiet move does not make up for a large deficit.
pub(super) fn enough_quiets(node: &Node<'_>, count: usize, alpha: i32) -> bool {
    if node.in_check || count == 0 {
        return false;
    }
    let depth = node.depth;
    let most = (QUIETS_BASE + depth * depth) / (2 - i32::from(node.improving));
    depth <= QUIETS_DEPTH && count as i32 >= most
        || depth <= FUTILE_DEPTH
            && node.estimate + FUTILE_MARGIN + FUTILE_PLY_MARGIN * depth <= alpha
            && !score::is_mate(alpha)
}

/// Pruning by exchange: with few plies left, material given away at once hardly comes back.
pub(super) fn loses_too_much(node: &Node<'_>, mv: Move, quiet: bool) -> bool {
    if node.depth > EXCHANGE_DEPTH || node.in_check {
        return false;
    }
    let allowed = if quiet {
        QUIET_LOSS * node.depth * node.depth
    } else {
        CAPTURE_LOSS * node.depth
    };
    !node.position.see_ge(mv, -allowed)
}

/// Delta pruning: what a capture in quiescence can bring at most, by the victim and a margin, to a
/// side that could stand on `floor`. Where that is not above alpha it need not be searched.
pub(super) fn most_won(position: &Position, mv: Move, floor: i32) -> i32 {
    let value = |piece: Piece| EXCHANGE_VALUES[piece.index()];
    let taken = position
        .piece_at(mv.to())
        .map_or(value(Piece::Pawn), |(_, piece)| value(piece));
    let promoted = mv.promotion().map_or(0, value);
    floor + taken + promoted + DELTA_MARGIN
}
