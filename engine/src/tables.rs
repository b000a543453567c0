//! What a search is told by endgame tables. The tables themselves are in the crate `tablebase`.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::rules::{Game, Move, Position};

/// The result of a position for its side to move. The fifty-move rule is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wdl {
    Draw,
    Win,
    Loss,
}

/// The result of a position for its side to move, and how far mate is. The fifty-move rule is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EndgameValue {
    Draw,
    /// Won in so many plies, an odd number.
    Win(u8),
    /// Lost in so many plies, an even number; 0 if the side to move is mated.
    Loss(u8),
}

impl EndgameValue {
    /// The result alone.
    #[must_use]
    pub fn wdl(self) -> Wdl {
        match self {
            EndgameValue::Draw => Wdl::Draw,
            EndgameValue::Win(_) => Wdl::Win,
            EndgameValue::Loss(_) => Wdl::Loss,
        }
    }

    /// The moves of the winning side to mate; `None` of a draw.
    #[must_use]
    pub fn moves_to_mate(self) -> Option<u8> {
        match self {
            EndgameValue::Draw => None,
            EndgameValue::Win(plies) | EndgameValue::Loss(plies) => Some(plies.div_ceil(2)),
        }
    }
}

/// A set of endgame tables. What a search finds depends on it, so it is named and never
/// replaced by another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TableSet {
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "none"))]
    None,
    #[cfg_attr(feature = "serde", serde(rename = "3"))]
    Three,
    #[cfg_attr(feature = "serde", serde(rename = "4"))]
    Four,
    /// Those of four men and the Syzygy tables at hand.
    #[cfg_attr(feature = "serde", serde(rename = "syzygy"))]
    Syzygy,
}

impl TableSet {
    pub const ALL: [TableSet; 4] = [
        TableSet::None,
        TableSet::Three,
        TableSet::Four,
        TableSet::Syzygy,
    ];
    /// Those that can be made.
    pub const OURS: [TableSet; 3] = [TableSet::None, TableSet::Three, TableSet::Four];

    /// As in the HTTP API, in UCI options and in links.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            TableSet::None => "none",
            TableSet::Three => "3",
            TableSet::Four => "4",
            TableSet::Syzygy => "syzygy",
        }
    }

    /// The set of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<TableSet> {
        TableSet::ALL.into_iter().find(|set| set.as_str() == name)
    }

    /// The set of a name, if it is one of [`TableSet::OURS`].
    #[must_use]
    pub fn of_ours(name: &str) -> Option<TableSet> {
        TableSet::from_name(name).filter(|set| TableSet::OURS.contains(set))
    }

    /// The most men of a position in the set, kings included; 0 for none.
    #[must_use]
    pub const fn men(self) -> usize {
        match self {
            TableSet::None => 0,
            TableSet::Three => 3,
            TableSet::Four => 4,
            TableSet::Syzygy => 7,
        }
    }
}

/// Solved endings that a search is lent.
pub trait EndgameTables: Send + Sync {
    /// The most men, kings included, of a position that may be in a table.
    fn men(&self) -> usize;

    /// The result of a position; `None` if no table has it.
    fn wdl(&self, position: &Position) -> Option<Wdl>;

    /// The result and the distance to mate (DTM); `None` if no table has it.
    fn mate(&self, position: &Position) -> Option<EndgameValue>;

    /// Plies to the next capture, pawn move or mate with which the better side keeps the result (DTZ);
    /// `None` if no table has it, or the position is drawn.
    fn zeroing(&self, position: &Position) -> Option<u8>;

    /// The least depth, plies, at which a search asks for a position of so many men: files on a disk take
    /// more time than the nodes that they spare.
    fn min_depth(&self, _men: usize) -> i32 {
        i32::MIN
    }

    /// The moves that keep the result of a position whose distance to mate no table has. `None` if no table
    /// has the position.
    fn keeping_moves(&self, _game: &Game) -> Option<KeepingMoves> {
        None
    }
}

/// The moves that keep a position's result under the fifty-move rule. Who plays one of them each time wins or
/// draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeepingMoves {
    /// For the side to move.
    pub result: Wdl,
    /// At least one.
    pub moves: Vec<Move>,
}

/// Tables that several players are lent; equal if they are the same.
#[derive(Clone)]
pub struct SharedTables(Arc<dyn EndgameTables>);

impl SharedTables {
    pub fn new(tables: impl EndgameTables + 'static) -> SharedTables {
        SharedTables(Arc::new(tables))
    }
}

impl<T: EndgameTables + 'static> From<Arc<T>> for SharedTables {
    fn from(tables: Arc<T>) -> SharedTables {
        SharedTables(tables)
    }
}

impl Deref for SharedTables {
    type Target = dyn EndgameTables;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for SharedTables {
    fn eq(&self, other: &SharedTables) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SharedTables {}

impl fmt::Debug for SharedTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tables of {} men", self.men())
    }
}
