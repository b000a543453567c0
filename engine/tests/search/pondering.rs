//! Pondering: no time limit applies before `ponderhit`.

use std::cell::Cell;
use std::time::Duration;

use engine::player::{Clock, Decision, Stop, StopReason};
use engine::rules::Game;
use engine::search::{Remaining, SearchLimits};

use super::{HASH_MB, choose, new_calculator};

/// Ponders until it was polled this often; then time counts.
struct Ponderer {
    polls: Cell<u32>,
    hit: u32,
}

impl Stop for Ponderer {
    fn is_set(&self) -> bool {
        self.polls.set(self.polls.get() + 1);
        // Ends the test if the search does not end.
        self.polls.get() > 10 * self.hit
    }

    fn is_pondering(&self) -> bool {
        self.polls.get() < self.hit
    }
}

/// Advances by a millisecond at each reading.
struct Ticking(Cell<Duration>);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.0.set(self.0.get() + Duration::from_millis(1));
        self.0.get()
    }
}

fn pondered(game: &Game, limits: &SearchLimits, hit: u32) -> (Decision, u32) {
    let stop = Ponderer {
        polls: Cell::new(0),
        hit,
    };
    let clock = Ticking(Cell::new(Duration::ZERO));
    let mut calculator = new_calculator(HASH_MB);
    let decision = choose(&mut calculator, game, limits, &clock, &stop).0;
    (decision, stop.polls.get())
}

fn clock(millis: u64) -> SearchLimits {
    SearchLimits {
        clock: Some(Remaining {
            time: Duration::from_millis(millis),
            increment: Duration::ZERO,
            moves_to_go: None,
        }),
        ..SearchLimits::default()
    }
}

#[test]
fn no_time_runs_out_before_the_ponderhit() {
    for limits in [
        clock(0),
        clock(100),
        SearchLimits::movetime(Duration::from_millis(3)),
    ] {
        let (decision, polls) = pondered(&Game::new(), &limits, 100);
        assert_eq!(decision.stop_reason, StopReason::Time, "{limits:?}");
        assert!(polls >= 100, "{limits:?}: {polls}");
    }
}

#[test]
fn after_the_ponderhit_movetime_is_counted_from_there() {
    let limits = SearchLimits::movetime(Duration::from_millis(30));
    let (_, polls) = pondered(&Game::new(), &limits, 100);
    // Each look reads the clock once, reports a few times more.
    assert!((105..=131).contains(&polls), "{polls}");
}

#[test]
fn a_move_thought_through_on_the_opponents_time_is_played_at_the_ponderhit() {
    // A share of this clock is some 10 ms, long gone by then.
    let (decision, polls) = pondered(&Game::new(), &clock(500), 200);
    assert_eq!(decision.stop_reason, StopReason::Time);
    assert!((200..=202).contains(&polls), "{polls}");
}

#[test]
fn an_only_move_ponders_on_until_the_ponderhit() {
    let game = super::game("7k/8/8/8/8/8/6q1/7K w - - 0 1");
    let (decision, polls) = pondered(&game, &clock(60_000), 3);
    assert!(decision.mv.is_some());
    assert!(
        polls <= 4 || decision.stop_reason == StopReason::Depth,
        "{polls}"
    );
}

#[test]
fn pondering_changes_nothing_for_a_search_to_a_depth() {
    let limits = SearchLimits::depth(6);
    let plain = super::search(&Game::new(), &limits);
    let (decision, _) = pondered(&Game::new(), &limits, u32::MAX / 10);
    assert_eq!(
        (plain.mv, plain.nodes, plain.stop_reason),
        (decision.mv, decision.nodes, decision.stop_reason)
    );
}
