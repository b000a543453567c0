//! Scores inside the search: one integer, centipawns with mate scores at both ends.

use super::report::Score;
use crate::tables::Wdl;

/// Maximum ply, quiescence included. Bounds the recursion and every table indexed by ply.
pub(crate) const MAX_PLY: usize = 128;
/// Mate on the board; a mate in `n` plies scores `MATE - n`.
pub(crate) const MATE: i32 = 32_000;
/// Scores from here on are mates; evaluations stay below `eval::EVAL_LIMIT`.
pub(crate) const MIN_MATE: i32 = MATE - 2 * MAX_PLY as i32;
/// The same for the side that is mated.
const MAX_MATED: i32 = -MIN_MATE;
/// A win that a table of endings knows, at the root; `n` plies further it scores `KNOWN_WIN - n`.
const KNOWN_WIN: i32 = 31_000;
/// Scores from here on are known wins and mates.
const MIN_KNOWN: i32 = KNOWN_WIN - 2 * MAX_PLY as i32;
/// The same for the side that loses.
const MAX_LOST: i32 = -MIN_KNOWN;
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

/// Whether the score is a mate, or known from a table of endings; margins mean nothing beside it.
pub(crate) const fn is_decisive(score: i32) -> bool {
    score.abs() >= MIN_KNOWN
}

/// Whether the side to move is known to lose.
pub(crate) const fn is_lost(score: i32) -> bool {
    score <= MAX_LOST
}

/// The score of a node in which some moves were not seen: those that were may all be mated, the others not. A mate
/// that is found is one, whatever is overlooked.
pub(crate) const fn without_unseen(score: i32) -> i32 {
    /// As bad as a queen and a rook less.
    const BAD: i32 = -1_400;
    if is_lost(score) { BAD } else { score }
}

/// The score of a result that a table of endings has, `ply` plies from the root.
pub(crate) const fn known(result: Wdl, ply: usize) -> i32 {
    match result {
        Wdl::Draw => DRAW,
        Wdl::Win => KNOWN_WIN - ply as i32,
        Wdl::Loss => ply as i32 - KNOWN_WIN,
    }
}

/// Converts a decisive score from plies to the root to plies to the position, for the transposition
/// table: a position is reached at different plies.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        MIN_KNOWN.. => score + ply as i32,
        ..=MAX_LOST => score - ply as i32,
        _ => score,
    }
}

/// The reverse of [`to_table`].
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        MIN_KNOWN.. => score - ply as i32,
        ..=MAX_LOST => score + ply as i32,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EVAL_LIMIT;

    #[test]
    fn decisive_scores_count_from_the_position_in_the_table_and_from_the_root_outside() {
        for (score, ply) in [
            (MATE - 7, 3),
            (known(Wdl::Win, 9), 4),
            (known(Wdl::Loss, 120), 127),
        ] {
            let kept = to_table(score, ply);
            assert_eq!(kept.abs(), score.abs() + ply as i32);
            assert_eq!(from_table(kept, ply), score);
        }
        assert_eq!(from_table(to_table(150, 9), 20), 150);
        // A known win at the deepest ply, read again as deep.
        let deepest = from_table(to_table(known(Wdl::Win, MAX_PLY), 0), MAX_PLY);
        assert!(is_decisive(deepest) && !is_mate(deepest) && deepest > EVAL_LIMIT);
        assert!(is_lost(-deepest) && !is_lost(1 - EVAL_LIMIT));
    }
}
