//! The lazy bundle of the worker: every player but the full engine, the games of tournaments, the count
//! of pruning's savings, endgame tables, and the bench. A first game needs none of them.

use client::arena;
use client::worker::codec::{decode, encode};
use client::worker::protocol::{BenchResult, TableChoice};
use engine::eval::{EvalConfig, Evaluation, SharedEval};
use engine::player::{Clock, Control, PlayerConfig, StrategyId};
use engine::rules::{Game, Position};
use engine::search::SearchLimits;
use engine::teaching::{self, PruningComparison};
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;

use super::answer_function::AnswerFunction;
use super::endgame_requests::{EndgameFunction, answer_endgames};
use super::player_factory::{PlayerFuture, create_player};
use super::table_store::{TablesReady, wait_for_tables};

/// The depth in plies to which savings are counted.
const SAVINGS_DEPTH: u8 = 3;
/// The limit of positions for each of the two searches.
const MAX_SAVINGS_NODES: u64 = 2_000_000;

/// The bundle's functions.
pub struct LazyPlayers {
    /// Creates any player.
    pub create: fn(PlayerConfig, StrategyId, TableChoice) -> PlayerFuture,
    /// Waits for the endgame tables of a position that is solved, or for those that are named; whether
    /// these are there.
    pub wait_for_tables: fn(Position, TableChoice) -> TablesReady,
    /// The savings by pruning in this position; `None` beyond [`MAX_SAVINGS_NODES`].
    pub savings: fn(&Game, &Control<'_>) -> Option<PruningComparison>,
    /// Plays a game of a tournament.
    pub answer_arena: AnswerFunction,
    /// Answers a request of the course of endings, once its tables are there.
    pub answer_endgames: EndgameFunction,
    /// The bench's figures with this network.
    pub bench: fn(SharedEval, &dyn Clock) -> BenchResult,
}

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(lazy_players, fallible)]
pub fn load() -> Result<Box<LazyPlayers>, SplitLoaderError> {
    Ok(Box::new(LazyPlayers {
        create: create_player,
        wait_for_tables,
        savings,
        answer_arena,
        answer_endgames,
        bench,
    }))
}

fn savings(game: &Game, control: &Control<'_>) -> Option<PruningComparison> {
    let limits = SearchLimits::nodes(MAX_SAVINGS_NODES);
    teaching::compare_pruning(game, SAVINGS_DEPTH, Evaluation::Classic, &limits, control)
}

fn answer_arena(
    request: &[u8],
    network: Option<SharedEval>,
    control: &mut Control<'_>,
    post: &mut dyn FnMut(Vec<u8>),
) -> Result<(), String> {
    arena::answer(decode(request)?, network, control, &mut |answer| {
        post(encode(&answer));
    });
    Ok(())
}

fn bench(network: SharedEval, clock: &dyn Clock) -> BenchResult {
    let time = |judge: EvalConfig| {
        let begin = clock.now();
        let result = engine::bench(judge);
        let micros = (clock.now() - begin).as_micros().max(1);
        let nps = (u128::from(result.nodes) * 1_000_000 / micros) as u64;
        (result, (micros / 1_000) as u64, nps)
    };
    let judge = EvalConfig {
        network: Some(network),
        ..Evaluation::Network.into()
    };
    let (result, time_ms, search_nps) = time(judge.clone());
    let (tuned, _, tuned_nps) = time(Evaluation::Tuned.into());
    BenchResult {
        nodes: result.nodes,
        signature: format!("{:016x}", result.signature),
        time_ms,
        search_nps,
        tuned_nps,
        tuned_signature: format!("{:016x}", tuned.signature),
        scores: format!("{:016x}", engine::bench_scores(&judge)),
    }
}
