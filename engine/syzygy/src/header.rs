//! A file's header: the parts of a table, and where their arrays lie.

use arrayvec::ArrayVec;
use engine::rules::{Color, Piece};

use crate::arrangement::{Arrangement, Man, Order};
use crate::compressed::Values;
use crate::dtz_map::DtzMap;
use crate::error::FormatError;
use crate::header_reader::HeaderReader;
use crate::material::{MAX_MEN, Material};
use crate::read_at::ReadAt;

/// The first bytes of the two kinds of files.
const WDL_MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
const DTZ_MAGIC: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];
/// The bits of the flags that follow.
const BOTH_SIDES: u8 = 1;
const HAS_PAWNS: u8 = 2;
/// The checksum at the end of a file.
const CHECKSUM_BYTES: u64 = 16;
/// Bytes to which a file's blocks are aligned.
const LINE_BYTES: u64 = 64;

/// What a file has of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TableKind {
    Wdl,
    Dtz,
}

impl TableKind {
    pub(crate) const ALL: [TableKind; 2] = [TableKind::Wdl, TableKind::Dtz];

    /// The ending of the file's name.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            TableKind::Wdl => "rtbw",
            TableKind::Dtz => "rtbz",
        }
    }

    fn name(self) -> &'static str {
        match self {
            TableKind::Wdl => "WDL",
            TableKind::Dtz => "DTZ",
        }
    }

    fn magic(self) -> [u8; 4] {
        match self {
            TableKind::Wdl => WDL_MAGIC,
            TableKind::Dtz => DTZ_MAGIC,
        }
    }
}

/// The placements of an ending with one side to move and, with pawns, the leading one on one file.
#[derive(Debug)]
pub(crate) struct SubTable {
    pub(crate) arrangement: Arrangement,
    pub(crate) values: Values,
    /// In DTZ files.
    pub(crate) dtz_map: Option<DtzMap>,
}

/// A header that was read and checked.
#[derive(Debug)]
pub(crate) struct Header {
    /// By the leading pawn's file from the edge, then by the side to move.
    pub(crate) parts: Vec<SubTable>,
    /// Parts for each file: 2 if both sides to move are there.
    pub(crate) sides: usize,
    /// Whether the file has the colours of its name swapped.
    pub(crate) is_swapped: bool,
}

impl Header {
    /// Reads the header of a file, and checks its length against what the header implies.
    pub(crate) fn read(
        source: &dyn ReadAt,
        length: u64,
        kind: TableKind,
        material: &Material,
    ) -> Result<Header, FormatError> {
        let mut reader = HeaderReader::new(source, length);
        let magic = reader.array()?;
        if magic != kind.magic() {
            return Err(FormatError::Magic(kind.name(), magic));
        }
        if length % LINE_BYTES != CHECKSUM_BYTES {
            return Err(FormatError::Length(length));
        }
        let flags = reader.byte()?;
        if (flags & HAS_PAWNS != 0) != material.has_pawns() {
            return Err(FormatError::Damaged("its flags say otherwise about pawns"));
        }
        let is_wdl = kind == TableKind::Wdl;
        if is_wdl && (flags & BOTH_SIDES != 0) == material.is_symmetric() {
            return Err(FormatError::Damaged(
                "its flags say otherwise about the side to move",
            ));
        }
        let sides = if is_wdl && !material.is_symmetric() {
            2
        } else {
            1
        };
        let arrangements = read_arrangements(&mut reader, material, sides)?;
        let mut parts = Vec::new();
        let mut part_flags = Vec::new();
        for arrangement in arrangements {
            let (values, flags) = Values::read(&mut reader, arrangement.size, is_wdl)?;
            part_flags.push(flags);
            parts.push(SubTable {
                arrangement,
                values,
                dtz_map: None,
            });
        }
        if !is_wdl {
            for (part, &flags) in parts.iter_mut().zip(&part_flags) {
                let map = DtzMap::read(&mut reader, flags)?;
                // A position with black to move is looked up with the colours swapped.
                if map.is_black_to_move() && material.is_symmetric() && material.has_pawns() {
                    return Err(FormatError::Damaged("it has the wrong side to move"));
                }
                part.dtz_map = Some(map);
            }
            reader.align_to_even()?;
        }
        let implied = place_arrays(&mut parts, reader.offset());
        match length.cmp(&implied) {
            std::cmp::Ordering::Less => Err(FormatError::Truncated {
                found: length,
                implied,
            }),
            std::cmp::Ordering::Greater => Err(FormatError::TooLong {
                found: length,
                implied,
            }),
            std::cmp::Ordering::Equal => Ok(Header {
                is_swapped: parts.iter().any(|part| part.arrangement.is_swapped),
                parts,
                sides,
            }),
        }
    }
}

