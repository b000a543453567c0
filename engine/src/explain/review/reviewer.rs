//! A game's review in progress: which searches it takes, one after the other, and what they find.
//!
//! Each position is searched, the last one first, so that what follows a move is known when the
//! move is judged. Where a move seems to have lost something, its position is searched again with
//! ten times the nodes, and if that search prefers another move, the one that was played is searched
//! to the same depth. Where these two leave it open whether the move was a mistake, both are done
//! once more with forty times the nodes, and what the move lost is a little less than the mean of both
//! times; a move that the deepest search prefers has lost nothing.

use std::ops::Range;

use super::{Review, Verdict, review, white_chance};
use crate::rules::{Color, Game, Move, Position};
use crate::search::{Line, Score, SearchLimits};

/// Nodes for each position: always the same review of the same game.
const NODES: u64 = 200_000;

/// Nodes for a position in which the played move is doubted: the second search, and the third.
const MORE_NODES: [u64; 2] = [10 * NODES, 40 * NODES];

/// A move that seems to have lost so many points of the chance to win is doubted: three in five of
/// what makes an inaccuracy, since the first look errs.
const DOUBTED: f64 = 3.0;

/// Lost points, as the second search has them, between which a third one decides: less is no mistake,
/// more is one in any case.
const UNCLEAR: Range<f64> = 7.0..30.0;

/// What the mean of the second and the third look is divided by. Far more moves lose little than much, so
/// of those that seem to lose ten points most lose less: in ten games seven of the ten moves that seemed
/// to lose 10 to 11 points lost fewer than ten for Stockfish at depth 20.
const OVERSTATED: f64 = 1.1;

/// Scores of the network in the measure of the engine to which the curve of [`win_percent`] was fitted:
/// `650·tanh(cp / 500)`, from the scores of both in the same 679 positions of 13 games. The network says
/// less of small advantages and more of decisive ones.
///
/// [`win_percent`]: super::win_percent
fn measured(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(libm::round(650.0 * libm::tanh(f64::from(cp) / 500.0)) as i32),
        mate @ Score::Mate(_) => mate,
    }
}

/// A search that the review wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Of the position after so many moves.
    pub ply: usize,
    pub limits: SearchLimits,
}

/// A review in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewer {
    /// The game's positions, the start first.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// The best line in each position, the mover's view.
    best: Vec<Option<Line>>,
    /// Of doubted moves that were not the best: the line of the move.
    played: Vec<Option<Line>>,
    /// Points of the chance to win that the doubted moves lost, as far as they were looked at.
    losses: Vec<Option<f64>>,
    /// Positions that are not judged yet.
    left: usize,
    look: Look,
}

/// How thoroughly the present position is being looked at.
#[derive(Clone, Debug, Default, PartialEq)]
enum Look {
    #[default]
    First,
    /// With so many nodes.
    Again(u64),
    /// At the played move alone, as deep as the best line, which took so many nodes.
    Played(u64),
}

/// A game that was gone through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewedGame {
    /// Chances, losses and accuracies.
    pub review: Review,
    /// The best line in each position, the mover's view; none where the game was over.
    pub best: Vec<Option<Line>>,
    /// The line of each move that was found to be worse than the best one by a deeper search.
    pub played: Vec<Option<Line>>,
}

impl Reviewer {
    /// A review of a game, of which nothing is searched yet.
    #[must_use]
    pub fn new(game: &Game) -> Reviewer {
        let count = game.ply() + 1;
        Reviewer {
            positions: (0..count).map(|ply| game.position_at(ply)).collect(),
            moves: game.moves().to_vec(),
            best: vec![None; count],
            played: vec![None; count],
            losses: vec![None; count],
            // The last position may be a draw by rule; the others were played on from.
            left: count - usize::from(game.outcome().is_some()),
            look: Look::First,
        }
    }

