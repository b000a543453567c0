//! Groups of typical mistakes, by what is proved about them.

use engine::explain::ClaimKind;

use crate::game_import::game_result::GameMistake;

/// A group of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MistakeGroup {
    /// The opponent could mate, or force mate.
    AllowedMate,
    /// A mate on the rank that the king cannot leave.
    BackRank,
    /// The opponent could take a piece for nothing.
    UnguardedPiece,
    /// The opponent could win material in an exchange.
    LostExchange,
    /// The opponent could attack two pieces at once.
    OverlookedFork,
    MissedMate,
    /// A capture that wins material.
    MissedCapture,
    MissedFork,
    /// A pin, a skewer, a discovered attack, a trapped piece, a guard that is overloaded or taken.
    MissedTactic,
    /// A move that meets the opponent's threat.
    MissedDefence,
    /// A pawn that promotes.
    MissedPromotion,
    /// Nothing is proved.
    Other,
}

impl MistakeGroup {
    /// All but the last, which is no kind of mistake.
    pub const NAMED: [MistakeGroup; 11] = [
        MistakeGroup::AllowedMate,
        MistakeGroup::BackRank,
        MistakeGroup::UnguardedPiece,
        MistakeGroup::LostExchange,
        MistakeGroup::OverlookedFork,
        MistakeGroup::MissedMate,
        MistakeGroup::MissedCapture,
        MistakeGroup::MissedFork,
        MistakeGroup::MissedTactic,
        MistakeGroup::MissedDefence,
        MistakeGroup::MissedPromotion,
    ];

    /// The group of a mistake. What it allowed counts before what it missed: the answer is on the board.
    #[must_use]
    pub fn of(mistake: &GameMistake) -> MistakeGroup {
        let allowed = mistake.allowed.and_then(by_answer);
        let missed = || mistake.missed.and_then(by_best_move);
        allowed.or_else(missed).unwrap_or(MistakeGroup::Other)
    }

    /// What the visitor did: `overlooked forks`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MistakeGroup::AllowedMate => "allowed mate",
            MistakeGroup::BackRank => "back-rank mates",
            MistakeGroup::UnguardedPiece => "left pieces unguarded",
            MistakeGroup::LostExchange => "lost material in exchanges",
            MistakeGroup::OverlookedFork => "overlooked forks",
            MistakeGroup::MissedMate => "missed mates",
            MistakeGroup::MissedCapture => "missed captures",
            MistakeGroup::MissedFork => "missed forks",
            MistakeGroup::MissedTactic => "missed pins, skewers and other tactics",
            MistakeGroup::MissedDefence => "missed the right defence",
            MistakeGroup::MissedPromotion => "missed promotions",
            MistakeGroup::Other => "other mistakes",
        }
    }
}

/// By the answer to the move.
fn by_answer(kind: ClaimKind) -> Option<MistakeGroup> {
    Some(match kind {
        ClaimKind::AnswerMates | ClaimKind::AnswerForces | ClaimKind::RunsIntoMate => {
            MistakeGroup::AllowedMate
        }
        ClaimKind::BackRank => MistakeGroup::BackRank,
        ClaimKind::AnswerTakes => MistakeGroup::UnguardedPiece,
        ClaimKind::AnswerWins => MistakeGroup::LostExchange,
        ClaimKind::AnswerForks => MistakeGroup::OverlookedFork,
        ClaimKind::MissesMate => MistakeGroup::MissedMate,
        _ => return None,
    })
}

/// By what the best move would have done.
fn by_best_move(kind: ClaimKind) -> Option<MistakeGroup> {
    Some(match kind {
        ClaimKind::Mate
        | ClaimKind::Forces
        | ClaimKind::ThreatensMate
        | ClaimKind::ThreatensToMate => MistakeGroup::MissedMate,
        ClaimKind::BackRank => MistakeGroup::BackRank,
        ClaimKind::TakesBack | ClaimKind::TakesFree | ClaimKind::Wins | ClaimKind::Takes => {
            MistakeGroup::MissedCapture
        }
        ClaimKind::Fork | ClaimKind::ThreatensFork => MistakeGroup::MissedFork,
        ClaimKind::Discovers
        | ClaimKind::Skewers
        | ClaimKind::Pins
        | ClaimKind::Traps
        | ClaimKind::RemovesGuard
        | ClaimKind::Deflects
        | ClaimKind::Overloads
        | ClaimKind::WinsByForce => MistakeGroup::MissedTactic,
        ClaimKind::StopsMate
        | ClaimKind::Prevents
        | ClaimKind::Rescues
        | ClaimKind::Defends
        | ClaimKind::Shields
        | ClaimKind::Evades
        | ClaimKind::StepsAway
        | ClaimKind::Guards => MistakeGroup::MissedDefence,
        ClaimKind::Promotes | ClaimKind::BreaksThrough | ClaimKind::Outruns | ClaimKind::Runs => {
            MistakeGroup::MissedPromotion
        }
        _ => return None,
    })
}
