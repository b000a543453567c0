//! A bad move beside the best one.

use super::lines::legal;
use crate::explain::claim::{Claim, ClaimKind};
use crate::explain::scene::{WINS, gained};
use crate::explain::sound::worth;
use crate::explain::why_not::MORE;
use crate::rules::Game;
use crate::search::{Line, Score};

/// The best line before a move and the move's own line.
pub(super) struct Comparison<'a> {
    /// The game before the move.
    pub game: &'a Game,
    pub best: Line,
    pub played: Line,
}

impl<'a> Comparison<'a> {
    /// `None` if a line begins with an illegal move, or both with the same one.
    pub fn new(game: &'a Game, best: &Line, played: &Line) -> Option<Comparison<'a>> {
        let [best, played] = [best, played].map(|line| legal(game.position(), line));
        let (best, played) = (best?, played?);
        (best.pv.first() != played.pv.first()).then_some(Comparison { game, best, played })
    }

    /// Whether the move's line has less material at its end than the best one, and so much less that this
    /// accounts for its score.
    pub fn costs_material(&self) -> bool {
        let position = self.game.position();
        let end = |line: &Line| gained(position, &line.pv, position.side_to_move());
        let lost = end(&self.best) - end(&self.played);
        let by = worth(self.best.score) - worth(self.played.score);
        lost >= WINS && by <= 2 * lost + MORE
    }

    /// Whether the move mates as well.
    pub fn mates(&self) -> bool {
        matches!(self.played.score, Score::Mate(1..))
    }
}

/// Whether a claim is of the end of the game, of which the searches' scores tell.
pub(super) fn is_of_result(claim: &Claim) -> bool {
    matches!(
        claim.kind(),
        ClaimKind::Mate
            | ClaimKind::Forces
            | ClaimKind::Draws
            | ClaimKind::Perpetual
            | ClaimKind::SimplifiesTo
            | ClaimKind::BreaksThrough
            | ClaimKind::Outruns
    )
}

/// Whether a claim is of material that is won or saved, and so is told only where material makes the
/// difference.
pub(super) fn is_of_material(claim: &Claim) -> bool {
    matches!(
        claim.kind(),
        ClaimKind::Promotes
            | ClaimKind::TakesBack
            | ClaimKind::TakesFree
            | ClaimKind::Takes
            | ClaimKind::Wins
            | ClaimKind::Offers
            | ClaimKind::RemovesGuard
            | ClaimKind::Overloads
            | ClaimKind::Deflects
            | ClaimKind::Fork
            | ClaimKind::Skewers
            | ClaimKind::Traps
            | ClaimKind::Discovers
            | ClaimKind::WinsByForce
            | ClaimKind::Rescues
            | ClaimKind::Defends
            | ClaimKind::Shields
    )
}
