//! Claims about endings and running pawns, checked by trying all that can be answered.

use std::collections::HashMap;

use engine::explain::{Claim, KnownEnding};
use engine::player::Calculator;
use engine::rules::{Game, Move, Piece, Position, Square};
use engine::search::{Score, SearchLimits};

use crate::king_and_pawn::pawn_wins;
use crate::squares_hold::distance;
use crate::truths::Check;

impl Check<'_> {
    pub fn endings_hold(&self, claim: &Claim) -> bool {
        let (before, after, mv) = (self.before, &self.after, self.mv);
        match claim {
            Claim::SimplifiesTo { ending, if_taken } => {
                let answers = after.legal_moves();
                let taken = answers.iter().filter(|answer| answer.to() == mv.to());
                let ends: Vec<Position> = match if_taken {
                    true => taken.map(|&answer| after.play(answer)).collect(),
                    false => vec![*after],
                };
                self.taken.is_some()
                    && !ends.is_empty()
                    && ends.iter().all(|end| self.is_ending(end, *ending))
            }
            Claim::BreaksThrough => {
                let is_offered = after.legal_moves().iter().any(|answer| {
                    let taker = after.piece_at(answer.from()).map(|(_, piece)| piece);
                    answer.to() == mv.to() && taker == Some(Piece::Pawn)
                });
                let had_passed = Square::ALL
                    .into_iter()
                    .any(|pawn| self.is_passed(before, pawn, self.us));
                self.stands == Piece::Pawn && is_offered && !had_passed && promotes_by_force(self)
            }
            Claim::Outruns { pawn, race } => {
                let has_passed = Square::ALL
                    .into_iter()
                    .any(|pawn| self.is_passed(after, pawn, !self.us));
                after.piece_at(*pawn) == Some((self.us, Piece::Pawn))
                    && has_passed == *race
                    && runs_through(after, *pawn, &mut HashMap::new())
            }
            claim => self.plans_hold(claim),
        }
    }

    fn is_ending(&self, end: &Position, ending: KnownEnding) -> bool {
        let men: Vec<_> = Square::ALL
            .into_iter()
            .filter_map(|at| end.piece_at(at).map(|(side, piece)| (side, piece, at)))
            .filter(|(_, piece, _)| *piece != Piece::King)
            .collect();
        match (ending, men.as_slice()) {
            (KnownEnding::Mates(piece), &[(side, heavy, at)]) => {
                let moves = end.legal_moves();
                let is_kept = moves.iter().all(|mv| mv.to() != at);
                let is_mover = end.side_to_move() == self.us;
                (side, heavy) == (self.us, piece)
                    && matches!(piece, Piece::Queen | Piece::Rook)
                    && (is_mover || is_kept && !moves.is_empty())
            }
            (KnownEnding::PawnWins, &[(side, _, _)]) => {
                side == self.us && pawn_wins(end) == Some(true)
            }
            (KnownEnding::PawnDraws, _) => pawn_wins(end) == Some(false),
            (KnownEnding::WrongBishop, &[(side, one, at), (other, two, there)])
                if side == other =>
            {
                let (pawn, bishop) = match (one, two) {
                    (Piece::Pawn, Piece::Bishop) => (at, there),
                    (Piece::Bishop, Piece::Pawn) => (there, at),
                    _ => return false,
                };
                let mut last = pawn;
                let forward = if side == engine::rules::Color::White {
                    1
                } else {
                    -1
                };
                while let Some(next) = last.offset(0, forward) {
                    last = next;
                }
                let colour = |at: Square| (at.file().index() + at.rank().index()) % 2;
                [0, 7].contains(&pawn.file().index())
                    && colour(bishop) != colour(last)
                    && distance(end.king(!side), last) <= 1
            }
            _ => false,
        }
    }
}

/// Whether a pawn reaches the last rank and stays there if its side moves nothing else, whatever the
/// opponent, who is to move, does; and the opponent has no new piece by then.
fn runs_through(position: &Position, pawn: Square, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(&through) = known.get(&position.key()) {
        return through;
    }
    let answers = position.legal_moves();
    let through = answers.iter().all(|&answer| {
        let next = position.play(answer);
        let pushes = next.legal_moves();
        let longest = pushes
            .iter()
            .filter(|push| push.from() == pawn && push.to().file() == pawn.file())
            .filter(|push| push.promotion().is_none_or(|piece| piece == Piece::Queen))
            .max_by_key(|push| push.to().rank().index().abs_diff(pawn.rank().index()));
        let Some(&push) = longest.filter(|_| !answer.is_promotion()) else {
            return false;
        };
        let pushed = next.play(push);
        match push.is_promotion() {
            true => !pushed
                .legal_moves()
                .iter()
                .any(|mv: &Move| mv.to() == push.to()),
            false => runs_through(&pushed, push.to(), known),
        }
    });
    known.insert(position.key(), through);
    through
}

/// Whether a long search sees a side that promotes and stays far ahead.
fn promotes_by_force(check: &Check<'_>) -> bool {
    let limits = SearchLimits {
        searchmoves: vec![check.mv],
        ..SearchLimits::nodes(400_000)
    };
    let game = Game::from_position(*check.before);
    let decision = Calculator::new(8).choose_by_limits(&game, &limits);
    let score = decision.lines.first().map(|line| line.score);
    matches!(score, Some(Score::Cp(300..) | Score::Mate(1..)))
}
