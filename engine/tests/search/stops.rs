//! A stop at any moment, in every kind of search.

use std::cell::Cell;

use engine::player::{Stop, StopReason, StoppedClock};
use engine::search::SearchLimits;

use super::random_positions::{below, walked};
use super::{HASH_MB, assert_playable, choose, new_calculator};

/// Nodes between two polls of the flag.
const POLL: u64 = 2_048;
/// Maximum nodes after the flag was set.
const MAX_NODES_AFTER: u64 = 4_096;

/// Is set between the polls before the n-th and the n-th.
struct SetBefore {
    look: u64,
    looks: Cell<u64>,
}

impl Stop for SetBefore {
    fn is_set(&self) -> bool {
        self.looks.set(self.looks.get() + 1);
        self.looks.get() >= self.look
    }
}

#[test]
fn a_stop_at_a_random_moment_leaves_a_legal_move_within_4096_nodes() {
    let mut rng = engine::rng(105);
    let mut calculator = new_calculator(HASH_MB);
    let mut stopped = 0;
    for round in 0..300 {
        let game = walked(&mut rng);
        if !game.position().has_legal_move() {
            continue;
        }
        let limits = match round % 4 {
            0 => SearchLimits::default(),
            1 => SearchLimits::default().with_multipv(4),
            2 => SearchLimits {
                mate: Some(20),
                ..SearchLimits::default()
            },
            _ => SearchLimits::depth(40),
        };
        calculator.remember(round % 3 == 0);
        let stop = SetBefore {
            look: 1 + below(&mut rng, 24) as u64,
            looks: Cell::new(0),
        };
        let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &stop);
        let position = game.position();
        assert!(
            decision.mv.is_some_and(|mv| position.is_legal(mv)),
            "{position}"
        );
        for line in &decision.lines {
            assert_playable(&game, &line.pv);
        }
        if decision.stop_reason == StopReason::Stopped {
            stopped += 1;
            // The flag may have been set right after the poll before.
            let set_at = (stop.look - 1).saturating_sub(1) * POLL;
            assert!(
                decision.nodes <= set_at + MAX_NODES_AFTER,
                "{position}: {decision:?}"
            );
            assert_eq!(stop.looks.get(), stop.look, "searched on after the stop");
        }
    }
    assert!(stopped > 200, "only {stopped} searches were stopped");
}
