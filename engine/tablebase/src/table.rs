//! The table of one ending, as it is probed.

use std::str::FromStr;

use super::distance_table::{DistanceTable, NO_DISTANCE};
use super::ending::{Ending, Placed};
use super::layout::Layout;
use super::wdl_table::WdlTable;
use engine::rules::Position;
use engine::tables::Wdl;

/// What a table file says of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableKind {
    /// Won, drawn or lost.
    Wdl,
    /// The distance to mate.
    Dtm,
    /// The distance to the next capture, pawn move or mate.
    Dtz,
}

impl TableKind {
    pub const ALL: [TableKind; 3] = [TableKind::Wdl, TableKind::Dtm, TableKind::Dtz];

    /// As file names end: `wdl`, `dtm`, `dtz`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            TableKind::Wdl => "wdl",
            TableKind::Dtm => "dtm",
            TableKind::Dtz => "dtz",
        }
    }
}

impl FromStr for TableKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<TableKind, UnknownKind> {
        let known = TableKind::ALL
            .into_iter()
            .find(|kind| kind.as_str() == text);
        known.ok_or(UnknownKind)
    }
}

/// The error of a text that names no kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected wdl, dtm or dtz")]
pub struct UnknownKind;

/// The results of an ending, and distances where they are there.
pub struct EndingTable {
    pub(crate) ending: Ending,
    pub(crate) layout: Layout,
    pub(crate) wdl: WdlTable,
    /// Half the plies to mate, rounded down.
    pub(crate) mate: Option<DistanceTable>,
    /// Plies to the next capture, pawn move or mate.
    pub(crate) zeroing: Option<DistanceTable>,
}

/// A place in a table.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub side: engine::rules::Color,
    pub index: usize,
}

impl EndingTable {
    /// Where the table has a position of its ending.
    pub(crate) fn place(&self, placed: &Placed, position: &Position) -> Option<Place> {
        let index = match position.en_passant() {
            None => self.layout.index(&placed.squares),
            Some(_) => self.layout.passed_index(&placed.squares, !placed.side),
        };
        Some(Place {
            side: placed.side,
            index: index?,
        })
    }

    pub(crate) fn wdl(&self, place: Place) -> Wdl {
        self.wdl.get(place.side, place.index)
    }
}

impl DistanceTable {
    /// The distance at a place of the side that the table has; `None` where that is another one.
    pub(crate) fn get(&self, place: Place) -> Option<u8> {
        let distance = self.distances[place.index];
        (place.side == self.side && distance != NO_DISTANCE).then_some(distance)
    }
}
