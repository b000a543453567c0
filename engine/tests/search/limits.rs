//! Limits of depth, nodes and time, the stop flag, and determinism.

use std::cell::Cell;
use std::time::Duration;

use engine::player::{Calculator, Clock, NeverStop, Player, Stop, StopReason, StoppedClock};
use engine::rules::Game;
use engine::search::{Remaining, Report, SearchLimits};

use super::{HASH_MB, assert_playable, choose, game, new_calculator, played, search};

const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
const TACTICS: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Is set from the n-th poll on.
struct StopAfter(Cell<u32>);

impl Stop for StopAfter {
    fn is_set(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left == 0
    }
}

/// Advances by a step at each reading.
struct Ticking {
    now: Cell<Duration>,
    step: Duration,
}

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.now.set(self.now.get() + self.step);
        self.now.get()
    }
}

#[test]
fn the_same_search_gives_the_same_answer_in_a_new_and_in_a_used_player() {
    let mut used = new_calculator(HASH_MB);
    for fen in [MIDDLEGAME, TACTICS, MIDDLEGAME] {
        let game = game(fen);
        for limits in [SearchLimits::depth(7), SearchLimits::nodes(30_000)] {
            let fresh = choose(
                &mut new_calculator(HASH_MB),
                &game,
                &limits,
                &StoppedClock,
                &NeverStop,
            );
            let again = choose(&mut used, &game, &limits, &StoppedClock, &NeverStop);
            assert_eq!(fresh, again, "{fen} {limits:?}");
        }
    }
}

#[test]
fn new_game_makes_a_player_that_remembers_like_new() {
    let game = game(MIDDLEGAME);
    let limits = SearchLimits::depth(9);
    let mut calculator = new_calculator(HASH_MB);
    calculator.remember(true);
    let first = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop).0;
    let second = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop).0;
    calculator.new_game();
    let third = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop).0;
    assert!(second.nodes < first.nodes);
    assert_eq!(third.nodes, first.nodes);
}

#[test]
fn a_node_limit_is_exact() {
    for nodes in [0, 1, 2, 20, 2_047, 2_048, 2_049, 5_000, 50_001] {
        let decision = search(&game(TACTICS), &SearchLimits::nodes(nodes));
        assert_eq!(decision.nodes, nodes);
        assert_eq!(decision.stop_reason, StopReason::Nodes);
        assert!(game(TACTICS).position().is_legal(decision.mv.unwrap()));
    }
}

#[test]
fn a_depth_limit_is_the_last_depth_reported() {
    for depth in 1..=6 {
        let decision = search(&game(MIDDLEGAME), &SearchLimits::depth(depth));
        assert_eq!(
            (decision.depth, decision.stop_reason),
            (depth, StopReason::Depth)
        );
    }
}

#[test]
fn a_stop_at_any_moment_leaves_a_legal_move_within_4096_nodes() {
    for fen in [MIDDLEGAME, TACTICS] {
        let game = game(fen);
        for polls in (0..40).chain([100, 173, 250]) {
            let stop = StopAfter(Cell::new(polls));
            let limits = SearchLimits {
                infinite: true,
                ..SearchLimits::default()
            };
            let mut calculator = new_calculator(HASH_MB);
            let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &stop);
            assert!(
                game.position().is_legal(decision.mv.unwrap()),
                "{fen} {polls}"
            );
            assert_eq!(decision.stop_reason, StopReason::Stopped);
            assert!(
                decision.nodes <= u64::from(polls) * 2_048 + 4_096,
                "{fen} {polls}"
            );
            assert_eq!(decision.lines[0].pv[0], decision.mv.unwrap());
        }
    }
}

