//! Practice games that are learnt from more than once.

use serde::{Deserialize, Serialize};

use crate::datagen::SelfPlayGame;

/// The games of a generation that are learnt from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PastGames {
    pub games: Vec<SelfPlayGame>,
    /// Whether random weights evaluated, so that only results count.
    pub evaluated_by_chance: bool,
}
