//! Guards that have too much to do.

use super::claim::{Claim, Duty, Named, Target};
use super::material::{best_capture, exchange, most_taken, taken, worth};
use super::scene::{Scene, WINS, attackers, mate_in_one, target_at};
use crate::rules::{BitBoard, Move, Piece, Position, Square};

/// A piece is the only guard of what the move takes or attacks, and guards something else or stops a
/// mate.
pub(super) fn overloads(scene: &Scene<'_>) -> Option<Claim> {
    if !scene.is_good() || scene.kept() < WINS {
        return None;
    }
    match taken(scene.before, scene.mv) {
        Some(_) => taking_back(scene),
        None => guarding_two(scene),
    }
}

/// The only piece that could take back has another duty.
fn taking_back(scene: &Scene<'_>) -> Option<Claim> {
    let to = scene.mv.to();
    let guard = only_guard(scene, to)?;
    let duty = duty(scene, scene.before, scene.before, scene.mv, guard)?;
    if !takes_what_is_left(scene, to, &duty) {
        return None;
    }
    // Otherwise it would win without that.
    (exchange(scene.before, scene.mv) < WINS).then_some(Claim::Overloads {
        guard,
        target: None,
        duty,
    })
}

/// Whether the line takes what the guard has left, if it took back at once.
fn takes_what_is_left(scene: &Scene<'_>, to: Square, duty: &Duty) -> bool {
    let line = scene.sound.map_or(&[][..], |sound| &sound.played.pv);
    match (line, duty) {
        (&[_, answer, next, ..], Duty::Guards(other)) if answer.to() == to => next.to() == other.at,
        _ => true,
    }
}

/// The only guard of a newly attacked piece has another duty, and the line takes one of the two.
fn guarding_two(scene: &Scene<'_>) -> Option<Claim> {
    let (passed, to) = (scene.passed.as_ref()?, scene.mv.to());
    let &[mv, answer, next, ..] = scene.sound?.played.pv.as_slice() else {
        return None;
    };
    let first = mv == scene.mv && scene.after.is_legal(answer);
    let answered = first.then(|| scene.after.play(answer))?;
    if most_taken(passed, BitBoard::FULL) >= WINS || !answered.is_legal(next) {
        return None;
    }
    let attacked = scene.after.by_color(!scene.us).into_iter();
    let mut attacked = attacked.filter(|&at| {
        scene.attackers(at, scene.us).has(to)
            && !attackers(scene.before, at, scene.us).has(scene.mv.from())
    });
    attacked.find_map(|at| {
        let target = target_at(&scene.after, at)?;
        // A pawn is seldom what a guard is there for.
        if target.piece == Piece::Pawn {
            return None;
        }
        let guard = only_guard(scene, at)?;
        let captures = passed.captures();
        let mut captures = captures.iter().filter(|mv| mv.to() == at);
        let duty = captures.find_map(|&mv| duty(scene, &scene.after, passed, mv, guard))?;
        let is_taken = match &duty {
            Duty::Guards(other) => [at, other.at].contains(&next.to()),
            Duty::StopsMate(_) => next.to() == at,
        };
        (is_taken && next.is_capture()).then_some(Claim::Overloads {
            guard,
            target: Some(target),
            duty,
        })
    })
}

/// The enemy piece that alone guards a square after the move.
fn only_guard(scene: &Scene<'_>, at: Square) -> Option<Target> {
    let guards = scene.attackers(at, !scene.us);
    let only = guards.first().filter(|_| !guards.has_many())?;
    target_at(&scene.after, only)
}

/// What falls once a guard has taken back after a capture: it was safe in `old`.
fn duty(
    scene: &Scene<'_>,
    old: &Position,
    from: &Position,
    capture: Move,
    guard: Target,
) -> Option<Duty> {
    let us = scene.us;
    let next = from.play(capture);
    let answers = next.legal_moves();
    let back = |mv: &&Move| (mv.from(), mv.to()) == (guard.at, capture.to());
    let back = *answers.iter().find(back)?;
    let end = next.play(back);
    if let Some(mate) = mate_in_one(&end) {
        // With the guard at home it is no mate either: nothing else stopped it before the capture.
        let home = next.play_null();
        let mates = home.is_legal(mate) && {
            let end = home.play(mate);
            end.in_check() && !end.has_legal_move()
        };
        let is_new = mate_in_one(from).is_none() && !next.in_check() && !mates;
        let stops = !matches!(guard.piece, Piece::Pawn | Piece::King);
        return (is_new && stops).then(|| Duty::StopsMate(Named::new(&end, mate)));
    }
    let won = worth(taken(from, capture)?) - worth(next.piece_at(capture.to())?.1);
    let guarded = end.by_color(!us) - capture.to().into();
    let mut guarded = guarded.into_iter().filter_map(|at| target_at(&end, at));
    let target = guarded.find(|target| {
        let guards = attackers(old, target.at, !us);
        let falls = best_capture(&end, target.at.into()).map_or(0, |(_, gain)| gain);
        target.piece != Piece::King
            && guards == guard.at.into()
            && attackers(&end, target.at, !us).is_empty()
            && won + falls >= WINS
            && falls >= WINS
            && most_taken(from, target.at.into()) < WINS
    })?;
    Some(Duty::Guards(target))
}
