//! What is seen of the position on the board, which is looked at longest.

use super::Sight;
use crate::rules::{Game, Move, Piece, Position};

impl Sight {
    /// The legal moves that are seen in the game's position, at least one if there is any. Moves that save an
    /// attacked queen always are.
    #[must_use]
    pub fn seen_moves(&self, game: &Game) -> Vec<Move> {
        let position = game.position();
        let last = game.moves().last().copied();
        let legal = position.legal_moves();
        let sees = |mv: &Move| saves_queen(position, *mv) || self.sees(position, last, *mv);
        let seen: Vec<Move> = legal.iter().copied().filter(sees).collect();
        if seen.is_empty() {
            let easiest = legal.iter().copied();
            let easiest = easiest.max_by_key(|&mv| self.drawn(position, mv));
            return easiest.into_iter().collect();
        }
        seen
    }
}

/// Whether the move saves an attacked queen: moves it or captures the attacker.
fn saves_queen(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    position.colored(us, Piece::Queen).into_iter().any(|queen| {
        let attackers = position.attackers(queen, position.occupied()) & position.by_color(!us);
        !attackers.is_empty() && (mv.from() == queen || attackers.has(mv.to()))
    })
}
