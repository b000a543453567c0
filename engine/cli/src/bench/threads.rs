//! One thread beside two: nodes in the same time, and time to the same depth.

use std::time::Instant;

use engine::player::{Control, NeverStop, Player};
use engine::rules::Game;
use engine::search::SearchLimits;

use crate::clock::WallClock;
use crate::smp::LazySmp;

/// Plies: long enough for threads to find something for each other.
const DEPTH: u8 = 14;
/// MB: little is replaced.
const HASH_MB: u32 = 64;
/// Middlegames of the bench, by their place there.
const POSITIONS: [usize; 5] = [1, 3, 4, 5, 6];

/// What two threads do beside one.
pub struct Figures {
    /// Nodes/s of two by those of one.
    pub speed: f64,
    /// Time to [`DEPTH`] of one by that of two, all positions together.
    pub time: f64,
}

/// Nodes and seconds of some searches.
#[derive(Default)]
struct Spent {
    nodes: u64,
    seconds: f64,
}

/// Searches every position with one thread and with two, in turns.
pub fn figures() -> Figures {
    let mut spent = [Spent::default(), Spent::default()];
    let mut players = [1, 2].map(|threads| {
        let mut player = LazySmp::new(HASH_MB);
        player.set_threads(threads);
        player
    });
    for index in POSITIONS {
        let Ok(game) = Game::from_fen(engine::BENCH_POSITIONS[index]) else {
            continue;
        };
        for (player, spent) in players.iter_mut().zip(&mut spent) {
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
            spent.seconds += start.elapsed().as_secs_f64();
            spent.nodes += decision.nodes;
        }
    }
    let [one, two] = spent;
    let speed = |spent: &Spent| spent.nodes as f64 / spent.seconds.max(1e-9);
    Figures {
        speed: speed(&two) / speed(&one).max(1e-9),
        time: one.seconds / two.seconds.max(1e-9),
    }
}
