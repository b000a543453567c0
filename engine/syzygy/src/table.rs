//! One file of an ending, and the value of a position in it.

use std::sync::OnceLock;

use engine::rules::{Color, Position};

use crate::arrangement::{Arrangement, Lead};
use crate::block::value_at;
use crate::compressed::Values;
use crate::error::FormatError;
use crate::header::{Header, SubTable, TableKind};
use crate::material::{MAX_MEN, Material};
use crate::page_cache::{PageCache, PageCursor};
use crate::placement_index::{Squares, bring_leader_to_front, placement_index};
use crate::read_at::ReadAt;
use crate::wdl::SyzygyWdl;

/// A file that was checked when it was opened. Its header is read again and kept when it is first probed:
/// a full set has some hundred megabytes of them.
pub(crate) struct TableFile {
    pub(crate) kind: TableKind,
    pub(crate) material: Material,
    pub(crate) source: Box<dyn ReadAt>,
    pub(crate) length: u64,
    /// The file's number in the page cache.
    number: u32,
    header: OnceLock<Header>,
}

impl TableFile {
    /// Reads and checks the header. `number` tells files apart in the cache.
    pub(crate) fn open(
        kind: TableKind,
        material: Material,
        source: Box<dyn ReadAt>,
        number: u32,
    ) -> Result<TableFile, FormatError> {
        let length = source.length()?;
        Header::read(&*source, length, kind, &material)?;
        Ok(TableFile {
            kind,
            material,
            source,
            length,
            number,
            header: OnceLock::new(),
        })
    }

    /// The file's name, without a folder.
    pub(crate) fn name(&self) -> String {
        format!("{}.{}", self.material, self.kind.extension())
    }

    /// The checksum at the end, as it is written there; zeros if it cannot be read.
    pub(crate) fn checksum(&self) -> [u8; 16] {
        let mut sum = [0; 16];
        let start = self.length.saturating_sub(16);
        match self.source.read_exact_at(&mut sum, start) {
            Ok(()) => sum,
            Err(_) => [0; 16],
        }
    }

    /// The header, without keeping it.
    pub(crate) fn read_header(&self) -> Result<Header, FormatError> {
        Header::read(&*self.source, self.length, self.kind, &self.material)
    }

    fn header(&self) -> Result<&Header, FormatError> {
        if let Some(header) = self.header.get() {
            return Ok(header);
        }
        // Two threads may read it at once; one of the two headers is kept.
        let header = self.read_header()?;
        Ok(self.header.get_or_init(|| header))
    }

    /// The result that a WDL file has of a position of its material, without captures: where one is best
    /// it may be too low. `is_swapped` if the position has the colours of the file's name swapped.
    pub(crate) fn wdl(
        &self,
        cache: &PageCache,
        position: &Position,
        is_swapped: bool,
    ) -> Result<SyzygyWdl, FormatError> {
        let header = self.header()?;
        let view = self.view(header, position, is_swapped);
        let (part, squares) = view.place(header)?;
        let value = self.value(cache, part, squares)?;
        let wdl = SyzygyWdl::ALL.get(usize::from(value));
        wdl.copied()
            .ok_or(FormatError::Damaged("a result is out of range"))
    }

    /// The distance that a DTZ file has of a position with this result, in plies as
    /// [`DtzMap::dtz`](crate::dtz_map::DtzMap::dtz) has it; `None` if the file has the other side to move.
    pub(crate) fn dtz(
        &self,
        cache: &PageCache,
        position: &Position,
        is_swapped: bool,
        wdl: SyzygyWdl,
    ) -> Result<Option<i32>, FormatError> {
        let header = self.header()?;
        let view = self.view(header, position, is_swapped);
        let (part, squares) = view.place(header)?;
        let map = part
            .dtz_map
            .as_ref()
            .ok_or(FormatError::Damaged("it has no distances"))?;
        let has_side = map.is_black_to_move() == (view.side == Color::Black);
        // Without pawns, swapping the colours of like sides changes the side to move alone.
        let has_both_sides = self.material.is_symmetric() && !self.material.has_pawns();
        if !has_side && !has_both_sides {
            return Ok(None);
        }
        let value = self.value(cache, part, squares)?;
        let dtz = map.dtz(value, wdl);
        dtz.map(Some)
            .ok_or(FormatError::Damaged("a distance is out of range"))
    }

    fn value(
        &self,
        cache: &PageCache,
        part: &SubTable,
        squares: Squares,
    ) -> Result<u16, FormatError> {
        match &part.values {
            Values::Single(value) => Ok(*value),
            Values::Compressed(values) => {
                let index = placement_index(&part.arrangement, squares)
                    .ok_or(FormatError::Damaged("a placement is out of range"))?;
                let mut cursor = PageCursor::new(cache, &*self.source, self.number, self.length);
                value_at(values, &mut cursor, index)
            }
        }
    }

    fn view<'a>(&self, header: &Header, position: &'a Position, is_swapped: bool) -> View<'a> {
        let side = position.side_to_move();
        // With the same men on both sides a file has White to move only.
        let is_swapped = if self.material.is_symmetric() {
            side == Color::Black
        } else {
            is_swapped != header.is_swapped
        };
        View {
            position,
            is_swapped,
            side: if is_swapped { !side } else { side },
        }
    }
}

/// A position as a file has it: maybe with colours and ranks swapped.
struct View<'a> {
    position: &'a Position,
    is_swapped: bool,
    side: Color,
}

impl View<'_> {
    /// The part of a file that has the position, and the squares of the men in the part's order.
    fn place<'h>(&self, header: &'h Header) -> Result<(&'h SubTable, Squares), FormatError> {
        let mismatch = FormatError::Damaged("a position has other men");
        let Some(first) = header.parts.first() else {
            return Err(mismatch);
        };
        let mut squares = Squares::default();
        let mut filled = 0;
        let mut part = if self.side == Color::Black && header.sides == 2 {
            1
        } else {
            0
        };
        if let (Lead::Pawns(_), Some(lead)) =
            (first.arrangement.lead, first.arrangement.groups.first())
        {
            filled = self.fill(&first.arrangement, &mut squares, 0, lead.len);
            let pawn_file = bring_leader_to_front(&mut squares, filled);
            part += usize::from(pawn_file) * header.sides;
        }
        let Some(part) = header.parts.get(part) else {
            return Err(mismatch);
        };
        let men = part.arrangement.men.len();
        filled = self.fill(&part.arrangement, &mut squares, filled, men);
        if filled != men {
            return Err(mismatch);
        }
        Ok((part, squares))
    }

    /// Writes the squares of the men from `filled` to `end`, and returns how many are filled.
    fn fill(
        &self,
        arrangement: &Arrangement,
        squares: &mut [u8; MAX_MEN],
        mut filled: usize,
        end: usize,
    ) -> usize {
        let ranks = if self.is_swapped { 56 } else { 0 };
        while filled < end {
            let Some(&(color, piece)) = arrangement.men.get(filled) else {
                break;
            };
            let color = if self.is_swapped { !color } else { color };
            let before = filled;
            for square in self.position.colored(color, piece) {
                if let Some(slot) = squares.get_mut(filled) {
                    *slot = square.index() as u8 ^ ranks;
                }
                filled += 1;
            }
            if filled == before {
                break;
            }
        }
        filled
    }
}
