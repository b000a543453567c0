//! Threats of the mover.

use super::claim::{Claim, Named, Target};
use super::material::{best_capture, exchange, gain, most_taken, taken, taken_at, worth};
use super::scene::{SAFE, Scene, WINS, attackers, gained, mate_in_one, relative_rank};
use crate::rules::attacks::king_attacks;
use crate::rules::{BitBoard, Color, Move, Piece, Position, Square};

/// A fork by the moved piece.
pub(super) fn fork(scene: &Scene<'_>) -> Option<Claim> {
    if !scene.is_good() {
        return None;
    }
    forked(&scene.after, scene.before, scene.mv).map(Claim::Fork)
}

/// The two most valuable of the pieces that the move from `before` to `after` attacks, where each
/// could be won and the move's own piece is safe.
pub(super) fn forked(after: &Position, before: &Position, mv: Move) -> Option<[Target; 2]> {
    let us = before.side_to_move();
    let to = mv.to();
    let (_, forker) = after.piece_at(to)?;
    if most_taken(after, BitBoard::FULL) >= WINS || most_taken(after, to.into()) > SAFE {
        return None;
    }
    let attacked = after.by_color(!us).into_iter().filter_map(|at| {
        let (_, piece) = after.piece_at(at)?;
        let hit = attackers(after, at, us).has(to) && worth(piece) > worth(Piece::Pawn);
        let won = worth(piece) > worth(forker) + WINS || attackers(after, at, !us).is_empty();
        (hit && (won || piece == Piece::King)).then_some(Target { piece, at })
    });
    let mut targets: Vec<Target> = attacked.collect();
    crate::short::sort_by_key(&mut targets, |target| -worth(target.piece));
    let &[first, second, ..] = targets.as_slice() else {
        return None;
    };
    let old = |target: Target| attackers(before, target.at, us).has(mv.from());
    let works = if after.in_check() {
        first.piece == Piece::King && no_answer_saves(after, to)
    } else {
        let next = after.play_null();
        let wins = |target: Target| {
            let captures = next.captures();
            let own = |mv: &&Move| mv.from() == to && mv.to() == target.at;
            captures
                .iter()
                .find(own)
                .is_some_and(|mv| exchange(&next, *mv) >= WINS)
        };
        wins(first) && wins(second)
    };
    (works && !(old(first) && old(second))).then_some([first, second])
}

/// Whether the checking piece wins something after every evasion.
fn no_answer_saves(check: &Position, forker: Square) -> bool {
    let answers = check.legal_moves();
    answers.iter().all(|&answer| {
        let next = check.play(answer);
        let captures = next.captures();
        captures
            .iter()
            .any(|mv| mv.from() == forker && exchange(&next, *mv) >= WINS)
    })
}

/// A threat of mate in one.
pub(super) fn mate(scene: &Scene<'_>) -> Option<Claim> {
    let passed = scene.passed.as_ref()?;
    let mate = mate_in_one(passed)?;
    let new = mate_in_one(scene.before).is_none();
    let safe = [mate.from(), scene.mv.to()]
        .into_iter()
        .all(|square| most_taken(&scene.after, square.into()) <= SAFE);
    let free = attackers(&scene.after, mate.from(), !scene.us).is_empty();
    (new && safe && free).then(|| match is_on_back_rank(passed, mate, scene.us) {
        true => Claim::BackRank(Named::new(passed, mate)),
        false => Claim::ThreatensMate(Named::new(passed, mate)),
    })
}

/// Whether a mate is by rook or queen along the rank on which the king stands behind its own pawns.
fn is_on_back_rank(position: &Position, mate: Move, us: Color) -> bool {
    let king = position.king(!us);
    let heavy = position.colored(us, Piece::Rook) | position.colored(us, Piece::Queen);
    let in_front = king_attacks(king) - BitBoard::rank(king.rank());
    let pawns = position.colored(!us, Piece::Pawn);
    heavy.has(mate.from())
        && relative_rank(king, !us) == 0
        && mate.to().rank() == king.rank()
        && (in_front & pawns).len() >= 2
        && (in_front - position.by_color(!us))
            .into_iter()
            .all(|square| !attackers(position, square, us).is_empty())
}

/// A threat to win material.
pub(super) fn capture(scene: &Scene<'_>) -> Option<Claim> {
    let passed = scene.passed.as_ref()?;
    let (mv, won) = best_capture(passed, BitBoard::FULL)?;
    let piece = taken(passed, mv)?;
    let before = most_taken(scene.before, mv.to().into());
    // Not a threat if the opponent can win something first.
    let yours = most_taken(&scene.after, BitBoard::FULL);
    // A target that can trade itself for the attacker is not threatened.
    let answers = scene.after.captures();
    let mutual = answers.iter().any(|answer| {
        let meets = (answer.from(), answer.to()) == (mv.to(), mv.from());
        meets && exchange(&scene.after, *answer) >= -SAFE
    });
    let new = won >= WINS && won - before >= WINS && !mv.is_promotion() && !mutual;
    let threat = scene.sound.and_then(|sound| sound.threat_of(mv, won));
    let gains = threat.is_some_and(|threat| gained(passed, &threat.pv, scene.us) >= WINS);
    (new && gains && yours <= SAFE).then(|| Claim::Threatens {
        capture: Named::new(passed, mv),
        target: Target {
            piece,
            at: taken_at(mv),
        },
        gain: gain(passed, mv, won),
    })
}

/// It gives check.
pub(super) fn checks(scene: &Scene<'_>) -> Option<Claim> {
    if !scene.after.in_check() {
        return None;
    }
    let answers = scene.after.legal_moves();
    let only = (answers.len() == 1).then(|| Named::new(&scene.after, answers[0]));
    Some(Claim::Checks {
        answers: answers.len() as u8,
        only,
    })
}

/// The moved piece attacks an enemy piece that it did not attack before.
pub(super) fn aims_at(scene: &Scene<'_>) -> Option<Claim> {
    let (from, to) = (scene.mv.from(), scene.mv.to());
    let (_, with) = scene.after.piece_at(to)?;
    if with == Piece::King || !scene.is_safe() {
        return None;
    }
    let aimed = scene
        .after
        .by_color(!scene.us)
        .into_iter()
        .filter_map(|at| {
            let (_, piece) = scene.after.piece_at(at)?;
            let new = scene.attackers(at, scene.us).has(to)
                && !attackers(scene.before, at, scene.us).has(from);
            (new && piece != Piece::King).then_some(Target { piece, at })
        });
    let best = aimed.reduce(|best, next| {
        if worth(next.piece) > worth(best.piece) {
            next
        } else {
            best
        }
    });
    best.map(|target| Claim::AimsAt { with, target })
}
