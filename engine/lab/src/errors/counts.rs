//! What errors come to.

use std::collections::HashMap;

use engine::exercises::GamePhase;
use engine::explain::Verdict;
use engine::rating::MoveLosses;
use engine::rules::Move;

/// A loss up to which a move counts as one of the best, points of the chance to win.
const BEST: f64 = 1.0;
/// Games with fewer moves are not looked at one by one.
const MIN_MOVES: usize = 10;
/// Moves before a blunder that make it come out of the blue if each was one of the best.
const CALM: usize = 5;

/// A move with what it lost against the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveLoss {
    pub mv: Move,
    /// Of the position before it.
    pub key: u64,
    pub phase: GamePhase,
    /// Points of the chance to win, 0 to 100.
    pub points: f64,
    /// Centipawns; scores beyond ten pawns count as ten.
    pub centipawns: i32,
}

/// The moves of a player in some games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ErrorCounts {
    games: Vec<Vec<MoveLoss>>,
}

impl ErrorCounts {
    /// Adds the moves of a game, in order.
    pub fn add(&mut self, game: Vec<MoveLoss>) {
        self.games.push(game);
    }

    fn moves(&self) -> impl Iterator<Item = &MoveLoss> {
        self.games.iter().flatten()
    }

    /// Number of moves, of one phase or of all.
    #[must_use]
    pub fn count(&self, phase: Option<GamePhase>) -> usize {
        self.moves().filter(|mv| is_of(phase, mv)).count()
    }

    /// Mean loss in a phase or all: points of the chance to win, and centipawns.
    #[must_use]
    pub fn mean_loss(&self, phase: Option<GamePhase>) -> (f64, f64) {
        let (mut points, mut centipawns) = (0.0, 0.0);
        for mv in self.moves().filter(|mv| is_of(phase, mv)) {
            points += mv.points;
            centipawns += f64::from(mv.centipawns);
        }
        let count = self.count(phase).max(1) as f64;
        (points / count, centipawns / count)
    }

    /// The rating's view of each game with at least ten moves: their number, and
    /// [`MoveLosses::logarithm`](engine::rating::MoveLosses::logarithm).
    #[must_use]
    pub fn by_game(&self) -> Vec<(usize, f64)> {
        let games = self.games.iter().filter(|game| game.len() >= MIN_MOVES);
        let view = |game: &Vec<MoveLoss>| {
            let mut losses = MoveLosses::default();
            for mv in game {
                losses.add(mv.points);
            }
            (game.len(), losses.logarithm())
        };
        games.map(view).collect()
    }

    /// Share of the moves with this verdict, `None` for those that lose less.
    #[must_use]
    pub fn share(&self, verdict: Option<Verdict>) -> f64 {
        let is_such = |mv: &&MoveLoss| Verdict::of(mv.points) == verdict;
        self.moves().filter(is_such).count() as f64 / self.count(None).max(1) as f64
    }

    /// Share of the moves that were among the best.
    #[must_use]
    pub fn best_share(&self) -> f64 {
        let best = self.moves().filter(|mv| mv.points <= BEST).count();
        best as f64 / self.count(None).max(1) as f64
    }

    /// The longest run of best moves of a game: the mean over the games, and the longest of all.
    #[must_use]
    pub fn longest_runs(&self) -> (f64, usize) {
        let runs: Vec<usize> = self.games.iter().map(|game| longest_run(game)).collect();
        let mean = runs.iter().sum::<usize>() as f64 / runs.len().max(1) as f64;
        (mean, runs.into_iter().max().unwrap_or(0))
    }

    /// Half of the blunders lose more than this: points, and centipawns. `None` without a blunder.
    #[must_use]
    pub fn median_blunder(&self) -> Option<(f64, i32)> {
        let is_blunder = |mv: &&MoveLoss| Verdict::of(mv.points) == Some(Verdict::Blunder);
        let blunders: Vec<&MoveLoss> = self.moves().filter(is_blunder).collect();
        let mut points: Vec<f64> = blunders.iter().map(|mv| mv.points).collect();
        let mut centipawns: Vec<i32> = blunders.iter().map(|mv| mv.centipawns).collect();
        points.sort_by(f64::total_cmp);
        centipawns.sort_unstable();
        let middle = points.len() / 2;
        Some((*points.get(middle)?, *centipawns.get(middle)?))
    }

