//! How long to think: turns a clock into bounds for one move, and the course of the search into a
//! share of them.
//!
//! Integers only; none of it is looked at without a time limit.

use std::time::Duration;

use super::limits::{Remaining, SearchLimits};
use super::root::Candidate;
use crate::rules::Move;

/// Without a time control ahead, the game is planned for so many more moves.
const MOVES_AHEAD: u32 = 35;
/// So many overheads are not planned with while that many moves are to come: a busy machine now and
/// then stalls for longer than one, and a clock that runs on its last increments must survive that.
const RESERVE: u32 = 5;
/// What a move may use of its increment, in per cent: the rest refills a clock that runs low.
const INCREMENT_SHARE: u32 = 75;
/// A new iteration begins only within this share of the plan, in per cent: it is likely to take
/// longer than all before it.
const SOFT_SHARE: u32 = 60;
/// A running iteration may exceed the plan so many times.
const HARD_TIMES: u32 = 4;
/// But takes no more than this share of the clock, in per cent.
const HARD_SHARE: u32 = 30;
/// The share on the last move before a time control.
const LAST_MOVE_SHARE: u32 = 90;

// What the course of the search does to the soft bound: three factors, in per cent of it, that are
// multiplied. In quiet middlegames their product is near 100, so the plan holds on average.

/// A best move that is new may be the wrong one still…
const STABILITY_MOST: u32 = 160;
/// …and is less likely so with each iteration that confirms it…
const STABILITY_STEP: u32 = 15;
/// …but never beyond doubt.
const STABILITY_LEAST: u32 = 80;
/// If all nodes went into the best move, nothing comes near it: this is what remains then.
const EFFORT_LEAST: u32 = 50;
/// If next to none did, the others were hard to refute.
const EFFORT_MOST: u32 = 170;
/// Falling by a centipawn earns so many per cent: something was overlooked, and there may be a way
/// round it.
const DROP_STEP: i32 = 1;
/// A rising score needs less care, but is no proof.
const DROP_LEAST: i32 = 85;
/// A lost game is not saved by the clock.
const DROP_MOST: i32 = 170;
/// With so many iterations the score is compared; one of them alone wavers with odd and even depth.
const EARLIER_SCORES: usize = 3;
/// Beyond this a score is won or lost, however it moves; centipawns.
const DECIDED: i32 = 1_000;

/// Bounds for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No iteration begins after this, as far as the course of the search does not change it.
    pub soft: Option<Duration>,
    /// The search ends at this.
    pub hard: Option<Duration>,
}

/// The bounds that the limits ask for; the stricter where there are several.
pub(crate) fn budget(limits: &SearchLimits) -> Budget {
    let mut budget = Budget::default();
    if let Some(remaining) = limits.clock.filter(|_| !limits.infinite) {
        budget = share(remaining, limits.overhead);
    }
    if let Some(movetime) = limits.movetime {
        budget.hard = Some(budget.hard.map_or(movetime, |hard| hard.min(movetime)));
    }
    budget
}

fn share(remaining: Remaining, overhead: Duration) -> Budget {
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
    Budget {
        soft: Some(per_cent(plan, SOFT_SHARE).min(hard)),
        hard: Some(hard),
    }
}

/// Divides first: clocks may be as long as a `Duration` can be.
fn per_cent(time: Duration, share: u32) -> Duration {
    (time / 100).saturating_mul(share)
}

impl Budget {
    /// The soft bound after the course that the search has taken.
    pub fn soft_after(&self, course: &Course) -> Option<Duration> {
        let soft = per_cent(self.soft?, course.share());
        Some(self.hard.map_or(soft, |hard| soft.min(hard)))
    }
}

/// How the finished iterations went, as far as it says whether more of them are worth their time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    best: Option<Move>,
    /// Iterations that confirmed the best move.
    confirmed: u32,
    /// Nodes below the best move, per cent of all.
    effort: u32,
    /// Centipawns lost against the iterations before.
    drop: i32,
    /// Of the last iterations, the latest first.
    scores: [i32; EARLIER_SCORES],
    iterations: usize,
}

