//! What happens to a game on its page, and what has to be done then.

use engine::rules::{Move, Square};
use wire::live::{
    GameLink,
    protocol::{ClientMessage, Offer, PlayerAction, RefusalCode, ServerMessage},
};

use super::connection::{LineEffect, LineEvent};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// To the connection.
    Line(LineEvent),
    /// The server has told something.
    Told(ServerMessage),
    /// The visitor made a move on the board.
    Move(Move),
    /// The visitor made a move ahead of its turn, from one square to another.
    Premove(Square, Square),
    /// The move that was made ahead is not wanted any more.
    CancelPremove,
    /// The visitor does something else as a player.
    Act(PlayerAction),
    /// The visitor has taken a seat: who they are has to be told to the server anew.
    Seated,
    /// The position after so many plies was asked for.
    View(usize),
    /// Turning the board was asked for.
    Flip,
    /// The page is about to be left.
    Leave,
    /// A move that the server could not keep is to be sent again.
    SendAgain(u32),
    /// What was refused under this number has been said for long enough.
    Hush(u32),
}

/// Something that has to be done outside of the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// For the connection.
    Line(LineEffect),
    /// Let something happen after so many milliseconds.
    After {
        /// How long.
        ms: u32,
        /// What.
        event: Event,
    },
    /// Have the address say which move is on the board.
    Remember,
    /// Go to the page of the next game.
    GoTo(GameLink),
}

/// Why something was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The server said so.
    Said(RefusalCode),
    /// There is no connection to send it over.
    CutOff,
    /// The connection broke before it was known to have arrived.
    Unsure,
    /// The game went another way while the move was under way.
    Overtaken,
    /// The opponent has not taken what was offered.
    Declined(Offer),
}

impl Effect {
    pub(super) fn send(request: ClientMessage) -> Self {
        Self::Line(LineEffect::Send(request))
    }
}
