//! What a room is asked to do, and the handle by which it is asked.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use wire::{
    live::protocol::{PlayerAction, RefusalCode},
    visitor::live_games::GameForVisitor,
};

use crate::{
    live::{
        clock::Now,
        game_state::{Seat, Table},
        outbox::{Outbox, SocketId},
    },
    store::UserId,
};

/// What a room takes in before it refuses more.
pub const MOST_WAITING: usize = 256;

/// A room as others reach it.
pub type Door = mpsc::Sender<Command>;

/// What a room is asked to do.
#[derive(Debug)]
pub enum Command {
    /// A socket watches from here on.
    Watch {
        /// Which.
        outbox: Arc<Outbox>,
        /// Whose.
        user: Option<UserId>,
        /// The version that it knows.
        version: Option<u32>,
    },
    /// A socket watches no longer.
    Leave {
        /// Which.
        socket: SocketId,
        /// Whether it said so.
        goodbye: bool,
    },
    /// Somebody does something.
    Do {
        /// Where from.
        outbox: Arc<Outbox>,
        /// Who.
        user: Option<UserId>,
        /// What.
        deed: Asked,
        /// Comes back in the answer.
        id: u32,
        /// When it arrived.
        at: Now,
    },
    /// Somebody takes the free seat.
    Join {
        /// Who.
        user: UserId,
        /// As it is shown.
        name: Option<String>,
        /// Whether they sit now.
        answer: oneshot::Sender<Result<(), RefusalCode>>,
    },
    /// A mind has decided.
    Thought(Thought),
    /// How the game looks to somebody.
    Show {
        /// To whom.
        user: Option<UserId>,
        /// The game.
        answer: oneshot::Sender<GameForVisitor>,
    },
    /// Somebody is somebody else now, or has another name, or is nobody any more.
    Reseat {
        /// Who it was.
        was: UserId,
        /// Who sits there now.
        now: Seat,
        /// Told when that is so.
        done: oneshot::Sender<()>,
    },
    /// Whoever runs the site calls an open challenge off.
    CallOff {
        /// Told what became of it.
        done: oneshot::Sender<CalledOff>,
    },
    /// The server leaves: have the clocks written down.
    Rest {
        /// Told when that is done.
        done: oneshot::Sender<()>,
    },
}

/// What a socket asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// A move, and how long its way is, milliseconds.
    Move {
        /// The number of moves before it.
        ply: u32,
        /// In UCI notation.
        uci: String,
        /// The measured way there and back.
        lag_ms: u32,
    },
    /// Anything else.
    Act(PlayerAction),
}

/// What became of a challenge that was to be called off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalledOff {
    /// It is.
    Yes,
    /// There is no such game, or it is no open challenge.
    NotOpen,
    /// The game could not be reached.
    NotNow,
}

/// What a mind has decided.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Where.
    pub at: At,
    /// The move; `None` if nothing came of it.
    pub uci: Option<String>,
    /// What its position is worth, its own view.
    pub score: Option<Worth>,
    /// How long it waited for a search thread, milliseconds.
    pub waited_ms: u64,
}

/// A place in a game: a mind that thinks there need not begin again as long as the game stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The number of moves before it.
    pub ply: usize,
    /// The position's Zobrist key.
    pub key: u64,
}

impl At {
    /// Where a game stands.
    pub fn of(table: &Table) -> Self {
        Self {
            ply: table.game.ply(),
            key: table.game.position().key(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Centipawns.
    Cp(i32),
    /// It mates.
    Mates,
    /// It is mated.
    IsMated,
}
