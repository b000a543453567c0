//! The rules by which the search is shorter or longer than every move to the same depth, by name. Each
//! can be switched off; their numbers are [`Parameters`].

use super::parameters::Parameters;

/// Declares [`SearchRule`] with its names.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident: $name:literal,)*) => {
        /// A rule of the search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum SearchRule {
            $($(#[$doc])* $rule,)*
        }

        impl SearchRule {
            /// All rules.
            pub const ALL: &[SearchRule] = &[$(SearchRule::$rule,)*];

            /// The name in settings and for display.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(SearchRule::$rule => $name,)*
                }
            }
        }
    };
}

rules! {
    /// A position in check is searched one ply deeper.
    CheckExtension: "check-extension",
    /// A move without an alternative is searched deeper, see `singular`.
    SingularExtension: "singular-extension",
    /// A node fails high because two moves reach beta, see `singular`; not without singular extensions.
    MultiCut: "multi-cut",
    /// A node far above beta is not searched.
    ReverseFutility: "reverse-futility",
    /// A node far below alpha is searched by captures alone.
    Razoring: "razoring",
    /// A node that stays above beta after passing is not searched.
    NullMove: "null-move",
    /// A node in which a capture is far above beta in a shallow search is not searched deeper.
    ProbCut: "probcut",
    /// A node without a move of the table is searched one ply less deep.
    InternalReduction: "internal-reduction",
    /// Quiet moves after the first ones are left out near the leaves.
    LateMove: "late-move",
    /// Quiet moves are left out far below alpha.
    Futility: "futility",
    /// Moves that lose material are left out near the leaves.
    Exchange: "exchange",
    /// Captures that cannot reach alpha are left out in quiescence.
    Delta: "delta",
    /// Late moves are searched less deep at first.
    LateMoveReduction: "late-move-reduction",
    /// A quiet move's history depends on whether its squares are attacked.
    ThreatHistory: "threat-history",
    /// A quiet move's history depends on the pawns.
    PawnHistory: "pawn-history",
    /// A quiet move's history depends on the move four plies before.
    OlderMoves: "older-moves",
    /// What was found of a position is used when it is reached again.
    Table: "table",
    /// Moves are searched in the order of their promise, not as they are generated.
    MoveOrdering: "move-ordering",
}

/// Which rules apply, and by which numbers. A type parameter of the search, so that what is
/// [`Shipped`] costs nothing.
pub trait SearchRules: Clone + Send + Sync {
    /// Whether a rule applies.
    fn has(&self, rule: SearchRule) -> bool;

    fn parameters(&self) -> &Parameters;
}

/// All rules, by the numbers that play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shipped;

impl SearchRules for Shipped {
    #[inline(always)]
    fn has(&self, _: SearchRule) -> bool {
        true
    }

    #[inline(always)]
    fn parameters(&self) -> &Parameters {
        &Parameters::SHIPPED
    }
}

/// Some of the rules, by other numbers: for tests and for tuning.
#[derive(Clone, Debug)]
pub struct ChosenRules {
    parameters: Parameters,
    /// A bit for each rule that does not apply.
    without: u32,
}

impl ChosenRules {
    /// All rules, by these numbers.
    #[must_use]
    pub fn new(parameters: Parameters) -> ChosenRules {
        ChosenRules {
            parameters,
            without: 0,
        }
    }

    /// Without a rule.
    #[must_use]
    pub fn without(mut self, rule: SearchRule) -> ChosenRules {
        self.without |= 1 << rule as u32;
        self
    }
}

impl SearchRules for ChosenRules {
    fn has(&self, rule: SearchRule) -> bool {
        self.without & 1 << rule as u32 == 0
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}