    /// How many positions are judged, of how many.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.positions.len() - self.left, self.positions.len())
    }

    /// Whether the search that is wanted looks at one move alone, whose line is not the best.
    #[must_use]
    pub fn looks_at_one_move(&self) -> bool {
        matches!(self.look, Look::Played(_))
    }

    /// The search that is wanted next; `None` when all is known.
    #[must_use]
    pub fn wanted(&self) -> Option<Wanted> {
        let ply = self.left.checked_sub(1)?;
        let limits = match (&self.look, &self.best[ply]) {
            (Look::Played(nodes), Some(best)) => SearchLimits {
                depth: Some(best.depth.max(1)),
                searchmoves: vec![self.moves[ply]],
                ..SearchLimits::nodes(2 * nodes)
            },
            (Look::Again(nodes), _) => SearchLimits::nodes(*nodes),
            _ => SearchLimits::nodes(NODES),
        };
        Some(Wanted { ply, limits })
    }

    /// Takes in the best line of the search that was wanted; `None` where it found nothing.
    pub fn found(&mut self, line: Option<Line>) {
        let Some(ply) = self.left.checked_sub(1) else {
            return;
        };
        let Some(line) = line else {
            return self.judged();
        };
        let played = self.moves.get(ply).copied();
        match self.look {
            Look::First => {
                self.best[ply] = Some(line);
                let is_forced = self.positions[ply].count_legal_moves() == 1;
                let is_doubted = self.seeming_loss(ply).is_some_and(|loss| loss >= DOUBTED);
                if is_doubted && !is_forced {
                    self.look = Look::Again(MORE_NODES[0]);
                } else {
                    // Whoever had no choice has lost nothing.
                    self.losses[ply] = is_forced.then_some(0.0);
                    self.judged();
                }
            }
            Look::Again(nodes) => {
                let is_best = line.pv.first().copied() == played;
                self.best[ply] = Some(line);
                if is_best {
                    self.losses[ply] = Some(0.0);
                    self.judged();
                } else {
                    self.look = Look::Played(nodes);
                }
            }
            Look::Played(nodes) => {
                let best = self.best[ply].as_ref();
                let lost = best.map_or(0.0, |best| chance(best.score) - chance(line.score));
                let lost = lost.max(0.0);
                let before = self.losses[ply].replace(lost);
                if let Some(before) = before {
                    self.losses[ply] = Some((before + lost) / 2.0 / OVERSTATED);
                } else if UNCLEAR.contains(&lost) && nodes < MORE_NODES[1] {
                    self.look = Look::Again(MORE_NODES[1]);
                    return;
                }
                self.played[ply] = Some(line);
                self.judged();
            }
        }
    }

    fn judged(&mut self) {
        self.left -= 1;
        self.look = Look::First;
    }

    /// Points that the move at a ply lost as far as the searches of the positions before and after
    /// it tell; `None` without a move, or without a search.
    fn seeming_loss(&self, ply: usize) -> Option<f64> {
        self.moves.get(ply)?;
        let before = self.best[ply].as_ref()?.score;
        Some(chance(before) - (100.0 - chance(self.score(ply + 1))))
    }

    /// The score of the position at a ply, for who is to move there.
    fn score(&self, ply: usize) -> Score {
        match &self.best[ply] {
            Some(line) => line.score,
            None => end_score(&self.positions[ply]),
        }
    }

    /// What was found.
    #[must_use]
    pub fn finish(self) -> ReviewedGame {
        let scores: Vec<Score> = (0..self.positions.len())
            .map(|ply| measured(self.score(ply)).for_white(self.positions[ply].side_to_move()))
            .collect();
        ReviewedGame {
            review: review(&scores, &self.losses, self.positions[0].side_to_move()),
            best: self.best,
            played: self.played,
        }
    }
}

impl ReviewedGame {
    /// The verdict on the move at a ply.
    #[must_use]
    pub fn verdict(&self, ply: usize) -> Option<Verdict> {
        self.review.moves.get(ply)?.verdict
    }
}

/// The score of a position that nobody moves in: mate, or a draw by whatever rule.
fn end_score(position: &Position) -> Score {
    match position.in_check() && !position.has_legal_move() {
        true => Score::Mate(0),
        false => Score::Cp(0),
    }
}

