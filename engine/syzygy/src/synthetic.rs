//! Writes small files for tests: with one value for all placements, or with a tree of six symbols.

use engine::rules::{Color, Piece};

use crate::arrangement::tests::arrange;
use crate::arrangement::{Arrangement, Man, Order};
use crate::header::TableKind;
use crate::material::Material;

/// Logarithms of a block's bytes and of the span of the sparse index.
const BLOCK_BITS: u8 = 5;
const SPAN_BITS: u8 = 6;
/// Block lengths beyond the blocks.
const MORE_LENGTHS: u8 = 3;

/// The two values of a part, or the one that it has.
#[derive(Clone, Copy)]
pub(crate) enum PartValues {
    Single(u8),
    /// One of the two for each placement, by [`chosen`].
    Two([u16; 2]),
}

/// A file to write.
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    pub(crate) kind: TableKind,
    /// The flags of DTZ parts, and the bytes of their maps.
    pub(crate) flags: u8,
    pub(crate) map: Vec<u8>,
    pub(crate) values: PartValues,
    pub(crate) order: Order,
}

impl Spec {
    pub(crate) fn new(name: &'static str, kind: TableKind, values: PartValues) -> Spec {
        let order = Order {
            lead: 0,
            second_pawns: 1,
        };
        Spec {
            name,
            kind,
            flags: 0,
            map: Vec::new(),
            values,
            order,
        }
    }

    pub(crate) fn material(&self) -> Material {
        Material::from_name(self.name).expect(self.name)
    }

    pub(crate) fn file_name(&self) -> String {
        format!("{}.{}", self.name, self.kind.extension())
    }

    /// The arrangement of the parts with this leading pawn's file.
    pub(crate) fn arrangement(&self, pawn_file: u8) -> Arrangement {
        arrange(self.name, self.order, pawn_file)
    }

    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let material = self.material();
        let pawn_files = if material.has_pawns() { 4 } else { 1 };
        let is_wdl = self.kind == TableKind::Wdl;
        let sides = if is_wdl && !material.is_symmetric() {
            2
        } else {
            1
        };
        let mut file = match self.kind {
            TableKind::Wdl => vec![0x71, 0xe8, 0x23, 0x5d],
            TableKind::Dtz => vec![0xd7, 0x66, 0x0c, 0xa5],
        };
        let split = u8::from(!material.is_symmetric());
        file.push((material.men() as u8) << 4 | u8::from(material.has_pawns()) << 1 | split);
        for pawn_file in 0..pawn_files {
            let arrangement = self.arrangement(pawn_file);
            file.push(self.order.lead * 0x11);
            if Color::ALL.iter().all(|&color| material.pawns(color) > 0) {
                file.push(self.order.second_pawns * 0x11);
            }
            file.extend(arrangement.men.iter().map(|&man| code(man) * 0x11));
        }
        pad(&mut file, 2);
        let mut arrays = [vec![], vec![], vec![]];
        for part in 0..pawn_files * sides {
            let size = self.arrangement(part / sides).size;
            match self.values {
                PartValues::Single(value) => file.extend([self.flags | 0x80, value]),
                PartValues::Two(values) => self.write_part(&mut file, &mut arrays, values, size),
            }
        }
        if !is_wdl {
            for _ in 0..pawn_files {
                file.extend(&self.map);
            }
            pad(&mut file, 2);
        }
        let [sparse, lengths, data] = arrays;
        file.extend(sparse.concat());
        file.extend(lengths.concat());
        pad(&mut file, 64);
        for mut blocks in data {
            file.append(&mut blocks);
            pad(&mut file, 64);
        }
        // A checksum, which nothing reads.
        file.extend([0; 16]);
        file
    }

    fn write_part(
        &self,
        file: &mut Vec<u8>,
        arrays: &mut [Vec<Vec<u8>>; 3],
        values: [u16; 2],
        size: u64,
    ) {
        let blocks = encode(size);
        file.extend([self.flags, BLOCK_BITS, SPAN_BITS, MORE_LENGTHS]);
        file.extend((blocks.len() as u32).to_le_bytes());
        // Codes of three and of two bits; the first symbols of two and of three bits.
        file.extend([3, 2, 4, 0, 0, 0]);
        file.extend((PAIRS.len() as u16).to_le_bytes());
        for (symbol, pair) in PAIRS.iter().enumerate() {
            let (first, second) = pair.unwrap_or((values[symbol & 1], 0xfff));
            let packed = u32::from(second) << 12 | u32::from(first);
            file.extend(&packed.to_le_bytes()[..3]);
        }
        pad(file, 2);
        let mut sparse = Vec::new();
        let mut start = 0;
        let mut entries = (0..size.div_ceil(1 << SPAN_BITS)).peekable();
        for (number, block) in blocks.iter().enumerate() {
            let is_last = number + 1 == blocks.len();
            let middle = |entry: u64| (entry << SPAN_BITS) + (1 << (SPAN_BITS - 1));
            while let Some(entry) =
                entries.next_if(|&entry| is_last || middle(entry) < start + block.values)
            {
                sparse.extend((number as u32).to_le_bytes());
                sparse.extend(((middle(entry) - start) as u16).to_le_bytes());
            }
            start += block.values;
        }
        let length = |block: &Block| ((block.values - 1) as u16).to_le_bytes();
        let mut lengths: Vec<u8> = blocks.iter().flat_map(length).collect();
        lengths.extend([0; 2 * MORE_LENGTHS as usize]);
        arrays[0].push(sparse);
        arrays[1].push(lengths);
        arrays[2].push(blocks.into_iter().flat_map(|block| block.bytes).collect());
    }
}

