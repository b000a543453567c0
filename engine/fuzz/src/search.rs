//! A search short enough for a fuzzer, by one player that all inputs of a thread share.

use std::cell::RefCell;

use engine::player::{Calculator, Control, NeverStop, Player, StoppedClock};
use engine::rules::Game;
use engine::search::SearchLimits;

/// Nodes of a search at most: hundreds of inputs a second matter more than depth.
const NODES: u64 = 500;
/// Plies of a search at most.
const DEPTH: u8 = 2;

thread_local! {
    static PLAYER: RefCell<Calculator> = RefCell::new(Calculator::new(1));
}

/// Searches within `limits` and the bounds above. What is answered must be legal and playable to
/// the end of each line. The player starts empty, so that an input fails alone as well.
pub fn search(game: &Game, limits: SearchLimits) {
    let limits = SearchLimits {
        depth: Some(limits.depth.unwrap_or(DEPTH).min(DEPTH)),
        nodes: Some(limits.nodes.unwrap_or(NODES).min(NODES)),
        ..limits
    };
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(0),
    };
    let decision = PLAYER.with_borrow_mut(|player| player.choose(game, &limits, &mut control));
    assert_eq!(decision.mv.is_some(), game.position().has_legal_move());
    assert!(decision.nodes <= NODES);
    for line in &decision.lines {
        let mut position = *game.position();
        for &mv in &line.pv {
            assert!(position.is_legal(mv), "{mv} in {position}");
            position = position.play(mv);
        }
    }
}
