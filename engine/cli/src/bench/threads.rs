//! One thread beside two: nodes in the same time, and time to the same depth.

use std::time::Instant;

use engine::player::{Control, NeverStop, Player};
use engine::rules::Game;
use engine::search::SearchLimits;

use crate::clock::WallClock;
use crate::smp::LazySmp;

/// Deep enough for the threads to profit from each other.
const DEPTH: u8 = 14;
/// Large enough that little is replaced.
const HASH_MB: u32 = 64;
/// Indices of middlegames of the bench.
const POSITIONS: [usize; 5] = [1, 3, 4, 5, 6];

/// Two threads beside one.
pub struct ThreadScaling {
    /// Ratio of nodes/s.
    pub speed: f64,
    /// Ratio of the times to [`DEPTH`], one thread's by two threads'.
    pub time: f64,
}

/// The cost of searches.
#[derive(Default)]
struct SearchCost {
    nodes: u64,
    seconds: f64,
}

/// Searches every position with one thread and with two.
pub fn measure() -> ThreadScaling {
    let mut cost = [SearchCost::default(), SearchCost::default()];
    let mut players = [1, 2].map(|threads| {
        let mut player = LazySmp::new(HASH_MB);
        player.set_threads(threads);
        player
    });
    for index in POSITIONS {
        let Ok(game) = Game::from_fen(engine::BENCH_POSITIONS[index]) else {
            continue;
        };
        for (player, cost) in players.iter_mut().zip(&mut cost) {
            player.new_game();
            let clock = WallClock::new();
            let mut control = Control {
                clock: &clock,
                stop: &NeverStop,
                report: &mut |_| {},
                rng: engine::rng(0),
            };
            let start = Instant::now();
            let decision = player.choose(&game, &SearchLimits::depth(DEPTH), &mut control);
            cost.seconds += start.elapsed().as_secs_f64();
            cost.nodes += decision.nodes;
        }
    }
    let [one, two] = cost;
    let speed = |cost: &SearchCost| cost.nodes as f64 / cost.seconds.max(1e-9);
    ThreadScaling {
        speed: speed(&two) / speed(&one).max(1e-9),
        time: one.seconds / two.seconds.max(1e-9),
    }
}
