//! A player's answer.

use std::fmt;

use crate::control::StopReason;
use crate::rules::Move;
use crate::search::{Line, Score, SearchResult};
use crate::sight::Sight;

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
    /// What endgame tables have of the moves, where they have the position.
    pub solved: Option<SolvedRoot>,
    /// By what a level's search saw moves, where it overlooks some.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sight: Option<Sight>,
}

/// A solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SolvedRoot {
    /// Mate in so many moves or a draw, the fifty-move rule included.
    pub score: Score,
    /// Legal moves after which it wins, draws and loses.
    pub moves: [u8; 3],
}

/// As in `mate in 23, every other move draws`.
impl fmt::Display for SolvedRoot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [winning, drawing, losing] = self.moves;
        let all = winning + drawing + losing;
        let (keeping, verb) = match self.score {
            Score::Mate(moves) if moves > 0 => {
                write!(f, "mate in {moves}")?;
                (winning, "win")
            }
            Score::Mate(moves) => return write!(f, "lost in {} moves at best", -moves),
            Score::Cp(_) => {
                f.write_str("a draw")?;
                (drawing, "hold it")
            }
        };
        match (keeping, drawing, losing) {
            _ if all <= 1 => Ok(()),
            (1, _, 0) if verb == "win" => f.write_str(", every other move draws"),
            (1, 0, _) if verb == "win" => f.write_str(", every other move loses"),
            (1, _, _) if verb == "win" => f.write_str(", no other move wins"),
            (1, _, _) => f.write_str(", every other move loses"),
            _ if keeping == all => f.write_str(", whatever is played"),
            _ => write!(f, ", {keeping} of {all} moves {verb}"),
        }
    }
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
            solved: None,
            sight: None,
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
            solved: None,
            sight: None,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solved_root_says_how_many_moves_keep_its_result() {
        const DRAW: Score = Score::Cp(0);
        for (score, moves, text) in [
            (
                Score::Mate(23),
                [1, 4, 0],
                "mate in 23, every other move draws",
            ),
            (
                Score::Mate(1),
                [1, 0, 4],
                "mate in 1, every other move loses",
            ),
            (Score::Mate(2), [1, 2, 3], "mate in 2, no other move wins"),
            (Score::Mate(2), [1, 0, 0], "mate in 2"),
            (Score::Mate(3), [4, 0, 0], "mate in 3, whatever is played"),
            (Score::Mate(3), [4, 2, 1], "mate in 3, 4 of 7 moves win"),
            (DRAW, [0, 1, 4], "a draw, every other move loses"),
            (DRAW, [0, 3, 0], "a draw, whatever is played"),
            (DRAW, [0, 3, 5], "a draw, 3 of 8 moves hold it"),
            (DRAW, [0, 1, 0], "a draw"),
            (Score::Mate(-12), [0, 0, 5], "lost in 12 moves at best"),
        ] {
            assert_eq!(SolvedRoot { score, moves }.to_string(), text);
        }
    }
}
