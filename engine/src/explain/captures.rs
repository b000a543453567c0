//! Captures, sacrifices and promotions.

use super::claim::{Claim, Lead, Target};
use super::material::{balance, balance_after_captures, exchange, gain, taken, taken_at, worth};
use super::scene::{Scene, WINS, mate_in_one};
use super::sound;
use crate::rules::{Move, Piece, Position};
use crate::search::Score;

/// Maximum gain or loss of an even exchange, centipawns.
const EVEN: i32 = 20;
/// How much less than the exchange the line may keep, centipawns.
const SHORT: i32 = 50;
/// Maximum gain of an exchange that wins a pawn, centipawns.
const PAWN: i32 = 120;
/// Minimum lead of a side that is ahead, centipawns: nearly a minor piece.
const AHEAD: i32 = 300;
/// Minimum value of a sacrifice, centipawns.
const GIVEN: i32 = 200;

/// A promotion to a piece that is not lost.
pub(super) fn promotes(scene: &Scene<'_>) -> Option<Claim> {
    let piece = scene.mv.promotion()?;
    (exchange(scene.before, scene.mv) >= WINS && scene.kept() >= WINS)
        .then_some(Claim::Promotes(piece))
}

/// A recapture.
pub(super) fn takes_back(scene: &Scene<'_>) -> Option<Claim> {
    let game = scene.facts.game;
    let last = *game.moves().last()?;
    let taken_back = last.is_capture() && scene.mv.is_capture() && last.to() == scene.mv.to();
    taken_back.then_some(Claim::TakesBack(scene.mv.to()))
}

/// A capture of an undefended piece, kept in the line.
pub(super) fn takes_free(scene: &Scene<'_>) -> Option<Claim> {
    let piece = taken(scene.before, scene.mv)?;
    let free = scene.attackers(scene.mv.to(), !scene.us).is_empty();
    (free && scene.kept() >= worth(piece) - SHORT).then_some(Claim::TakesFree(Target {
        piece,
        at: taken_at(scene.mv),
    }))
}

/// An exchange that wins material, kept in the line.
pub(super) fn wins(scene: &Scene<'_>) -> Option<Claim> {
    taken(scene.before, scene.mv)?;
    let won = exchange(scene.before, scene.mv);
    let lasts = scene.kept() >= won - SHORT && (won > PAWN || is_worth_a_pawn(scene, won));
    (won >= WINS && lasts).then_some(Claim::Wins {
        gain: gain(scene.before, scene.mv, won),
        at: scene.mv.to(),
    })
}

/// Whether the sound search prefers a move that gains a pawn, and its score includes the gain: beyond the end
/// of a line a pawn is often lost again.
fn is_worth_a_pawn(scene: &Scene<'_>, won: i32) -> bool {
    scene.sound.is_some_and(|sound| {
        sound.loss() <= 0
            && sound::worth(sound.played.score) >= balance(scene.before, scene.us) + won
    })
}

/// A sacrifice: the line loses a piece on this square, the score is not worse, and what is given comes
/// back whatever the opponent does after taking.
pub(super) fn offers(scene: &Scene<'_>) -> Option<Claim> {
    const DEEP: u8 = 4;
    let [_, taker, answer, ..] = *scene.pv() else {
        return None;
    };
    let deep = scene.line?.depth >= DEEP;
    let content = scene.sound.is_some_and(|sound| sound.loss() <= 0)
        && matches!(scene.sound?.played.score, Score::Cp(0..))
        && scene.kept() >= -SHORT;
    let given = |taker: Move| {
        taker.to() == scene.mv.to()
            && scene.after.is_legal(taker)
            && exchange(&scene.after, taker) - won(scene) >= GIVEN
    };
    if !deep || !content || !given(taker) {
        return None;
    }
    let (_, piece) = scene.after.piece_at(scene.mv.to())?;
    let takers = scene.after.captures();
    let mut takers = takers.iter().filter(|&&taker| given(taker));
    takers
        .all(|&taker| regains(scene, &scene.after.play(taker), answer))
        .then_some(Claim::Offers(piece))
}

/// Whether a move of the mover, this one if it may be played, brings back what was given, or mates next,
/// after every reply.
fn regains(scene: &Scene<'_>, taken: &Position, answer: Move) -> bool {
    let held = balance(scene.before, scene.us) - SHORT;
    let is_back = |answer: &Move| {
        let next = taken.play(*answer);
        let replies = next.legal_moves();
        match replies.is_empty() {
            true => next.in_check(),
            false => replies.iter().all(|&reply| {
                let end = next.play(reply);
                mate_in_one(&end).is_some() || balance_after_captures(&end, scene.us) >= held
            }),
        }
    };
    let mut others = taken.legal_moves().to_vec();
    others.retain(|&other| other != answer);
    taken.is_legal(answer) && is_back(&answer) || others.iter().any(is_back)
}

/// The value of the captured piece, centipawns.
fn won(scene: &Scene<'_>) -> i32 {
    taken(scene.before, scene.mv).map_or(0, worth)
}

/// An even exchange of pieces.
pub(super) fn trades(scene: &Scene<'_>) -> Option<Claim> {
    let (_, mine) = scene.before.piece_at(scene.mv.from())?;
    let yours = taken(scene.before, scene.mv)?;
    let even =
        exchange(scene.before, scene.mv).abs() <= EVEN && worth(mine).abs_diff(worth(yours)) <= 20;
    let answers = scene.after.captures();
    let answered = answers.iter().any(|answer| answer.to() == scene.mv.to());
    (even && answered).then(|| Claim::Trades {
        mine,
        yours,
        at: scene.mv.to(),
        ahead: lead(scene)
            .filter(|_| mine != Piece::Pawn)
            .map(|lead| match mine == yours {
                true => lead,
                false => Lead::Material,
            }),
    })
}

/// How far the mover is ahead, before the move and at the end of the line.
fn lead(scene: &Scene<'_>) -> Option<Lead> {
    let ahead = balance(scene.before, scene.us);
    if ahead.min(ahead + scene.kept()) < AHEAD {
        return None;
    }
    let count = |position: &Position, piece| {
        let [mine, yours] = [scene.us, !scene.us].map(|side| position.colored(side, piece).len());
        mine as i32 - yours as i32
    };
    let more = |&piece: &Piece| count(scene.before, piece) != 0;
    let mut more = Piece::ALL.into_iter().filter(more);
    Some(match (more.next(), more.next()) {
        (Some(piece), None) if count(scene.before, piece) == 1 => Lead::Piece(piece),
        _ => Lead::Material,
    })
}

/// The moved piece offers an even exchange with one of its type.
pub(super) fn invites(scene: &Scene<'_>) -> Option<Claim> {
    let (_, piece) = scene.after.piece_at(scene.mv.to())?;
    let answers = scene.after.captures();
    let even = answers.iter().any(|&answer| {
        let (_, taker) = scene
            .after
            .piece_at(answer.from())
            .unwrap_or((scene.us, piece));
        let on = answer.to() == scene.mv.to() && taker == piece;
        on && exchange(&scene.after, answer) == 0
    });
    (even && piece != Piece::Pawn).then(|| Claim::Invites {
        piece,
        ahead: lead(scene),
    })
}

/// Any other capture.
pub(super) fn takes(scene: &Scene<'_>) -> Option<Claim> {
    taken(scene.before, scene.mv).map(|piece| {
        Claim::Takes(Target {
            piece,
            at: taken_at(scene.mv),
        })
    })
}
