//! The messages between the import's page and its worker.

use engine::exercises::Exercise;
use serde::{Deserialize, Serialize};

use super::game_result::GameResult;
use super::refused::RefusedGame;
use super::visitor::Visitor;
use crate::worker::SearchId;

/// From the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportRequest {
    /// Analyse a game; answered by `Progress` until `Done` or `Refused`, and by nothing more once it is
    /// stopped.
    Game(Box<ImportOrder>),
}

/// A game to analyse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportOrder {
    /// Of the request.
    pub id: SearchId,
    /// PGN.
    pub text: String,
    pub visitor: Visitor,
}

/// From the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ImportAnswer {
    /// So many positions of the game are done; what one costs differs much.
    Progress {
        id: SearchId,
        positions: u32,
        of: u32,
    },
    Done {
        id: SearchId,
        result: Box<GameResult>,
        /// Those of the visitor's side, in the game's order.
        exercises: Vec<Exercise>,
    },
    Refused {
        id: SearchId,
        reason: RefusedGame,
    },
}

impl ImportAnswer {
    /// The request that is answered.
    #[must_use]
    pub fn id(&self) -> SearchId {
        match self {
            ImportAnswer::Progress { id, .. }
            | ImportAnswer::Done { id, .. }
            | ImportAnswer::Refused { id, .. } => *id,
        }
    }
}
