//! Why a node ended, or a move was not searched in full.

use crate::rules::Move;

/// Declares [`Cause`] with names and families.
macro_rules! causes {
    ($($(#[$doc:meta])* $cause:ident: $family:ident, $name:literal,)*) => {
        /// Why a node ended, or why a move was not searched in full.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[repr(u8)]
        pub enum Cause {
            $(
                $(#[$doc])*
                #[cfg_attr(feature = "serde", serde(rename = $name))]
                $cause,
            )*
        }

        impl Cause {
            /// All causes.
            pub const ALL: &[Cause] = &[$(Cause::$cause,)*];

            /// The name in files and for display.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Cause::$cause => $name,)*
                }
            }

            /// How far the cause can be relied on.
            #[must_use]
            pub const fn family(self) -> CauseFamily {
                match self {
                    $(Cause::$cause => CauseFamily::$family,)*
                }
            }
        }
    };
}

/// How far a cause can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CauseFamily {
    /// The score follows from the rules, from the table or from the moves below.
    Proof,
    /// The search left something out because it would hardly matter: it may be wrong.
    Bet,
    /// The static evaluation stands for what was not searched.
    Evaluation,
}

causes! {
    /// Every move was searched or left out by a bet of its own.
    AllMoves: Proof, "all-moves",
    /// A draw by repetition, fifty moves or material.
    Draw: Proof, "draw",
    /// No move: checkmate or stalemate.
    NoMove: Proof, "no-move",
    /// A shorter mate is known already.
    MateDistance: Proof, "mate-distance",
    /// The transposition table has a score of sufficient depth.
    Table: Proof, "table",
    /// A table of solved endings has the result.
    Tablebase: Proof, "tablebase",
    /// The table's move reached beta.
    HashMove: Proof, "hash-move",
    /// A capture or promotion reached beta.
    Capture: Proof, "capture",
    /// A killer reached beta.
    Killer: Proof, "killer",
    /// Another quiet move, ordered by history, reached beta.
    Quiet: Proof, "quiet",
    /// The side to move stands at or above beta, so that it need not capture.
    StandPat: Evaluation, "stand-pat",
    /// The line is as long as lines may be, or quiescence is switched off.
    Leaf: Evaluation, "leaf",
    /// The evaluation is above beta by a margin.
    ReverseFutility: Bet, "reverse-futility",
    /// The evaluation is below alpha by a margin, and captures do not help.
    Razoring: Bet, "razoring",
    /// The position stays above beta after passing.
    NullMove: Bet, "null-move",
    /// A capture is far above beta in a shallow search.
    ProbCut: Bet, "probcut",
    /// Two moves reach beta in a shallow search.
    MultiCut: Bet, "multi-cut",
    /// A quiet move after many others.
    LateMove: Bet, "late-move",
    /// A quiet move in a position far below alpha.
    Futility: Bet, "futility",
    /// A move that loses material.
    Exchange: Bet, "exchange",
    /// A capture in quiescence that cannot reach alpha.
    Delta: Bet, "delta",
    /// The search ended meanwhile.
    Interrupted: Evaluation, "interrupted",
}

impl Cause {
    /// The cause of a cut by this move.
    pub(crate) fn of_cut(mv: Move, hash_move: Option<Move>, killers: [Option<Move>; 2]) -> Cause {
        if hash_move == Some(mv) {
            Cause::HashMove
        } else if mv.is_tactical() {
            Cause::Capture
        } else if killers.contains(&Some(mv)) {
            Cause::Killer
        } else {
            Cause::Quiet
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_numbers_are_places() {
        for (place, cause) in Cause::ALL.iter().enumerate() {
            assert_eq!(*cause as usize, place);
            let same_name = Cause::ALL
                .iter()
                .filter(|other| other.name() == cause.name());
            assert_eq!(same_name.count(), 1, "{}", cause.name());
        }
    }
}
