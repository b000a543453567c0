//! In which order a part of a file takes the men of an ending, and how it groups them.
//!
//! Like men form a group, and a placement's number is made of the numbers of its groups. The first
//! group is special: three unique men, the two kings, or the pawns that lead.

use arrayvec::ArrayVec;
use engine::rules::{Color, Piece};

use crate::error::FormatError;
use crate::material::{MAX_MEN, Material};
use crate::squares::{KING_PAIRS, binomial, pawn_order};

/// A man as a file has it.
pub(crate) type Man = (Color, Piece);

/// Placements of three different men, reflections counted once.
const THREE_MEN: u64 = 31_332;
/// Squares that a pawn may stand on.
const PAWN_SQUARES: usize = 48;
/// Ranks that a pawn may stand on.
const PAWN_RANKS: usize = 6;

/// How the first group is numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    /// Three men, each the only one of its kind.
    ThreeMen,
    TwoKings,
    /// The pawns of one colour, the foremost of them on this file from the edge (0 to 3).
    Pawns(u8),
}

/// Men of a kind, or those that lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// The number of men.
    pub(crate) len: usize,
    /// What the group's number is multiplied with.
    pub(crate) factor: u64,
    /// Whether it is the second group of pawns, which stand on 48 squares.
    pub(crate) has_pawns: bool,
}

/// The order and the groups of the men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arrangement {
    pub(crate) men: ArrayVec<Man, MAX_MEN>,
    pub(crate) lead: Lead,
    /// The leading group first, then in the order of the men.
    pub(crate) groups: ArrayVec<Group, MAX_MEN>,
    /// The number of placements; each has a number below.
    pub(crate) size: u64,
    /// Whether the file has the colours of its name swapped.
    pub(crate) is_swapped: bool,
}

/// Where the leading group and the second group of pawns stand among the factors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) lead: u8,
    pub(crate) second_pawns: u8,
}

impl Arrangement {
    /// The arrangement of men as a file lists them. `pawn_file` is the leading pawn's file from the edge.
    ///
    /// # Errors
    /// The men are not those of the material, or not grouped.
    pub(crate) fn new(
        material: &Material,
        men: ArrayVec<Man, MAX_MEN>,
        order: Order,
        pawn_file: u8,
    ) -> Result<Arrangement, FormatError> {
        let listed = Material::from_men(&men);
        let is_swapped = listed != *material;
        if is_swapped && listed.swapped() != *material {
            return Err(FormatError::Damaged("its men are not those of its name"));
        }
        let lead = if material.has_pawns() {
            Lead::Pawns(pawn_file)
        } else if material.unique_men() >= 3 {
            Lead::ThreeMen
        } else {
            Lead::TwoKings
        };
        let lengths = group_lengths(&listed, &men, lead)?;
        let mut arrangement = Arrangement {
            men,
            lead,
            groups: ArrayVec::new(),
            size: 1,
            is_swapped,
        };
        arrangement.set_factors(&lengths, &listed, order)?;
        Ok(arrangement)
    }

    /// Multiplies the groups' sizes up: the leading group at its place in the order, the second pawns at
    /// theirs, the others in between as they come.
    fn set_factors(
        &mut self,
        lengths: &[usize],
        listed: &Material,
        order: Order,
    ) -> Result<(), FormatError> {
        let has_second_pawns = Color::ALL.iter().all(|&color| listed.pawns(color) > 0);
        let mut others = if has_second_pawns { 2.. } else { 1.. };
        let mut free = 64 - lengths[..others.start].iter().sum::<usize>();
        for (group, &len) in lengths.iter().enumerate() {
            self.groups.push(Group {
                len,
                factor: 0,
                has_pawns: has_second_pawns && group == 1,
            });
        }
        let bad_order = FormatError::Damaged("its groups are in no order");
        let slot = |wanted: u8| usize::from(wanted) < lengths.len();
        if !slot(order.lead)
            || has_second_pawns && (!slot(order.second_pawns) || order.second_pawns == order.lead)
        {
            return Err(bad_order);
        }
        for place in 0..lengths.len() {
            let is = |wanted: u8| place == usize::from(wanted);
            let (group, size) = if is(order.lead) {
                (0, self.lead.size(lengths[0]))
            } else if has_second_pawns && is(order.second_pawns) {
                let free_for_pawns = PAWN_SQUARES.saturating_sub(lengths[0]);
                (1, binomial(free_for_pawns as u64, lengths[1]))
            } else {
                let Some(group) = others.next().filter(|&group| group < lengths.len()) else {
                    return Err(bad_order);
                };
                let size = binomial(free as u64, lengths[group]);
                free -= lengths[group];
                (group, size)
            };
            self.groups[group].factor = self.size;
            self.size = self
                .size
                .checked_mul(size)
                .filter(|&size| size > 0)
                .ok_or(FormatError::Damaged("it has too many placements"))?;
        }
        Ok(())
    }
}

impl Lead {
    /// The number of placements of a leading group of `len` men.
    fn size(self, len: usize) -> u64 {
        match self {
            Lead::ThreeMen => THREE_MEN,
            Lead::TwoKings => KING_PAIRS,
            Lead::Pawns(file) => leading_pawns_before(file, PAWN_RANKS, len),
        }
    }
}