/// The mover's chance at its own score, percent.
fn chance(score: Score) -> f64 {
    white_chance(measured(score), Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::san;
    use Score::{Cp, Mate};

    fn game(sans: &str) -> Game {
        let mut game = Game::new();
        for text in sans.split_whitespace() {
            let mv = san::parse(game.position(), text).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn line(position: &Position, score: Score, uci: &str) -> Line {
        Line {
            rank: 1,
            depth: 9,
            seldepth: 9,
            score,
            nodes: 1,
            time_ms: 1,
            hashfull: 0,
            explored: None,
            pv: vec![position.parse_uci(uci).unwrap()],
        }
    }

    /// Reviews a game by written answers; what was asked for, and what came of it.
    fn answered(
        game: &Game,
        answer: impl Fn(&Wanted) -> (Score, &'static str),
    ) -> (Vec<Wanted>, ReviewedGame) {
        let mut reviewer = Reviewer::new(game);
        let mut asked = Vec::new();
        while let Some(wanted) = reviewer.wanted() {
            let (score, uci) = answer(&wanted);
            reviewer.found(Some(line(&game.position_at(wanted.ply), score, uci)));
            asked.push(wanted);
        }
        (asked, reviewer.finish())
    }

    #[test]
    fn a_verdict_is_what_two_deep_searches_of_the_same_depth_say() {
        let (asked, done) = answered(&game("e4 e5"), |wanted| {
            let limits = &wanted.limits;
            match (wanted.ply, limits.nodes, limits.searchmoves.len()) {
                (2, ..) => (Cp(300), "g1f3"),
                (1, Some(NODES), 0) => (Cp(-20), "e7e5"),
                (1, _, 0) => (Cp(-40), "c7c5"),
                (1, _, 1) => (Cp(-640), "e7e5"),
                _ => (Cp(40), "e2e4"),
            }
        });
        let plies: Vec<usize> = asked.iter().map(|wanted| wanted.ply).collect();
        assert_eq!(plies, [2, 1, 1, 1, 0]);
        assert_eq!(asked[3].limits.depth, Some(9));
        assert_eq!(done.verdict(1), Some(Verdict::Blunder));
        let expected = chance(Cp(-40)) - chance(Cp(-640));
        assert!((done.review.moves[1].loss - expected).abs() < 1e-9);
        assert_eq!(done.review.turning_points, [1]);
        assert!(done.played[1].is_some() && done.played[0].is_none());
    }

    #[test]
    fn the_first_choice_of_the_deeper_search_is_never_marked() {
        let (asked, done) = answered(&game("e4 e5"), |wanted| match wanted.ply {
            2 => (Cp(300), "g1f3"),
            1 => (Cp(-20), "e7e5"),
            _ => (Cp(20), "e2e4"),
        });
        assert_eq!(asked.len(), 4, "e5 is looked at again, not alone");
        assert_eq!((done.review.moves[1].loss, done.verdict(1)), (0.0, None));
    }

    #[test]
    fn a_third_search_decides_what_two_leave_open() {
        let third = |best: i32, uci: &'static str, played: i32| {
            answered(&game("e4 e5"), move |wanted| {
                let limits = &wanted.limits;
                let is_third = limits.nodes >= Some(MORE_NODES[1]);
                match (wanted.ply, is_third, limits.searchmoves.len()) {
                    (2, ..) => (Cp(300), "g1f3"),
                    (1, false, 0) => (Cp(-40), "c7c5"),
                    (1, false, 1) => (Cp(-240), "e7e5"),
                    (1, true, 0) => (Cp(best), uci),
                    (1, true, 1) => (Cp(played), "e7e5"),
                    _ => (Cp(40), "e2e4"),
                }
            })
        };
        let (asked, done) = third(-60, "c7c5", -300);
        assert_eq!(asked.len(), 7);
        assert_eq!(asked[5].limits.nodes, Some(2 * MORE_NODES[1]));
        assert_eq!(done.verdict(1), Some(Verdict::Blunder));
        let second = chance(Cp(-40)) - chance(Cp(-240));
        let expected = (second + chance(Cp(-60)) - chance(Cp(-300))) / 2.0 / OVERSTATED;
        assert!((done.review.moves[1].loss - expected).abs() < 1e-9);
        // As bad as the move that seemed better.
        assert!(third(-230, "c7c5", -240).1.review.moves[1].loss < second / 2.0 + 1.0);
        // The first choice after all.
        let (asked, done) = third(-240, "e7e5", 0);
        assert_eq!((asked.len(), done.verdict(1)), (6, None));
        assert!(done.played[1].is_none());
    }

    #[test]
    fn what_seemed_a_mistake_may_turn_out_as_good() {
        let (_, done) = answered(&game("e4 e5"), |wanted| {
            match (wanted.ply, wanted.limits.searchmoves.len()) {
                (2, _) => (Cp(200), "g1f3"),
                (1, 0) => (Cp(-50), "c7c5"),
                (1, _) => (Cp(-60), "e7e5"),
                _ => (Cp(50), "e2e4"),
            }
        });
        assert_eq!(done.verdict(1), None);
    }

    #[test]
    fn a_forced_move_is_not_doubted_and_an_ended_game_is_not_searched() {
        // 1. f3 e5 2. g4 Qh4#
        let (asked, done) = answered(&game("f3 e5 g4 Qh4#"), |wanted| {
            match (wanted.ply, wanted.limits.searchmoves.len()) {
                (3, _) => (Mate(1), "d8h4"),
                (2, 0) => (Cp(-60), "b1c3"),
                (2, _) => (Mate(-1), "g2g4"),
                (1, _) => (Cp(60), "e7e5"),
                _ => (Cp(-55), "f2f3"),
            }
        });
        assert!(asked.iter().all(|wanted| wanted.ply < 4));
        assert_eq!(done.verdict(2), Some(Verdict::Blunder));
        assert_eq!(done.verdict(3), None);
        assert_eq!(done.review.chances.len(), 5);

        // After 2. Qh5+ only g6 is legal, however bad it looks afterwards.
        let (asked, done) = answered(&game("e4 f5 Qh5+ g6"), |wanted| match wanted.ply {
            4 => (Cp(800), "h5g6"),
            3 => (Cp(0), "g7g6"),
            2 => (Cp(0), "d1h5"),
            1 => (Cp(0), "f7f5"),
            _ => (Cp(0), "e2e4"),
        });
        assert_eq!(asked.iter().filter(|wanted| wanted.ply == 3).count(), 1);
        assert_eq!((done.review.moves[3].loss, done.verdict(3)), (0.0, None));
    }

    #[test]
    fn a_search_that_finds_nothing_ends_nothing() {
        let mut reviewer = Reviewer::new(&game("e4 e5"));
        while reviewer.wanted().is_some() {
            reviewer.found(None);
        }
        reviewer.found(None);
        let done = reviewer.finish();
        assert!(done.review.moves.iter().all(|mv| mv.verdict.is_none()));
        let mut empty = Reviewer::new(&Game::new());
        assert_eq!(empty.wanted().map(|wanted| wanted.ply), Some(0));
        empty.found(None);
        assert_eq!(empty.progress(), (1, 1));
        assert!(empty.finish().review.moves.is_empty());
    }
}
