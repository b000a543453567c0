//! Whoever chooses a move: the `Player` trait, what the outside world lends it, and the list of
//! strategies.
//!
//! The app's worker, the server and the `ponder` program call this; nothing in it knows them.

mod calculator;
mod guard;
mod guess;
mod hybrid;
mod learner;
mod level;
mod seat;
mod strategy;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::rules::{Game, Move};
use crate::search::{Line, Report, SearchLimits};

pub use calculator::Calculator;
pub use hybrid::Hybrid;
pub use learner::{Learner, Memory};
pub use level::{InvalidLevel, Level, Levelled};
pub use seat::{Learning, Seat};
pub use strategy::{Strategy, StrategyId, UnknownStrategy, strategies};

/// A clock that never goes back. The engine has none of its own.
pub trait Clock {
    /// Time since any fixed origin.
    fn now(&self) -> Duration;
}

/// Says whether a search has to end, and whether its time counts yet. Polled every 2,048 nodes.
pub trait Stop {
    fn is_set(&self) -> bool;

    /// Whether the search runs on the opponent's time: as long as it does, no limit of time ends
    /// it. Once `false`, it stays so.
    fn is_pondering(&self) -> bool {
        false
    }
}

impl Stop for AtomicBool {
    fn is_set(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// A search that nobody stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeverStop;

impl Stop for NeverStop {
    fn is_set(&self) -> bool {
        false
    }
}

/// A clock that stands still, for searches limited by depth or nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Everything that the outside world lends to a player for one move.
pub struct Control<'a> {
    pub clock: &'a dyn Clock,
    pub stop: &'a dyn Stop,
    pub report: &'a mut dyn FnMut(Report),
    /// Used only by players that draw lots; see [`rng`](crate::rng).
    pub rng: crate::Rng,
}

/// A strategy that plays.
pub trait Player {
    /// Chooses a move for the side to move.
    ///
    /// Always answers with a legal move if there is one, however early it is stopped and whatever
    /// the limits say.
    fn choose(&mut self, game: &Game, limits: &SearchLimits, control: &mut Control<'_>)
    -> Decision;

    /// Forgets what was kept from earlier moves.
    fn new_game(&mut self);
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        (**self).choose(game, limits, control)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }
}

/// A player's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Decision {
    /// The move, `None` when there is no legal one.
    pub mv: Option<Move>,
    pub source: Source,
    /// The lines of the last finished depth, best first; the first one starts with `mv`. When time
    /// ended a search for one line within a depth, that depth's best so far.
    pub lines: Vec<Line>,
    /// The last finished depth, plies.
    pub depth: u8,
    /// The deepest ply reached, plies.
    pub seldepth: u8,
    pub nodes: u64,
    pub time_ms: u64,
    pub stop_reason: StopReason,
    /// What the learner remembered, where it decided.
    pub recalled: Option<Recalled>,
}

/// What a learner's move was worth before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Recalled {
    /// Its value, millionths: −1,000,000 to 1,000,000.
    pub q: i32,
    /// Games in which it was played; 0 where it is new.
    pub visits: u32,
    /// Whether it was tried only to learn of it.
    pub exploratory: bool,
}

impl Decision {
    /// The answer where there is no legal move.
    #[must_use]
    pub fn game_over(time_ms: u64) -> Decision {
        Decision {
            mv: None,
            source: Source::Search,
            lines: Vec::new(),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time_ms,
            stop_reason: StopReason::GameOver,
            recalled: None,
        }
    }
}

/// What a decision came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Source {
    Book,
    Tablebase,
    Learner,
    Search,
    /// Lots were drawn.
    Chance,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum StopReason {
    /// The depth limit, or the deepest depth there is.
    Depth,
    Nodes,
    /// The time for this move, or the share of the clock.
    Time,
    /// The caller's stop.
    Stopped,
    /// A mate was found and cannot be improved, or the mate that was asked for.
    Mate,
    /// There was nothing to choose.
    OnlyMove,
    /// There is no legal move.
    GameOver,
}

impl StopReason {
    /// As in the HTTP API and the worker's messages.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            StopReason::Depth => "depth",
            StopReason::Nodes => "nodes",
            StopReason::Time => "time",
            StopReason::Stopped => "stopped",
            StopReason::Mate => "mate",
            StopReason::OnlyMove => "only_move",
            StopReason::GameOver => "game_over",
        }
    }
}

impl Source {
    /// As in the HTTP API and the worker's messages.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Source::Book => "book",
            Source::Tablebase => "tablebase",
            Source::Learner => "learner",
            Source::Search => "search",
            Source::Chance => "chance",
        }
    }
}
