//! Commands to a room, and the handle that sends them.

use std::sync::{Arc, Weak};

use tokio::sync::{mpsc, oneshot};
use wire::live::protocol::{PlayerAction, RefusalCode};
use wire::visitor::live_games::GameForVisitor;

use crate::live::clock::Now;
use crate::live::game_state::{ChangeNotice, LiveGame, SidePlayer};
use crate::live::outbox::{Outbox, SocketId};
use crate::live::seat::Seat;
use crate::store::UserId;

/// Commands that may wait; senders wait beyond that.
pub const MAX_WAITING_COMMANDS: usize = 256;

/// Sends commands to a room.
pub type RoomHandle = mpsc::Sender<RoomCommand>;

/// A command to a room.
#[derive(Debug)]
pub enum RoomCommand {
    /// A socket starts watching.
    Watch {
        outbox: Arc<Outbox>,
        /// The socket's user.
        user: Option<UserId>,
        /// The last version that the client knows.
        version: Option<u32>,
    },
    /// A socket that knew more than the room starts watching after all.
    WatchAgain {
        /// The room that has it come again.
        by: Weak<()>,
        outbox: Arc<Outbox>,
        user: Option<UserId>,
        version: Option<u32>,
    },
    /// A socket stops watching.
    Leave {
        socket: SocketId,
        /// Whether the client said so, rather than losing its connection.
        goodbye: bool,
    },
    /// A player's request.
    Act {
        /// The socket that gets the answer.
        outbox: Arc<Outbox>,
        /// The socket's user.
        user: Option<UserId>,
        request: PlayerRequest,
        /// The client's number for the request, repeated in the answer.
        id: u32,
        /// When the request arrived.
        at: Now,
    },
    /// A user takes the free side.
    Join {
        user: UserId,
        /// The account's name.
        name: Option<String>,
        /// Completes with the result.
        answer: oneshot::Sender<Result<(), RefusalCode>>,
    },
    /// An engine player's search has ended.
    EngineDecided(EngineDecision),
    /// Requests the game as a user sees it.
    View {
        user: Option<UserId>,
        /// Completes with the game.
        answer: oneshot::Sender<GameForVisitor>,
    },
    /// The user of a side was merged, renamed or deleted.
    ReplacePlayer {
        /// The user before.
        was: UserId,
        /// The player that takes the user's place.
        now: SidePlayer,
        /// Completes when the player is replaced.
        done: oneshot::Sender<()>,
    },
    /// Cancels an open challenge.
    CancelChallenge {
        /// Completes with the outcome.
        done: oneshot::Sender<CancelOutcome>,
    },
    /// The game's deadline is over: ends the game, or sets the right one.
    CheckDeadline,
    /// Another server has changed the game.
    Changed(ChangeNotice),
    /// What the store has of the game.
    CheckStored { version: u32, seats: Vec<Seat> },
    /// Another server has changed the game, and this is all that is known.
    CatchUp,
    /// Somebody has connected to another server, or left it.
    ReadSeats,
    /// A task has written down who is connected here.
    SeatsWritten {
        /// The sides that are; `None` if it has failed.
        stored: Option<[bool; 2]>,
    },
}

/// A request of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerRequest {
    /// Plays a move.
    Move {
        /// The number of moves before it.
        ply: u32,
        /// In UCI notation.
        uci: String,
        /// The measured round trip, milliseconds.
        lag_ms: u32,
    },
    /// Any other action.
    Act(PlayerAction),
}

/// The outcome of cancelling a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancelOutcome {
    Canceled,
    /// There is no such open challenge.
    NotOpen,
    /// The game could not be reached.
    Unavailable,
}

/// The result of an engine player's search.
#[derive(Clone, Debug)]
pub struct EngineDecision {
    /// The position that was searched.
    pub at: SearchedPosition,
    /// The move; `None` if the search failed.
    pub uci: Option<String>,
    /// The score in the engine player's view.
    pub score: Option<EngineScore>,
    /// How long the search waited for a thread, milliseconds.
    pub waited_ms: u64,
}

/// Identifies a position of a game, so that a search is started once per position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedPosition {
    /// The number of moves before it.
    pub ply: usize,
    /// The position's Zobrist key.
    pub key: u64,
}

impl SearchedPosition {
    /// The current position.
    pub fn of(live: &LiveGame) -> Self {
        Self {
            ply: live.game.ply(),
            key: live.game.position().key(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// Centipawns.
    Cp(i32),
    /// The engine player mates.
    Mates,
    /// The engine player is mated.
    IsMated,
}
