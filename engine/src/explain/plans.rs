//! What the move prepares, and what it prevents.

use super::claim::{Claim, Named};
use super::mate_proof::mates_by_force;
use super::material::{balance, exchange, most_taken, taken};
use super::scene::{Scene, WINS, gained, moves_to, played};
use super::sound;
use super::threats::forked;
use crate::rules::{BitBoard, Move, Piece};
use crate::search::Score;

/// Minimum gain of a threat, centipawns.
const THREAT: i32 = 90;
/// The longest mate that is called a threat, moves.
const MAX_MATE: i32 = 4;

/// With a free move it would fork.
pub(super) fn fork(scene: &Scene<'_>) -> Option<Claim> {
    let (passed, free) = (scene.passed.as_ref()?, scene.sound?.free.as_ref()?);
    let next = *free.pv.first()?;
    let gains = sound::worth(free.score) - sound::worth(scene.sound?.played.score) >= THREAT;
    if !scene.is_good() || !gains || !passed.is_legal(next) || is_old(scene, next) {
        return None;
    }
    let targets = forked(&passed.play(next), passed, next)?;
    Some(Claim::ThreatensFork {
        fork: Named::new(passed, next),
        targets,
    })
}

/// With a free move it would mate, whatever the opponent does then.
pub(super) fn mate(scene: &Scene<'_>) -> Option<Claim> {
    let (passed, free) = (scene.passed.as_ref()?, scene.sound?.free.as_ref()?);
    let next = *free.pv.first()?;
    let Score::Mate(moves @ 2..=MAX_MATE) = free.score else {
        return None;
    };
    let was_there = matches!(scene.sound?.best.score, Score::Mate(1..));
    // A piece that can be taken threatens nothing.
    let threatens = !was_there && scene.is_good() && scene.is_safe();
    let is_mate = || mates_by_force(passed, next, moves.unsigned_abs());
    (threatens && is_mate()).then(|| Claim::ThreatensToMate {
        next: Named::new(passed, next),
        moves: moves.unsigned_abs(),
    })
}

/// Whether the mover could have played this at once.
fn is_old(scene: &Scene<'_>, next: Move) -> bool {
    scene.before.is_legal(next) && forked(&scene.before.play(next), scene.before, next).is_some()
}

/// The sound line wins material, though the move takes nothing, and every answer loses some.
pub(super) fn wins_by_force(scene: &Scene<'_>) -> Option<Claim> {
    let sound = scene.sound?;
    let won = scene.kept();
    let is_counted =
        sound::worth(sound.played.score) >= balance(scene.before, scene.us) + won - WINS / 2;
    let quiet = taken(scene.before, scene.mv).is_none() && !scene.mv.is_promotion();
    // Won already, if the opponent could not help it whatever was played.
    let was_won =
        sound::worth(sound.best.score) > 1_500 || most_taken(scene.before, BitBoard::FULL) >= WINS;
    if !quiet || won < 2 * WINS || !is_counted || !scene.is_good() || was_won {
        return None;
    }
    let answers = scene.after.legal_moves();
    let loses = |answer: &Move| {
        let next = scene.after.play(*answer);
        let lost = balance(&scene.after, scene.us) - balance(&next, scene.us);
        most_taken(&next, BitBoard::FULL) - lost >= WINS
    };
    (!answers.is_empty() && answers.iter().all(loses)).then_some(Claim::WinsByForce)
}

/// The opponent's best move, had it been its turn, would have won material or mated, and is no longer
/// possible or now loses material.
pub(super) fn prevents(scene: &Scene<'_>) -> Option<Claim> {
    let (unmoved, sound) = (scene.unmoved.as_ref()?, scene.sound?);
    let yours = sound.yours.as_ref()?;
    let wanted = *yours.pv.first()?;
    // What the opponent would have gained by it, over what it has now.
    let gains = sound::worth(yours.score) + sound::worth(sound.played.score) >= THREAT;
    let won = gained(unmoved, &yours.pv, !scene.us);
    let is_concrete = won >= WINS || matches!(yours.score, Score::Mate(1..));
    // Where the game is decided, a gain on the way changes nothing.
    let gains = gains && is_concrete && !sound.is_decided();
    if !scene.is_good() || !gains || !unmoved.is_legal(wanted) || scene.after.in_check() {
        return None;
    }
    let safe_then = exchange(unmoved, wanted) >= 0;
    let stopped = !scene.after.is_legal(wanted) || exchange(&scene.after, wanted) <= -WINS;
    let same_piece = scene.after.piece_at(wanted.from()) == unmoved.piece_at(wanted.from());
    (safe_then && stopped && same_piece).then(|| Claim::Prevents(Named::new(unmoved, wanted)))
}

/// From its new square the piece can go where the line takes it.
pub(super) fn goes_on(scene: &Scene<'_>) -> Option<Claim> {
    let (to, piece) = (scene.mv.to(), scene.after.piece_at(scene.mv.to())?.1);
    let &[mv, answer, next, ..] = scene.sound?.played.pv.as_slice() else {
        return None;
    };
    let passed = scene.passed.as_ref()?;
    if mv != scene.mv || !scene.is_good() || !scene.is_safe() || !scene.after.is_legal(answer) {
        return None;
    }
    let position = scene.after.play(answer);
    let is_way = !matches!(piece, Piece::Pawn | Piece::King)
        && next.from() == to
        && next.to() != scene.mv.from()
        && !next.is_capture()
        && position.is_legal(next)
        && passed.is_legal(next)
        && exchange(passed, next) >= 0
        && !moves_to(scene.before, scene.mv.from(), next.to());
    is_way.then_some(Claim::GoesOn {
        piece,
        to: next.to(),
    })
}

/// It makes the line's next move possible, or the one after, which another piece makes.
pub(super) fn makes_way(scene: &Scene<'_>) -> Option<Claim> {
    let passed = scene.passed.as_ref()?;
    let line = scene.sound?.played.pv.as_slice();
    if line.first() != Some(&scene.mv) || !scene.is_good() || scene.before.in_check() {
        return None;
    }
    [2, 4].into_iter().find_map(|ply| {
        let next = *line.get(ply)?;
        let position = played(scene.before, &line[..ply]);
        let is_made = next.from() != scene.mv.to()
            && !next.is_capture()
            && position.is_legal(next)
            && passed.is_legal(next)
            && exchange(passed, next) >= 0
            && !moves_to(scene.before, next.from(), next.to());
        is_made.then(|| Claim::MakesWay(Named::new(passed, next)))
    })
}
