//! The state of one live game and the rules by which commands change it.
//!
//! `commands` says what becomes of it, `player_actions` by what players do beside moving; `change_builder` puts a
//! change together, and `follow` is how other servers take it in.
//!
//! Architecture invariant: pure. The time is an argument; nothing is stored or sent here.

mod change_builder;
mod commands;
mod follow;
mod player_actions;

use engine::player::{StrategyId, Strength};
use engine::rules::{Color, Game, Move};
use wire::live::game_view::{Clocks, GameKind, GameStage, OpenOffers, PlayerInfo};
use wire::live::protocol::{GameEvent, PlayerAction};
use wire::live::{GameLink, GameView};
use wire::time_control::TimeControl;

pub use follow::{ChangeNotice, PlayState, begins_turn};

use super::clock::{FREE_PLIES, LiveClock, MAX_LAG_PER_MOVE_MS, Now};
use crate::store::UserId;

/// Maximum length of a game, plies. The rules end practically every game before.
pub const MAX_PLIES: usize = 1_000;

/// How long each side's first move may take in a game with clocks, milliseconds.
pub const FIRST_MOVE_MS: Now = 60_000;

/// The player of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SidePlayer {
    /// The side is free.
    Nobody,
    /// A visitor.
    User {
        id: UserId,
        /// The account's name; `None` for a guest.
        name: Option<String>,
    },
    /// An engine player.
    Engine {
        strategy: StrategyId,
        strength: Strength,
    },
    /// A deleted user.
    Gone,
}

impl SidePlayer {
    /// The visitor who plays.
    pub fn user(&self) -> Option<UserId> {
        match self {
            Self::User { id, .. } => Some(*id),
            Self::Nobody | Self::Engine { .. } | Self::Gone => None,
        }
    }

    /// The engine player's strategy and strength.
    pub fn engine(&self) -> Option<(StrategyId, Strength)> {
        match self {
            Self::Engine { strategy, strength } => Some((*strategy, *strength)),
            Self::Nobody | Self::User { .. } | Self::Gone => None,
        }
    }
}

/// A live game.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// The database row.
    pub id: i64,
    pub link: GameLink,
    /// The players of White and Black.
    pub players: [SidePlayer; 2],
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The time control; `None` without clocks.
    pub control: Option<TimeControl>,
    /// Whether it is in the public lists: open in the lobby, then among the games under way.
    pub listed: bool,
    /// Creation time, milliseconds since 1970.
    pub created_ms: i64,
    /// The number of changes.
    pub version: u32,
    pub stage: GameStage,
    /// Positions and moves.
    pub game: Game,
    /// The mover's remaining time after each move; empty without clocks.
    pub left_ms: Vec<u32>,
    /// The clocks, if there is a time control.
    pub clock: Option<LiveClock>,
    /// Open offers.
    pub offers: OpenOffers,
    /// The rematch.
    pub next: Option<GameLink>,
    /// When the running turn began, whether or not its clock runs.
    pub turn_since: Now,
    /// Each side's ply count at its last draw offer; one offer per move is allowed.
    pub offered_at: [Option<usize>; 2],
    /// The same for takeback offers.
    pub takeback_offered_at: [Option<usize>; 2],
}

/// A player's command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerCommand {
    Move {
        /// The number of moves before it.
        ply: u32,
        /// In UCI notation.
        uci: String,
        /// The measured round trip, milliseconds.
        lag_ms: u32,
    },
    /// Any other action.
    Act {
        act: PlayerAction,
        /// Whether the opponent has been away for long enough.
        may_claim: bool,
    },
}

/// The result of a command.
#[derive(Clone, Debug)]
pub enum CommandResult {
    /// The move was played by an earlier command.
    AlreadyDone,
    /// The game has changed.
    Changed(Box<GameChange>),
    /// Both players want a rematch.
    Rematch,
}

/// Something that has happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEvent {
    pub event: GameEvent,
    /// The clocks after it, if there are any.
    pub clocks: Option<Clocks>,
}

/// A changed game and its events.
#[derive(Clone, Debug)]
pub struct GameChange {
    /// The game after the change; its version has grown by the number of events.
    pub live: LiveGame,
    /// The events in order.
    pub events: Vec<GameEvent>,
    /// The clocks when it was made, if there are any.
    pub clocks: Option<Clocks>,
}

impl LiveGame {
    pub fn turn(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// The player of this side.
    pub fn player(&self, color: Color) -> &SidePlayer {
        &self.players[color.index()]
    }

    /// The first side whose player is meant.
    pub fn side_where(&self, is_meant: impl Fn(&SidePlayer) -> bool) -> Option<Color> {
        let mut sides = Color::ALL.into_iter();
        sides.find(|color| is_meant(self.player(*color)))
    }

    /// The user's side; the side to move if the user plays both.
    pub fn side_of(&self, user: Option<UserId>) -> Option<Color> {
        let user = user?;
        let sits = |color: &Color| self.player(*color).user() == Some(user);
        [self.turn(), !self.turn()].into_iter().find(sits)
    }

    /// The game as everyone may see it.
    pub fn view(&self, now: Now) -> GameView {
        let moves = self.game.moves().iter().map(Move::to_string).collect();
        GameView {
            game: self.link.clone(),
            version: self.version,
            kind: GameKind::Live,
            stage: self.stage,
            white: self.player_info(Color::White),
            black: self.player_info(Color::Black),
            start_fen: self.start_fen.clone(),
            moves,
            control: self.control,
            clocks: self.clocks(now),
            left_ms: self.left_ms.clone(),
            offers: self.offers,
            next: self.next.clone(),
            bottom: Color::White,
            created_ms: self.created_ms,
        }
    }

    /// What the clocks show, if there are any.
    pub fn clocks(&self, now: Now) -> Option<Clocks> {
        self.clock.as_ref().map(|clock| clock.reading(now))
    }

    /// The player of a side as everyone may see them.
    pub fn player_info(&self, color: Color) -> PlayerInfo {
        match self.player(color) {
            SidePlayer::Nobody => PlayerInfo::Nobody,
            SidePlayer::Gone => PlayerInfo::Gone,
            SidePlayer::User { name: None, .. } => PlayerInfo::Guest,
            SidePlayer::User {
                name: Some(name), ..
            } => PlayerInfo::Named { name: name.clone() },
            SidePlayer::Engine { strategy, strength } => {
                PlayerInfo::engine(strategy.as_str().to_owned(), Some(*strength))
            }
        }
    }

    /// When time alone changes the game next.
    pub fn due(&self, lag_ms: u32) -> Option<Now> {
        if self.stage != GameStage::Playing {
            return None;
        }
        let clock = self.clock.as_ref()?;
        if self.game.ply() < FREE_PLIES {
            let waits = self.player(self.turn()).user().is_some();
            return waits.then_some(self.turn_since + FIRST_MOVE_MS);
        }
        clock.flag_falls(lag_ms)
    }

    /// When time alone ends the game, if nobody sees to it before: [`LiveGame::due`] with the most lag that
    /// is waited for. An engine player's clock is seen to by whoever searches for it.
    pub fn deadline(&self) -> Option<Now> {
        let is_engine = self.player(self.turn()).engine().is_some();
        let due = self.due(MAX_LAG_PER_MOVE_MS);
        due.filter(|_| !is_engine)
    }

    /// The side that makes the move after `ply` moves.
    fn mover(&self, ply: usize) -> Color {
        let first = self.game.start().side_to_move();
        if ply.is_multiple_of(2) { first } else { !first }
    }
}

#[cfg(test)]
pub(crate) mod tests;
