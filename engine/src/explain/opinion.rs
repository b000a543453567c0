//! Claims from scores, where nothing concrete was found.

use super::claim::Claim;
use super::scene::Scene;
use super::sound::{DECIDED, worth};
use crate::search::Score;

/// Minimum change of the score, centipawns.
const SWING: i32 = 150;

/// The score is much better or worse than a move ago.
pub(super) fn swing(scene: &Scene<'_>) -> Option<Claim> {
    // What was overlooked, or misjudged at random, says nothing of the position.
    if scene.facts.decision.sight.is_some() {
        return None;
    }
    // The sound search must agree with the score.
    let sound = worth(scene.sound?.played.score);
    if sound.abs_diff(worth(scene.score()?)) > SWING.unsigned_abs() / 2 {
        return None;
    }
    let earlier = scene.facts.earlier?.lines.first()?.score;
    let (Score::Cp(before), Score::Cp(now)) = (earlier, scene.score()?) else {
        return None;
    };
    // A decided game stays decided.
    if before.abs().max(now.abs()) > DECIDED {
        return None;
    }
    match now - before {
        by @ SWING.. => Some(Claim::Better { by }),
        by if by <= -SWING => Some(Claim::Worse { by: -by }),
        _ => None,
    }
}
