//! What is said of the visitor's own move, once it has been answered.

use engine::explain::{MoveJudgement, Sound};
use engine::rules::{Color, Game, san};

use super::{CoachQuestion, EngineState, Explanation, PlayEvent, PlayState, Players};
use crate::worker::codec::decode;

impl PlayState {
    /// The ply of the visitor's latest move, if it has been answered and nothing has been said of it yet; with what
    /// the latest longer searches have found, which may have been of another move. `None` while there are some.
    pub fn own_move_to_judge(&self) -> Option<(usize, Option<Vec<u8>>)> {
        let ply = self.game.ply().checked_sub(2)?;
        let is_open = self.outcome().is_none() && !self.explanations.contains_key(&ply);
        let is_answered = self.is_own_move(ply) && self.engine == EngineState::Ready;
        if !is_answered || !is_open {
            return None;
        }
        match &self.judged {
            Some((judged, sound)) if *judged == ply => Some((ply, Some(sound.clone()?))),
            _ => Some((ply, None)),
        }
    }

    /// What was said of the visitor's move that the shown one answers.
    pub fn own_move_sentence(&self) -> Option<String> {
        let ply = self.shown_ply().checked_sub(2)?;
        let said = self
            .explanations
            .get(&ply)
            .filter(|_| self.is_own_move(ply))?;
        let before = self.game.position_at(ply);
        let mv = san::write(&before, *self.game.moves().get(ply)?);
        // "White allows Nxh6" is said of a reviewed game.
        let side = match before.side_to_move() {
            Color::White => "White ",
            Color::Black => "Black ",
        };
        Some(match said.text.strip_prefix(side) {
            Some(does) => format!("Your {mv} {does}"),
            None => format!("Your {mv}: {}", said.text),
        })
    }

    fn is_own_move(&self, ply: usize) -> bool {
        let side = self.game.position_at(ply).side_to_move();
        matches!(self.players, Players::Engine { human } if human == side)
    }
}

/// What comes next of the move of a ply: longer searches, what they tell, or nothing where they tell nothing.
#[must_use]
pub fn judge_own_move(state: &PlayState, ply: usize, sound: Option<&[u8]>) -> Option<PlayEvent> {
    let Some(sound) = sound else {
        return Some(PlayEvent::Judge(ply));
    };
    let sound: Sound = decode(sound).ok()?;
    if sound.played.pv.first() != state.game.moves().get(ply) {
        return Some(PlayEvent::Judge(ply));
    }
    let mut game = state.game.clone();
    while game.ply() > ply + 1 {
        game.undo();
    }
    let said = said_of_move(&game, &sound)?;
    Some(PlayEvent::Explained { ply, said })
}

/// What is to be said of the latest move of a game, by the searches around it; `None` where nothing can be proved.
fn said_of_move(game: &Game, sound: &Sound) -> Option<Explanation> {
    if let Some(question) = CoachQuestion::of(game, sound) {
        return Some(question.explanation);
    }
    let mut before = game.clone();
    before.undo()?;
    let judged = MoveJudgement::of_move(&before, &sound.best, &sound.played);
    let reason = judged.reasons().next()?;
    Some(Explanation {
        kind: None,
        text: reason.text.clone(),
        proof_text: reason.proof.to_text(),
    })
}
