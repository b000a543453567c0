//! A player's answer.

use crate::control::StopReason;
use crate::rules::Move;
use crate::search::{Line, SearchResult};

/// A player's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Decision {
    /// The move, `None` when there is no legal one.
    pub mv: Option<Move>,
    pub source: Source,
    /// The lines of the last finished depth, best first; the first one starts with `mv`. When the time
    /// limit ended a search for one line within a depth, that depth's best so far.
    pub lines: Vec<Line>,
    /// The last finished depth, plies.
    pub depth: u8,
    /// The deepest ply reached, plies.
    pub seldepth: u8,
    pub nodes: u64,
    pub time_ms: u64,
    pub stop_reason: StopReason,
    /// The learner's record of the move, where it decided.
    pub recalled: Option<Recalled>,
}

/// A learner's record of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Recalled {
    /// Q value, millionths: −1,000,000 to 1,000,000.
    pub q: i32,
    /// Games in which it was played.
    pub visits: u32,
    /// Whether it was an exploratory move.
    pub exploratory: bool,
}

impl From<SearchResult> for Decision {
    fn from(result: SearchResult) -> Decision {
        Decision {
            mv: result.mv,
            source: Source::Search,
            lines: result.lines,
            depth: result.depth,
            seldepth: result.seldepth,
            nodes: result.nodes,
            time_ms: result.time_ms,
            stop_reason: result.stop_reason,
            recalled: None,
        }
    }
}

impl Decision {
    /// The decision where there is no legal move.
    #[must_use]
    pub fn game_over(time_ms: u64) -> Decision {
        Decision {
            mv: None,
            source: Source::Search,
            lines: Vec::new(),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time_ms,
            stop_reason: StopReason::GameOver,
            recalled: None,
        }
    }
}

/// The origin of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Source {
    Book,
    Tablebase,
    Learner,
    Search,
    /// A random draw.
    Chance,
}

impl Source {
    /// As in the HTTP API and the worker's messages.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Source::Book => "book",
            Source::Tablebase => "tablebase",
            Source::Learner => "learner",
            Source::Search => "search",
            Source::Chance => "chance",
        }
    }
}
