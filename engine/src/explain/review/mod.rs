//! Game review: winning chances, losses, accuracy and turning points. [`Reviewer`] runs the searches.

mod few_good;
mod network_chance;
mod reviewed_position;
mod reviewer;

use crate::rules::Color;
use crate::search::Score;

pub(in crate::explain) use few_good::good_others;
pub use network_chance::chance;
pub use reviewed_position::ReviewedPosition;
pub(crate) use reviewer::end_score;
pub use reviewer::{REVIEW_NODES, ReviewSearch, ReviewedGame, Reviewer};

/// Scores are clamped to this, centipawns; mates count as much.
pub const MAX_REVIEW_CP: i32 = 1_000;

/// Maximum number of turning points.
pub const MAX_TURNING_POINTS: usize = 3;

/// A side's winning chance at a score, percent: `50 + 50·(2 / (1 + e^(−0.00368208·cp)) − 1)`, the
/// curve that Lichess fitted to its players' games. Scores are clamped to [`MAX_REVIEW_CP`].
///
/// ```
/// use engine::explain::win_percent;
///
/// assert_eq!(win_percent(0), 50.0);
/// assert!((win_percent(100) - 59.1).abs() < 0.05);
/// ```
#[must_use]
pub fn win_percent(cp: i32) -> f64 {
    let cp = f64::from(cp.clamp(-MAX_REVIEW_CP, MAX_REVIEW_CP));
    50.0 + 50.0 * (2.0 / (1.0 + libm::exp(-0.003_682_08 * cp)) - 1.0)
}

/// Accuracy of a move by its loss of winning chance, percentage points: 100 without a loss, towards 0 for
/// the worst. `103.1668·e^(−0.04354·loss) − 3.1669 + 1`, also Lichess's.
#[must_use]
pub fn move_accuracy(loss: f64) -> f64 {
    (103.1668 * libm::exp(-0.043_54 * loss.max(0.0)) - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// The classification of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Verdict {
    /// A loss of 5 percentage points or more.
    Inaccuracy,
    /// 10 or more.
    Mistake,
    /// 15 or more.
    Blunder,
}

impl Verdict {
    /// The verdict on a loss, percentage points; `None` for a small one.
    #[must_use]
    pub fn of(loss: f64) -> Option<Verdict> {
        match loss {
            15.0.. => Some(Verdict::Blunder),
            10.0.. => Some(Verdict::Mistake),
            5.0.. => Some(Verdict::Inaccuracy),
            _ => None,
        }
    }
}

/// One move of a reviewed game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReviewedMove {
    pub mover: Color,
    /// Loss of winning chance, percentage points.
    pub loss: f64,
    /// 0 to 100; see [`move_accuracy`].
    pub accuracy: f64,
    pub verdict: Option<Verdict>,
}

/// A reviewed game.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Review {
    /// White's winning chance in each position, percent; one more than moves.
    pub chances: Vec<f64>,
    pub moves: Vec<ReviewedMove>,
    /// By [`Color::index`]: the mean accuracy of the side's moves; `None` without moves.
    pub accuracy: [Option<f64>; 2],
    /// Indices of at most three moves, in order: those with the largest losses, at least mistakes; the
    /// earlier of equals.
    pub turning_points: Vec<usize>,
}

/// Reviews a game by the scores of its positions, White's view, the start first; `first` made the first
/// move. `losses` has the losses of moves that were searched again, percentage points; those of the
/// others follow from the scores before and after.
///
/// `Mate(0)` has no sign: the side to move is mated.
#[must_use]
pub fn review(scores: &[Score], losses: &[Option<f64>], first: Color) -> Review {
    let chances: Vec<f64> = scores
        .iter()
        .enumerate()
        .map(|(ply, &score)| white_chance(score, mover(first, ply)))
        .collect();
    let moves: Vec<ReviewedMove> = chances
        .windows(2)
        .enumerate()
        .map(|(ply, pair)| {
            let mover = mover(first, ply);
            let known = losses.get(ply).copied().flatten();
            reviewed(
                mover,
                known.unwrap_or_else(|| loss(mover, pair[0] - pair[1])),
            )
        })
        .collect();
    Review {
        accuracy: Color::ALL.map(|side| mean_accuracy(&moves, side)),
        turning_points: turning_points(&moves),
        chances,
        moves,
    }
}

/// The side to move at a ply.
fn mover(first: Color, ply: usize) -> Color {
    if ply.is_multiple_of(2) { first } else { !first }
}

/// White's winning chance, percent, at White's score of a position with this side to move, which gives
/// `Mate(0)` its sign.
#[must_use]
pub fn white_chance(score: Score, to_move: Color) -> f64 {
    win_percent(centipawns(score, to_move))
}

/// White's score in centipawns; a mate counts [`MAX_REVIEW_CP`].
fn centipawns(score: Score, to_move: Color) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(1..) => MAX_REVIEW_CP,
        Score::Mate(..0) => -MAX_REVIEW_CP,
        Score::Mate(0) if to_move == Color::Black => MAX_REVIEW_CP,
        Score::Mate(0) => -MAX_REVIEW_CP,
    }
}

/// The mover's loss, from White's loss.
fn loss(mover: Color, white_loss: f64) -> f64 {
    match mover {
        Color::White => white_loss.max(0.0),
        Color::Black => (-white_loss).max(0.0),
    }
}

