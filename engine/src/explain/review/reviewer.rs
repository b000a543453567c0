//! A game review in progress: its searches, one after the other, and their results.
//!
//! Each position is searched, the last one first, so that the position after a move is scored before the
//! move. A move with a loss is doubted: its position is searched again with ten times the nodes, and if
//! that search prefers another move, the played one is searched to the same depth. If it is still
//! unclear whether the move was a mistake, both searches are repeated with forty times the nodes, and
//! the loss is slightly less than the mean of both. A move that the deepest search prefers has no loss.
//!
//! Where the best move was played and may be one of few good ones, the other moves are searched as well, the
//! best of them as lines. If that seems so, it is confirmed by searches of the others and of all moves with
//! ten times the nodes.

mod resume;

use std::ops::{Range, RangeInclusive};

use super::few_good::good_others;
use super::network_chance::{chance, rescaled};
use super::{Review, Verdict, review};
use crate::rules::{Game, Move, Position};
use crate::search::{Line, Score, SearchLimits};

/// Nodes of a review's first search of each position; a node limit makes the review reproducible.
pub const REVIEW_NODES: u64 = 200_000;

/// Nodes of the second and the third search of a doubted move.
const MORE_NODES: [u64; 2] = [10 * REVIEW_NODES, 40 * REVIEW_NODES];

/// Minimum loss of a doubted move, percentage points: three fifths of an inaccuracy, since the first
/// search errs.
const MIN_DOUBTED_LOSS: f64 = 3.0;

/// Losses in the second search that need a third one, percentage points: less is no mistake, more is one
/// in any case.
const UNCLEAR_LOSS: Range<f64> = 7.0..30.0;

/// Lines of the search of the other moves: two good ones beside the move, and the first that is not.
const OTHER_LINES: u8 = 3;

/// Winning chances, percent, between which it matters how many moves are good: up to eight pawns by the
/// network. Without a mate no score reaches 92.
const CONTESTED: RangeInclusive<f64> = 10.0..=90.0;

/// Divisor of the mean loss of the second and the third search. Small losses are far more frequent, so
/// most moves that seem to lose ten points lose less (regression to the mean): in ten games seven of the
/// ten moves with a loss of 10 to 11 points lost fewer than ten for Stockfish at depth 20.
const OVERSTATED: f64 = 1.1;

/// A search that the review needs next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewSearch {
    /// Ply of the position.
    pub ply: usize,
    pub limits: SearchLimits,
}

/// A review in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewer {
    /// The game's positions, the start first.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// The best line in each position, side to move's view.
    best: Vec<Option<Line>>,
    /// The lines of doubted moves that were not the best.
    played: Vec<Option<Line>>,
    /// The best lines of the other moves where the played one is one of few good ones.
    others: Vec<Vec<Line>>,
    /// Losses of the doubted moves, percentage points.
    losses: Vec<Option<f64>>,
    /// Number of positions left.
    left: usize,
    step: ReviewStep,
}

/// The search of the current position in progress.
#[derive(Clone, Debug, Default, PartialEq)]
enum ReviewStep {
    #[default]
    First,
    /// Again with this many nodes.
    Again(u64),
    /// The played move alone, to the depth of the best line, which took this many nodes.
    Played(u64),
    /// All moves but the played one, with this many nodes.
    Others(u64),
}

/// A reviewed game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewedGame {
    /// Chances, losses and accuracies.
    pub review: Review,
    /// The best line in each position, the mover's view; none where the game was over.
    pub best: Vec<Option<Line>>,
    /// The line of each move that a deeper search found worse than the best.
    pub played: Vec<Option<Line>>,
    /// The best lines that begin with other moves, best first, where the move is one of few good ones; empty
    /// elsewhere.
    pub others: Vec<Vec<Line>>,
}

