//! Scores inside the search: one integer, centipawns with the mates at both ends.

use super::report::Score;

/// The deepest ply, quiescence included. Bounds the recursion and every table indexed by ply.
pub(crate) const MAX_PLY: usize = 128;
/// Mate on the board; a mate in `n` plies is worth `MATE - n`.
pub(crate) const MATE: i32 = 32_000;
/// From here on a score is a mate; evaluations stay below `eval::LIMIT`.
pub(crate) const MATE_FOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// The same for the side that is mated.
const MATED_FOUND: i32 = -MATE_FOUND;
/// Above every score.
pub(crate) const INFINITE: i32 = 32_500;
pub(crate) const DRAW: i32 = 0;

/// The side to move is mated `ply` plies from the root.
pub(crate) const fn mated_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

pub(crate) const fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_FOUND
}

/// Whether the side to move loses by force.
pub(crate) const fn is_mated(score: i32) -> bool {
    score <= MATED_FOUND
}

/// Mates count from the root in the search and from the position in the table, since a position
/// is reached at different plies (fault 8).
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        MATE_FOUND.. => score + ply as i32,
        ..=MATED_FOUND => score - ply as i32,
        _ => score,
    }
}

/// The reverse of [`to_table`].
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        MATE_FOUND.. => score - ply as i32,
        ..=MATED_FOUND => score + ply as i32,
        _ => score,
    }
}

/// As it is reported: full moves to mate.
pub(crate) fn report(score: i32) -> Score {
    match score {
        MATE_FOUND.. => Score::Mate((MATE - score + 1) / 2),
        ..=MATED_FOUND => Score::Mate(-((MATE + score) / 2)),
        _ => Score::Cp(score),
    }
}
