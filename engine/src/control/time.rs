//! Time management: a soft and a hard limit for one move, and what the finished iterations do to
//! the soft one.
//!
//! Integers only; unused without a time limit.

use std::time::Duration;

use super::limits::{Remaining, SearchLimits};
use crate::rules::Move;

/// Moves to plan for in sudden death.
const MOVES_AHEAD: u32 = 35;
/// Overheads kept in reserve, at most one for each move to come: a busy machine now and then stalls
/// for longer than one overhead, and a clock that runs on increments must survive that.
const RESERVE: u32 = 5;
/// Share of the increment that a move may use, per cent; the rest refills a low clock.
const INCREMENT_SHARE: u32 = 75;
/// The soft limit's share of the planned time, per cent: a new iteration is likely to take longer
/// than all before it.
const SOFT_SHARE: u32 = 60;
/// The hard limit, in multiples of the planned time.
const HARD_TIMES: u32 = 4;
/// The hard limit's largest share of the clock, per cent.
const HARD_SHARE: u32 = 30;
/// The same on the last move before a time control.
const LAST_MOVE_SHARE: u32 = 90;

// Three factors of the soft limit, per cent, that are multiplied. In quiet middlegames their product
// is near 100, so the plan holds on average.

/// Best-move stability: factor of a new best move, what each iteration that confirms it takes off,
/// and the least.
const MAX_STABILITY: u32 = 160;
const STABILITY_STEP: u32 = 15;
const MIN_STABILITY: u32 = 80;
/// Node effort: factor where all nodes went into the best move, and where none did.
const MIN_EFFORT: u32 = 50;
const MAX_EFFORT: u32 = 170;
/// Score drop: per cent for each centipawn lost, and the bounds of the factor.
const DROP_STEP: i32 = 1;
const MIN_DROP: i32 = 85;
const MAX_DROP: i32 = 170;
/// Iterations whose mean score the new one is compared with; a single one alternates with odd and
/// even depth.
const EARLIER_SCORES: usize = 3;
/// Scores are clamped to this, centipawns: beyond it the game is decided.
const DECIDED: i32 = 1_000;

/// Time limits for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeBudget {
    /// No iteration begins after this; scaled by [`SoftTimeFactors`].
    pub soft: Option<Duration>,
    /// The search ends at this.
    pub hard: Option<Duration>,
}

/// The time limits that `limits` ask for; the stricter where there are several.
pub(crate) fn time_budget(limits: &SearchLimits) -> TimeBudget {
    let mut budget = TimeBudget::default();
    if let Some(remaining) = limits.clock.filter(|_| !limits.infinite) {
        budget = share_of_clock(remaining, limits.overhead);
    }
    if let Some(movetime) = limits.movetime {
        budget.hard = Some(budget.hard.map_or(movetime, |hard| hard.min(movetime)));
    }
    budget
}

fn share_of_clock(remaining: Remaining, overhead: Duration) -> TimeBudget {
    let available = remaining.time.saturating_sub(overhead);
    let moves = remaining
        .moves_to_go
        .map_or(MOVES_AHEAD, |moves| u32::from(moves).max(1));
    let increment = per_cent(remaining.increment, INCREMENT_SHARE);
    let reserve = overhead.saturating_mul(moves.min(RESERVE));
    let spare = remaining.time.saturating_sub(reserve);
    let plan = (spare / moves.min(MOVES_AHEAD)).saturating_add(increment);
    let share = if moves == 1 {
        LAST_MOVE_SHARE
    } else {
        HARD_SHARE
    };
    let hard = plan
        .saturating_mul(HARD_TIMES)
        .min(per_cent(available, share));
    TimeBudget {
        soft: Some(per_cent(plan, SOFT_SHARE).min(hard)),
        hard: Some(hard),
    }
}

/// Divides first, so that no clock overflows.
fn per_cent(time: Duration, share: u32) -> Duration {
    (time / 100).saturating_mul(share)
}

impl TimeBudget {
    /// The soft limit after the iterations so far.
    pub fn scaled_soft(&self, factors: &SoftTimeFactors) -> Option<Duration> {
        let soft = per_cent(self.soft?, factors.product());
        Some(self.hard.map_or(soft, |hard| soft.min(hard)))
    }
}

/// What the finished iterations say about how much time the next one deserves.
#[derive(Clone, Debug, Default)]
pub(crate) struct SoftTimeFactors {
    best: Option<Move>,
    /// Consecutive iterations that confirmed the best move.
    confirmed: u32,
    /// Nodes below the best move, per cent of all.
    effort: u32,
    /// Centipawns lost against the mean of the iterations before.
    drop: i32,
    /// Scores of the last iterations, the latest first.
    scores: [i32; EARLIER_SCORES],
    iterations: usize,
}

/// The best move of a finished iteration.
pub(crate) struct IterationResult {
    pub best: Move,
    /// Centipawns or a mate, side to move.
    pub score: i32,
    /// Nodes below the best move, at all depths together.
    pub best_nodes: u64,
    /// Nodes of the search so far.
    pub nodes: u64,
}

impl SoftTimeFactors {
    /// Takes in a finished iteration.
    pub fn update(&mut self, finished: &IterationResult) {
        let &IterationResult {
            best,
            score,
            best_nodes,
            nodes,
        } = finished;
        if self.best == Some(best) {
            self.confirmed = self.confirmed.saturating_add(1);
        } else {
            self.best = Some(best);
            self.confirmed = 0;
        }
        self.effort = (best_nodes.min(nodes).saturating_mul(100) / nodes.max(1)) as u32;
        let score = score.clamp(-DECIDED, DECIDED);
        let earlier = &self.scores[..self.iterations.min(EARLIER_SCORES)];
        self.drop = match earlier.len() as i32 {
            0 => 0,
            count => earlier.iter().sum::<i32>() / count - score,
        };
        self.scores.rotate_right(1);
        self.scores[0] = score;
        self.iterations += 1;
    }

