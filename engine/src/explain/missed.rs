//! Moves that a level overlooked.

use super::claim::{Claim, ClaimKind, Named};
use super::material::{balance, balance_after_captures, exchange};
use super::scene::{Scene, WINS, mate_in_one};
use crate::player::Source;
use crate::rules::Position;

/// Minimum gain of an overlooked move, and minimum difference to the move played, centipawns: a minor
/// piece.
const FAR_MORE: i32 = 300;

/// An overlooked capture wins far more material than the move played, and is not answered by mate.
pub(super) fn overlooked(scene: &Scene<'_>) -> Option<Claim> {
    let facts = scene.facts;
    let before = scene.before;
    let visible = facts.decision.sight?.seen_moves(facts.game);
    // A move that the level overlooks was chosen in another way.
    if facts.decision.source != Source::Search || !visible.contains(&scene.mv) {
        return None;
    }
    let won = |next: &Position| balance_after_captures(next, scene.us) - balance(before, scene.us);
    let captures = before.captures();
    let missed = captures.iter().copied();
    let missed = missed.filter(|mv| mv.is_capture() && !visible.contains(mv));
    let (missed, worth) = missed
        .map(|mv| (mv, exchange(before, mv)))
        .reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    let next = before.play(missed);
    let more = won(&next) - won(&scene.after).max(scene.kept());
    // The sound search must agree.
    let wanted = scene
        .sound
        .is_none_or(|sound| sound.best.pv.first() == Some(&missed) && sound.loss() >= FAR_MORE / 2);
    let wins = worth.min(won(&next)) >= FAR_MORE && more >= FAR_MORE;
    (wins && wanted && mate_in_one(&next).is_none())
        .then(|| Claim::Overlooked(Named::new(before, missed)))
}

/// The opponent has just won material by a move that the search for the mover's last move had left out.
pub(super) fn not_seen(scene: &Scene<'_>) -> Option<Claim> {
    let game = scene.facts.game;
    let earlier = scene.facts.earlier?;
    let sight = earlier.sight?;
    let [.., own, answer] = *game.moves() else {
        return None;
    };
    let position = game.position_at(game.ply() - 1);
    let is_unseen = earlier.source == Source::Search
        && earlier.mv == Some(own)
        && !sight.sees(&position, Some(own), answer);
    let is_said = scene.facts.said_lately(ClaimKind::NotSeen);
    (is_unseen && !is_said && answer.is_capture() && exchange(&position, answer) >= WINS)
        .then(|| Claim::NotSeen(Named::new(&position, answer)))
}

/// The number of moves that the level did not overlook.
pub(super) fn saw(scene: &Scene<'_>) -> Option<Claim> {
    let facts = scene.facts;
    let visible = facts.decision.sight?.seen_moves(facts.game);
    let of = scene.before.count_legal_moves();
    // Only a search chose the best of those moves.
    let searched = facts.decision.source == Source::Search && scene.line.is_some();
    (searched && visible.contains(&scene.mv) && (2..of).contains(&visible.len())).then_some(
        Claim::Saw {
            seen: visible.len(),
            of,
        },
    )
}
