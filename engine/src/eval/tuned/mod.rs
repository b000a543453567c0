//! The hand-crafted evaluation: tapered, in named terms.
//!
//! `layout` names the weights and `weights` holds them; `attack_info` has the attacks; `pieces`,
//! `pawns`, `passed`, `king` and `threats` count the features of one side into a `term_sink`;
//! `endgame` scales drawish endgames and knows those against a bare king.

mod attack_info;
mod endgame;
mod king;
mod layout;
mod passed;
mod pawns;
mod pieces;
mod term_sink;
mod threats;
mod weights;

use self::attack_info::AttackInfo;
use self::term_sink::{ScoreSum, TermSink};
use super::evaluator::{EVAL_LIMIT, Evaluator};
use super::part::Part;
use super::tapered::Tapered;
use crate::rules::{Color, Piece, Position};

pub(super) use endgame::bare_king;
pub use layout::{COUNT, GROUPS, Group, TERMS, Term};
pub use term_sink::{Counts, DANGER_ENDGAME, DANGER_SQUARE, Terms};
pub use weights::{TEMPO, WEIGHTS};

/// Phase weight of each piece, pawn to king.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The game phase with all pieces on the board.
pub const FULL_PHASE: i32 = 24;

/// The hand-crafted evaluation with its pawn hash table.
#[derive(Default)]
pub struct Tuned {
    pawns: pawns::PawnTable,
}

impl Tuned {
    /// The terms of White and of Black, each from its own side.
    #[must_use]
    pub fn terms(position: &Position) -> [Terms; 2] {
        count(position)
    }

    /// How often each weight counts for White and for Black.
    #[must_use]
    pub fn counts(position: &Position) -> [Counts; 2] {
        count(position)
    }

    /// The game phase, of [`FULL_PHASE`], and the scale of the endgame score, in 1/16, if `better` is
    /// ahead.
    #[must_use]
    pub fn phase_and_scale(position: &Position, better: Color) -> (i32, i32) {
        (phase(position), endgame::scale_factor(position, better))
    }

    /// See [`EvalConfig::parts`](super::EvalConfig::parts). Besides the terms: `scaling` is the effect
    /// of the endgame scale factor, `tempo` the bonus for having the move, `rounding` the rounding to
    /// centipawns. Against a bare king `bare-king` is the only part.
    pub(super) fn parts(position: &Position) -> Vec<Part> {
        let score = Tuned::default().evaluate(position);
        let us = position.side_to_move();
        let for_white = |score: i32| if us == Color::White { score } else { -score };
        if endgame::bare_king(position).is_some() {
            return vec![Part::of_position("bare-king", for_white(score))];
        }
        let terms = Tuned::terms(position);
        let phase = phase(position);
        let [white, black] = &terms;
        let mut parts: Vec<Part> = white
            .named()
            .zip(black.named())
            .map(|((name, white), (_, black))| Part {
                name,
                white: white.blend(phase, FULL_PHASE),
                black: black.blend(phase, FULL_PHASE),
            })
            .collect();
        let total = terms[us.index()].total() - terms[(!us).index()].total();
        let scaling = blend(position, total) - total.blend(phase, FULL_PHASE);
        parts.push(Part::of_position("scaling", for_white(scaling)));
        parts.push(Part::of_position("tempo", for_white(TEMPO)));
        let sum: i32 = parts.iter().map(Part::score).sum();
        parts.push(Part::of_position("rounding", for_white(score) - sum));
        parts
    }
}

impl Evaluator for Tuned {
    fn evaluate(&mut self, position: &Position) -> i32 {
        if let Some(score) = endgame::bare_king(position) {
            return score;
        }
        let structure = self.pawns.structure(position);
        let mut sinks = [ScoreSum::default(), ScoreSum::default()];
        evaluate_pieces(position, structure.passed, &mut sinks);
        let [white, black] =
            Color::ALL.map(|us| sinks[us.index()].total() + structure.score[us.index()]);
        let total = match position.side_to_move() {
            Color::White => white - black,
            Color::Black => black - white,
        };
        (blend(position, total) + TEMPO).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
    }
}

/// All features of both sides, pawn structure included.
fn count<S: TermSink + Default>(position: &Position) -> [S; 2] {
    let mut sinks = [S::default(), S::default()];
    let passed = pawns::structure(position, &mut sinks);
    evaluate_pieces(position, passed, &mut sinks);
    sinks
}

/// All features of both sides but the pawn structure.
fn evaluate_pieces<S: TermSink>(position: &Position, passed: u64, sinks: &mut [S; 2]) {
    let mut info = AttackInfo::new(position);
    for us in Color::ALL {
        pieces::pieces(&mut info, us, &mut sinks[us.index()]);
    }
    for us in Color::ALL {
        let sink = &mut sinks[us.index()];
        pieces::space(&info, us, sink);
        passed::passed(&info, us, passed, sink);
        king::shelter(&info, us, sink);
        king::attack(&info, us, sink);
        threats::threats(&info, us, sink);
    }
}

/// The tapered score, with the endgame score scaled.
fn blend(position: &Position, total: Tapered) -> i32 {
    let us = position.side_to_move();
    let better = if total.endgame >= 0 { us } else { !us };
    let (phase, scale) = Tuned::phase_and_scale(position, better);
    let scaled = Tapered {
        endgame: total.endgame * scale / endgame::FULL_SCALE,
        ..total
    };
    scaled.blend(phase, FULL_PHASE)
}

/// The game phase: [`FULL_PHASE`] with all pieces, 0 without any.
fn phase(position: &Position) -> i32 {
    let phase: i32 = Piece::ALL
        .into_iter()
        .map(|piece| PHASE[piece.index()] * position.pieces(piece).len() as i32)
        .sum();
    phase.min(FULL_PHASE)
}

#[cfg(test)]
mod tests;
