//! The names of the parts of a search.

use engine::search::SearchRule;

use super::SearchSwitch;

impl SearchSwitch {
    /// The name of the part, as a list shows it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Everything => "Nothing",
            Self::Quiescence => "Quiescence",
            Self::Network => "The network",
            Self::Rule(rule) => rule_name(rule),
        }
    }
}

fn rule_name(rule: SearchRule) -> &'static str {
    match rule {
        SearchRule::CheckExtension => "Check extension",
        SearchRule::SingularExtension => "Singular extension",
        SearchRule::MultiCut => "Multi-cut",
        SearchRule::ReverseFutility => "Reverse futility",
        SearchRule::Razoring => "Razoring",
        SearchRule::NullMove => "Null move",
        SearchRule::ProbCut => "ProbCut",
        SearchRule::InternalReduction => "Internal reduction",
        SearchRule::LateMove => "Late move pruning",
        SearchRule::Futility => "Futility",
        SearchRule::Exchange => "Exchange pruning",
        SearchRule::Delta => "Delta pruning",
        SearchRule::LateMoveReduction => "Reductions",
        SearchRule::ThreatHistory => "Threat history",
        SearchRule::PawnHistory => "Pawn history",
        SearchRule::OlderMoves => "Older moves",
        SearchRule::Table => "Transposition table",
        SearchRule::MoveOrdering => "Move ordering",
    }
}