impl Course {
    /// Takes in a finished iteration: its best move, and the nodes of the search so far.
    pub(super) fn finished(&mut self, best: &Candidate, nodes: u64) {
        if self.best == Some(best.mv) {
            self.confirmed = self.confirmed.saturating_add(1);
        } else {
            self.best = Some(best.mv);
            self.confirmed = 0;
        }
        self.effort = (best.nodes.min(nodes).saturating_mul(100) / nodes.max(1)) as u32;
        let score = best.score.clamp(-DECIDED, DECIDED);
        let earlier = &self.scores[..self.iterations.min(EARLIER_SCORES)];
        self.drop = match earlier.len() as i32 {
            0 => 0,
            count => earlier.iter().sum::<i32>() / count - score,
        };
        self.scores.rotate_right(1);
        self.scores[0] = score;
        self.iterations += 1;
    }

    /// What the soft bound is multiplied with, per cent.
    fn share(&self) -> u32 {
        let factors = [
            stability_share(self.confirmed),
            effort_share(self.effort),
            drop_share(self.drop),
        ];
        factors
            .iter()
            .fold(100, |share, factor| share * factor / 100)
    }
}

fn stability_share(confirmed: u32) -> u32 {
    STABILITY_MOST
        .saturating_sub(confirmed.saturating_mul(STABILITY_STEP))
        .max(STABILITY_LEAST)
}

/// Falls in a straight line from none of the nodes to all of them.
fn effort_share(effort: u32) -> u32 {
    EFFORT_MOST - (EFFORT_MOST - EFFORT_LEAST) * effort.min(100) / 100
}

fn drop_share(drop: i32) -> u32 {
    (100 + drop * DROP_STEP)
        .clamp(DROP_LEAST, DROP_MOST)
        .unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    fn budget_for(remaining: Remaining, overhead: Duration) -> Budget {
        budget(&SearchLimits {
            clock: Some(remaining),
            overhead,
            ..SearchLimits::default()
        })
    }

    fn candidate(mv: &str, score: i32, nodes: u64) -> Candidate {
        let mv = Position::startpos().parse_uci(mv).unwrap();
        Candidate {
            score,
            nodes,
            ..Candidate::new(mv)
        }
    }

    #[test]
    fn no_bound_exceeds_the_clock_less_the_overhead_whatever_the_course() {
        let times = [0, 1, 5, 10, 11, 50, 100, 1_000, 60_000, 7_200_000, u64::MAX];
        let increments = [0, 1, 10, 1_000, 3_600_000, u64::MAX];
        let mut worst = Course::default();
        worst.finished(&candidate("e2e4", 900, 10), 10);
        worst.finished(&candidate("d2d4", -900, 0), 1_000);
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
                        assert!(budget.soft_after(&worst).unwrap() <= hard, "{what}");
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
        assert!(budget.soft_after(&Course::default()) <= budget.hard);
    }

    #[test]
    fn movetime_has_no_soft_bound() {
        let time = Duration::from_millis(300);
        let budget = budget(&SearchLimits::movetime(time));
        assert_eq!(budget.soft_after(&Course::default()), None);
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
        assert_eq!(budget(&limits), Budget::default());
    }

    #[test]
    fn a_best_move_that_stays_needs_less_time() {
        let mut course = Course::default();
        let mut shares = Vec::new();
        for _ in 0..10 {
            course.finished(&candidate("e2e4", 20, 60), 100);
            shares.push(course.share());
        }
        assert!(shares.is_sorted_by(|earlier, later| earlier >= later));
        assert!(shares[9] < shares[0]);
        course.finished(&candidate("d2d4", 20, 60), 100);
        assert_eq!(course.share(), shares[0]);
    }

    #[test]
    fn a_best_move_with_most_of_the_nodes_needs_less_time() {
        let share = |nodes| {
            let mut course = Course::default();
            course.finished(&candidate("e2e4", 20, nodes), 1_000);
            course.share()
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
            let mut course = Course::default();
            for _ in 0..3 {
                course.finished(&candidate("e2e4", 0, 500), 1_000);
            }
            course.finished(&candidate("e2e4", score, 500), 1_000);
            course.share()
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
