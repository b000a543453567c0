//! What a first game may do without: every mind but the full engine, and the count of what pruning
//! saves. A bundle of its own, which the worker loads when one of them is asked for.

use engine::{
    eval::Evaluation,
    player::{Control, Player, Seat, StrategyId},
    rules::Game,
    search::SearchLimits,
    teaching::{self, Savings},
};
use leptos::wasm_split::{SplitLoaderError, wasm_split};

/// What pruning saves is counted so deep, plies…
const COUNTED_DEPTH: u8 = 3;
/// …and no further than so many positions each way.
const MOST_COUNTED: u64 = 2_000_000;

/// The bundle's functions.
pub struct Guests {
    /// As [`Seat::take_guest`].
    pub seat: fn(&Seat, StrategyId) -> Option<Box<dyn Player + Send>>,
    /// What pruning saves in this position; `None` where counting takes too long.
    pub savings: fn(&Game, &mut Control<'_>) -> Option<Savings>,
}

/// Loads the bundle, the first time.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[wasm_split(guests, wasm_split_path = leptos::wasm_split, fallible)]
pub fn load() -> Result<Box<Guests>, SplitLoaderError> {
    Ok(Box::new(Guests {
        seat: Seat::take_guest,
        savings,
    }))
}

fn savings(game: &Game, control: &mut Control<'_>) -> Option<Savings> {
    let limits = SearchLimits::nodes(MOST_COUNTED);
    teaching::savings(game, COUNTED_DEPTH, Evaluation::Classic, &limits, control)
}