/// Which of its two values a placement has: runs and single values of no order.
pub(crate) fn chosen(index: u64) -> usize {
    let mixed = (index / 3).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
    usize::from(mixed < 6) ^ usize::from(mixed == 15 && index.is_multiple_of(2))
}

/// The symbols: the two values, then pairs. The last two have codes of two bits.
const PAIRS: [Option<(u16, u16)>; 6] = [
    None,
    None,
    Some((0, 1)),
    Some((5, 4)),
    Some((1, 1)),
    Some((0, 0)),
];
/// What the symbols stand for, those of most values first, with their codes and bits.
const EXPANDED: [(&[usize], u64, usize); 6] = [
    (&[0, 0, 1, 1], 0b011, 3),
    (&[0, 0], 0b11, 2),
    (&[1, 1], 0b10, 2),
    (&[0, 1], 0b010, 3),
    (&[0], 0b000, 3),
    (&[1], 0b001, 3),
];

struct Block {
    values: u64,
    bytes: Vec<u8>,
}

/// The blocks of so many placements.
fn encode(size: u64) -> Vec<Block> {
    let all: Vec<usize> = (0..size).map(chosen).collect();
    let mut rest = &all[..];
    let mut blocks = Vec::new();
    while !rest.is_empty() {
        let mut bits = Vec::new();
        let mut values = 0;
        while let Some((run, code, count)) =
            EXPANDED.iter().find(|symbol| rest.starts_with(symbol.0))
        {
            if bits.len() + count > 8 << BLOCK_BITS {
                break;
            }
            bits.extend((0..*count).rev().map(|bit| (code >> bit & 1) as u8));
            rest = &rest[run.len()..];
            values += run.len() as u64;
        }
        bits.resize(8 << BLOCK_BITS, 0);
        let byte = |bits: &[u8]| bits.iter().fold(0, |byte, bit| byte << 1 | bit);
        blocks.push(Block {
            values,
            bytes: bits.chunks(8).map(byte).collect(),
        });
    }
    blocks
}

fn pad(file: &mut Vec<u8>, to: usize) {
    file.resize(file.len().next_multiple_of(to), 0);
}

/// 1 for a pawn to 6 for a king, plus 8 for black.
fn code((color, piece): Man) -> u8 {
    let number = Piece::ALL.iter().position(|other| *other == piece);
    number.map_or(0, |number| number as u8 + 1) | (color.index() as u8) << 3
}
