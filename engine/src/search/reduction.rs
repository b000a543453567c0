//! How many plies late moves lose: their order is good, so what comes late is likely no better.

use super::negamax::Node;

/// Moves searched at full depth before reductions begin (S2).
pub(super) const LATE_AFTER: usize = 3;
/// Reductions need so much depth left (S2).
pub(super) const LATE_MOVE_DEPTH: i32 = 3;

/// 1/256 plies; every constant below is in them. At depth or number 1.
const BASE: i32 = 180;
/// Larger is less reduction; `LOG2` is in sixteenths, so 1.0 × 1.0 is 256.
const DIVISOR: i32 = 5;
/// A node expected to be refuted by its first move is searched thinly if it was not.
const CUT_NODE: i32 = 320;
/// A position that does not get better needs less care.
const NOT_IMPROVING: i32 = 128;
/// What a PV node decides is reported: more care.
const PV_NODE: i32 = 256;
/// Killers refuted a sibling.
const KILLER: i32 = 256;
/// A check forces the answer.
const CHECK: i32 = 256;
/// Where a capture is known to be good, quiet moves seldom are.
const HASH_CAPTURE: i32 = 224;
/// Where so many moves were refuted already, so will be the next.
const MANY_CUTOFFS: u8 = 3;
const CUTOFFS: i32 = 224;
/// History that takes off a ply.
const HISTORY: i32 = 9_000;

/// What is known of a late move.
pub(super) struct Late {
    /// Moves searched before it.
    pub count: usize,
    pub quiet: bool,
    pub killer: bool,
    pub gives_check: bool,
    /// The table has a capture for the node.
    pub hash_capture: bool,
    /// Nodes refuted among those after moves before it.
    pub cutoffs: u8,
    /// Sum of its histories.
    pub history: i32,
}

/// Plies off the depth of a late move: the logarithms of depth and number multiplied, more where
/// nothing speaks for the move, less where something does. At least one ply is left.
pub(super) fn plies<const PV: bool>(node: &Node<'_>, late: &Late) -> i32 {
    if node.depth < LATE_MOVE_DEPTH || late.count < LATE_AFTER {
        return 0;
    }
    let mut reduction = base(node.depth, late.count);
    if !late.quiet {
        reduction /= 2;
    }
    let yes = i32::from;
    reduction += yes(node.cut) * CUT_NODE + yes(!node.improving) * NOT_IMPROVING;
    reduction += yes(late.hash_capture && late.quiet) * HASH_CAPTURE;
    reduction += yes(late.cutoffs > MANY_CUTOFFS) * CUTOFFS;
    reduction -= yes(PV) * PV_NODE + yes(late.killer) * KILLER + yes(late.gives_check) * CHECK;
    reduction -= late.history * 256 / HISTORY;
    (reduction / 256).clamp(0, node.depth - 2)
}

/// 1/256 plies, without the adjustments.
fn base(depth: i32, count: usize) -> i32 {
    let log = |number: usize| i32::from(LOG2[number.min(LOG2.len() - 1)]);
    BASE + log(depth as usize) * log(count) / DIVISOR
}

/// log₂ in sixteenths, by integers alone, so that it is the same on every target.
const LOG2: [u8; 128] = {
    let mut table = [0; 128];
    let mut number = 1;
    while number < 128 {
        // log₂(n) = log₂(n^16) / 16, and the integer part of the latter is the position of a bit.
        let square = (number as u128) * (number as u128);
        let fourth = square * square;
        let eighth = fourth * fourth;
        table[number] = (eighth * eighth).ilog2() as u8;
        number += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_number() {
        for depth in LATE_MOVE_DEPTH..=100 {
            for count in LATE_AFTER..218 {
                let plies = base(depth, count);
                assert!(
                    plies >= 256 && plies < 256 * depth,
                    "{depth} {count} {plies}"
                );
                assert!(base(depth + 1, count) >= plies);
                assert!(base(depth, count + 1) >= plies);
            }
        }
    }

    #[test]
    fn logarithms_are_in_sixteenths() {
        assert_eq!(
            [LOG2[1], LOG2[2], LOG2[3], LOG2[64], LOG2[127]],
            [0, 16, 25, 96, 111]
        );
    }
}
