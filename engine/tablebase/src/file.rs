//! Files of tables.
//!
//! | bytes | |
//! |---|---|
//! | 4 | `PTBL` |
//! | 1 | the version, 1 |
//! | 1 | the kind: `w`, `m`, `z` |
//! | 1 | for distances whose move it is: `w` or `b`, of the stronger side and the other; otherwise `-` |
//! | 1 | length of the ending's name |
//! | … | the ending's name, such as `KQvKR` |
//! | 4 | CRC-32 of all that follows and stands before, little-endian |
//! | … | the values, by the arithmetic coder |

use std::sync::OnceLock;

use engine::checksum::crc32;
use engine::rules::Color;

use super::distance_table::{self, NO_DISTANCE};
use super::ending::Ending;
use super::layout::Layout;
use super::retrograde::Codes;
use super::table::{EndingTable, Stored, TableKind};
use super::wdl_table::{self, WdlTable};

const MAGIC: &[u8; 4] = b"PTBL";
const VERSION: u8 = 1;
/// Bytes before the ending's name.
const FIXED: usize = 8;
const SUM: usize = 4;

/// Why a file is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFileError {
    #[error("this is no table of Ponder's")]
    Foreign,
    #[error("this table has version {0}; version {VERSION} is read")]
    Version(u8),
    #[error("this is a table of {found}, expected {expected}")]
    Ending { found: String, expected: String },
    #[error("this is a {found} table, expected {expected}", found = .0.as_str(), expected = .1.as_str())]
    Kind(TableKind, TableKind),
    #[error("the file is damaged")]
    Damaged,
}

/// The files of an ending that was solved by both metrics.
pub(crate) fn write(
    ending: &Ending,
    layout: &Layout,
    mates: &Codes,
    zeroing: &Codes,
) -> [(TableKind, Vec<u8>); 3] {
    let halves = |code: super::value::Code| code.plies().map(|plies| plies / 2);
    let written = wdl_table::write(layout, mates);
    // Distances are read beside the results that the file has where there is no position.
    let wdl_as_read = WdlTable::read(layout, &written);
    let (dtm_side, dtm) = shortest(layout, &wdl_as_read, mates, halves);
    let (dtz_side, dtz) = shortest(layout, &wdl_as_read, zeroing, super::value::Code::plies);
    [
        (TableKind::Wdl, None, written),
        (TableKind::Dtm, Some(dtm_side), dtm),
        (TableKind::Dtz, Some(dtz_side), dtz),
    ]
    .map(|(kind, side, values)| (kind, with_header(ending, kind, side, &values)))
}

/// The distances of that side to move which takes fewer bytes.
fn shortest(
    layout: &Layout,
    wdl: &WdlTable,
    codes: &Codes,
    distance: impl Fn(super::value::Code) -> Option<u8>,
) -> (Color, Vec<u8>) {
    let written = layout.sides().iter().map(|&side| {
        let distances: Vec<u8> = codes[side.index()]
            .iter()
            .map(|&code| distance(code).unwrap_or(NO_DISTANCE))
            .collect();
        let results = wdl.results(side, layout.len());
        (side, distance_table::write(layout, &results, &distances))
    });
    let shortest = written.min_by_key(|(_, bytes)| bytes.len());
    shortest.unwrap_or((Color::White, Vec::new()))
}

fn with_header(ending: &Ending, kind: TableKind, side: Option<Color>, values: &[u8]) -> Vec<u8> {
    let name = ending.to_string();
    let mut file = MAGIC.to_vec();
    file.extend([VERSION, kind_byte(kind), side_byte(side), name.len() as u8]);
    file.extend(name.as_bytes());
    let sum = crc32(&[&file[..], values].concat());
    file.extend(sum.to_le_bytes());
    file.extend(values);
    file
}

const fn kind_byte(kind: TableKind) -> u8 {
    match kind {
        TableKind::Wdl => b'w',
        TableKind::Dtm => b'm',
        TableKind::Dtz => b'z',
    }
}

const fn side_byte(side: Option<Color>) -> u8 {
    match side {
        None => b'-',
        Some(Color::White) => b'w',
        Some(Color::Black) => b'b',
    }
}

/// A file's header, checked, and its values.
struct Parts<'b> {
    side: Option<Color>,
    values: &'b [u8],
}

fn parts<'b>(
    ending: &Ending,
    kind: TableKind,
    file: &'b [u8],
) -> Result<Parts<'b>, TableFileError> {
    let header = file.get(..FIXED).ok_or(TableFileError::Foreign)?;
    if &header[..4] != MAGIC {
        return Err(TableFileError::Foreign);
    }
    if header[4] != VERSION {
        return Err(TableFileError::Version(header[4]));
    }
    let found = TableKind::ALL
        .into_iter()
        .find(|&kind| kind_byte(kind) == header[5]);
    let sides = [None, Some(Color::White), Some(Color::Black)];
    let side = sides.into_iter().find(|&side| side_byte(side) == header[6]);
    let end = FIXED + usize::from(header[7]);
    let name = file.get(FIXED..end).ok_or(TableFileError::Damaged)?;
    let sum = file.get(end..end + SUM).ok_or(TableFileError::Damaged)?;
    let values = &file[end + SUM..];
    let (Some(found), Some(side)) = (found, side) else {
        return Err(TableFileError::Damaged);
    };
    if sum != crc32(&[&file[..end], values].concat()).to_le_bytes() {
        return Err(TableFileError::Damaged);
    }
    let expected = ending.to_string();
    if name != expected.as_bytes() {
        return Err(TableFileError::Ending {
            found: String::from_utf8_lossy(name).into_owned(),
            expected,
        });
    }
    if found != kind {
        return Err(TableFileError::Kind(found, kind));
    }
    Ok(Parts { side, values })
}

impl EndingTable {
    /// The results of an ending from their file.
    ///
    /// # Errors
    /// The file is no such table.
    pub fn read(ending: &Ending, file: &[u8]) -> Result<EndingTable, TableFileError> {
        let parts = parts(ending, TableKind::Wdl, file)?;
        Ok(EndingTable {
            wdl: Stored::file(Color::White, parts.values.to_vec()),
            ending: ending.clone(),
            layout: Layout::new(ending),
            mate: OnceLock::new(),
            zeroing: OnceLock::new(),
        })
    }

    /// Adds distances to the results. Those that are there stay.
    ///
    /// # Errors
    /// The file is no such table, or has results.
    pub fn read_distances(&self, kind: TableKind, file: &[u8]) -> Result<(), TableFileError> {
        let parts = parts(&self.ending, kind, file)?;
        let side = parts.side.filter(|side| self.layout.sides().contains(side));
        let side = side.ok_or(TableFileError::Damaged)?;
        let stored = Stored::file(side, parts.values.to_vec());
        match kind {
            TableKind::Wdl => return Err(TableFileError::Damaged),
            TableKind::Dtm => self.mate.get_or_init(|| stored),
            TableKind::Dtz => self.zeroing.get_or_init(|| stored),
        };
        Ok(())
    }
}
