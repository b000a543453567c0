//! What a level did not see.

use super::claim::{Claim, Named};
use super::material::{balance, exchange, settled};
use super::scene::{Scene, mate_in_one};
use crate::player::Source;
use crate::rules::Position;

/// What an overlooked move has to win by exchange, and to be better by: less than a minor piece is
/// nothing to speak of.
const FAR_MORE: i32 = 300;

/// A capture that the level left out wins far more material than what was played, and is not
/// answered by mate.
pub(super) fn overlooked(scene: &Scene<'_>) -> Option<Claim> {
    let facts = scene.facts;
    let before = scene.before;
    let seen = facts.level?.visible_moves(facts.game, facts.seed);
    // A move that is not among those seen was chosen in some other way.
    if facts.decision.source != Source::Search || !seen.contains(&scene.mv) {
        return None;
    }
    let won = |next: &Position| settled(next, scene.us) - balance(before, scene.us);
    let captures = before.captures();
    let missed = captures.iter().copied();
    let missed = missed.filter(|mv| mv.is_capture() && !seen.contains(mv));
    let (missed, worth) = missed
        .map(|mv| (mv, exchange(before, mv)))
        .reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    let next = before.play(missed);
    let more = won(&next) - won(&scene.after).max(scene.kept());
    // A sound search has to want that capture, and badly.
    let wanted = scene
        .sound
        .is_none_or(|sound| sound.best.pv.first() == Some(&missed) && sound.loss() >= FAR_MORE / 2);
    let wins = worth.min(won(&next)) >= FAR_MORE && more >= FAR_MORE;
    (wins && wanted && mate_in_one(&next).is_none())
        .then(|| Claim::Overlooked(Named::new(before, missed)))
}

/// How much the level saw at all.
pub(super) fn saw(scene: &Scene<'_>) -> Option<Claim> {
    let facts = scene.facts;
    let seen = facts.level?.visible_moves(facts.game, facts.seed);
    let of = scene.before.count_legal_moves();
    // The decision's line is the best of what was seen only if a search made it.
    let searched = facts.decision.source == Source::Search && scene.line.is_some();
    (searched && seen.contains(&scene.mv) && (2..of).contains(&seen.len())).then_some(Claim::Saw {
        seen: seen.len(),
        of,
    })
}