/// The placements of `len` leading pawns of which the foremost stands on this file, below the `ranks`-th
/// rank that a pawn may stand on. The others have lower numbers in the order of the pawns.
pub(crate) fn leading_pawns_before(file: u8, ranks: usize, len: usize) -> u64 {
    let others = len.saturating_sub(1);
    (1..=ranks as u8)
        .map(|rank| binomial(u64::from(pawn_order(rank * 8 + file)), others))
        .sum()
}

/// The lengths of the groups, of which the first one leads.
fn group_lengths(
    listed: &Material,
    men: &[Man],
    lead: Lead,
) -> Result<ArrayVec<usize, MAX_MEN>, FormatError> {
    let first = match lead {
        Lead::ThreeMen => 3,
        Lead::TwoKings => 2,
        Lead::Pawns(_) => 0,
    };
    let damaged = Err(FormatError::Damaged("its men are not grouped"));
    let count = |man: &Man| listed.count(man.0, man.1);
    let (leading, mut rest) = men.split_at(first);
    let sound = match lead {
        Lead::ThreeMen => leading.iter().all(|man| count(man) == 1),
        Lead::TwoKings => leading.iter().all(|man| man.1 == Piece::King),
        Lead::Pawns(_) => pawns_come_first(listed, men),
    };
    if !sound {
        return damaged;
    }
    let mut lengths = ArrayVec::new();
    if first > 0 {
        lengths.push(first);
    }
    while let Some(man) = rest.first() {
        let len = rest.iter().take_while(|other| *other == man).count();
        if len != count(man) {
            return damaged;
        }
        lengths.push(len);
        rest = &rest[len..];
    }
    Ok(lengths)
}

/// Whether the pawns of the side with fewer of them come first, then those of the other side.
fn pawns_come_first(listed: &Material, men: &[Man]) -> bool {
    let Some(&(color, Piece::Pawn)) = men.first() else {
        return false;
    };
    let (own, others) = (listed.pawns(color), listed.pawns(!color));
    let second = men.get(own..own + others);
    (others == 0 || own <= others)
        && second.is_some_and(|second| second.iter().all(|man| *man == (!color, Piece::Pawn)))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A usual arrangement: the lead as the format has it, then the other men by their kind.
    pub(crate) fn arrange(name: &str, order: Order, pawn_file: u8) -> Arrangement {
        let material = Material::from_name(name).unwrap();
        let all = Color::ALL.map(|color| Piece::ALL.map(|piece| (color, piece)));
        let mut kinds: Vec<Man> = all.into_iter().flatten().collect();
        kinds.retain(|man| material.count(man.0, man.1) > 0);
        let pawns = Color::ALL.map(|color| material.pawns(color));
        kinds.sort_by_key(|&(color, piece)| match piece {
            Piece::Pawn => (0, pawns[color.index()]),
            Piece::King if material.unique_men() < 3 && !material.has_pawns() => (0, 0),
            _ => (usize::from(material.count(color, piece) > 1) + 1, 0),
        });
        let men = kinds
            .into_iter()
            .flat_map(|man| std::iter::repeat_n(man, material.count(man.0, man.1)))
            .collect();
        arrange_men(men, order, pawn_file)
    }

    /// The arrangement of these men, in this order.
    pub(crate) fn arrange_men(
        men: ArrayVec<Man, MAX_MEN>,
        order: Order,
        pawn_file: u8,
    ) -> Arrangement {
        Arrangement::new(&Material::from_men(&men), men, order, pawn_file).expect("sound men")
    }

    #[test]
    fn sizes_are_those_of_the_format() {
        let order = Order {
            lead: 0,
            second_pawns: 1,
        };
        for (name, size) in [
            ("KQvK", 31_332),
            ("KQQvK", 462 * 62 * 61 / 2),
            ("KQRvK", 31_332 * 61),
            ("KQQvKR", 31_332 * 61 * 60 / 2),
            ("KPvKP", 6 * 47 * 62 * 61),
        ] {
            assert_eq!(arrange(name, order, 0).size, size, "{name}");
        }
    }

    #[test]
    fn foreign_men_and_orders_are_refused() {
        let material = Material::from_name("KQQvK").unwrap();
        let (white, black) = (Color::White, Color::Black);
        let (king, queen) = (Piece::King, Piece::Queen);
        let new = |men: [Man; 4], lead| {
            let order = Order {
                lead,
                second_pawns: 15,
            };
            Arrangement::new(&material, men.into_iter().collect(), order, 0)
        };
        let kings_first = [(white, king), (black, king), (white, queen), (white, queen)];
        assert!(new(kings_first, 0).is_ok());
        assert!(new(kings_first, 1).is_ok());
        assert!(new(kings_first, 2).is_err());
        let swapped = kings_first.map(|(color, piece)| (!color, piece));
        assert!(new(swapped, 0).is_ok_and(|swapped| swapped.is_swapped));
        let mut torn = kings_first;
        torn.swap(1, 2);
        assert!(new(torn, 0).is_err());
        let mut rook = kings_first;
        rook[3] = (white, Piece::Rook);
        assert!(new(rook, 0).is_err());
    }
}
