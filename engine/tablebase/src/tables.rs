//! Tables of several endings, as a search probes them.

use engine::rules::Position;
use engine::tables::{EndgameTables, EndgameValue, Wdl};

use super::ending::{Ending, Placed};
use super::file::TableFileError;
use super::table::{EndingTable, Place, TableKind};

/// Tables by their endings.
pub struct Tables {
    /// By the ending's number.
    tables: Vec<Option<EndingTable>>,
    men: usize,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables {
            tables: (0..Ending::NUMBERS).map(|_| None).collect(),
            men: 0,
        }
    }
}

impl Tables {
    /// Adds the table of an ending, in place of the one that was there.
    pub fn insert(&mut self, table: EndingTable) {
        self.men = self.men.max(table.ending.count());
        let place = table.ending.number();
        self.tables[place] = Some(table);
    }

    /// Decodes the results of all endings, which a search would otherwise do when it first asks.
    pub fn decode_results(&self) {
        self.tables
            .iter()
            .flatten()
            .for_each(EndingTable::decode_results);
    }

    /// The table of an ending.
    #[must_use]
    pub fn table(&self, ending: &Ending) -> Option<&EndingTable> {
        self.tables[ending.number()].as_ref()
    }

    /// Adds distances to an ending whose results are there.
    ///
    /// # Errors
    /// The file is no such table, or the results are not there.
    pub fn add_distances(
        &self,
        ending: &Ending,
        kind: TableKind,
        file: &[u8],
    ) -> Result<(), TableFileError> {
        match &self.tables[ending.number()] {
            Some(table) => table.read_distances(kind, file),
            None => Err(TableFileError::Damaged),
        }
    }

    /// Whether the distances of an ending are there.
    #[must_use]
    pub fn has_distances(&self, ending: &Ending) -> bool {
        let table = self.tables[ending.number()].as_ref();
        table.is_some_and(EndingTable::has_distances)
    }

    fn find(&self, position: &Position) -> Option<(&EndingTable, Place)> {
        let placed = Placed::of(position)?;
        let table = self.tables[placed.ending.number()].as_ref()?;
        let place = table.place(&placed, position)?;
        Some((table, place))
    }

    /// By the moves of a position: the best distance of those that keep its result, one ply more than that
    /// of the position after them.
    fn by_moves(
        &self,
        position: &Position,
        result: Wdl,
        after: impl Fn(&Position) -> Option<u8>,
    ) -> Option<u8> {
        let mut best: Option<u8> = None;
        for mv in position.legal_moves() {
            let child = position.play(mv);
            if result == Wdl::Win && self.wdl(&child)? != Wdl::Loss {
                continue;
            }
            let plies = after(&child)?;
            best = Some(match (best, result) {
                (None, _) => plies,
                (Some(best), Wdl::Win) => best.min(plies),
                (Some(best), _) => best.max(plies),
            });
        }
        // No move: mate. A foreign table may say anything.
        best.map_or(Some(0), |plies| plies.checked_add(1))
    }
}

impl EndgameTables for Tables {
    fn men(&self) -> usize {
        self.men
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        if position.occupied().len() == 2 {
            return Some(Wdl::Draw);
        }
        self.find(position).map(|(table, place)| table.wdl(place))
    }

    fn mate(&self, position: &Position) -> Option<EndgameValue> {
        if position.occupied().len() == 2 {
            return Some(EndgameValue::Draw);
        }
        let (table, place) = self.find(position)?;
        let result = table.wdl(place);
        if result == Wdl::Draw {
            return Some(EndgameValue::Draw);
        }
        let stored = table.mate()?.get(place);
        let plies = match (stored, result) {
            (Some(half), Wdl::Win) => half.checked_mul(2)?.checked_add(1)?,
            (Some(half), _) => half.checked_mul(2)?,
            (None, _) => self.by_moves(position, result, |child| match self.mate(child)? {
                EndgameValue::Win(plies) | EndgameValue::Loss(plies) => Some(plies),
                EndgameValue::Draw => None,
            })?,
        };
        Some(match result {
            Wdl::Win => EndgameValue::Win(plies),
            _ => EndgameValue::Loss(plies),
        })
    }

    fn zeroing(&self, position: &Position) -> Option<u8> {
        let (table, place) = self.find(position)?;
        let result = table.wdl(place);
        if result == Wdl::Draw {
            return None;
        }
        if let Some(plies) = table.zeroing()?.get(place) {
            return Some(plies);
        }
        self.by_moves(position, result, |child| match child.halfmove_clock() {
            0 => Some(0),
            _ => self.zeroing(child),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;
    use crate::distance_table::DistanceTable;
    use crate::table::Stored;
    use crate::three_men;

    /// A file may say anything whose checksum fits: no sum may overflow.
    #[test]
    fn the_longest_distances_are_read_without_a_panic() {
        let mut tables = three_men();
        for side in engine::rules::Color::ALL {
            for table in tables.tables.iter_mut().flatten() {
                let distances = vec![127; table.layout.len()];
                table.mate = OnceLock::from(Stored::values(DistanceTable { side, distances }));
                let distances = vec![254; table.layout.len()];
                table.zeroing = OnceLock::from(Stored::values(DistanceTable { side, distances }));
            }
            for fen in [
                "8/8/8/8/8/2k5/8/KQ6 w - - 0 1",
                "8/8/8/8/8/2k5/8/K6Q b - - 0 1",
                "8/8/8/8/8/2k5/4P3/K7 w - - 0 1",
                "8/8/8/8/8/2k5/4P3/K7 b - - 0 1",
            ] {
                let position = Position::from_fen(fen).expect(fen);
                tables.mate(&position);
                tables.zeroing(&position);
                let moves = crate::solved_moves(&tables, &position);
                assert!(moves.is_none_or(|moves| !moves.is_empty()));
            }
        }
    }
}
