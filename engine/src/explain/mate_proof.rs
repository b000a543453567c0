//! Proves short mates: every answer is looked at.

use super::scene::mate_in_one;
use crate::rules::{Move, Position};

/// Positions that a proof may look at.
const MAX_POSITIONS: u32 = 20_000;
/// The most moves of the mating side, but for the first and the last, that give no check.
const MAX_QUIET: u32 = 2;

/// Whether a move mates in so many moves, itself included, whatever the opponent answers. `false` also
/// where that would take too long to prove.
pub(super) fn mates_by_force(position: &Position, first: Move, moves: u32) -> bool {
    if !position.is_legal(first) {
        return false;
    }
    let next = position.play(first);
    let mut search = MateSearch {
        left: MAX_POSITIONS,
    };
    (0..=MAX_QUIET).any(|quiet| search.is_mated(&next, moves.saturating_sub(1), quiet))
}

/// Whether the side to move mates in so many moves that all give check.
pub(super) fn mates_by_checks(position: &Position, moves: u32) -> bool {
    let mut search = MateSearch {
        left: MAX_POSITIONS,
    };
    search.mates(position, moves, 0)
}

/// A search for a mate against all answers.
struct MateSearch {
    left: u32,
}

impl MateSearch {
    /// Whether the side to move is mated, at once or in so many moves of the other side.
    fn is_mated(&mut self, position: &Position, moves: u32, quiet: u32) -> bool {
        let answers = position.legal_moves();
        if answers.is_empty() {
            return position.in_check();
        }
        moves > 0
            && answers
                .iter()
                .all(|&answer| self.mates(&position.play(answer), moves, quiet))
    }

    /// Whether the side to move mates in so many moves, of which so many need not give check.
    fn mates(&mut self, position: &Position, moves: u32, quiet: u32) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        if mate_in_one(position).is_some() {
            return true;
        }
        if moves < 2 {
            return false;
        }
        let all = position.legal_moves();
        let is_check = |mv: &&Move| position.gives_check(**mv);
        let mut checks = all.iter().filter(is_check);
        if checks.any(|&mv| self.is_mated(&position.play(mv), moves - 1, quiet)) {
            return true;
        }
        let Some(quiet) = quiet.checked_sub(1) else {
            return false;
        };
        let mut others = all.iter().filter(|mv| !is_check(mv));
        others.any(|&mv| self.is_mated(&position.play(mv), moves - 1, quiet))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_proved_against_every_answer() {
        for (fen, first, moves, expected) in [
            // A rook drives the king back, the other mates; the first of them could not be taken.
            ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "a2a7", 2, true),
            ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "a2a7", 1, false),
            ("6k1/8/8/8/8/8/R7/1R4K1 w - - 0 1", "a2a6", 2, false),
            // At once.
            ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8", 1, true),
            // A rook that can take the mating one.
            ("r5k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8", 4, false),
            // Stalemate.
            ("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7", 3, false),
            ("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f8", 1, true),
            // Not a legal move.
            ("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "g6h7", 3, false),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let moves_of = |text: &str| {
                let (from, to) = (text[..2].parse().unwrap(), text[2..4].parse().unwrap());
                position
                    .legal_moves()
                    .iter()
                    .find(|mv| (mv.from(), mv.to()) == (from, to))
                    .copied()
            };
            let mates =
                moves_of(first).is_some_and(|first| mates_by_force(&position, first, moves));
            assert_eq!(mates, expected, "{fen} {first} {moves}");
        }
    }
}
