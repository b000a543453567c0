//! Scores inside the search: one integer, centipawns with mate scores at both ends.

use super::report::Score;

/// Maximum ply, quiescence included. Bounds the recursion and every table indexed by ply.
pub(crate) const MAX_PLY: usize = 128;
/// Mate on the board; a mate in `n` plies scores `MATE - n`.
pub(crate) const MATE: i32 = 32_000;
/// Scores from here on are mates; evaluations stay below `eval::EVAL_LIMIT`.
pub(crate) const MIN_MATE: i32 = MATE - 2 * MAX_PLY as i32;
/// The same for the side that is mated.
const MAX_MATED: i32 = -MIN_MATE;
/// Above every score.
pub(crate) const INFINITE: i32 = 32_500;
pub(crate) const DRAW: i32 = 0;

/// The side to move is mated `ply` plies from the root.
pub(crate) const fn mated_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

pub(crate) const fn is_mate(score: i32) -> bool {
    score.abs() >= MIN_MATE
}

/// Whether the side to move loses by force.
pub(crate) const fn is_mated(score: i32) -> bool {
    score <= MAX_MATED
}

/// Converts a mate score from plies to the root to plies to the position, for the transposition
/// table: a position is reached at different plies.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        MIN_MATE.. => score + ply as i32,
        ..=MAX_MATED => score - ply as i32,
        _ => score,
    }
}

/// The reverse of [`to_table`].
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        MIN_MATE.. => score - ply as i32,
        ..=MAX_MATED => score + ply as i32,
        _ => score,
    }
}

/// The score as reported: full moves to mate.
pub(crate) fn report(score: i32) -> Score {
    match score {
        MIN_MATE.. => Score::Mate((MATE - score + 1) / 2),
        ..=MAX_MATED => Score::Mate(-((MATE + score) / 2)),
        _ => Score::Cp(score),
    }
}
