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
    /// Another tactic of the opponent's.
    OverlookedTactic,
    /// A pawn of the opponent's that promotes or comes near to it.
    AllowedPawn,
    /// The game could be drawn then, or was.
    AllowedDraw,
    MissedMate,
    /// A capture that wins material.
    MissedCapture,
    MissedFork,
    /// A pin, a skewer, a discovered attack, a trapped piece, a guard that is overloaded or taken.
    MissedTactic,
    /// A threat or a check.
    MissedThreat,
    /// A move that meets the opponent's threat.
    MissedDefence,
    /// A pawn that promotes.
    MissedPromotion,
    MissedDraw,
    /// A move towards a known ending, or of the king in one.
    MissedEnding,
    MissedTrade,
    /// A better place for a piece, a pawn or the king.
    MissedPlace,
    /// A good place for a piece of the opponent's.
    AllowedPlace,
    /// Nothing is proved.
    Other,
}

impl MistakeGroup {
    /// All but the last, which is no kind of mistake.
    pub const NAMED: [MistakeGroup; 20] = [
        MistakeGroup::AllowedMate,
        MistakeGroup::BackRank,
        MistakeGroup::UnguardedPiece,
        MistakeGroup::LostExchange,
        MistakeGroup::OverlookedFork,
        MistakeGroup::OverlookedTactic,
        MistakeGroup::AllowedPawn,
        MistakeGroup::AllowedDraw,
        MistakeGroup::MissedMate,
        MistakeGroup::MissedCapture,
        MistakeGroup::MissedFork,
        MistakeGroup::MissedTactic,
        MistakeGroup::MissedThreat,
        MistakeGroup::MissedDefence,
        MistakeGroup::MissedPromotion,
        MistakeGroup::MissedDraw,
        MistakeGroup::MissedEnding,
        MistakeGroup::MissedTrade,
        MistakeGroup::MissedPlace,
        MistakeGroup::AllowedPlace,
    ];

    /// The group of a mistake. What it allowed counts before what it missed, since the answer is on the
    /// board; a good place that it allowed counts after both.
    #[must_use]
    pub fn of(mistake: &GameMistake) -> MistakeGroup {
        let allowed = mistake.allowed.and_then(by_answer);
        let missed = || mistake.missed.and_then(by_best_move);
        let place = || mistake.allowed.and_then(by_place);
        let group = allowed.or_else(missed).or_else(place);
        group.unwrap_or(MistakeGroup::Other)
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
            MistakeGroup::OverlookedTactic => "overlooked pins, skewers and other tactics",
            MistakeGroup::AllowedPawn => "let passed pawns through",
            MistakeGroup::AllowedDraw => "gave away draws",
            MistakeGroup::MissedMate => "missed mates",
            MistakeGroup::MissedCapture => "missed captures",
            MistakeGroup::MissedFork => "missed forks",
            MistakeGroup::MissedTactic => "missed pins, skewers and other tactics",
            MistakeGroup::MissedThreat => "missed threats and checks",
            MistakeGroup::MissedDefence => "missed the right defence",
            MistakeGroup::MissedPromotion => "missed promotions",
            MistakeGroup::MissedDraw => "missed draws",
            MistakeGroup::MissedEnding => "missed the way to play an ending",
            MistakeGroup::MissedTrade => "missed good trades",
            MistakeGroup::MissedPlace => "missed better places for pieces and pawns",
            MistakeGroup::AllowedPlace => "gave the opponent good places for pieces",
            MistakeGroup::Other => "other mistakes",
        }
    }
}

/// By the answer to the move: a kind of what is said of a bad move, or of the answer itself.
fn by_answer(kind: ClaimKind) -> Option<MistakeGroup> {
    Some(match kind {
        ClaimKind::AnswerMates
        | ClaimKind::AnswerForces
        | ClaimKind::RunsIntoMate
        | ClaimKind::Mate
        | ClaimKind::Forces => MistakeGroup::AllowedMate,
        ClaimKind::BackRank => MistakeGroup::BackRank,
        ClaimKind::AnswerTakes | ClaimKind::TakesFree => MistakeGroup::UnguardedPiece,
        ClaimKind::AnswerWins | ClaimKind::Wins | ClaimKind::Takes => MistakeGroup::LostExchange,
        ClaimKind::AnswerForks | ClaimKind::Fork => MistakeGroup::OverlookedFork,
        ClaimKind::Discovers
        | ClaimKind::Skewers
        | ClaimKind::Pins
        | ClaimKind::Traps
        | ClaimKind::RemovesGuard
        | ClaimKind::Deflects
        | ClaimKind::Overloads
        | ClaimKind::WinsByForce
        | ClaimKind::ThreatensMate => MistakeGroup::OverlookedTactic,
        ClaimKind::Promotes
        | ClaimKind::BreaksThrough
        | ClaimKind::Outruns
        | ClaimKind::Runs
        | ClaimKind::Passed => MistakeGroup::AllowedPawn,
        ClaimKind::Draws | ClaimKind::Perpetual => MistakeGroup::AllowedDraw,
        ClaimKind::MissesMate => MistakeGroup::MissedMate,
        _ => return None,
    })
}

/// By a good place that the answer takes.
fn by_place(kind: ClaimKind) -> Option<MistakeGroup> {
    let is_place = matches!(
        kind,
        ClaimKind::FileToKing
            | ClaimKind::Seventh
            | ClaimKind::Opposition
            | ClaimKind::Outpost
            | ClaimKind::Blockades
    );
    is_place.then_some(MistakeGroup::AllowedPlace)
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
        | ClaimKind::Offers
        | ClaimKind::WinsByForce => MistakeGroup::MissedTactic,
        ClaimKind::Threatens | ClaimKind::WinsTempo | ClaimKind::Checks => {
            MistakeGroup::MissedThreat
        }
        ClaimKind::StopsMate
        | ClaimKind::Prevents
        | ClaimKind::Rescues
        | ClaimKind::Defends
        | ClaimKind::Shields
        | ClaimKind::Evades
        | ClaimKind::StepsAway
        | ClaimKind::Guards
        | ClaimKind::KeepsOut
        | ClaimKind::Blockades
        | ClaimKind::LeavesDanger
        | ClaimKind::GivesKingRoom => MistakeGroup::MissedDefence,
        ClaimKind::Promotes | ClaimKind::BreaksThrough | ClaimKind::Outruns | ClaimKind::Runs => {
            MistakeGroup::MissedPromotion
        }
        ClaimKind::Draws | ClaimKind::Perpetual | ClaimKind::Repeats => MistakeGroup::MissedDraw,
        ClaimKind::SimplifiesTo
        | ClaimKind::Zugzwang
        | ClaimKind::Opposition
        | ClaimKind::Approaches => MistakeGroup::MissedEnding,
        ClaimKind::Trades | ClaimKind::Invites => MistakeGroup::MissedTrade,
        ClaimKind::File
        | ClaimKind::FileToKing
        | ClaimKind::Seventh
        | ClaimKind::Doubles
        | ClaimKind::Passed
        | ClaimKind::Challenges
        | ClaimKind::Covers
        | ClaimKind::Outpost
        | ClaimKind::Presses
        | ClaimKind::BearsOnKing
        | ClaimKind::Reaches
        | ClaimKind::GoesOn
        | ClaimKind::Opens
        | ClaimKind::MakesWay
        | ClaimKind::AimsAt
        | ClaimKind::Castles
        | ClaimKind::Develops
        | ClaimKind::Centre => MistakeGroup::MissedPlace,
        _ => return None,
    })
}
