//! How long to think: turns a clock into bounds for one move.

use std::time::Duration;

use super::limits::{Remaining, SearchLimits};

/// Kept back on every move for the way between the engine and whoever holds the clock.
const OVERHEAD: Duration = Duration::from_millis(20);
/// Without a time control ahead, the game is planned for so many more moves.
const MOVES_AHEAD: u32 = 35;
/// A new iteration begins only within this share of the plan, in per cent: it is likely to take
/// longer than all before it.
const SOFT_SHARE: u32 = 60;
/// A running iteration may exceed the plan so many times.
const HARD_TIMES: u32 = 4;
/// But takes no more than this share of the clock, in per cent.
const HARD_SHARE: u32 = 30;
/// The share on the last move before a time control.
const LAST_MOVE_SHARE: u32 = 90;

/// Bounds for one move, counted from the beginning of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    /// No iteration begins after this.
    pub soft: Option<Duration>,
    /// The search ends at this.
    pub hard: Option<Duration>,
}

/// The bounds that the limits ask for; the stricter where there are several.
pub(super) fn budget(limits: &SearchLimits) -> Budget {
    let mut budget = Budget::default();
    if let Some(remaining) = limits.clock.filter(|_| !limits.infinite) {
        budget = share(remaining);
    }
    if let Some(movetime) = limits.movetime {
        budget.hard = Some(budget.hard.map_or(movetime, |hard| hard.min(movetime)));
    }
    budget
}

fn share(remaining: Remaining) -> Budget {
    let available = remaining.time.saturating_sub(OVERHEAD);
    let moves = remaining
        .moves_to_go
        .map_or(MOVES_AHEAD, |moves| u32::from(moves).max(1));
    let plan = available / moves.min(MOVES_AHEAD) + per_cent(remaining.increment, 75);
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
    time / 100 * share
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget_for(time: Duration, increment: Duration, moves_to_go: Option<u16>) -> Budget {
        let clock = Some(Remaining {
            time,
            increment,
            moves_to_go,
        });
        budget(&SearchLimits {
            clock,
            ..SearchLimits::default()
        })
    }

    #[test]
    fn no_share_exceeds_the_clock_less_the_overhead() {
        let times = [0, 1, 5, 10, 11, 50, 100, 1_000, 60_000, 7_200_000, u64::MAX];
        let increments = [0, 1, 10, 1_000, 3_600_000, u64::MAX];
        for time in times.map(Duration::from_millis) {
            for increment in increments.map(Duration::from_millis) {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u16::MAX)] {
                    let budget = budget_for(time, increment, moves_to_go);
                    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                    assert!(soft <= hard, "{time:?} {increment:?} {moves_to_go:?}");
                    assert!(
                        hard <= time.saturating_sub(OVERHEAD),
                        "{time:?} {increment:?} {moves_to_go:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn movetime_has_no_soft_bound() {
        let time = Duration::from_millis(300);
        let budget = budget(&SearchLimits::movetime(time));
        assert_eq!(
            budget,
            Budget {
                soft: None,
                hard: Some(time)
            }
        );
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
}