#[test]
fn an_unfinished_depth_never_replaces_a_finished_one() {
    let game = game(TACTICS);
    for nodes in (500..60_000).step_by(1_777) {
        let mut calculator = new_calculator(HASH_MB);
        let limits = SearchLimits::nodes(nodes);
        let (decision, reports) =
            choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);
        let last = reports.iter().rev().find_map(|report| match report {
            Report::Depth(line) => Some(line),
            _ => None,
        });
        let Some(last) = last else {
            assert!(nodes < 5_000, "no depth finished in {nodes} nodes");
            continue;
        };
        assert_eq!(&decision.lines[0], last, "{nodes}");
        let finished = search(&game, &SearchLimits::depth(last.depth));
        assert_eq!(finished.mv, decision.mv, "{nodes}");
        assert_eq!(finished.lines[0].score, last.score, "{nodes}");
    }
}

#[test]
fn a_time_limit_ends_the_search_at_the_first_look_after_it() {
    let step = Duration::from_millis(1);
    for millis in [0, 1, 5, 50] {
        let clock = Ticking {
            now: Cell::new(Duration::from_secs(1_000)),
            step,
        };
        let time = Duration::from_millis(millis);
        let mut calculator = new_calculator(HASH_MB);
        let game = game(TACTICS);
        let limits = SearchLimits::movetime(time);
        let (decision, _) = choose(&mut calculator, &game, &limits, &clock, &NeverStop);
        assert_eq!(decision.stop_reason, StopReason::Time);
        assert!(
            decision.nodes <= 2_048 * (millis + 1),
            "{millis} ms: {}",
            decision.nodes
        );
        assert!(decision.mv.is_some());
    }
}