/// Sets where the arrays of all parts begin, and returns the length of the file that this implies. Sums
/// saturate, so a length out of range is never found.
fn place_arrays(parts: &mut [SubTable], mut offset: u64) -> u64 {
    let mut compressed: Vec<_> = parts
        .iter_mut()
        .filter_map(|part| part.values.compressed_mut())
        .collect();
    for values in &mut compressed {
        values.sparse_start = offset;
        offset = offset.saturating_add(values.sparse_bytes());
    }
    for values in &mut compressed {
        values.lengths_start = offset;
        offset = offset.saturating_add(values.length_bytes());
    }
    let to_line = |offset: u64| offset.checked_next_multiple_of(LINE_BYTES);
    offset = to_line(offset).unwrap_or(u64::MAX);
    for values in &mut compressed {
        values.data_start = offset;
        offset = offset.saturating_add(values.data_bytes());
        offset = to_line(offset).unwrap_or(u64::MAX);
    }
    offset.saturating_add(CHECKSUM_BYTES)
}

/// Reads the orders of the men of all parts. A byte has that of white to move in its low half and that of
/// black to move in its high half.
fn read_arrangements(
    reader: &mut HeaderReader<'_>,
    material: &Material,
    sides: usize,
) -> Result<Vec<Arrangement>, FormatError> {
    let has_second_pawns = Color::ALL.iter().all(|&color| material.pawns(color) > 0);
    let mut arrangements: Vec<Arrangement> = Vec::new();
    for pawn_file in 0..if material.has_pawns() { 4 } else { 1 } {
        let lead = reader.byte()?;
        let second_pawns = if has_second_pawns {
            reader.byte()?
        } else {
            0xff
        };
        let mut men = ArrayVec::<u8, MAX_MEN>::new();
        for _ in 0..material.men() {
            men.push(reader.byte()?);
        }
        for side in 0..sides {
            let half = |byte: u8| byte >> (4 * side) & 0xf;
            let order = Order {
                lead: half(lead),
                second_pawns: half(second_pawns),
            };
            let men = men
                .iter()
                .map(|&byte| man(half(byte)))
                .collect::<Option<ArrayVec<Man, MAX_MEN>>>()
                .ok_or(FormatError::Damaged("it has unknown men"))?;
            arrangements.push(Arrangement::new(material, men, order, pawn_file)?);
        }
    }
    reader.align_to_even()?;
    let agree = arrangements.windows(2).all(|pair| {
        let same_lead = pair[0].men.first() == pair[1].men.first();
        pair[0].is_swapped == pair[1].is_swapped && (same_lead || !material.has_pawns())
    });
    if !agree {
        return Err(FormatError::Damaged("its parts have different men"));
    }
    Ok(arrangements)
}

/// The man of a code: 1 for a pawn to 6 for a king, plus 8 for black.
fn man(code: u8) -> Option<Man> {
    let color = if code & 8 == 0 {
        Color::White
    } else {
        Color::Black
    };
    let piece = Piece::ALL.get(usize::from(code & 7).checked_sub(1)?)?;
    Some((color, *piece))
}
