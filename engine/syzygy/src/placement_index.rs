//! The number of a placement of men in a part of a table.

use crate::arrangement::{Arrangement, Lead, leading_pawns_before};
use crate::material::MAX_MEN;
use crate::squares::{
    BELOW_DIAGONAL, KINGS, NO_PAIR, TRIANGLE, above_diagonal, binomial, edge_distance, file,
    pawn_order, rank, transpose,
};

/// The squares of the men (a1 = 0 to h8 = 63), in the order of an arrangement; unused ones are 0.
pub(crate) type Squares = [u8; MAX_MEN];

/// Moves the leading pawn, of the first `count` men, to the front, and returns its file from the edge. The
/// file says which part of a table has the placement.
pub(crate) fn bring_leader_to_front(squares: &mut Squares, count: usize) -> u8 {
    let count = count.min(MAX_MEN);
    for place in 1..count {
        if pawn_order(squares[place]) > pawn_order(squares[0]) {
            squares.swap(0, place);
        }
    }
    edge_distance(squares[0])
}

/// The number of a placement, below the arrangement's size; `None` if the kings touch. All men stand on
/// different squares, pawns on the second to the seventh rank and the leading one at the front.
pub(crate) fn placement_index(arrangement: &Arrangement, mut squares: Squares) -> Option<u64> {
    let men = &mut squares[..arrangement.men.len()];
    let [first, rest @ ..] = arrangement.groups.as_slice() else {
        return None;
    };
    let number = match arrangement.lead {
        Lead::ThreeMen => {
            reflect(men, 3);
            three_men(men[0], men[1], men[2])
        }
        Lead::TwoKings => {
            reflect(men, 2);
            let pair = KINGS[usize::from(TRIANGLE[usize::from(men[0])])][usize::from(men[1])];
            if pair == NO_PAIR {
                return None;
            }
            u64::from(pair)
        }
        Lead::Pawns(_) => leading_pawns(men, first.len),
    };
    let mut index = number * first.factor;
    let mut start = first.len;
    for group in rest {
        let (before, others) = men.split_at_mut(start);
        let group_squares = &mut others[..group.len];
        let skipped_squares = if group.has_pawns { 8 } else { 0 };
        index += group_number(before, group_squares, skipped_squares) * group.factor;
        start += group.len;
    }
    (index < arrangement.size).then_some(index)
}

/// Reflects all men so that the first one stands in the triangle a1–d1–d4, and of the first `leading` men
/// the first one off the diagonal below it.
fn reflect(men: &mut [u8], leading: usize) {
    if file(men[0]) > 3 {
        men.iter_mut().for_each(|square| *square ^= 7);
    }
    if rank(men[0]) > 3 {
        men.iter_mut().for_each(|square| *square ^= 56);
    }
    let sides = men[..leading].iter().map(|&square| above_diagonal(square));
    if sides.into_iter().find(|&side| side != 0) > Some(0) {
        men.iter_mut()
            .for_each(|square| *square = transpose(*square));
    }
}

/// The number of three men on different squares, below 31,332: first the placements with the first man off
/// the diagonal, then those with the second, the third and none off it.
fn three_men(first: u8, second: u8, third: u8) -> u64 {
    const FIRST_OFF: u64 = 6 * 63 * 62;
    const SECOND_OFF: u64 = 4 * 28 * 62;
    const THIRD_OFF: u64 = 4 * 7 * 28;
    let wide = |square: u8| u64::from(square);
    // The squares that are left for the second and the third man, numbered without gaps.
    let second_skips = u64::from(second > first);
    let third_skips = u64::from(third > first) + u64::from(third > second);
    let below = |square: u8| wide(BELOW_DIAGONAL[usize::from(square)]);
    let diagonal = |square: u8| wide(rank(square));
    if above_diagonal(first) != 0 {
        wide(TRIANGLE[usize::from(first)]) * 63 * 62
            + (wide(second) - second_skips) * 62
            + (wide(third) - third_skips)
    } else if above_diagonal(second) != 0 {
        FIRST_OFF + (diagonal(first) * 28 + below(second)) * 62 + wide(third) - third_skips
    } else if above_diagonal(third) != 0 {
        FIRST_OFF
            + SECOND_OFF
            + (diagonal(first) * 7 + diagonal(second) - second_skips) * 28
            + below(third)
    } else {
        FIRST_OFF
            + SECOND_OFF
            + THIRD_OFF
            + (diagonal(first) * 7 + diagonal(second) - second_skips) * 6
            + diagonal(third)
            - third_skips
    }
}

/// The number of the first `count` men, pawns of which the leading one is at the front. Reflects all men
/// so that it stands on the files a to d.
fn leading_pawns(men: &mut [u8], count: usize) -> u64 {
    if file(men[0]) > 3 {
        men.iter_mut().for_each(|square| *square ^= 7);
    }
    let (leader, others) = (men[0], &mut men[1..count]);
    others.sort_unstable_by_key(|&square| pawn_order(square));
    let below = usize::from(rank(leader)).saturating_sub(1);
    let mut number = leading_pawns_before(file(leader), below, count);
    for (place, &square) in others.iter().enumerate() {
        number += binomial(u64::from(pawn_order(square)), place + 1);
    }
    number
}

/// The number of a set of squares of like men among the squares that the men before leave free, without
/// the lowest `skipped` squares of the board (combinatorial number system).
fn group_number(before: &[u8], squares: &mut [u8], skipped: u64) -> u64 {
    squares.sort_unstable();
    let mut number = 0;
    for (place, &square) in squares.iter().enumerate() {
        let taken = before.iter().filter(|&&other| other < square).count() as u64;
        number += binomial(u64::from(square).saturating_sub(taken + skipped), place + 1);
    }
    number
}
