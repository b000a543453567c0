//! What the moved piece does from its new square.

use super::claim::{Claim, Target};
use super::mate_proof::mates_by_checks;
use super::material::{balance, balance_after_captures, exchange, most_taken, worth};
use super::races::is_uncatchable;
use super::scene::{SAFE, Scene, attackers, moves_to, relative_rank, target_at};
use super::sound::Sound;
use crate::rules::attacks::{attacks_of, king_attacks, pawn_attacks};
use crate::rules::{BitBoard, Move, Piece, Position, Square};

/// Minimum loss of a piece that counts as lost, centipawns: nearly a pawn.
const LOST: i32 = 80;
/// A piece is not lost if its side mates in so many moves, all checks, once it is taken.
const MATE_MOVES: u32 = 3;

/// A knight or bishop, guarded by a pawn, where no enemy pawn can ever attack it.
pub(super) fn outpost(scene: &Scene<'_>) -> Option<Claim> {
    const RANKS: std::ops::RangeInclusive<u8> = 3..=5;
    let (us, at) = (scene.us, scene.mv.to());
    let target = target_at(&scene.after, at)?;
    let is_minor = matches!(target.piece, Piece::Knight | Piece::Bishop);
    let is_guarded = pawn_attacks(!us, at).meets(scene.after.colored(us, Piece::Pawn));
    let mut enemies = scene.after.colored(!us, Piece::Pawn).into_iter();
    let is_reached = enemies.any(|pawn| may_attack(scene, pawn, at));
    let stands = is_minor && is_guarded && !is_reached && RANKS.contains(&relative_rank(at, us));
    (stands && scene.is_safe()).then_some(Claim::Outpost(target))
}

/// Whether an enemy pawn can ever attack a square: it stands in front of it on a file beside, or comes
/// there by taking what stands there. It may be said of one that cannot.
fn may_attack(scene: &Scene<'_>, pawn: Square, at: Square) -> bool {
    let us = scene.us;
    let files = |from: Square, to: Square| from.file().index().abs_diff(to.file().index());
    let rows = |from: Square, to: Square| {
        usize::from(relative_rank(from, us).saturating_sub(relative_rank(to, us)))
    };
    let takes = |man: Square| {
        files(man, at) == 1
            && rows(man, at) >= 1
            && (1..=rows(pawn, man)).contains(&files(pawn, man))
    };
    let mut men = (scene.after.by_color(us) - scene.after.king(us).into()).into_iter();
    files(pawn, at) == 1 && rows(pawn, at) >= 1 || men.any(takes)
}

/// It guards a piece that is attacked as often as it was guarded, or one without a guard that can be attacked at
/// once.
pub(super) fn guards(scene: &Scene<'_>) -> Option<Claim> {
    // Who guards one piece and loses another has not seen to what matters.
    let loses = most_taken(&scene.after, BitBoard::FULL) >= LOST;
    if scene.mv.is_castle() || !scene.is_safe() || loses {
        return None;
    }
    let to = scene.mv.to();
    let own = scene.after.by_color(scene.us) - to.into();
    let guarded = own.into_iter().filter_map(|at| {
        let target = target_at(&scene.after, at)?;
        let is_new = scene.attackers(at, scene.us).has(to)
            && !attackers(scene.before, at, scene.us).has(scene.mv.from());
        let attacker = scene.attackers(at, !scene.us).into_iter();
        let attacker = attacker.filter_map(|from| target_at(&scene.after, from));
        let attacker = attacker.min_by_key(|attacker| worth(attacker.piece));
        let old = attackers(scene.before, at, scene.us).len();
        let is_more = scene.attackers(at, scene.us).len() > old;
        let is_needed = match attacker {
            Some(attacker) => {
                takes_back(scene, attacker.at, at) && scene.attackers(at, !scene.us).len() >= old
            }
            None => old == 0 && may_be_attacked(scene, at),
        };
        (is_new && is_more && is_needed && target.piece != Piece::King)
            .then_some((target, attacker.map(|attacker| attacker.piece)))
    });
    let weight = |(target, from): &(Target, Option<Piece>)| (from.is_some(), worth(target.piece));
    let (target, from) = guarded.reduce(|best, next| match weight(&next) > weight(&best) {
        true => next,
        false => best,
    })?;
    Some(Claim::Guards { target, from })
}

