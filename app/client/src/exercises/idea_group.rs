//! The ideas of exercises in groups, for the statistics and for a mixed order.

use engine::explain::ClaimKind;

/// Ideas that are practised together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IdeaGroup {
    Mates,
    FreePieces,
    Exchanges,
    Forks,
    Lines,
    Guards,
    Sacrifices,
    Threats,
    TrappedPieces,
    Defence,
    Draws,
    Pawns,
    Endings,
    BetterSquares,
    /// Nothing can be said of the idea.
    Other,
}

impl IdeaGroup {
    pub const ALL: [IdeaGroup; 15] = [
        IdeaGroup::Mates,
        IdeaGroup::FreePieces,
        IdeaGroup::Exchanges,
        IdeaGroup::Forks,
        IdeaGroup::Lines,
        IdeaGroup::Guards,
        IdeaGroup::Sacrifices,
        IdeaGroup::Threats,
        IdeaGroup::TrappedPieces,
        IdeaGroup::Defence,
        IdeaGroup::Draws,
        IdeaGroup::Pawns,
        IdeaGroup::Endings,
        IdeaGroup::BetterSquares,
        IdeaGroup::Other,
    ];

    /// What it is called on the page, in the words of the hints.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            IdeaGroup::Mates => "Mates",
            IdeaGroup::FreePieces => "Pieces that nothing defends",
            IdeaGroup::Exchanges => "Exchanges and captures",
            IdeaGroup::Forks => "Forks",
            IdeaGroup::Lines => "Pins, skewers and discovered attacks",
            IdeaGroup::Guards => "Guards to take, lure away or overload",
            IdeaGroup::Sacrifices => "Sacrifices",
            IdeaGroup::Threats => "Threats and checks",
            IdeaGroup::TrappedPieces => "Trapped pieces",
            IdeaGroup::Defence => "Defence",
            IdeaGroup::Draws => "Draws",
            IdeaGroup::Pawns => "Passed pawns and promotions",
            IdeaGroup::Endings => "Endings",
            IdeaGroup::BetterSquares => "Better squares",
            IdeaGroup::Other => "Other good moves",
        }
    }

    /// The group of an idea; `None` where nothing can be said.
    #[must_use]
    pub fn of(kind: Option<ClaimKind>) -> IdeaGroup {
        match kind {
            None => IdeaGroup::Other,
            Some(kind) => of_kind(kind),
        }
    }
}

fn of_kind(kind: ClaimKind) -> IdeaGroup {
    match kind {
        ClaimKind::Mate
        | ClaimKind::Forces
        | ClaimKind::ThreatensMate
        | ClaimKind::BackRank
        | ClaimKind::ThreatensToMate => IdeaGroup::Mates,
        ClaimKind::TakesFree | ClaimKind::TakesBack => IdeaGroup::FreePieces,
        ClaimKind::Wins | ClaimKind::Takes | ClaimKind::Trades | ClaimKind::Invites => {
            IdeaGroup::Exchanges
        }
        ClaimKind::Fork | ClaimKind::ThreatensFork => IdeaGroup::Forks,
        ClaimKind::Discovers | ClaimKind::Skewers | ClaimKind::Pins => IdeaGroup::Lines,
        ClaimKind::RemovesGuard | ClaimKind::Deflects | ClaimKind::Overloads => IdeaGroup::Guards,
        ClaimKind::Offers => IdeaGroup::Sacrifices,
        ClaimKind::Threatens
        | ClaimKind::WinsByForce
        | ClaimKind::WinsTempo
        | ClaimKind::Checks
        | ClaimKind::Presses
        | ClaimKind::AimsAt
        | ClaimKind::BearsOnKing => IdeaGroup::Threats,
        ClaimKind::Traps => IdeaGroup::TrappedPieces,
        ClaimKind::StopsMate
        | ClaimKind::Prevents
        | ClaimKind::Evades
        | ClaimKind::Rescues
        | ClaimKind::Defends
        | ClaimKind::Guards
        | ClaimKind::Shields
        | ClaimKind::StepsAway
        | ClaimKind::LeavesDanger
        | ClaimKind::GivesKingRoom
        | ClaimKind::KeepsOut => IdeaGroup::Defence,
        ClaimKind::Draws | ClaimKind::Repeats | ClaimKind::Perpetual => IdeaGroup::Draws,
        ClaimKind::Promotes
        | ClaimKind::BreaksThrough
        | ClaimKind::Outruns
        | ClaimKind::Passed
        | ClaimKind::Runs
        | ClaimKind::Blockades => IdeaGroup::Pawns,
        ClaimKind::SimplifiesTo
        | ClaimKind::Zugzwang
        | ClaimKind::Opposition
        | ClaimKind::Approaches => IdeaGroup::Endings,
        ClaimKind::FileToKing
        | ClaimKind::File
        | ClaimKind::Seventh
        | ClaimKind::Doubles
        | ClaimKind::Challenges
        | ClaimKind::Covers
        | ClaimKind::GivesUpCastling
        | ClaimKind::Outpost
        | ClaimKind::Reaches
        | ClaimKind::GoesOn
        | ClaimKind::Opens
        | ClaimKind::MakesWay
        | ClaimKind::Castles
        | ClaimKind::Develops
        | ClaimKind::Centre => IdeaGroup::BetterSquares,
        // What is said of a player or a source, or of a bad move, is no idea.
        ClaimKind::Only
        | ClaimKind::Book
        | ClaimKind::Solved
        | ClaimKind::Remembered
        | ClaimKind::Tried
        | ClaimKind::Judged
        | ClaimKind::Lots
        | ClaimKind::Lost
        | ClaimKind::Overlooked
        | ClaimKind::NotSeen
        | ClaimKind::Better
        | ClaimKind::Worse
        | ClaimKind::Saw
        | ClaimKind::AnswerMates
        | ClaimKind::AnswerForces
        | ClaimKind::RunsIntoMate
        | ClaimKind::AnswerTakes
        | ClaimKind::AnswerWins
        | ClaimKind::AnswerForks
        | ClaimKind::Slower
        | ClaimKind::MissesMate
        | ClaimKind::AsGood
        | ClaimKind::LessGood
        | ClaimKind::OnlyGood
        | ClaimKind::OneOfFew => IdeaGroup::Other,
    }
}
