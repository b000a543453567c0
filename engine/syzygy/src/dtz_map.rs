//! From the values of a DTZ part to plies.

use crate::error::FormatError;
use crate::header_reader::HeaderReader;
use crate::wdl::SyzygyWdl;

/// The bits of a DTZ part's flags.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE_MAP: u8 = 16;

/// What the values of a part mean.
#[derive(Debug)]
pub(crate) struct DtzMap {
    flags: u8,
    /// For wins, losses, cursed wins and blessed losses: from a value to a distance, the most frequent
    /// first. Empty where values are distances.
    lists: [Vec<u16>; 4],
}

impl DtzMap {
    /// Reads the lists of a part with these flags.
    pub(crate) fn read(reader: &mut HeaderReader<'_>, flags: u8) -> Result<DtzMap, FormatError> {
        let mut lists = <[Vec<u16>; 4]>::default();
        if flags & MAPPED != 0 {
            let is_wide = flags & WIDE_MAP != 0;
            if is_wide {
                reader.align_to_even()?;
            }
            for list in &mut lists {
                let mut read = || match is_wide {
                    true => reader.u16(),
                    false => reader.byte().map(u16::from),
                };
                let count = read()?;
                for _ in 0..count {
                    list.push(read()?);
                }
            }
        }
        Ok(DtzMap { flags, lists })
    }

    /// Whether the part has positions with black to move, as the file names the colours.
    pub(crate) fn is_black_to_move(&self) -> bool {
        self.flags & BLACK_TO_MOVE != 0
    }

    /// Plies to the next zeroing move, with the sign and the 100 plies of a result that the fifty-move rule
    /// takes away. `None` if the map does not have the value.
    ///
    /// A distance is one less than the moves or plies to zeroing, and always in moves for cursed wins and
    /// blessed losses.
    pub(crate) fn dtz(&self, value: u16, wdl: SyzygyWdl) -> Option<i32> {
        let (list, is_in_plies) = match wdl {
            SyzygyWdl::Win => (0, self.flags & WINS_IN_PLIES != 0),
            SyzygyWdl::Loss => (1, self.flags & LOSSES_IN_PLIES != 0),
            SyzygyWdl::CursedWin => (2, false),
            SyzygyWdl::BlessedLoss => (3, false),
            SyzygyWdl::Draw => return Some(0),
        };
        let distance = match self.flags & MAPPED != 0 {
            true => *self.lists[list].get(usize::from(value))?,
            false => value,
        };
        let plies = i32::from(distance) * if is_in_plies { 1 } else { 2 };
        Some(wdl.zeroing_dtz() + wdl.score().signum() * plies)
    }

    /// The most values that a list of the map has; `None` where values are distances.
    pub(crate) fn mapped_values(&self) -> Option<usize> {
        (self.flags & MAPPED != 0).then(|| self.lists.iter().map(Vec::len).max().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(flags: u8, bytes: &[u8]) -> Result<DtzMap, FormatError> {
        let bytes = bytes.to_vec();
        DtzMap::read(&mut HeaderReader::new(&bytes, bytes.len() as u64), flags)
    }

    #[test]
    fn distances_are_moves_or_plies_by_the_flags() {
        let moves = map(0, &[]).unwrap();
        assert_eq!(moves.dtz(5, SyzygyWdl::Win), Some(11));
        assert_eq!(moves.dtz(5, SyzygyWdl::Loss), Some(-11));
        let plies = map(WINS_IN_PLIES | LOSSES_IN_PLIES, &[]).unwrap();
        assert_eq!(plies.dtz(5, SyzygyWdl::Win), Some(6));
        assert_eq!(plies.dtz(5, SyzygyWdl::Loss), Some(-6));
        assert_eq!(plies.dtz(5, SyzygyWdl::CursedWin), Some(111));
        assert_eq!(plies.dtz(5, SyzygyWdl::BlessedLoss), Some(-111));
    }

    #[test]
    fn a_map_has_a_list_for_each_result() {
        let lists = [2, 10, 11, 1, 20, 1, 30, 1, 40];
        let narrow = map(MAPPED | WINS_IN_PLIES, &lists).unwrap();
        assert_eq!(narrow.dtz(1, SyzygyWdl::Win), Some(12));
        assert_eq!(narrow.dtz(2, SyzygyWdl::Win), None);
        assert_eq!(narrow.dtz(0, SyzygyWdl::Loss), Some(-41));
        assert_eq!(narrow.dtz(0, SyzygyWdl::CursedWin), Some(161));
        assert_eq!(narrow.dtz(0, SyzygyWdl::BlessedLoss), Some(-181));
        let bytes: Vec<u8> = [1, 300, 0, 1, 600, 0]
            .iter()
            .flat_map(|number: &u16| number.to_le_bytes())
            .collect();
        let wide = map(MAPPED | WIDE_MAP | WINS_IN_PLIES, &bytes).unwrap();
        assert_eq!(wide.dtz(0, SyzygyWdl::Win), Some(301));
        assert_eq!(wide.dtz(0, SyzygyWdl::CursedWin), Some(1301));
        assert_eq!(wide.mapped_values(), Some(1));
        assert!(map(MAPPED | WIDE_MAP, &bytes[..11]).is_err());
    }
}
