//! Making tables: endings solved one after the other.

use std::collections::HashMap;
use std::sync::OnceLock;

use arrayvec::ArrayVec;
use engine::rules::{Color, Square};
use engine::tables::EndgameValue;

use super::distance_table::{DistanceTable, NO_DISTANCE};
use super::ending::{Ending, MAX_MEN, Man, Placed};
use super::file;
use super::layout::Layout;
use super::retrograde::{Codes, Metric, Retrograde};
use super::table::{EndingTable, Stored, TableKind};
use super::value::Code;
use super::wdl_table::WdlTable;

/// An ending solved by both metrics.
pub struct SolvedEnding {
    ending: Ending,
    layout: Layout,
    mates: Codes,
    zeroing: Codes,
}

/// The endings that are solved so far, for those that lead to them.
#[derive(Default)]
pub struct Solved {
    endings: HashMap<Ending, (Layout, Codes)>,
}

impl Solved {
    /// Solves one ending. All that its captures and promotions lead to must be there: see
    /// [`Ending::all`].
    #[must_use]
    pub fn solve(&self, ending: &Ending) -> SolvedEnding {
        let known =
            |men: ArrayVec<(Man, Square), MAX_MEN>, side| self.code(&Placed::new(men, side));
        let mates = Retrograde::new(ending, Metric::Mate, &known, None).solve();
        let zeroing = Retrograde::new(ending, Metric::Zeroing, &known, Some(&mates)).solve();
        SolvedEnding {
            ending: ending.clone(),
            layout: Layout::new(ending),
            mates,
            zeroing,
        }
    }

    /// By mate, of a position without an en-passant capture.
    pub(crate) fn code(&self, placed: &Placed) -> Code {
        let Some((layout, mates)) = self.endings.get(&placed.ending) else {
            return Code::NONE;
        };
        let index = layout.index(&placed.squares);
        index.map_or(Code::NONE, |index| mates[placed.side.index()][index])
    }

    /// Keeps what other endings need.
    pub fn insert(&mut self, solved: SolvedEnding) {
        self.endings
            .insert(solved.ending, (solved.layout, solved.mates));
    }
}

impl SolvedEnding {
    /// The files: results, distances to mate, distances to the next capture, pawn move or mate.
    #[must_use]
    pub fn files(&self) -> [(TableKind, Vec<u8>); 3] {
        file::write(&self.ending, &self.layout, &self.mates, &self.zeroing)
    }

    /// The table, to be probed without a file.
    #[must_use]
    pub fn table(&self) -> EndingTable {
        let distances = |codes: &Codes, distance: fn(u8) -> u8| {
            let codes = codes[Color::White.index()].iter();
            OnceLock::from(Stored::values(DistanceTable {
                side: Color::White,
                distances: codes
                    .map(|code| code.plies().map_or(NO_DISTANCE, distance))
                    .collect(),
            }))
        };
        EndingTable {
            wdl: Stored::values(WdlTable::new(&self.layout, &self.mates)),
            mate: distances(&self.mates, |plies| plies / 2),
            zeroing: distances(&self.zeroing, |plies| plies),
            ending: self.ending.clone(),
            layout: self.layout.clone(),
        }
    }

    pub(crate) fn ending(&self) -> &Ending {
        &self.ending
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// By mate, and by the next capture, pawn move or mate.
    pub(crate) fn codes(&self, side: Color, index: usize) -> [Code; 2] {
        [&self.mates, &self.zeroing].map(|codes| codes[side.index()][index])
    }

    /// How many positions are won, drawn and lost, and the longest ways.
    #[must_use]
    pub fn counts(&self, side: Color) -> Counts {
        let mut counts = Counts::default();
        for value in self.mates[side.index()]
            .iter()
            .filter_map(|code| code.value())
        {
            match value {
                EndgameValue::Draw => counts.drawn += 1,
                EndgameValue::Win(plies) => {
                    counts.won += 1;
                    counts.longest_win = counts.longest_win.max(plies);
                }
                EndgameValue::Loss(plies) => {
                    counts.lost += 1;
                    counts.longest_loss = counts.longest_loss.max(plies);
                }
            }
        }
        let zeroing = self.zeroing[side.index()]
            .iter()
            .filter_map(|code| code.plies());
        counts.longest_zeroing = zeroing.max().unwrap_or(0);
        counts
    }
}

/// The positions of one side to move: how many are won, drawn and lost, and the longest ways to mate, plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    pub longest_win: u8,
    pub longest_loss: u8,
    /// The longest way to a capture, pawn move or mate, plies.
    pub longest_zeroing: u8,
}

/// The tables of all endings of up to three men, made in memory.
#[must_use]
pub fn three_men() -> super::Tables {
    let mut tables = super::Tables::default();
    let mut solved = Solved::default();
    for ending in Ending::all(3) {
        let made = solved.solve(&ending);
        tables.insert(made.table());
        solved.insert(made);
    }
    tables
}
