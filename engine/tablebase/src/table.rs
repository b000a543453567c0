//! The table of one ending, as it is probed.

use std::sync::OnceLock;

use engine::rules::{Color, Position};
use engine::tables::Wdl;

use super::board::Board;
use super::distance_table::{self, DistanceTable, NO_DISTANCE};
use super::ending::{Ending, Placed};
use super::layout::Layout;
use super::wdl_table::WdlTable;

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

/// The results of an ending, and distances where they are there. What comes from a file is decoded when it
/// is first asked for.
pub struct EndingTable {
    pub(crate) ending: Ending,
    pub(crate) layout: Layout,
    pub(crate) wdl: Stored<WdlTable>,
    /// Half the plies to mate, rounded down.
    pub(crate) mate: OnceLock<Stored<DistanceTable>>,
    /// Plies to the next capture, pawn move or mate.
    pub(crate) zeroing: OnceLock<Stored<DistanceTable>>,
}

/// Values, or a file's bytes that become values.
pub(crate) struct Stored<T> {
    values: OnceLock<T>,
    /// For distances the side to move; and the bytes of the arithmetic coder.
    file: Option<(Color, Vec<u8>)>,
}

/// A place in a table.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub side: Color,
    pub index: usize,
}

impl<T> Stored<T> {
    pub fn values(values: T) -> Stored<T> {
        Stored {
            values: OnceLock::from(values),
            file: None,
        }
    }

    pub fn file(side: Color, bytes: Vec<u8>) -> Stored<T> {
        Stored {
            values: OnceLock::new(),
            file: Some((side, bytes)),
        }
    }

    fn get(&self, decode: impl FnOnce(Color, &[u8]) -> T) -> &T {
        self.values.get_or_init(|| match &self.file {
            Some((side, bytes)) => decode(*side, bytes),
            None => decode(Color::White, &[]),
        })
    }
}

impl EndingTable {
    /// Where the table has a position of its ending.
    pub(crate) fn place(&self, placed: &Placed, position: &Position) -> Option<Place> {
        let index = match position.en_passant() {
            None => self.layout.index(&placed.squares),
            Some(_) => self.layout.en_passant_index(&placed.squares, !placed.side),
        };
        Some(Place {
            side: placed.side,
            index: index?,
        })
    }

    /// The positions of every `stride`-th place; a place need not have one.
    pub fn positions(&self, stride: usize) -> impl Iterator<Item = Position> + '_ {
        let places = Color::ALL.into_iter().flat_map(move |side| {
            let indices = (0..self.layout.len()).step_by(stride.max(1));
            indices.map(move |index| Place { side, index })
        });
        places.filter_map(|place| self.position(place))
    }

    /// The position at a place; `None` if there is none, or it has another place.
    fn position(&self, place: Place) -> Option<Position> {
        let Place { side, index } = place;
        let board = Board::new(&self.layout.men, self.layout.squares_at(index, side), side);
        let fen = board.fen(self.layout.is_en_passant(index));
        let position = Position::from_fen(&fen).ok()?;
        let placed = Placed::of(&position).filter(|placed| placed.ending == self.ending)?;
        let own = self.place(&placed, &position)?;
        (own.index == index && own.side == side).then_some(position)
    }

    fn results(&self) -> &WdlTable {
        let decode = |_, bytes: &[u8]| WdlTable::read(&self.layout, bytes);
        self.wdl.get(decode)
    }

    /// Whether the distances by both metrics are there.
    pub(crate) fn has_distances(&self) -> bool {
        self.mate.get().is_some() && self.zeroing.get().is_some()
    }

    /// Decodes the results now.
    pub(crate) fn decode_results(&self) {
        self.results();
    }

    pub(crate) fn wdl(&self, place: Place) -> Wdl {
        self.results().get(place.side, place.index)
    }

    /// The distances by one metric; `None` if they are not there.
    fn distances<'t>(
        &'t self,
        stored: &'t OnceLock<Stored<DistanceTable>>,
    ) -> Option<&'t DistanceTable> {
        let table = stored.get()?.get(|side, bytes| {
            let results = self.results().results(side, self.layout.len());
            DistanceTable {
                distances: distance_table::read(&self.layout, &results, bytes),
                side,
            }
        });
        Some(table)
    }

    pub(crate) fn mate(&self) -> Option<&DistanceTable> {
        self.distances(&self.mate)
    }

    pub(crate) fn zeroing(&self) -> Option<&DistanceTable> {
        self.distances(&self.zeroing)
    }
}

impl DistanceTable {
    /// The distance at a place of the side that the table has; `None` where that is another one.
    pub(crate) fn get(&self, place: Place) -> Option<u8> {
        let distance = self.distances[place.index];
        (place.side == self.side && distance != NO_DISTANCE).then_some(distance)
    }
}