/// Whether the moved piece can take on a square once this attacker has taken there.
fn takes_back(scene: &Scene<'_>, attacker: Square, at: Square) -> bool {
    let answers = scene.after.legal_moves();
    let takes = |mv: &&Move| (mv.from(), mv.to()) == (attacker, at);
    let taken = answers.iter().find(takes);
    taken.is_some_and(|&taken| moves_to(&scene.after.play(taken), scene.mv.to(), at))
}

/// Whether the opponent's next move can attack a square with a piece that is not lost there.
fn may_be_attacked(scene: &Scene<'_>, at: Square) -> bool {
    let answers = scene.after.legal_moves();
    answers.iter().any(|&answer| {
        let next = scene.after.play(answer);
        let attacks = attackers(&next, at, !scene.us).has(answer.to());
        attacks && most_taken(&next, answer.to().into()) < LOST
    })
}

/// Several pieces attack one, more than before.
pub(super) fn presses(scene: &Scene<'_>) -> Option<Claim> {
    if !scene.is_safe() {
        return None;
    }
    let (from, to) = (scene.mv.from(), scene.mv.to());
    let pressed = scene
        .after
        .by_color(!scene.us)
        .into_iter()
        .filter_map(|at| {
            let target = target_at(&scene.after, at)?;
            let attackers_now = scene.attackers(at, scene.us);
            let is_new = attackers_now.has(to) && !attackers(scene.before, at, scene.us).has(from);
            let (attackers, guards) = (attackers_now.len(), scene.attackers(at, !scene.us).len());
            let presses = is_new && attackers >= 2 && target.piece != Piece::King;
            presses.then_some(Claim::Presses {
                target,
                attackers: attackers as u8,
                guards: guards as u8,
            })
        });
    let surplus = |claim: &Claim| match claim {
        Claim::Presses {
            target,
            attackers,
            guards,
        } => (
            i32::from(*attackers) - i32::from(*guards),
            worth(target.piece),
        ),
        _ => (0, 0),
    };
    pressed.reduce(|best, next| match surplus(&next) > surplus(&best) {
        true => next,
        false => best,
    })
}

/// It attacks squares around the enemy king.
pub(super) fn bears_on_king(scene: &Scene<'_>) -> Option<Claim> {
    const SQUARES: usize = 2;
    let piece = scene.after.piece_at(scene.mv.to())?.1;
    if matches!(piece, Piece::Pawn | Piece::King) || !scene.is_safe() {
        return None;
    }
    let around = king_attacks(scene.after.king(!scene.us));
    let now = (reach(&scene.after, scene, scene.mv.to(), piece) & around).len();
    let before = (reach(scene.before, scene, scene.mv.from(), piece) & around).len();
    (now >= SQUARES && now > before).then_some(Claim::BearsOnKing {
        piece,
        squares: now as u8,
    })
}

/// The moved piece reaches far more squares than before, and nothing could have been won in place of that.
pub(super) fn reaches(scene: &Scene<'_>) -> Option<Claim> {
    const MORE: usize = 3;
    let piece = scene.after.piece_at(scene.mv.to())?.1;
    if matches!(piece, Piece::Pawn | Piece::King) || scene.mv.is_castle() || !scene.is_safe() {
        return None;
    }
    let now = reach(&scene.after, scene, scene.mv.to(), piece).len();
    let before = reach(scene.before, scene, scene.mv.from(), piece).len();
    let could_win = most_taken(scene.before, BitBoard::FULL) >= LOST;
    (now >= before + MORE && !could_win).then_some(Claim::Reaches {
        piece,
        squares: now as u8,
        before: before as u8,
    })
}

