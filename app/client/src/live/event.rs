//! The events of a live game's page and the effects that its caller carries out.

use engine::rules::{Move, Square};
use wire::live::GameLink;
use wire::live::protocol::{ClientMessage, Offer, PlayerAction, RefusalCode, ServerMessage};

use super::connection::{ConnectionEffect, ConnectionEvent};

/// An input of the reducer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiveEvent {
    Connection(ConnectionEvent),
    ServerMessage(ServerMessage),
    /// The visitor made a move on the board.
    Move(Move),
    /// The visitor made a premove, from one square to another.
    Premove(Square, Square),
    CancelPremove,
    /// The visitor takes another action of a player.
    Act(PlayerAction),
    /// The visitor has joined the game; the server has to learn who they are.
    Joined,
    /// Show the position after this many plies.
    ViewPly(usize),
    /// Flip the board.
    Flip,
    /// The visitor leaves the page.
    Leave,
    /// Send the move of this request again, which the server could not store.
    Resend(u32),
    /// Hide the message of the failure with this number.
    ClearFailure(u32),
}

/// What the caller has to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiveEffect {
    Connection(ConnectionEffect),
    /// Dispatch an event later.
    After {
        /// The delay, milliseconds.
        ms: u32,
        /// The event to dispatch.
        event: LiveEvent,
    },
    /// Write the shown ply into the page's address.
    UpdateAddress,
    /// Navigate to the page of the next game.
    OpenGame(GameLink),
}

/// Why an action had no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionFailure {
    /// The server rejected it.
    Server(RefusalCode),
    /// There is no connection.
    Offline,
    /// The connection broke before the server confirmed it.
    Unconfirmed,
    /// Another move was played in its place.
    Superseded,
    /// The opponent declined the offer.
    Declined(Offer),
}

impl LiveEffect {
    pub(super) fn send(message: ClientMessage) -> Self {
        Self::Connection(ConnectionEffect::Send(message))
    }
}
