//! What is said of the visitor's own move, once it has been answered.

use engine::explain::{MoveJudgement, Sound};
use engine::rules::{Game, san};

use super::{CoachQuestion, EngineState, Explanation, PlayState, Players};

impl PlayState {
    /// The ply of the visitor's latest move, if it has been answered and nothing has been said of it yet.
    pub fn own_move_to_judge(&self) -> Option<usize> {
        let ply = self.game.ply().checked_sub(2)?;
        let is_open = self.outcome().is_none() && !self.explanations.contains_key(&ply);
        let is_answered = self.is_own_move(ply) && self.engine == EngineState::Ready;
        (is_answered && is_open).then_some(ply)
    }

    /// What was said of the visitor's move that the shown one answers.
    pub fn own_move_sentence(&self) -> Option<String> {
        let ply = self.shown_ply().checked_sub(2)?;
        let said = self
            .explanations
            .get(&ply)
            .filter(|_| self.is_own_move(ply))?;
        let mv = san::write(&self.game.position_at(ply), *self.game.moves().get(ply)?);
        Some(format!("Your {mv}: {}", said.text))
    }

    fn is_own_move(&self, ply: usize) -> bool {
        let side = self.game.position_at(ply).side_to_move();
        matches!(self.players, Players::Engine { human } if human == side)
    }
}

/// What is to be said of the latest move of a game, by the searches around it; `None` where nothing can be proved.
#[must_use]
pub fn judge_own_move(game: &Game, sound: &Sound) -> Option<Explanation> {
    if let Some(question) = CoachQuestion::of(game, sound) {
        return Some(question.explanation);
    }
    let mut before = game.clone();
    let mv = before.undo()?;
    let is_about = sound.played.pv.first() == Some(&mv);
    let judged = is_about.then(|| MoveJudgement::of_move(&before, &sound.best, &sound.played))?;
    let reason = judged.reasons().next()?;
    Some(Explanation {
        kind: None,
        text: reason.text.clone(),
        proof_text: reason.proof.to_text(),
    })
}