#[test]
fn the_clock_is_never_overrun() {
    let step = Duration::from_micros(500);
    for millis in [0, 1, 10, 11, 30, 100, 1_000] {
        let clock = Ticking {
            now: Cell::new(Duration::ZERO),
            step,
        };
        let time = Duration::from_millis(millis);
        let remaining = Remaining {
            time,
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let limits = SearchLimits {
            clock: Some(remaining),
            ..SearchLimits::default()
        };
        let mut calculator = new_calculator(HASH_MB);
        let (decision, _) = choose(&mut calculator, &Game::new(), &limits, &clock, &NeverStop);
        assert!(decision.mv.is_some());
        // Time used before the first check is not the search's.
        let unavoidable = 12 * step;
        assert!(
            clock.now.get() <= time + unavoidable,
            "{millis} ms: {:?}",
            clock.now.get()
        );
    }
}

#[test]
fn time_that_runs_out_within_a_depth_leaves_the_best_move_so_far() {
    let game = game(TACTICS);
    let mut within_a_depth = 0;
    for millis in 1..60 {
        let clock = Ticking {
            now: Cell::new(Duration::ZERO),
            step: Duration::from_millis(1),
        };
        let limits = SearchLimits::movetime(Duration::from_millis(millis));
        let mut calculator = new_calculator(HASH_MB);
        let (decision, _) = choose(&mut calculator, &game, &limits, &clock, &NeverStop);
        let best = &decision.lines[0];
        assert_eq!(decision.mv, Some(best.pv[0]));
        assert_playable(&game, &best.pv);
        assert!(best.depth == decision.depth || best.depth == decision.depth + 1);
        within_a_depth += u32::from(best.depth > decision.depth);
    }
    assert!(within_a_depth > 0);
}

#[test]
fn clock_and_overhead_change_nothing_without_a_time_limit() {
    for limits in [SearchLimits::depth(7), SearchLimits::nodes(30_000)] {
        let plain = search(&game(MIDDLEGAME), &limits);
        let clock = Ticking {
            now: Cell::new(Duration::ZERO),
            step: Duration::from_secs(60),
        };
        let limits = SearchLimits {
            overhead: Duration::from_secs(9),
            ..limits
        };
        let mut calculator = new_calculator(HASH_MB);
        let (slow, _) = choose(
            &mut calculator,
            &game(MIDDLEGAME),
            &limits,
            &clock,
            &NeverStop,
        );
        assert_eq!(
            (plain.mv, plain.nodes, plain.depth, plain.stop_reason),
            (slow.mv, slow.nodes, slow.depth, slow.stop_reason)
        );
        assert_eq!(plain.lines[0].score, slow.lines[0].score);
    }
}

#[test]
fn an_only_move_costs_no_time_on_the_clock() {
    let game = game("7k/8/8/8/8/8/6q1/7K w - - 0 1");
    let clock = Remaining {
        time: Duration::from_secs(60),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let limits = SearchLimits {
        clock: Some(clock),
        ..SearchLimits::default()
    };
    let decision = search(&game, &limits);
    assert_eq!(decision.stop_reason, StopReason::OnlyMove);
}

#[test]
fn a_mate_ends_a_timed_search_only_when_all_lines_are_mates() {
    // Ra8 mates at once; the other lines are won as well, but by no mate within sight.
    let game = game("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let clock = Ticking {
        now: Cell::new(Duration::ZERO),
        step: Duration::from_millis(1),
    };
    let choose = |game: &Game, lines| {
        let limits = SearchLimits::movetime(Duration::from_millis(50)).with_multipv(lines);
        choose(
            &mut new_calculator(HASH_MB),
            game,
            &limits,
            &clock,
            &NeverStop,
        )
        .0
    };
    let one = choose(&game, 1);
    assert_eq!((one.stop_reason, one.depth), (StopReason::Mate, 1));
    let two = choose(&game, 2);
    assert_eq!(two.stop_reason, StopReason::Time);
    assert!(two.depth > 1);
    // Two rooks, either of which mates.
    let both = super::game("7k/R7/1R6/8/8/8/8/R5K1 w - - 0 1");
    let mates = choose(&both, 2);
    assert_eq!(mates.stop_reason, StopReason::Mate, "{mates:?}");
}

#[test]
fn where_only_a_move_is_wanted_an_only_move_and_a_mate_end_the_search() {
    let wanted = |fen: &str, move_only: bool| {
        let limits = SearchLimits {
            move_only,
            ..SearchLimits::nodes(60_000)
        };
        let decision = search(&game(fen), &limits);
        (decision.stop_reason, decision.nodes < 10_000)
    };
    let only = "7k/8/8/8/8/8/6q1/7K w - - 0 1";
    assert_eq!(wanted(only, true), (StopReason::OnlyMove, true));
    assert_ne!(wanted(only, false).0, StopReason::OnlyMove);
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    assert_eq!(wanted(mate, true), (StopReason::Mate, true));
    // An analysis goes on.
    assert_ne!(wanted(mate, false).0, StopReason::Mate);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = played("e2e4 e7e5");
    let wanted = ["a2a3", "h2h4"].map(|mv| game.position().parse_uci(mv).unwrap());
    let limits = SearchLimits {
        searchmoves: wanted.to_vec(),
        ..SearchLimits::depth(5)
    };
    let decision = search(&game, &limits);
    assert!(wanted.contains(&decision.mv.unwrap()));
}

#[test]
fn a_hash_size_without_memory_is_refused_and_the_old_one_kept() {
    let mut calculator = new_calculator(2);
    assert!(calculator.resize(u32::MAX).is_err());
    assert_eq!(calculator.hash_mb(), 2);
    calculator.resize(3).unwrap();
    assert_eq!(calculator.hash_mb(), 3);
    let limits = SearchLimits::depth(5);
    let choose = |calculator: &mut Calculator| {
        choose(calculator, &Game::new(), &limits, &StoppedClock, &NeverStop).0
    };
    assert_eq!(choose(&mut calculator), choose(&mut new_calculator(3)));
}

#[test]
fn any_hash_size_plays() {
    for megabytes in [0, 1, 2, 3, 7, 33] {
        let mut calculator = new_calculator(megabytes);
        let limits = SearchLimits::depth(5);
        let (decision, _) = choose(
            &mut calculator,
            &Game::new(),
            &limits,
            &StoppedClock,
            &NeverStop,
        );
        assert!(decision.mv.is_some(), "{megabytes} MB");
    }
}
