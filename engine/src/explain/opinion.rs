//! Claims from scores and evaluation terms, where nothing concrete was found.

use super::claim::{Claim, Target};
use super::material::most_taken;
use super::scene::Scene;
use super::sound::worth;
use crate::eval::tuned::{FULL_PHASE, Term};
use crate::eval::{Terms, Tuned};
use crate::player::StrategyId;
use crate::rules::{BitBoard, Color, Move, Position};
use crate::search::Score;

/// Minimum change of the score, centipawns.
const SWING: i32 = 150;
/// Scores from here on count as decided, centipawns.
const DECIDED: i32 = 900;

/// The score is much better or worse than a move ago.
pub(super) fn swing(scene: &Scene<'_>) -> Option<Claim> {
    // Evaluation noise changes scores at random.
    let level = scene.facts.level;
    if level.is_some_and(|level| level.noise(StrategyId::Calculator, 0).is_some()) {
        return None;
    }
    // The sound search must agree with the score.
    let sound = worth(scene.sound?.played.score);
    if sound.abs_diff(worth(scene.score()?)) > SWING.unsigned_abs() / 2 {
        return None;
    }
    let (Some(Score::Cp(before)), Some(Score::Cp(now))) = (scene.facts.before, scene.score())
    else {
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

/// One side's value of an evaluation term, by the phase before the move, centipawns.
pub(super) fn part(position: &Position, scene: &Scene<'_>, term: Term, side: Color) -> i32 {
    named(&Tuned::terms(position)[side.index()], term, phase(scene))
}

fn named(terms: &Terms, term: Term, phase: i32) -> i32 {
    let mut named = terms.named();
    named
        .find(|(name, _)| *name == term.name())
        .map_or(0, |(_, value)| value.blend(phase, FULL_PHASE))
}

fn phase(scene: &Scene<'_>) -> i32 {
    Tuned::phase_and_scale(scene.before, scene.us).0
}

/// The terms that are named, of the own side or of the other. Captures cover material, `runs` passed
/// pawns; threats depend on the side to move.
const NAMED_TERMS: [(Term, bool); 10] = [
    (Term::Tables, true),
    (Term::Mobility, true),
    (Term::Mobility, false),
    (Term::Activity, true),
    (Term::Pawns, true),
    (Term::Pawns, false),
    (Term::Shelter, true),
    (Term::Shelter, false),
    (Term::Attack, true),
    (Term::Attack, false),
];

/// The evaluation term that the move improves by far the most, unless the expected reply undoes it.
pub(super) fn most_changed(scene: &Scene<'_>) -> Option<Claim> {
    const REAL: i32 = 16;
    if !scene.is_good() || most_taken(&scene.after, BitBoard::FULL) > 0 {
        return None;
    }
    // In endgames tempi decide, which no term covers.
    if phase(scene) * 3 <= FULL_PHASE {
        return None;
    }
    let before = Tuned::terms(scene.before);
    // King safety terms need enough pieces.
    let danger = phase(scene) * 2 >= FULL_PHASE;
    let change = |position: &Position| {
        let now = Tuned::terms(position);
        NAMED_TERMS.map(|(term, own)| {
            let side = if own { scene.us } else { !scene.us }.index();
            let more =
                named(&now[side], term, phase(scene)) - named(&before[side], term, phase(scene));
            let of_kings = matches!(term, Term::Shelter | Term::Attack);
            match (of_kings && !danger, own) {
                (true, _) => 0,
                (false, true) => more,
                (false, false) => -more,
            }
        })
    };
    let at_once = change(&scene.after);
    let later = expected(scene).map_or(at_once, |next| change(&next));
    let lasting = std::array::from_fn::<i32, { NAMED_TERMS.len() }, _>(|index| {
        at_once[index].min(later[index])
    });
    let most = (0..NAMED_TERMS.len()).reduce(|best, next| {
        if lasting[next] > lasting[best] {
            next
        } else {
            best
        }
    })?;
    let second = (0..NAMED_TERMS.len())
        .filter(|&index| index != most)
        .map(|index| lasting[index]);
    if lasting[most] < REAL || second.max()? * 3 > lasting[most] * 2 {
        return None;
    }
    let (term, own) = NAMED_TERMS[most];
    if term != Term::Tables {
        return Some(Claim::Part { term, own });
    }
    let (_, piece) = scene.after.piece_at(scene.mv.to())?;
    Some(Claim::Stands(Target {
        piece,
        at: scene.mv.to(),
    }))
}

/// The position after the line's reply, unless that is a capture.
fn expected(scene: &Scene<'_>) -> Option<Position> {
    let answer: Move = *scene.pv().get(1)?;
    (scene.after.is_legal(answer) && !answer.is_capture()).then(|| scene.after.play(answer))
}