impl Reviewer {
    /// A review that has not searched yet.
    #[must_use]
    pub fn new(game: &Game) -> Reviewer {
        let count = game.ply() + 1;
        Reviewer {
            positions: (0..count).map(|ply| game.position_at(ply)).collect(),
            moves: game.moves().to_vec(),
            best: vec![None; count],
            played: vec![None; count],
            others: vec![Vec::new(); count],
            losses: vec![None; count],
            // The last position may be a draw by rule; the others were played on from.
            left: count - usize::from(game.outcome().is_some()),
            step: ReviewStep::First,
        }
    }

    /// Number of positions reviewed, and of all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.positions.len() - self.left, self.positions.len())
    }

    /// Whether the next search leaves moves out, so that its lines are not the position's best.
    #[must_use]
    pub fn leaves_moves_out(&self) -> bool {
        matches!(self.step, ReviewStep::Played(_) | ReviewStep::Others(_))
    }

    /// The search that is wanted next; `None` when all is known.
    #[must_use]
    pub fn wanted(&self) -> Option<ReviewSearch> {
        let ply = self.left.checked_sub(1)?;
        let limits = match (&self.step, &self.best[ply]) {
            (ReviewStep::Played(nodes), Some(best)) => SearchLimits {
                depth: Some(best.depth.max(1)),
                searchmoves: vec![self.moves[ply]],
                ..SearchLimits::nodes(2 * nodes)
            },
            (ReviewStep::Again(nodes), _) => SearchLimits::nodes(*nodes),
            (ReviewStep::Others(nodes), _) => {
                let mut others = self.positions[ply].legal_moves().to_vec();
                others.retain(|&other| other != self.moves[ply]);
                SearchLimits {
                    searchmoves: others,
                    ..SearchLimits::nodes(*nodes).with_multipv(OTHER_LINES)
                }
            }
            _ => SearchLimits::nodes(REVIEW_NODES),
        };
        Some(ReviewSearch { ply, limits })
    }

    /// Takes in the lines of the search that was wanted, best first; none where it found nothing.
    pub fn found(&mut self, lines: &[Line]) {
        let Some(ply) = self.left.checked_sub(1) else {
            return;
        };
        let Some(line) = lines.first().cloned() else {
            // What is not confirmed does not count.
            self.others[ply].clear();
            return self.finish_position();
        };
        let played = self.moves.get(ply).copied();
        match self.step {
            ReviewStep::First => {
                self.best[ply] = Some(line);
                let is_forced = self.positions[ply].count_legal_moves() == 1;
                let is_doubted = self
                    .seeming_loss(ply)
                    .is_some_and(|loss| loss >= MIN_DOUBTED_LOSS);
                if is_doubted && !is_forced {
                    self.step = ReviewStep::Again(MORE_NODES[0]);
                } else {
                    // A forced move loses nothing.
                    self.losses[ply] = is_forced.then_some(0.0);
                    self.look_at_others();
                }
            }
            ReviewStep::Again(nodes) => {
                let is_best = line.pv.first().copied() == played;
                self.best[ply] = Some(line);
                if is_best {
                    self.losses[ply] = Some(0.0);
                    match self.others[ply].is_empty() {
                        true => self.look_at_others(),
                        // That few moves are good is confirmed.
                        false => self.finish_position(),
                    }
                } else {
                    self.others[ply].clear();
                    self.step = ReviewStep::Played(nodes);
                }
            }
            ReviewStep::Played(nodes) => {
                let best = self.best[ply].as_ref();
                let lost = best.map_or(0.0, |best| chance(best.score) - chance(line.score));
                let lost = lost.max(0.0);
                let before = self.losses[ply].replace(lost);
                if let Some(before) = before {
                    self.losses[ply] = Some((before + lost) / 2.0 / OVERSTATED);
                } else if UNCLEAR_LOSS.contains(&lost) && nodes < MORE_NODES[1] {
                    self.step = ReviewStep::Again(MORE_NODES[1]);
                    return;
                }
                self.played[ply] = Some(line);
                self.finish_position();
            }
            ReviewStep::Others(nodes) => {
                let best = self.best[ply].as_ref();
                if best.is_none_or(|best| good_others(best, lines).is_none()) {
                    self.others[ply].clear();
                    return self.finish_position();
                }
                self.others[ply] = lines.to_vec();
                if nodes < MORE_NODES[0] {
                    self.step = ReviewStep::Others(MORE_NODES[0]);
                } else if self.losses[ply].is_none() {
                    self.step = ReviewStep::Again(MORE_NODES[0]);
                } else {
                    // The move was doubted, and is the best of as deep a search.
                    self.finish_position();
                }
            }
        }
    }

    /// Goes on to the moves that were not played, where it matters whether they are good, else to the next
    /// position.
    fn look_at_others(&mut self) {
        let ply = self.left.saturating_sub(1);
        match self.may_be_one_of_few(ply) {
            true => self.step = ReviewStep::Others(REVIEW_NODES),
            false => self.finish_position(),
        }
    }

    /// Whether the move at a ply is the best and could be one of few good ones, and the game is not decided. A
    /// recapture is often the only good move, and known as one.
    fn may_be_one_of_few(&self, ply: usize) -> bool {
        let (Some(played), Some(best)) = (self.moves.get(ply), &self.best[ply]) else {
            return false;
        };
        let last = ply.checked_sub(1).and_then(|ply| self.moves.get(ply));
        let takes_back = last.is_some_and(|last| {
            last.is_capture() && played.is_capture() && last.to() == played.to()
        });
        best.pv.first() == Some(played)
            && !takes_back
            && CONTESTED.contains(&chance(best.score))
            && self.positions[ply].count_legal_moves() > 1
    }

    fn finish_position(&mut self) {
        self.left -= 1;
        self.step = ReviewStep::First;
    }

    /// Points that the move at a ply lost as far as the searches of the positions before and after
    /// it tell; `None` without a move, or without a search.
    fn seeming_loss(&self, ply: usize) -> Option<f64> {
        self.moves.get(ply)?;
        let before = self.best[ply].as_ref()?.score;
        Some(chance(before) - (100.0 - chance(self.score(ply + 1))))
    }

    /// The score of the position at a ply, side to move's view.
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
            .map(|ply| rescaled(self.score(ply)).for_white(self.positions[ply].side_to_move()))
            .collect();
        ReviewedGame {
            review: review(&scores, &self.losses, self.positions[0].side_to_move()),
            best: self.best,
            played: self.played,
            others: self.others,
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

/// The score of a finished game: mate or draw.
pub(crate) fn end_score(position: &Position) -> Score {
    match position.in_check() && !position.has_legal_move() {
        true => Score::Mate(0),
        false => Score::Cp(0),
    }
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

    /// Reviews a game by written answers; what was asked for, but for other moves, and what came of it.
    fn answered(
        game: &Game,
        answer: impl Fn(&ReviewSearch) -> (Score, &'static str),
    ) -> (Vec<ReviewSearch>, ReviewedGame) {
        let mut reviewer = Reviewer::new(game);
        let mut asked = Vec::new();
        while let Some(wanted) = reviewer.wanted() {
            if wanted.limits.multipv > 1 {
                reviewer.found(&[]);
                continue;
            }
            let (score, uci) = answer(&wanted);
            reviewer.found(&[line(&game.position_at(wanted.ply), score, uci)]);
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
                (1, Some(REVIEW_NODES), 0) => (Cp(-20), "e7e5"),
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
    fn other_moves_are_searched_where_a_good_one_may_be_one_of_few() {
        let game = game("e4 d5 exd5 Qxd5 Nc3 Qd8 a3");
        let best = [
            "e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5d8", "d2d4", "g8f6",
        ];
        let mut reviewer = Reviewer::new(&game);
        let (mut others, mut done) = (Vec::new(), 0);
        while let Some(ReviewSearch { ply, limits }) = reviewer.wanted() {
            assert_eq!(reviewer.progress(), (best.len() - 1 - ply, best.len()));
            assert!(reviewer.progress().0 >= done);
            done = reviewer.progress().0;
            let position = game.position_at(ply);
            if limits.multipv > 1 {
                assert!(reviewer.leaves_moves_out());
                let played = game.moves()[ply];
                assert_eq!(limits.searchmoves.len(), position.count_legal_moves() - 1);
                assert!(!limits.searchmoves.contains(&played));
                others.push((ply, limits.nodes.unwrap()));
                let line = line(&position, Cp(-600), &limits.searchmoves[0].to_string());
                reviewer.found(&[line.clone(), line]);
                continue;
            }
            assert!(!reviewer.leaves_moves_out() || limits.searchmoves.len() == 1);
            let (score, uci) = match (ply, limits.searchmoves.len()) {
                // White is lost from the start: after 1. e4 all is decided.
                (0, _) => (Cp(-2_000), best[0]),
                (1, _) => (Cp(2_000), best[1]),
                // A mistake.
                (7, _) => (Cp(300), best[7]),
                (6, 1) => (Cp(-300), "a2a3"),
                _ => (Cp(0), best[ply]),
            };
            reviewer.found(&[line(&position, score, uci)]);
        }
        // 2... Qxd5 takes back, 4. a3 is a mistake, and 1. e4 d5 is played in a decided game.
        let [first, more] = [REVIEW_NODES, MORE_NODES[0]];
        let expected = [
            (5, first),
            (5, more),
            (4, first),
            (4, more),
            (2, first),
            (2, more),
        ];
        assert_eq!(others, expected);
        let found = reviewer.finish();
        let searched = |ply: &usize| !found.others[*ply].is_empty();
        assert_eq!(
            (0..best.len()).filter(searched).collect::<Vec<_>>(),
            [2, 4, 5]
        );
    }

    /// Reviews 1. e4, whose other moves seem to lose at first; their deeper search and that of all moves find
    /// this. The other lines that are left.
    fn confirmed(others: &[(Score, &str)], best: Option<(Score, &str)>) -> Vec<Line> {
        let game = game("e4");
        let start = game.position_at(0);
        let mut reviewer = Reviewer::new(&game);
        let lines = |found: &[(Score, &str)]| -> Vec<Line> {
            let found = found.iter();
            found
                .map(|&(score, uci)| line(&start, score, uci))
                .collect()
        };
        while let Some(ReviewSearch { ply, limits }) = reviewer.wanted() {
            let is_deep = limits.nodes == Some(MORE_NODES[0]);
            match (ply, is_deep, limits.multipv) {
                (1, ..) => reviewer.found(&[line(&game.position_at(1), Cp(0), "e7e5")]),
                (_, false, 1) => reviewer.found(&lines(&[(Cp(0), "e2e4")])),
                (_, false, _) => reviewer.found(&lines(&[(Cp(-600), "d2d4")])),
                (_, true, 1) => reviewer.found(&lines(best.as_slice())),
                (_, true, _) => reviewer.found(&lines(others)),
            }
        }
        reviewer.finish().others.swap_remove(0)
    }

    #[test]
    fn that_a_good_move_is_one_of_few_is_confirmed_by_deeper_searches() {
        let lost = [(Cp(-500), "c2c4")];
        let best = Some((Cp(10), "e2e4"));
        assert_eq!(confirmed(&lost, best).len(), 1);
        assert!(confirmed(&[(Cp(-50), "d2d4")], best).is_empty(), "as good");
        assert!(confirmed(&[], best).is_empty(), "nothing found");
        assert!(
            confirmed(&lost, Some((Cp(20), "d2d4"))).is_empty(),
            "not the best"
        );
        assert!(confirmed(&lost, None).is_empty(), "nothing found");
    }

    #[test]
    fn a_search_that_finds_nothing_ends_nothing() {
        let mut reviewer = Reviewer::new(&game("e4 e5"));
        while reviewer.wanted().is_some() {
            reviewer.found(&[]);
        }
        reviewer.found(&[]);
        let done = reviewer.finish();
        assert!(done.review.moves.iter().all(|mv| mv.verdict.is_none()));
        let mut empty = Reviewer::new(&Game::new());
        assert_eq!(empty.wanted().map(|wanted| wanted.ply), Some(0));
        empty.found(&[]);
        assert_eq!(empty.progress(), (1, 1));
        assert!(empty.finish().review.moves.is_empty());
    }
}
