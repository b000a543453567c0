//! The public view of a game: its page is rendered from it, and `/game/{link}.json` returns it.

use engine::player::{Level, StrategyId, Strength};
use engine::rules::{ChessClock, Color, Game, Outcome, Position};
use serde::{Deserialize, Serialize};

use super::game_link::GameLink;
use super::typed_name;
use crate::time_control::TimeControl;

/// The current state of a game with an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameView {
    /// Its address.
    pub game: GameLink,
    /// The number of its changes, without gaps.
    pub version: u32,
    /// How it is or was played.
    pub kind: GameKind,
    /// Its stage.
    pub stage: GameStage,
    pub white: PlayerInfo,
    pub black: PlayerInfo,
    /// The start position; `None` for the standard one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start_fen: Option<String>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// The time control of both sides; `None` without clocks.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub control: Option<TimeControl>,
    /// The clocks at the time of this view.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clocks: Option<Clocks>,
    /// The mover's time left after each move, milliseconds; empty without clocks.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub left_ms: Vec<u32>,
    /// Offers without an answer.
    #[serde(default)]
    pub offers: OpenOffers,
    /// The rematch of this game.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub next: Option<GameLink>,
    /// The colour at the bottom of the board.
    pub bottom: Color,
    /// When it began, milliseconds since 1970.
    pub created_ms: i64,
}

/// How a game is or was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// On this server, which keeps its clocks and rules.
    Live,
    /// Against an engine in the browser.
    Ai,
    /// At one board, or in the analysis.
    Board,
}

/// The stage of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "snake_case")]
pub enum GameStage {
    /// One side is free for the person who opens the link.
    Open,
    /// It goes on, or was shared before its end.
    Playing,
    Over {
        /// The outcome.
        outcome: Outcome,
    },
    /// It ended before both sides had moved.
    Aborted,
}

/// The player of one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "player", rename_all = "snake_case")]
pub enum PlayerInfo {
    /// Not taken yet.
    Nobody,
    /// A person without an account.
    Guest,
    /// A person with an account.
    Named {
        /// The account's name.
        name: String,
    },
    /// A person whose account was deleted.
    Gone,
    /// An engine.
    Mind {
        /// Its id.
        strategy: String,
        /// Its level, 1..=10, or the nearest to its strength; `None` with other settings.
        level: Option<u8>,
        /// Its strength where that lies between levels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<Strength>,
    },
    /// A person of an imported game. The name was typed by the person who shares it and is no
    /// account's.
    Called {
        /// As in the game.
        name: String,
    },
}

/// The clocks at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    pub white_ms: u32,
    pub black_ms: u32,
    /// Whose clock runs; `None` while both are stopped.
    pub running: Option<Color>,
}

/// Open offers, each with the side that makes it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenOffers {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub draw: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub takeback: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rematch: Option<Color>,
}

impl PlayerInfo {
    /// The name to display; a typed name is in quotation marks.
    pub fn shown_name(&self) -> String {
        match self {
            Self::Called { name } => typed_name::quoted(name),
            _ => self.name(),
        }
    }

    /// Whether the name was typed by the person who shares the game.
    pub fn is_typed(&self) -> bool {
        matches!(self, Self::Called { .. })
    }

    /// The name in files.
    pub fn name(&self) -> String {
        match self {
            Self::Nobody => "Nobody yet".to_owned(),
            Self::Guest => "Guest".to_owned(),
            Self::Gone => "Former player".to_owned(),
            Self::Named { name } | Self::Called { name } => name.clone(),
            Self::Mind { strategy, .. } => opponent_name(strategy),
        }
    }

    /// The engine's strength, if it has one.
    pub fn strength(&self) -> Option<Strength> {
        match self {
            Self::Mind {
                level, strength, ..
            } => {
                let level = (*level).and_then(Level::new).map(Strength::from);
                (*strength).or(level)
            }
            _ => None,
        }
    }

    /// An engine of this strength.
    pub fn engine(strategy: String, strength: Option<Strength>) -> Self {
        Self::Mind {
            strategy,
            level: strength.map(|strength| strength.level().number()),
            strength: strength.and_then(Strength::between),
        }
    }

    /// Name and level: `Calculator, level 3`.
    pub fn full_name(&self) -> String {
        match self.strength() {
            Some(strength) => format!("{}, level {strength}", self.name()),
            None => self.name(),
        }
    }
}

/// The name of the engine's player with this id; of an unknown one the id.
pub fn opponent_name(strategy: &str) -> String {
    match strategy.parse::<StrategyId>() {
        Ok(id) => id.strategy().name.to_owned(),
        Err(_) => strategy.to_owned(),
    }
}

impl Clocks {
    /// The times of a clock at `now`.
    pub fn of(clock: ChessClock, now: u64) -> Self {
        Self {
            white_ms: clock.remaining_ms(Color::White, now),
            black_ms: clock.remaining_ms(Color::Black, now),
            running: clock.running(),
        }
    }

    /// The clock that shows these times at `now`.
    pub fn clock(self, now: u64) -> ChessClock {
        let mut clock = ChessClock::new([self.white_ms, self.black_ms]);
        if let Some(side) = self.running {
            clock.start(side, now);
        }
        clock
    }

    pub fn left_ms(&self, color: Color) -> u32 {
        match color {
            Color::White => self.white_ms,
            Color::Black => self.black_ms,
        }
    }
}

impl GameView {
    pub fn player(&self, color: Color) -> &PlayerInfo {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The side without a player, if there is one.
    pub fn free_seat(&self) -> Option<Color> {
        let is_free = |color: &Color| *self.player(*color) == PlayerInfo::Nobody;
        Color::ALL.into_iter().find(is_free)
    }

    /// The game replayed as far as the moves are legal; the server has checked them all.
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

    pub fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            GameStage::Over { outcome } => Some(outcome),
            GameStage::Open | GameStage::Playing | GameStage::Aborted => None,
        }
    }
}
