//! Lazy SMP.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use engine::player::{Control, Decision, NeverStop, Player, StopReason, StoppedClock};
use engine::search::{Report, SearchLimits};

use super::{HASH_MB, choose, game, new_calculator, search};

const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

/// Searches with two helpers.
fn together(limits: &SearchLimits) -> Decision {
    let game = game(MIDDLEGAME);
    let mut leader = new_calculator(HASH_MB);
    let helpers = leader.helpers(2);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for mut helper in helpers {
            let (game, done, limits) = (&game, &done, limits.for_helper());
            scope.spawn(move || choose(&mut helper, game, &limits, &StoppedClock, done));
        }
        let (decision, _) = choose(&mut leader, &game, limits, &StoppedClock, &NeverStop);
        done.store(true, Ordering::Relaxed);
        decision
    })
}

#[test]
fn helpers_change_nothing_of_what_ends_a_search() {
    let by_depth = together(&SearchLimits::depth(8));
    assert_eq!(
        (by_depth.depth, by_depth.stop_reason),
        (8, StopReason::Depth)
    );
    let by_nodes = together(&SearchLimits::nodes(100_000));
    assert_eq!(by_nodes.stop_reason, StopReason::Nodes);
    assert!(by_nodes.nodes >= 100_000, "{}", by_nodes.nodes);
    for decision in [by_depth, by_nodes] {
        assert!(game(MIDDLEGAME).position().is_legal(decision.mv.unwrap()));
    }
}

#[test]
fn nodes_of_helpers_are_counted_from_the_beginning_of_the_search() {
    let game = game(MIDDLEGAME);
    let mut leader = new_calculator(HASH_MB);
    let mut helpers = leader.helpers(1);
    let mut help = |nodes| {
        let limits = SearchLimits::nodes(nodes);
        choose(&mut helpers[0], &game, &limits, &StoppedClock, &NeverStop)
    };
    // Nodes of an earlier search do not count.
    help(7_000);
    let mut nodes = Vec::new();
    let mut report = |report| {
        if let Report::Depth(line) = report {
            nodes.push(line.nodes);
            if line.depth == 3 {
                help(5_000);
            }
        }
    };
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut report,
        rng: engine::rng(0),
    };
    let decision = leader.choose(&game, &SearchLimits::depth(4), &mut control);
    assert!(nodes[2] < 5_000, "{nodes:?}");
    assert!((nodes[2] + 5_000..12_000).contains(&nodes[3]), "{nodes:?}");
    assert_eq!(decision.nodes, nodes[3]);
}

#[test]
fn a_player_whose_helpers_have_left_is_deterministic_again() {
    let game = game(MIDDLEGAME);
    let limits = SearchLimits::depth(7);
    let mut calculator = new_calculator(HASH_MB);
    drop(calculator.helpers(3));
    assert!(calculator.helpers(0).is_empty());
    let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);
    assert_eq!(decision, search(&game, &limits));
}
