//! The decision's source, and the state of the game.

use super::claim::Claim;
use super::scene::Scene;
use super::sound::Sound;
use crate::book;
use crate::player::Source;
use crate::rules::Reason;
use crate::search::Score;

/// The move is mate.
pub(super) fn mate(scene: &Scene<'_>) -> Option<Claim> {
    (scene.after.in_check() && !scene.after.has_legal_move()).then_some(Claim::Mate)
}

/// The only legal move.
pub(super) fn only(scene: &Scene<'_>) -> Option<Claim> {
    (scene.before.count_legal_moves() == 1).then_some(Claim::Only)
}

/// A decision from a source other than search.
pub(super) fn source(scene: &Scene<'_>) -> Option<Claim> {
    let decision = scene.facts.decision;
    match decision.source {
        Source::Search => None,
        Source::Book => {
            let opening = book::opening(&[scene.after.key()]);
            Some(Claim::Book {
                name: opening.map(|opening| opening.name),
            })
        }
        Source::Tablebase => decision.solved.map(Claim::Solved),
        Source::Chance => Some(Claim::Lots),
        Source::Learner => {
            let Some(recalled) = decision.recalled else {
                return Some(Claim::Judged);
            };
            let games = recalled.visits;
            if recalled.exploratory {
                return Some(Claim::Tried { games });
            }
            (games > 0).then_some(Claim::Remembered {
                games,
                well: recalled.q > 0,
            })
        }
    }
}

/// The rules end the game in a draw.
pub(super) fn draws(scene: &Scene<'_>) -> Option<Claim> {
    let reason = if !scene.after.has_legal_move() {
        Reason::Stalemate
    } else if scene.after.insufficient_material() {
        Reason::InsufficientMaterial
    } else if scene.after.halfmove_clock() >= 100 {
        Reason::FiftyMove
    } else if occurred(scene) >= 2 {
        Reason::Threefold
    } else {
        return None;
    };
    Some(Claim::Draws(reason))
}

/// Number of earlier occurrences of the position after the move.
fn occurred(scene: &Scene<'_>) -> usize {
    let key = scene.after.key();
    let keys = scene.facts.game.keys();
    keys.iter().filter(|&&earlier| earlier == key).count()
}

/// The score is a mate for either side; against the mover only if the sound search sees no better defence.
pub(super) fn foreseen_mate(scene: &Scene<'_>) -> Option<Claim> {
    let is_best = |sound: &Sound| sound.best.score == sound.played.score;
    match scene.score()? {
        Score::Mate(moves @ 2..) => Some(Claim::Forces {
            moves: moves.unsigned_abs(),
        }),
        Score::Mate(moves @ ..0) if scene.sound.is_none_or(is_best) => Some(Claim::Lost {
            moves: moves.unsigned_abs(),
        }),
        _ => None,
    }
}

/// A repetition by a side that is not better.
pub(super) fn repeats(scene: &Scene<'_>) -> Option<Claim> {
    let content = matches!(scene.score()?, Score::Cp(..=0));
    (content && occurred(scene) > 0).then_some(Claim::Repeats)
}
