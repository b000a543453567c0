//! The playing page's calls to the server, and the games that wait for it: functions of a bundle that is
//! loaded when one is needed.

use std::pin::Pin;

use client::play::PlayState;
use client::play::unsent_game::UnsentGame;
use wire::{BackendError, FinishedGame, StrategyTally};

use super::controller::Controller;

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
    /// Tells the page the visitor's strength, forgotten first if that is wished. Without an answer it stays as it
    /// was.
    pub tell_rating: fn(Controller<PlayState>, reset: bool),
    /// Tells the page the visitor's results. Without an answer it shows what it has counted itself.
    pub tell_results: fn(Controller<PlayState>),
}

/// Loads them; nothing where the bundle cannot be had now.
pub type LoadServerCalls = fn() -> Pin<Box<dyn Future<Output = Option<ServerCalls>>>>;
