//! The messages between the page and the workers that play.

use engine::rules::Move;
use engine::search::Score;
use serde::{Deserialize, Serialize};

use super::{Entrant, GameLimit};

/// From the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ArenaRequest {
    /// Play a game; answered by `Progress` until `Finished` or `Refused`.
    Play(Box<GameOrder>),
}

/// A game to play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameOrder {
    /// Within the tournament.
    pub number: u32,
    /// White and Black.
    pub sides: [SideOrder; 2],
    pub limit: GameLimit,
    /// Seed and number of the opening.
    pub opening: (u32, u32),
}

/// A player of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideOrder {
    pub entrant: Entrant,
    /// The file that it plays by, if it has one.
    #[serde(with = "serde_bytes")]
    pub file: Option<Vec<u8>>,
}

/// From the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ArenaResponse {
    Progress(GameProgress),
    /// The game is over: [`PlayedGame`](super::PlayedGame) as text.
    Finished {
        number: u32,
        game: String,
    },
    /// The machine has slept in the middle of a game on time: it is to be played again.
    Overslept {
        number: u32,
    },
    /// The game could not be played.
    Refused {
        number: u32,
        reason: String,
    },
}

/// What has happened in a game since the last message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameProgress {
    pub number: u32,
    /// With the opening's moves in the first message.
    pub moves: Vec<Move>,
    /// Of the last move, White's view.
    pub score: Option<Score>,
    /// White's and Black's clock before the last move, ms.
    pub clocks: [Option<u32>; 2],
}