fn reviewed(mover: Color, loss: f64) -> ReviewedMove {
    ReviewedMove {
        mover,
        loss,
        accuracy: move_accuracy(loss),
        verdict: Verdict::of(loss),
    }
}

fn mean_accuracy(moves: &[ReviewedMove], side: Color) -> Option<f64> {
    let own = || moves.iter().filter(|mv| mv.mover == side);
    let count = own().count();
    (count > 0).then(|| own().map(|mv| mv.accuracy).sum::<f64>() / count as f64)
}

fn turning_points(moves: &[ReviewedMove]) -> Vec<usize> {
    let mut worst: Vec<usize> = Vec::new();
    for _ in 0..MAX_TURNING_POINTS {
        let left = (0..moves.len())
            .filter(|index| moves[*index].verdict >= Some(Verdict::Mistake))
            .filter(|index| !worst.contains(index));
        let next = left.reduce(|best, index| {
            if moves[index].loss > moves[best].loss {
                index
            } else {
                best
            }
        });
        worst.extend(next);
    }
    crate::short::sort_by_key(&mut worst, |&index| index);
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use Score::{Cp, Mate};

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.01, "{found}, not {expected}");
    }

    /// Calculated by hand: e^0.368208 = 1.445142, e^1.10462 = 3.018100, e^3.68208 = 39.7290.
    #[test]
    fn chances_follow_the_curve_and_mates_are_its_ends() {
        near(win_percent(0), 50.0);
        near(win_percent(100), 59.1026);
        near(win_percent(-100), 40.8974);
        near(win_percent(300), 75.1126);
        near(win_percent(1_000), 97.5448);
        near(win_percent(5_000), 97.5448);
        for (score, to_move, expected) in [
            (Mate(3), Color::White, 97.5448),
            (Mate(-3), Color::White, 2.4552),
            (Mate(0), Color::White, 2.4552),
            (Mate(0), Color::Black, 97.5448),
        ] {
            near(white_chance(score, to_move), expected);
        }
    }

    /// e^-0.4354 = 0.647006, e^-4.354 = 0.012855.
    #[test]
    fn accuracy_falls_with_the_loss_and_stays_within_its_bounds() {
        near(move_accuracy(0.0), 100.0);
        near(move_accuracy(-3.0), 100.0);
        near(move_accuracy(10.0), 64.5826);
        near(move_accuracy(100.0), 0.0);
    }

    #[test]
    fn verdicts_begin_at_five_ten_and_fifteen_points() {
        let cases = [
            (4.99, None),
            (5.0, Some(Verdict::Inaccuracy)),
            (9.99, Some(Verdict::Inaccuracy)),
            (10.0, Some(Verdict::Mistake)),
            (14.99, Some(Verdict::Mistake)),
            (15.0, Some(Verdict::Blunder)),
            (80.0, Some(Verdict::Blunder)),
        ];
        for (loss, verdict) in cases {
            assert_eq!(Verdict::of(loss), verdict, "{loss}");
        }
    }

    #[test]
    fn a_loss_is_the_movers_and_a_side_has_the_mean_of_its_moves() {
        // White loses 9.1 points, Black nothing, White nothing (it gains), Black 25.1.
        let game = review(
            &[Cp(0), Cp(-100), Cp(-100), Cp(0), Cp(300)],
            &[],
            Color::White,
        );
        let losses: Vec<f64> = game.moves.iter().map(|mv| mv.loss).collect();
        for (found, expected) in losses.iter().zip([9.1026, 0.0, 0.0, 25.1126]) {
            near(*found, expected);
        }
        let verdicts: Vec<_> = game.moves.iter().map(|mv| mv.verdict).collect();
        let expected = [
            Some(Verdict::Inaccuracy),
            None,
            None,
            Some(Verdict::Blunder),
        ];
        assert_eq!(verdicts, expected);
        near(
            game.accuracy[0].unwrap(),
            f64::midpoint(move_accuracy(9.1026), 100.0),
        );
        near(
            game.accuracy[1].unwrap(),
            f64::midpoint(100.0, move_accuracy(25.1126)),
        );
        assert_eq!(game.turning_points, [3]);
    }

    #[test]
    fn black_may_begin_and_a_mate_on_the_board_has_its_winner() {
        let game = review(&[Mate(1), Mate(0)], &[], Color::White);
        assert_eq!(game.moves[0].loss, 0.0);
        let game = review(&[Mate(-1), Mate(0)], &[], Color::Black);
        assert_eq!(game.moves[0].mover, Color::Black);
        assert_eq!(game.moves[0].loss, 0.0);
        assert_eq!(game.accuracy, [None, Some(game.moves[0].accuracy)]);
    }

    #[test]
    fn the_three_worst_moves_are_the_turning_points_in_the_games_order() {
        // Points lost: 14, 23, 34, 1, 1, 56, 31.
        let scores = [0, -150, 100, -300, -290, -300, 400, 0].map(Cp);
        let game = review(&scores, &[], Color::White);
        assert_eq!(game.turning_points, [2, 5, 6]);
        // Black's moves are the even ones: from -400 to 100 White gained nothing of its own.
        let scores = [0, 0, -150, -400, 100, 90, 600, 0].map(Cp);
        let game = review(&scores, &[], Color::Black);
        assert_eq!(game.turning_points, [1]);
        let quiet = review(&[Cp(0), Cp(-60), Cp(-60), Cp(-120)], &[], Color::White);
        assert!(quiet.turning_points.is_empty());
        assert_eq!(review(&[], &[], Color::White), Review::default());
    }
}