/// The squares to which a piece could go, but for its own side's.
fn reach(position: &Position, scene: &Scene<'_>, at: Square, piece: Piece) -> BitBoard {
    attacks_of(scene.us, piece, at, position.occupied()) - position.by_color(scene.us)
}

/// With so few men a game may be a draw with the piece and without it.
const FEW_MEN: usize = 8;

/// An enemy piece may no longer go to a square where it was safe: it would be taken with profit.
pub(super) fn keeps_out(scene: &Scene<'_>) -> Option<Claim> {
    let (unmoved, to) = (scene.unmoved.as_ref()?, scene.mv.to());
    // A side that has won may have better things to do than to take the piece.
    let is_beaten = scene.sound.is_some_and(Sound::is_beaten);
    let has_few_men = scene.after.occupied().len() <= FEW_MEN;
    if is_beaten || has_few_men || !scene.is_safe() || scene.after.in_check() {
        return None;
    }
    let (us, before) = (scene.us, scene.before);
    let piece = scene.after.piece_at(to)?.1;
    let new = attacks_of(us, piece, to, scene.after.occupied())
        - attacks_of(
            us,
            before.piece_at(scene.mv.from())?.1,
            scene.mv.from(),
            before.occupied(),
        );
    let answers = unmoved.legal_moves();
    let kept_out = answers.iter().filter(|mv| {
        let piece = unmoved.piece_at(mv.from()).map(|(_, piece)| piece);
        piece != Some(Piece::King)
            && !mv.is_promotion()
            && !mv.is_capture()
            && new.has(mv.to())
            && relative_rank(mv.to(), us) <= 4
            && scene.after.is_legal(**mv)
            && exchange(unmoved, **mv) >= -SAFE
            && exchange(&scene.after, **mv) <= -LOST
            && is_lost(&scene.after, **mv)
    });
    // The nearer to the own side, the more it hurts.
    let weight = |mv: &Move| {
        let piece = unmoved
            .piece_at(mv.from())
            .map_or(0, |(_, piece)| worth(piece));
        (7 - relative_rank(mv.to(), us), piece)
    };
    let mv = kept_out
        .copied()
        .reduce(|best, next| match weight(&next) > weight(&best) {
            true => next,
            false => best,
        })?;
    Some(Claim::KeepsOut {
        piece: unmoved.piece_at(mv.from())?.1,
        at: mv.to(),
    })
}

/// Whether the piece that a move brings to a square can be taken there for good, and its side neither mates
/// then, nor wins as much elsewhere, nor has a pawn that nothing catches.
fn is_lost(position: &Position, mv: Move) -> bool {
    let us = !position.side_to_move();
    let entered = position.play(mv);
    let captures = entered.captures();
    let mut taking = captures
        .iter()
        .filter(|capture| capture.is_capture() && capture.to() == mv.to());
    taking.any(|&capture| {
        let next = entered.play(capture);
        let won = balance_after_captures(&next, us) - balance(position, us);
        let them = !us;
        let mut pawns = next.colored(them, Piece::Pawn).into_iter();
        won >= LOST
            && attackers(&next, mv.to(), them).is_empty()
            && !pawns.any(|pawn| is_uncatchable(&next, pawn, them))
            && !mates_by_checks(&next, MATE_MOVES)
    })
}

/// The piece was attacked, and no longer is.
pub(super) fn steps_away(scene: &Scene<'_>) -> Option<Claim> {
    let (from, to) = (scene.mv.from(), scene.mv.to());
    let piece = scene.before.piece_at(from)?.1;
    let attacker = attackers(scene.before, from, !scene.us).into_iter();
    let attacker = attacker.filter_map(|at| target_at(scene.before, at));
    let attacker = attacker.min_by_key(|attacker| worth(attacker.piece))?;
    let is_away = !scene.attackers(to, !scene.us).has(attacker.at) && scene.is_safe();
    let is_plain = !matches!(piece, Piece::Pawn | Piece::King) && !scene.before.in_check();
    (is_away && is_plain).then_some(Claim::StepsAway {
        piece,
        from: attacker.piece,
    })
}
