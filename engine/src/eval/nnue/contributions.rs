//! A network as an [`EvalModel`], with each piece's contribution to its score.

use std::sync::Arc;

use super::evaluator::Nnue;
use super::features::{Perspective, Placement};
use super::network::Network;
use crate::eval::{Contribution, EvalModel, Evaluator, Part, tuned};
use crate::rules::{Color, Piece, Position, Square};

impl Network {
    /// How much the network's score drops without each piece but the kings. The contributions do not
    /// add up to the score. Empty for a bare king against mating material, where the network is not
    /// used.
    #[must_use]
    pub fn contributions(&self, position: &Position) -> Vec<Contribution> {
        if tuned::bare_king(position).is_some() {
            return Vec::new();
        }
        let us = position.side_to_move();
        let placement = Placement::of(position);
        let perspectives = Color::ALL.map(|side| Perspective::of(position, side));
        let for_white = |placement: &Placement| {
            let score = self.evaluate(placement, perspectives, us);
            if us == Color::White { score } else { -score }
        };
        let all = for_white(&placement);
        let pieces = position.occupied() & !position.pieces(Piece::King);
        let contribution = |square: Square| Contribution {
            square,
            score: all - for_white(&placement.without(square.index())),
        };
        pieces.into_iter().map(contribution).collect()
    }
}

impl EvalModel for Network {
    fn evaluator(self: Arc<Self>) -> Box<dyn Evaluator> {
        Box::new(Nnue::new(self))
    }

    fn parts(self: Arc<Self>, position: &Position) -> Vec<Part> {
        let name = match tuned::bare_king(position) {
            Some(_) => "bare-king",
            None => "network",
        };
        let score = Nnue::new(self).evaluate(position);
        let white = position.side_to_move() == Color::White;
        vec![Part::of_position(name, if white { score } else { -score })]
    }

    fn contributions(&self, position: &Position) -> Vec<Contribution> {
        self.contributions(position)
    }

    fn checksum(&self) -> u32 {
        self.checksum()
    }

    fn width(&self) -> usize {
        self.width()
    }

    fn provenance(&self) -> &str {
        self.provenance()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::tests::random_network;

    #[test]
    fn a_contribution_is_what_the_score_loses_without_the_piece() {
        let network = Arc::new(random_network(2));
        let mut nnue = Nnue::new(Arc::clone(&network));
        for side in ["w", "b"] {
            let mut for_white = |placement: &str| {
                let position = Position::from_fen(&format!("{placement} {side} - - 0 1")).unwrap();
                let score = nnue.evaluate(&position);
                let score = if side == "w" { score } else { -score };
                (position, score)
            };
            let (position, all) = for_white("4k3/pp6/8/8/8/5N2/PP6/4K3");
            let (_, without) = for_white("4k3/pp6/8/8/8/8/PP6/4K3");
            let contributions = network.contributions(&position);
            assert_eq!(contributions.len(), 5);
            let knight = contributions
                .iter()
                .find(|one| one.square.to_string() == "f3");
            assert_eq!(knight.map(|knight| knight.score), Some(all - without));
        }
        let won = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        assert_eq!(network.contributions(&won), [], "a rule judges here");
    }
}