    /// The factor of the soft limit, per cent.
    fn product(&self) -> u32 {
        let factors = [
            stability_factor(self.confirmed),
            effort_factor(self.effort),
            drop_factor(self.drop),
        ];
        factors
            .iter()
            .fold(100, |product, factor| product * factor / 100)
    }
}

fn stability_factor(confirmed: u32) -> u32 {
    MAX_STABILITY
        .saturating_sub(confirmed.saturating_mul(STABILITY_STEP))
        .max(MIN_STABILITY)
}

/// Linear between [`MAX_EFFORT`] at 0 per cent and [`MIN_EFFORT`] at 100.
fn effort_factor(effort: u32) -> u32 {
    MAX_EFFORT - (MAX_EFFORT - MIN_EFFORT) * effort.min(100) / 100
}

fn drop_factor(drop: i32) -> u32 {
    (100 + drop * DROP_STEP)
        .clamp(MIN_DROP, MAX_DROP)
        .unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    fn budget_for(remaining: Remaining, overhead: Duration) -> TimeBudget {
        time_budget(&SearchLimits {
            clock: Some(remaining),
            overhead,
            ..SearchLimits::default()
        })
    }

    fn iteration(mv: &str, score: i32, best_nodes: u64, nodes: u64) -> IterationResult {
        IterationResult {
            best: Position::startpos().parse_uci(mv).unwrap(),
            score,
            best_nodes,
            nodes,
        }
    }

    #[test]
    fn no_bound_exceeds_the_clock_less_the_overhead_whatever_the_course() {
        let times = [0, 1, 5, 10, 11, 50, 100, 1_000, 60_000, 7_200_000, u64::MAX];
        let increments = [0, 1, 10, 1_000, 3_600_000, u64::MAX];
        let mut worst = SoftTimeFactors::default();
        worst.update(&iteration("e2e4", 900, 10, 10));
        worst.update(&iteration("d2d4", -900, 0, 1_000));
        for time in times.map(Duration::from_millis) {
            for increment in increments.map(Duration::from_millis) {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u16::MAX)] {
                    for overhead in [0, 20, 5_000].map(Duration::from_millis) {
                        let remaining = Remaining {
                            time,
                            increment,
                            moves_to_go,
                        };
                        let budget = budget_for(remaining, overhead);
                        let hard = budget.hard.unwrap();
                        let what = format!("{remaining:?} {overhead:?}");
                        assert!(budget.soft.unwrap() <= hard, "{what}");
                        assert!(budget.scaled_soft(&worst).unwrap() <= hard, "{what}");
                        assert!(hard <= time.saturating_sub(overhead), "{what}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_clock_of_any_length_is_divided_without_overflow() {
        let remaining = Remaining {
            time: Duration::MAX,
            increment: Duration::MAX,
            moves_to_go: Some(1),
        };
        let budget = budget_for(remaining, Duration::ZERO);
        assert!(budget.scaled_soft(&SoftTimeFactors::default()) <= budget.hard);
    }

    #[test]
    fn movetime_has_no_soft_bound() {
        let time = Duration::from_millis(300);
        let budget = time_budget(&SearchLimits::movetime(time));
        assert_eq!(budget.scaled_soft(&SoftTimeFactors::default()), None);
        assert_eq!(budget.hard, Some(time));
    }

    #[test]
    fn an_infinite_search_ignores_the_clock() {
        let clock = Some(Remaining {
            time: Duration::ZERO,
            increment: Duration::ZERO,
            moves_to_go: None,
        });
        let limits = SearchLimits {
            clock,
            infinite: true,
            ..SearchLimits::default()
        };
        assert_eq!(time_budget(&limits), TimeBudget::default());
    }

    #[test]
    fn a_best_move_that_stays_needs_less_time() {
        let mut factors = SoftTimeFactors::default();
        let mut shares = Vec::new();
        for _ in 0..10 {
            factors.update(&iteration("e2e4", 20, 60, 100));
            shares.push(factors.product());
        }
        assert!(shares.is_sorted_by(|earlier, later| earlier >= later));
        assert!(shares[9] < shares[0]);
        factors.update(&iteration("d2d4", 20, 60, 100));
        assert_eq!(factors.product(), shares[0]);
    }

    #[test]
    fn a_best_move_with_most_of_the_nodes_needs_less_time() {
        let share = |nodes| {
            let mut factors = SoftTimeFactors::default();
            factors.update(&iteration("e2e4", 20, nodes, 1_000));
            factors.product()
        };
        let shares: Vec<u32> = [0, 100, 300, 600, 900, 1_000].map(share).to_vec();
        assert!(
            shares.is_sorted_by(|fewer, more| fewer > more),
            "{shares:?}"
        );
    }

    #[test]
    fn a_falling_score_needs_more_time_and_a_rising_one_less() {
        let share = |score| {
            let mut factors = SoftTimeFactors::default();
            for _ in 0..3 {
                factors.update(&iteration("e2e4", 0, 500, 1_000));
            }
            factors.update(&iteration("e2e4", score, 500, 1_000));
            factors.product()
        };
        assert!(share(-30) > share(0));
        assert!(share(0) > share(30));
        assert_eq!(
            share(-31_990),
            share(-1_000),
            "a mate is lost, like a queen"
        );
    }
}
