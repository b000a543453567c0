//! A game as anybody may see it: what its page is made from, on the server and in the browser, and
//! what `/game/{link}.json` answers.

use engine::{
    player::StrategyId,
    rules::{Color, Game, Outcome, Position},
};
use serde::{Deserialize, Serialize};

use super::game_link::GameLink;
use super::typed_name;
use crate::time_control::TimeControl;

/// A game that has an address, as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameView {
    /// Its address.
    pub game: GameLink,
    /// How often it has changed; each change is one more, without gaps.
    pub version: u32,
    /// How it is played, or was.
    pub kind: GameKind,
    /// Where it stands.
    pub stage: GameStage,
    /// Who plays White.
    pub white: PlayerInfo,
    /// Who plays Black.
    pub black: PlayerInfo,
    /// The start position, `None` for the usual one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start_fen: Option<String>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// The time for both sides, `None` without clocks.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub control: Option<TimeControl>,
    /// The clocks as they stood when this was written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clocks: Option<Clocks>,
    /// What whoever made a move had left after it, milliseconds, for each move; empty where there
    /// were no clocks.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub left_ms: Vec<u32>,
    /// What is offered and not answered.
    #[serde(default)]
    pub offers: OpenOffers,
    /// The game that followed this one: the rematch.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub next: Option<GameLink>,
    /// The colour that stood below where it was played.
    pub bottom: Color,
    /// When it was begun, milliseconds since 1970.
    pub created_ms: i64,
}

/// How a game is played, or was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Here, its clocks and rules held by the server.
    Live,
    /// Against a mind in the browser.
    Ai,
    /// At one board, or looked into.
    Board,
}

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "snake_case")]
pub enum GameStage {
    /// One seat waits for whoever opens the link.
    Open,
    /// It is played, or was shared before its end.
    Playing,
    /// It has ended.
    Over {
        /// How.
        outcome: Outcome,
    },
    /// It ended before it had begun.
    Aborted,
}

/// Who sits on one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "player", rename_all = "snake_case")]
pub enum PlayerInfo {
    /// Nobody yet.
    Nobody,
    /// Somebody without a name.
    Guest,
    /// Somebody with a name.
    Named {
        /// As it is shown.
        name: String,
    },
    /// Somebody who is no longer here.
    Gone,
    /// A mind.
    Mind {
        /// Its id.
        strategy: String,
        /// Its level, 1..=10; `None` where it was set up otherwise.
        level: Option<u8>,
    },
    /// Somebody of whom only the name is known: of an imported game. It was typed by whoever shares
    /// the game, and is no account's.
    Called {
        /// As the game gave it.
        name: String,
    },
}

/// Both clocks at one moment, milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// What White has left.
    pub white_ms: u32,
    /// What Black has left.
    pub black_ms: u32,
    /// Whose clock runs; `None` while both stand.
    pub running: Option<Color>,
}

/// What is offered and not answered, by the side that offers it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenOffers {
    /// A draw.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub draw: Option<Color>,
    /// To have moves back.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub takeback: Option<Color>,
    /// Another game, colours swapped.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rematch: Option<Color>,
}

impl PlayerInfo {
    /// What they are called where it is read, with a typed name in quotation marks.
    pub fn shown_name(&self) -> String {
        match self {
            Self::Called { name } => typed_name::quoted(name),
            _ => self.name(),
        }
    }

    /// Whether the name was typed by whoever shares the game.
    pub fn is_typed(&self) -> bool {
        matches!(self, Self::Called { .. })
    }

    /// What they are called in files.
    pub fn name(&self) -> String {
        match self {
            Self::Nobody => "Nobody yet".to_owned(),
            Self::Guest => "Guest".to_owned(),
            Self::Gone => "Somebody who left".to_owned(),
            Self::Named { name } | Self::Called { name } => name.clone(),
            Self::Mind { strategy, .. } => match strategy.parse::<StrategyId>() {
                Ok(id) => id.strategy().name.to_owned(),
                Err(_) => strategy.clone(),
            },
        }
    }

    /// The level of a mind that has one.
    pub fn level(&self) -> Option<u8> {
        match self {
            Self::Mind { level, .. } => *level,
            _ => None,
        }
    }

    /// The same in one: `Calculator, level 3`.
    pub fn full_name(&self) -> String {
        match self.level() {
            Some(level) => format!("{}, level {level}", self.name()),
            None => self.name(),
        }
    }
}

impl Clocks {
    /// What this side has left, milliseconds.
    pub fn left_ms(&self, color: Color) -> u32 {
        match color {
            Color::White => self.white_ms,
            Color::Black => self.black_ms,
        }
    }
}

impl GameView {
    /// Who plays this colour.
    pub fn player(&self, color: Color) -> &PlayerInfo {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The side on which nobody sits yet, if there is one.
    pub fn free_seat(&self) -> Option<Color> {
        let is_free = |color: &Color| *self.player(*color) == PlayerInfo::Nobody;
        Color::ALL.into_iter().find(is_free)
    }

    /// The game, replayed as far as the rules allow; whoever wrote it had checked all of it.
    pub fn replayed(&self) -> Game {
        let start = self.start_fen.as_deref().map(Position::from_fen);
        let start = start.and_then(Result::ok).unwrap_or(Position::startpos());
        let mut game = Game::from_position(start);
        for text in &self.moves {
            let played = game.position().parse_uci(text);
            if !played.is_ok_and(|mv| game.play(mv).is_ok()) {
                break;
            }
        }
        game
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            GameStage::Over { outcome } => Some(outcome),
            GameStage::Open | GameStage::Playing | GameStage::Aborted => None,
        }
    }
}
