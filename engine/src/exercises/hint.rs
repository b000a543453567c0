//! Hints in steps: which piece, which idea, which move.

use super::exercise::Exercise;
use crate::explain::ClaimKind;
use crate::rules::{Square, san};

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum HintStage {
    Piece,
    Idea,
    Move,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The square of the piece that moves.
    Piece(Square),
    /// A sentence about the idea, which does not name the move.
    Idea(&'static str),
    /// The move in Standard Algebraic Notation.
    Move(String),
}

impl Exercise {
    /// The hint for the solver's move with this index, from 0; `None` beyond the last one, and for the
    /// idea of later moves than the first.
    #[must_use]
    pub fn hint(&self, index: usize, stage: HintStage) -> Option<Hint> {
        let position = self.position(index)?;
        let mv = *self.solution.get(2 * index)?;
        match stage {
            HintStage::Piece => Some(Hint::Piece(mv.from())),
            HintStage::Idea if index > 0 => None,
            HintStage::Idea => Some(Hint::Idea(match &self.idea {
                Some(idea) => idea_hint(idea.kind),
                None => NO_IDEA,
            })),
            HintStage::Move => Some(Hint::Move(san::write(&position, mv))),
        }
    }
}

/// Where nothing can be said of the idea.
const NO_IDEA: &str = "One move is clearly better than the others.";

/// The idea of a claim of this kind, as a hint to who has the move.
#[must_use]
#[rustfmt::skip]
pub fn idea_hint(kind: ClaimKind) -> &'static str {
    match kind {
        ClaimKind::Mate => "Look for mate.",
        ClaimKind::Forces => "Look for a forced mate.",
        ClaimKind::Draws => "Look for a way to end the game in a draw.",
        ClaimKind::Repeats => "Look for a way to repeat the position.",
        ClaimKind::Perpetual => "Look for checks that never end.",
        ClaimKind::StopsMate => "Your opponent threatens mate: stop it.",
        ClaimKind::Promotes => "Look for a promotion.",
        ClaimKind::TakesBack => "Look at how you can take back.",
        ClaimKind::TakesFree => "Look for a piece that nothing defends.",
        ClaimKind::Wins => "Look for an exchange that wins material.",
        ClaimKind::Offers => "Look for a sacrifice.",
        ClaimKind::Fork => "Look for a fork.",
        ClaimKind::ThreatensMate => "Look for a move that threatens mate.",
        ClaimKind::BackRank => "Look at the king on its first rank.",
        ClaimKind::ThreatensToMate => "Look for a quiet move that threatens mate in a few moves.",
        ClaimKind::ThreatensFork => "Look for a move that prepares a fork.",
        ClaimKind::Threatens => "Look for a threat to win material.",
        ClaimKind::Discovers => "Look for a discovered attack.",
        ClaimKind::Skewers => "Look for a skewer.",
        ClaimKind::Pins => "Look for a pin.",
        ClaimKind::Traps => "Look for a piece that has nowhere to go.",
        ClaimKind::RemovesGuard => "Look for a guard that you can take.",
        ClaimKind::Deflects => "Look for a guard that you can lure away.",
        ClaimKind::Overloads => "Look for a guard that has two things to guard.",
        ClaimKind::BreaksThrough => "Look for a pawn that can break through.",
        ClaimKind::Outruns => "Count the steps of a pawn to its promotion.",
        ClaimKind::SimplifiesTo => "Look for an ending whose result you know.",
        ClaimKind::WinsTempo => "Look for a move that gains a tempo.",
        ClaimKind::FileToKing => "Look for a file that leads to the king.",
        ClaimKind::Zugzwang => "Your opponent would rather not have to move.",
        ClaimKind::WinsByForce => "Look for a quiet move that wins material by force.",
        ClaimKind::Prevents => "Ask what your opponent would like to play, and prevent it.",
        ClaimKind::Trades | ClaimKind::Invites => "Look for a good trade.",
        ClaimKind::Evades => "Find the best way out of check.",
        ClaimKind::Rescues => "One of your pieces is attacked: bring it to safety.",
        ClaimKind::Defends | ClaimKind::Guards => "One of your pieces needs a guard.",
        ClaimKind::Shields => "One of your pieces is attacked: shut the line.",
        ClaimKind::StepsAway => "One of your pieces is attacked: move it away.",
        ClaimKind::Takes => "Look for a capture.",
        ClaimKind::Checks => "Look for a check.",
        ClaimKind::File => "Look for a file for a rook.",
        ClaimKind::Seventh => "Look for a rook that can enter the second rank of your opponent.",
        ClaimKind::Doubles => "Look for two heavy pieces that can work on one file.",
        ClaimKind::Passed => "Look for a pawn that can become passed.",
        ClaimKind::Runs => "Look at your passed pawn.",
        ClaimKind::Blockades => "Look at the passed pawn of your opponent.",
        ClaimKind::Challenges => "Look for a pawn move that attacks a pawn.",
        ClaimKind::GivesKingRoom => "Your king needs a way out.",
        ClaimKind::GivesUpCastling => "It may be worth giving up castling.",
        ClaimKind::Opposition => "Look for the opposition.",
        ClaimKind::Approaches => "Your king has somewhere to go.",
        ClaimKind::LeavesDanger => "Your king stands better elsewhere.",
        ClaimKind::Covers => "Look for a pawn move that covers a square in the middle.",
        ClaimKind::Outpost => "Look for a square where no pawn can drive your piece away.",
        ClaimKind::Presses => "Look for a piece that you can attack once more.",
        ClaimKind::BearsOnKing => "Look for a move that aims at the squares around the king.",
        ClaimKind::Reaches | ClaimKind::GoesOn => "Look for a piece that stands better elsewhere.",
        ClaimKind::KeepsOut => "Keep a piece of your opponent from its best square.",
        ClaimKind::Opens => "Look for a line that you can open.",
        ClaimKind::MakesWay => "Look for a move that prepares another one.",
        ClaimKind::Castles => "Your king is not safe yet.",
        ClaimKind::Develops => "A piece is still on its first square.",
        ClaimKind::Centre => "Look at the centre.",
        ClaimKind::AimsAt => "Look for a piece that you can attack.",
        // What is said of a player or a source, or of a bad move, is never said of a solution.
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
        | ClaimKind::OneOfFew => NO_IDEA,
    }
}
