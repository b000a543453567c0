//! A move as the finders look at it.

use super::lines::legal;
use crate::explain::claim::Claim;
use crate::explain::facts::Facts;
use crate::explain::proof::{ClaimProof, proof};
use crate::explain::scene::{Finder, Scene};
use crate::explain::sound::Sound;
use crate::player::Decision;
use crate::rules::{Game, Move};
use crate::search::Line;

/// A move with the game before it and the lines of its searches.
pub(super) struct MoveView {
    pub game: Game,
    pub mv: Move,
    decision: Decision,
    sound: Sound,
}

impl MoveView {
    /// A move by the best line before it, and by the line that begins with it; `None` if one of them
    /// begins with an illegal move.
    pub fn new(game: Game, best: &Line, played: &Line) -> Option<MoveView> {
        let [best, played] = [best, played].map(|line| legal(game.position(), line));
        let (best, played) = (best?, played?);
        let mv = *played.pv.first()?;
        let decision = Decision {
            mv: Some(mv),
            depth: played.depth,
            lines: vec![played.clone()],
            ..Decision::game_over(0)
        };
        Some(MoveView {
            game,
            mv,
            decision,
            sound: Sound::of_lines(best, played),
        })
    }

    /// The first claim of the finders that is accepted, with its proof.
    pub fn first(
        &self,
        finders: &[Finder],
        accepts: impl Fn(&Claim, Finder) -> bool,
    ) -> Option<(Claim, ClaimProof)> {
        let facts = self.facts();
        let scene = Scene::new(&facts)?;
        let claim = finders
            .iter()
            .find_map(|&finder| finder(&scene).filter(|claim| accepts(claim, finder)))?;
        let proof = proof(&scene, &claim);
        Some((claim, proof))
    }

    /// Whether a finder claims something of the same kind.
    pub fn claims_too(&self, finder: Finder, claim: &Claim) -> bool {
        let facts = self.facts();
        let scene = Scene::new(&facts);
        let found = scene.and_then(|scene| finder(&scene));
        found.is_some_and(|found| found.kind() == claim.kind())
    }

    fn facts(&self) -> Facts<'_> {
        Facts {
            game: &self.game,
            decision: &self.decision,
            earlier: None,
            sound: Some(&self.sound),
            said: &[],
        }
    }
}