    /// How much likelier a blunder is after five of the best moves in a row than at any time: 1 where errors do
    /// not depend on what went before.
    #[must_use]
    pub fn out_of_the_blue(&self) -> Option<f64> {
        let is_blunder = |mv: &MoveLoss| Verdict::of(mv.points) == Some(Verdict::Blunder);
        let (mut calm, mut calm_blunders) = (0_usize, 0_usize);
        for run in self.games.iter().flat_map(|game| game.windows(CALM + 1)) {
            let (before, last) = (&run[..CALM], &run[CALM]);
            if before.iter().all(|mv| mv.points <= BEST) {
                calm += 1;
                calm_blunders += usize::from(is_blunder(last));
            }
        }
        let all = self.share(Some(Verdict::Blunder));
        (calm > 0 && all > 0.0).then(|| calm_blunders as f64 / calm as f64 / all)
    }

    /// How often a position came that had come before, and the share of the same move as mostly there.
    #[must_use]
    pub fn repeated(&self) -> (usize, f64) {
        let mut played: HashMap<u64, HashMap<Move, usize>> = HashMap::new();
        for mv in self.moves() {
            *played.entry(mv.key).or_default().entry(mv.mv).or_default() += 1;
        }
        let (mut again, mut same) = (0, 0);
        for moves in played.values() {
            again += moves.values().sum::<usize>() - 1;
            same += moves.values().max().map_or(0, |most| most - 1);
        }
        (again, same as f64 / again.max(1) as f64)
    }
}

fn is_of(phase: Option<GamePhase>, mv: &MoveLoss) -> bool {
    phase.is_none_or(|phase| mv.phase == phase)
}

fn longest_run(game: &[MoveLoss]) -> usize {
    let runs = game.split(|mv| mv.points > BEST);
    runs.map(<[MoveLoss]>::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use engine::rules::Position;

    use super::*;

    fn moves(points: &[f64]) -> Vec<MoveLoss> {
        let mv = Position::startpos().parse_uci("e2e4").unwrap();
        let judged = (0..).zip(points).map(|(key, &points)| MoveLoss {
            mv,
            key,
            phase: GamePhase::Middlegame,
            points,
            centipawns: points as i32 * 10,
        });
        judged.collect()
    }

    fn counts(games: &[&[f64]]) -> ErrorCounts {
        let mut counts = ErrorCounts::default();
        games.iter().for_each(|game| counts.add(moves(game)));
        counts
    }

    #[test]
    fn losses_are_means_and_shares_of_all_moves() {
        let counts = counts(&[&[0.0, 6.0, 12.0, 30.0]]);
        assert_eq!(counts.mean_loss(None), (12.0, 120.0));
        assert_eq!(counts.mean_loss(Some(GamePhase::Endgame)), (0.0, 0.0));
        assert_eq!(counts.count(Some(GamePhase::Middlegame)), 4);
        for verdict in [
            None,
            Some(Verdict::Inaccuracy),
            Some(Verdict::Mistake),
            Some(Verdict::Blunder),
        ] {
            assert_eq!(counts.share(verdict), 0.25, "{verdict:?}");
        }
        assert_eq!(counts.best_share(), 0.25);
        assert_eq!(counts.median_blunder(), Some((30.0, 300)));
    }

    #[test]
    fn a_run_ends_with_the_game_or_with_a_move_that_loses_something() {
        let counts = counts(&[&[0.0, 0.0, 9.0, 0.5, 0.0, 0.0], &[0.0], &[2.0]]);
        assert_eq!(counts.longest_runs(), (4.0 / 3.0, 3));
    }

    #[test]
    fn a_blunder_after_five_good_moves_comes_out_of_the_blue() {
        // Of two moves after five good ones one is a blunder, of eight in all as well.
        let blue = counts(&[&[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 20.0, 0.0]]);
        assert_eq!(blue.out_of_the_blue(), Some(4.0));
        assert_eq!(counts(&[&[20.0, 20.0, 0.0]]).out_of_the_blue(), None);
        assert_eq!(counts(&[&[0.0; 9]]).out_of_the_blue(), None);
    }

    #[test]
    fn nothing_comes_of_no_moves() {
        let none = ErrorCounts::default();
        assert_eq!(none.mean_loss(None), (0.0, 0.0));
        assert_eq!(none.longest_runs(), (0.0, 0));
        assert_eq!(none.median_blunder(), None);
        assert_eq!(none.repeated(), (0, 0.0));
    }

    #[test]
    fn a_position_that_comes_again_is_compared() {
        let mut counts = ErrorCounts::default();
        let other = Position::startpos().parse_uci("d2d4").unwrap();
        let mut game = moves(&[0.0, 0.0, 0.0, 0.0]);
        game[1].key = 0;
        game[2].key = 0;
        game[2].mv = other;
        counts.add(game);
        assert_eq!(counts.repeated(), (2, 0.5));
    }
}
