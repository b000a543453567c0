//! The sound searches around a move: a bundle of the worker that is loaded with the first one.

use std::cell::RefCell;

use client::worker::codec::encode;
use client::worker::{FromWorker, VerifyOrder};
use engine::eval::{EvalConfig, SharedEval};
use engine::explain::{Sound, points_lost};
use engine::player::{Calculator, Player as _, StrategyId};
use engine::rating::hundredths;
use engine::rules::Game;
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;

/// The hash size in MB.
const HASH_MB: u32 = 4;

/// The answer to an order about a move in a game, with this network.
pub type SoundFunction = fn(&Game, &VerifyOrder, Option<SharedEval>) -> FromWorker;

thread_local! {
    static SEARCHER: RefCell<Option<Calculator>> = const { RefCell::new(None) };
}

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(sound_search, fallible)]
pub fn load() -> Result<Box<SoundFunction>, SplitLoaderError> {
    Ok(Box::new(answer))
}

fn answer(game: &Game, order: &VerifyOrder, network: Option<SharedEval>) -> FromWorker {
    let (key, mv, nodes) = (order.key, order.mv, order.nodes);
    let (lost, sound) = with_searcher(network, |searcher| match order.only_loss {
        true => (points_lost(game, mv, searcher, nodes), None),
        false => (None, Sound::search(game, mv, searcher, nodes)),
    });
    if let Some(points) = lost {
        let hundredths = hundredths(points);
        return FromWorker::LossMeasured { key, hundredths };
    }
    let sound = sound.map_or_else(Vec::new, |sound| encode(&sound));
    FromWorker::Verified { key, sound }
}

/// Searches with an empty table.
fn with_searcher<T>(network: Option<SharedEval>, search: impl FnOnce(&mut Calculator) -> T) -> T {
    let eval = EvalConfig {
        network,
        ..StrategyId::Intuition.evaluation().into()
    };
    SEARCHER.with_borrow_mut(|searcher| {
        let searcher = searcher.get_or_insert_with(|| {
            let mut searcher = Calculator::new(HASH_MB);
            // All its searches are of nearly the same position.
            searcher.remember(true);
            searcher
        });
        searcher.new_game();
        searcher.set_eval(eval);
        search(searcher)
    })
}
