//! The sound searches around a move: a bundle of the worker that is loaded with the first one.

use std::cell::RefCell;

use client::worker::codec::encode;
use engine::eval::{EvalConfig, SharedEval};
use engine::explain::Sound;
use engine::player::{Calculator, Player as _, StrategyId};
use engine::rules::{Game, Move};
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;

/// The hash size in MB.
const HASH_MB: u32 = 4;

/// The searches of a game and its next move with this network, with so many nodes each, encoded; empty
/// for an illegal move.
pub type SoundFunction = fn(&Game, Move, u64, Option<SharedEval>) -> Vec<u8>;

thread_local! {
    static SEARCHER: RefCell<Option<Calculator>> = const { RefCell::new(None) };
}

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(sound_search, fallible)]
pub fn load() -> Result<Box<SoundFunction>, SplitLoaderError> {
    Ok(Box::new(search))
}

fn search(game: &Game, mv: Move, nodes: u64, network: Option<SharedEval>) -> Vec<u8> {
    let eval = EvalConfig {
        network,
        ..StrategyId::Intuition.evaluation().into()
    };
    let sound = SEARCHER.with_borrow_mut(|searcher| {
        let searcher = searcher.get_or_insert_with(|| {
            let mut searcher = Calculator::new(HASH_MB);
            // All its searches are of nearly the same position.
            searcher.remember(true);
            searcher
        });
        searcher.new_game();
        searcher.set_eval(eval);
        Sound::search(game, mv, searcher, nodes)
    });
    sound.map_or_else(Vec::new, |sound| encode(&sound))
}
