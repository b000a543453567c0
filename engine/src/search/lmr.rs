//! Late move reductions, in 1/256 ply.

use super::node::Node;
use super::parameters::Parameters;

/// Minimum depth, plies.
const MIN_LMR_DEPTH: i32 = 3;

/// What the reduction of a move depends on, besides its node.
pub(super) struct LmrInput {
    /// Moves searched before it.
    pub count: usize,
    pub quiet: bool,
    pub killer: bool,
    pub gives_check: bool,
    /// Whether the hash move is a capture.
    pub hash_capture: bool,
    /// Earlier siblings that failed high.
    pub cutoffs: u8,
    /// Sum of its history scores.
    pub history: i32,
}

/// The late move reduction, plies: the product of the logarithms of depth and move number, with
/// adjustments. At least one ply is left.
pub(super) fn lmr<const PV: bool>(
    parameters: &Parameters,
    node: &Node<'_>,
    input: &LmrInput,
) -> i32 {
    if node.depth < MIN_LMR_DEPTH || (input.count as i32) < parameters.full_depth_moves {
        return 0;
    }
    let mut reduction = base(parameters, node.depth, input.count);
    if !input.quiet {
        reduction = reduction * parameters.reduction_capture / 256;
    }
    let yes = i32::from;
    reduction += yes(node.cut) * parameters.reduction_cut_node
        + yes(!node.improving) * parameters.reduction_not_improving
        + yes(input.hash_capture && input.quiet) * parameters.reduction_hash_capture
        + yes(i32::from(input.cutoffs) > parameters.many_cutoffs) * parameters.reduction_cutoffs;
    reduction -= yes(PV) * parameters.reduction_pv_node
        + yes(input.killer) * parameters.reduction_killer
        + yes(input.gives_check) * parameters.reduction_check
        + input.history * 256 / parameters.reduction_history;
    (reduction / 256).clamp(0, node.depth - 2)
}

/// The reduction without the adjustments, 1/256 ply.
fn base(parameters: &Parameters, depth: i32, count: usize) -> i32 {
    let log = |number: usize| i32::from(LOG2[number.min(LOG2.len() - 1)]);
    parameters.reduction_base + log(depth as usize) * log(count) / parameters.reduction_divisor
}

/// log₂ in sixteenths, by integers alone: the same on every target.
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
        for depth in MIN_LMR_DEPTH..=100 {
            for count in 3..218 {
                let base = |depth, count| base(&Parameters::SHIPPED, depth, count);
                let plies = base(depth, count);
                assert!(plies >= 256, "{depth} {count} {plies}");
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
