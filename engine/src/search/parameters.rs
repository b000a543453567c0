//! The numbers of the search: margins, depths and scales, each with the range in which tuning may
//! change it.

/// Declares [`Parameters`] with their shipped values and their ranges.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $value:literal in $low:literal..=$high:literal,)*) => {
        /// Numbers that the rules of the search depend on. Centipawns and plies unless said otherwise.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Parameters {
            /// The values that play.
            pub const SHIPPED: Parameters = Parameters { $($name: $value,)* };

            /// All names with their ranges, in order.
            pub const RANGES: &[(&str, std::ops::RangeInclusive<i32>)] =
                &[$((stringify!($name), $low..=$high),)*];

            /// All values, in the order of [`RANGES`](Self::RANGES).
            #[must_use]
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }

            /// The parameters with these values, in the order of [`RANGES`](Self::RANGES); `None` unless
            /// each is there and within its range.
            #[must_use]
            pub fn from_values(values: &[i32]) -> Option<Parameters> {
                let mut values = values.iter();
                let mut next = |range: std::ops::RangeInclusive<i32>| {
                    values.next().copied().filter(|value| range.contains(value))
                };
                let parameters = Parameters { $($name: next($low..=$high)?,)* };
                values.next().is_none().then_some(parameters)
            }
        }
    };
}

parameters! {
    /// Reverse futility: maximum depth.
    reverse_futility_depth: 9 in 4..=14,
    /// Reverse futility: margin for each ply.
    reverse_futility_margin: 64 in 30..=160,
    /// Razoring: maximum depth.
    razoring_depth: 2 in 1..=8,
    /// Razoring: base margin.
    razoring_margin: 177 in 50..=500,
    /// Razoring: margin for each ply.
    razoring_ply_margin: 133 in 40..=400,
    /// Null move: minimum depth.
    null_move_depth: 3 in 2..=5,
    /// Null move: reduction besides one for the move and a third of the depth.
    null_move_reduction: 2 in 1..=5,
    /// Null move: one ply more for each so many centipawns above beta.
    null_move_eval_step: 190 in 80..=400,
    /// Null move: the most plies more for what the evaluation is above beta.
    null_move_eval_plies: 5 in 1..=6,
    /// Null move: from this depth a search without null moves has to verify it.
    verification_depth: 12 in 8..=20,
    /// ProbCut: minimum depth.
    probcut_depth: 5 in 3..=9,
    /// ProbCut: reduction.
    probcut_reduction: 6 in 2..=6,
    /// ProbCut: margin above beta.
    probcut_margin: 215 in 80..=400,
    /// ProbCut: what an improving position takes off the margin.
    probcut_improving: 53 in 0..=150,
    /// Late move pruning: maximum depth.
    late_move_depth: 8 in 4..=16,
    /// Late move pruning: quiet moves tried at depth 0.
    late_move_base: 6 in 1..=10,
    /// Late move pruning: per cent of the quiet moves that are tried where the evaluation is not improving.
    late_move_not_improving: 54 in 25..=100,
    /// Futility pruning: maximum depth.
    futility_depth: 8 in 4..=14,
    /// Futility pruning: base margin.
    futility_margin: 93 in 20..=300,
    /// Futility pruning: margin for each ply.
    futility_ply_margin: 91 in 20..=250,
    /// Exchange pruning: maximum depth.
    exchange_depth: 9 in 4..=14,
    /// Exchange pruning: what a capture may lose for each ply left.
    exchange_capture_margin: 108 in 30..=250,
    /// Exchange pruning: what a quiet move may lose, times the square of the plies left.
    exchange_quiet_margin: 11 in 5..=80,
    /// Delta pruning: what a capture in quiescence may gain besides its victim.
    delta_margin: 155 in 50..=400,
    /// Internal iterative reduction: minimum depth.
    iir_depth: 3 in 2..=8,
    /// Singular extension: minimum depth.
    singular_depth: 5 in 4..=10,
    /// Singular extension: how much shallower than the node the table's entry may be.
    singular_entry_gap: 2 in 2..=5,
    /// Singular extension: how far the other moves must fall short, 1/16 centipawn for each ply.
    singular_margin: 23 in 5..=60,
    /// Singular extension: how much more they must fall short for a double one.
    double_extension_margin: 19 in 0..=60,
    /// Singular extension: double ones that a line may have.
    double_extensions: 6 in 2..=20,
    /// A reduced search above alpha by more than this is repeated one ply deeper.
    deeper_margin: 65 in 20..=200,
    /// A reduced search above alpha by less than this is repeated one ply shallower.
    shallower_margin: 9 in 0..=40,
    /// Aspiration window: half width at first.
    aspiration_width: 20 in 5..=80,
    /// Moves searched at full depth before reductions begin.
    full_depth_moves: 3 in 1..=6,
    /// Reductions, here and below in 1/256 ply: at depth or move number 1.
    reduction_base: 164 in 0..=500,
    /// Reductions: divides the product of the logarithms, which are in sixteenths: a 1.0 × 1.0 is 256.
    reduction_divisor: 4 in 3..=10,
    /// Reductions: a capture's share of a quiet move's, in 1/256.
    reduction_capture: 91 in 0..=256,
    /// Reductions: more in a cut node, whose first move was expected to refute it.
    reduction_cut_node: 342 in 0..=800,
    /// Reductions: more where the evaluation is not improving.
    reduction_not_improving: 127 in 0..=500,
    /// Reductions: less in a PV node.
    reduction_pv_node: 269 in 0..=600,
    /// Reductions: less for a killer.
    reduction_killer: 252 in 0..=600,
    /// Reductions: less for a check.
    reduction_check: 255 in 0..=600,
    /// Reductions: more for a quiet move where the table's move is a capture.
    reduction_hash_capture: 256 in 0..=600,
    /// Reductions: more where many siblings failed high.
    reduction_cutoffs: 250 in 0..=600,
    /// Reductions: more siblings than this are many.
    many_cutoffs: 3 in 1..=8,
    /// Reductions: history score worth one ply less.
    reduction_history: 10320 in 3000..=20000,
    /// Correction of the evaluation, in 1/64: by the pawns.
    correction_pawns: 32 in 0..=128,
    /// Correction of the evaluation, in 1/64: by each side's other pieces.
    correction_pieces: 22 in 0..=128,
    /// Correction of the evaluation, in 1/64: by both sides' minor pieces.
    correction_minors: 11 in 0..=128,
    /// Correction of the evaluation, in 1/64: by the last two moves.
    correction_moves: 29 in 0..=128,
    /// Histories: bonus of the move that fails high, for each ply of depth.
    bonus_ply: 179 in 50..=400,
    /// Histories: largest bonus.
    bonus_max: 1655 in 600..=4000,
    /// Histories: malus of the moves tried before it, for each ply of depth.
    malus_ply: 177 in 50..=400,
    /// Histories: largest malus.
    malus_max: 1947 in 600..=4000,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_plays_is_within_its_ranges() {
        let values = Parameters::SHIPPED.values();
        assert_eq!(values.len(), Parameters::RANGES.len());
        assert_eq!(Parameters::from_values(&values), Some(Parameters::SHIPPED));
    }

    #[test]
    fn values_that_are_missing_too_many_or_out_of_range_are_none() {
        let values = Parameters::SHIPPED.values();
        assert_eq!(Parameters::from_values(&values[1..]), None);
        assert_eq!(Parameters::from_values(&[&values[..], &[0]].concat()), None);
        let mut outside = values;
        outside[1] = 1_000;
        assert_eq!(Parameters::from_values(&outside), None);
    }
}
