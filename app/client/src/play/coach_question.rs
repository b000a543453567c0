//! What the coach asks about a move that loses, and its hints.

use engine::exercises::idea_hint;
use engine::explain::{MoveJudgement, Sound, Verdict, chance};
use engine::rules::{Game, Move, Position, san};

use super::Explanation;

/// A question about a move on the board, which a review would call a blunder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoachQuestion {
    /// The chance to win before the move and after it, percent.
    pub chances: [u8; 2],
    /// In Standard Algebraic Notation.
    pub mv: String,
    /// From the vaguest on: which piece answers, what it does, which moves these are.
    pub hints: Vec<String>,
    /// What the last hint says, with its proof.
    pub explanation: Explanation,
}

impl CoachQuestion {
    /// The question about the latest move of a game, by the searches around it; `None` if the move does not lose
    /// so much, or if the searches are about another one.
    #[must_use]
    pub fn of(game: &Game, sound: &Sound) -> Option<CoachQuestion> {
        let mut before = game.clone();
        let mv = before.undo()?;
        let [best, played] = [&sound.best, &sound.played];
        let is_about = played.pv.first() == Some(&mv) && best.pv.first() != Some(&mv);
        let chances = [chance(best.score), chance(played.score)];
        let verdict = Verdict::of(chances[0] - chances[1]);
        if !is_about || verdict != Some(Verdict::Blunder) {
            return None;
        }
        let judged = MoveJudgement::of_bad_move(&before, best, played)?;
        let answer = played.pv.get(1).copied();
        let answer = answer.filter(|&answer| game.position().is_legal(answer));
        let better = san::write(before.position(), *best.pv.first()?);
        let reason = judged.allowed.as_ref().or(judged.missed.as_ref());
        let text = match reason {
            Some(reason) => reason.text.clone(),
            None => answer.map_or_else(String::new, |answer| {
                format!("The answer is {}.", san::write(game.position(), answer))
            }),
        };
        let which = format!("{text} {better} is better.");
        let which = which.trim_start().to_owned();
        let piece = answer.and_then(|answer| piece_hint(game.position(), answer));
        let allowed = judged.allowed.as_ref();
        let idea =
            allowed.map(|allowed| format!("In my place: {}", lower(idea_hint(allowed.kind()))));
        Some(CoachQuestion {
            chances: chances.map(|chance| chance.round() as u8),
            mv: san::write(before.position(), mv),
            hints: piece
                .into_iter()
                .chain(idea)
                .chain([which.clone()])
                .collect(),
            explanation: Explanation {
                kind: None,
                text: which,
                proof_text: reason.map_or_else(String::new, |reason| reason.proof.to_text()),
            },
        })
    }
}

/// The piece that answers.
fn piece_hint(position: &Position, answer: Move) -> Option<String> {
    let from = answer.from();
    let (_, piece) = position.piece_at(from)?;
    Some(format!("Look at what my {piece} on {from} can do."))
}

/// A sentence within another one.
fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}
