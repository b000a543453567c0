//! The playing page's calls to the server, and the games that wait for it: functions of a bundle that is
//! loaded when one is needed.

use std::pin::Pin;

use client::play::unsent_game::UnsentGame;
use wire::{BackendError, FinishedGame, StrategyTally};

/// The server's answer, once it is here.
type CallFuture<T> = Pin<Box<dyn Future<Output = Result<T, BackendError>>>>;

/// The calls.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only a browser makes them.
pub struct ServerCalls {
    /// Reads the finished games that wait in the browser's storage.
    pub unsent_games: fn() -> Vec<UnsentGame>,
    /// Sends a finished game.
    pub record_game: fn(FinishedGame) -> CallFuture<Vec<StrategyTally>>,
    /// Asks for the visitor's results.
    pub results_so_far: fn() -> CallFuture<Vec<StrategyTally>>,
}

/// Loads them; nothing where the bundle cannot be had now.
pub type LoadServerCalls = fn() -> Pin<Box<dyn Future<Output = Option<ServerCalls>>>>;
