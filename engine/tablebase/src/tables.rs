//! Tables of several endings, as a search probes them.

use engine::rules::{Move, Position};
use engine::tables::{EndgameTables, EndgameValue, Wdl};

use super::ending::{Ending, Placed};
use super::table::{EndingTable, Place};

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

    /// The endings that are there.
    pub fn endings(&self) -> impl Iterator<Item = &Ending> {
        self.tables.iter().flatten().map(|table| &table.ending)
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
        after: impl Fn(Move, &Position) -> Option<u8>,
    ) -> Option<u8> {
        let mut best: Option<u8> = None;
        for mv in position.legal_moves() {
            let child = position.play(mv);
            if result == Wdl::Win && self.wdl(&child)? != Wdl::Loss {
                continue;
            }
            let plies = after(mv, &child)?;
            best = Some(match (best, result) {
                (None, _) => plies,
                (Some(best), Wdl::Win) => best.min(plies),
                (Some(best), _) => best.max(plies),
            });
        }
        // No move: mate.
        Some(best.map_or(0, |plies| plies + 1))
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
            (None, _) => self.by_moves(position, result, |_, child| match self.mate(child)? {
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
        self.by_moves(position, result, |mv, child| {
            let pawn = position.piece_at(mv.from()).map(|(_, piece)| piece);
            let is_zeroing = mv.is_capture() || pawn == Some(engine::rules::Piece::Pawn);
            match is_zeroing {
                true => Some(0),
                false => self.zeroing(child),
            }
        })
    }
}
