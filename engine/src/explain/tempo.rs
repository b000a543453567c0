//! Tempi: a useful move that drives a piece away.

use super::claim::Claim;
use super::material::{exchange, most_taken, taken, worth};
use super::scene::{SAFE, Scene, WINS, attackers, target_at};
use super::{opening, pawns, rooks, squares};
use crate::rules::{Move, Piece};

/// The move develops or improves a piece, and attacks one that has to go, as it does in the line.
pub(super) fn wins(scene: &Scene<'_>) -> Option<Claim> {
    let useful = [
        opening::plays_on,
        rooks::file,
        squares::outpost,
        pawns::passed,
    ];
    let &[mv, answer, ..] = scene.sound?.played.pv.as_slice() else {
        return None;
    };
    let (to, after) = (scene.mv.to(), &scene.after);
    let target = target_at(after, answer.from())?;
    let is_new = scene.attackers(target.at, scene.us).has(to)
        && !attackers(scene.before, target.at, scene.us).has(scene.mv.from());
    let goes = mv == scene.mv && after.is_legal(answer) && !answer.is_capture();
    let is_piece = !matches!(target.piece, Piece::Pawn | Piece::King);
    if !is_new || !goes || !is_piece || after.in_check() || !scene.is_good() || !scene.is_safe() {
        return None;
    }
    let is_safe = |answer: Move| most_taken(&after.play(answer), answer.to().into()) <= SAFE;
    // It is lost wherever else the opponent moves.
    let answers = after.legal_moves();
    let mut others = answers.iter().filter(|other| other.from() != target.at);
    let is_lost = |&other: &Move| {
        let next = after.play(other);
        let gained = taken(after, other).map_or(0, worth);
        let captures = next.captures();
        let mut takes = captures
            .iter()
            .filter(|mv| (mv.from(), mv.to()) == (to, target.at));
        takes.any(|&mv| exchange(&next, mv) - gained >= WINS)
    };
    let has_to_go = is_safe(answer) && others.all(is_lost);
    let is_useful = has_to_go && useful.iter().any(|finder| finder(scene).is_some());
    let moves = scene.facts.game.moves();
    is_useful.then(|| Claim::WinsTempo {
        target,
        again: moves
            .iter()
            .any(|mv| mv.to() == target.at && !mv.is_castle()),
    })
}
