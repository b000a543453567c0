//! The breakdown of a score into parts that add up to it.

use super::classic::Classic;
use super::config::EvalConfig;
use super::evaluation::Evaluation;
use super::part::Part;
use super::presets;
use super::tuned::Tuned;
use crate::rules::Position;

impl EvalConfig {
    /// The parts of this evaluation's score, without noise. They add up to
    /// [`Evaluator::evaluate`](super::Evaluator::evaluate) in White's view. A network has one part.
    ///
    /// ```
    /// use engine::eval::{Evaluation, EvalConfig};
    /// use engine::rules::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    /// let parts = EvalConfig::from(Evaluation::Material).parts(&position);
    /// assert_eq!((parts[0].name, parts[0].score()), ("material", 525));
    /// ```
    #[must_use]
    pub fn parts(&self, position: &Position) -> Vec<Part> {
        match self.evaluation {
            Evaluation::Network => match &self.network {
                Some(network) => network.parts(position),
                None => Tuned::parts(position),
            },
            Evaluation::Tuned => Tuned::parts(position),
            Evaluation::Classic => Classic::parts(position),
            Evaluation::Squares => presets::SQUARES.parts(position),
            Evaluation::Course => presets::COURSE.parts(position),
            Evaluation::Rooks => presets::ROOKS.parts(position),
            Evaluation::Material => presets::MATERIAL.parts(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::eval::tuned::TEMPO;
    use crate::rules::{Color, PERFT_CASES};

    /// Endgames with rules of their own in the tuned evaluation, and similar ones without.
    const ENDINGS: [&str; 9] = [
        "k7/8/2K5/8/8/8/8/7R w - - 0 1",
        "k7/8/2K5/8/8/8/8/7R b - - 0 1",
        "8/8/8/8/8/2k5/1b1n4/K7 w - - 0 1",
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/2N1KN2 b - - 0 1",
        "k7/8/8/P7/8/8/8/4KB2 w - - 0 1",
        "4k3/pp3b2/8/8/8/8/PPP2B2/4K3 b - - 0 1",
        "r3k3/pp3b2/8/8/8/8/PPP2B2/R3K3 w - - 0 1",
        "4k1r1/8/8/8/8/8/8/2R1KN2 w - - 0 1",
    ];

    fn in_whites_view(evaluation: Evaluation, position: &Position) -> i32 {
        let score = EvalConfig::from(evaluation).evaluator().evaluate(position);
        match position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        }
    }

    fn assert_adds_up(position: &Position) {
        for evaluation in Evaluation::ALL {
            let parts = EvalConfig::from(evaluation).parts(position);
            let sum: i32 = parts.iter().map(Part::score).sum();
            let fen = position.to_fen();
            assert_eq!(
                sum,
                in_whites_view(evaluation, position),
                "{evaluation}: {fen}"
            );
            let rounding = parts.iter().find(|part| part.name == "rounding");
            // Each of the 18 terms and the total is rounded by less than a centipawn.
            assert!(
                rounding.is_none_or(|part| part.score().abs() < 19),
                "{fen}: {rounding:?}"
            );
        }
    }

    #[test]
    fn the_parts_add_up_wherever_random_games_lead() {
        let mut rng = crate::rng(1);
        let starts = PERFT_CASES.iter().map(|case| case.fen);
        let starts = starts.chain(crate::bench::POSITIONS).chain(ENDINGS);
        for fen in starts {
            for _ in 0..4 {
                let mut position = Position::from_fen(fen).unwrap();
                for _ in 0..150 {
                    assert_adds_up(&position);
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position = position.play(moves[rng.random_range(0..moves.len())]);
                }
            }
        }
    }

    #[test]
    fn the_parts_of_the_start_position_say_who_has_the_move() {
        for part in EvalConfig::from(Evaluation::Tuned).parts(&Position::startpos()) {
            let expected = if part.name == "tempo" { TEMPO } else { 0 };
            assert_eq!(part.score(), expected, "{part:?}");
        }
        let after = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        let parts = EvalConfig::from(Evaluation::Tuned).parts(&after.unwrap());
        let tempo = parts.iter().find(|part| part.name == "tempo").unwrap();
        assert_eq!((tempo.white, tempo.black), (0, TEMPO));
    }

    #[test]
    fn an_ending_that_cannot_be_won_is_scaled_and_a_bare_king_is_all_there_is() {
        let of = |fen| EvalConfig::from(Evaluation::Tuned).parts(&Position::from_fen(fen).unwrap());
        let two_knights = of("4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1");
        let scaling = two_knights.iter().find(|part| part.name == "scaling");
        assert!(scaling.unwrap().black > 400, "{two_knights:?}");
        let bare = of("k7/8/2K5/8/8/8/8/7R b - - 0 1");
        assert_eq!(bare.len(), 1);
        assert!(bare[0].name == "bare-king" && bare[0].white > 1_000 && bare[0].black == 0);
    }
}
