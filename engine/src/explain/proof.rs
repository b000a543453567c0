//! What shows a claim on the board.

use super::claim::{Claim, Duty, Named, Target};
use super::kings::attacked_beside;
use super::material::{balance, exchange};
use super::scene::{self, Scene, gained};
use crate::rules::attacks::{attacks_of, king_attacks};
use crate::rules::{BitBoard, Color, Move, Piece, Position, Square};

/// The most plies of a line that shows a gain.
const MAX_PLIES: usize = 11;
/// Plies of a line whose end does not matter: the move, an answer, and what comes then.
const SHORT: usize = 3;
/// Plies of a line where the opponent has no good move.
const LONG: usize = 5;

/// What shows a claim on the board: moves to play, and squares to mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClaimProof {
    /// From the position before the move. `None` is a pass, which shows what the other side threatens.
    /// Empty if there is nothing to show.
    pub moves: Vec<Option<Move>>,
    /// The squares that the claim speaks of, once the move is made.
    pub squares: Vec<Square>,
}

impl ClaimProof {
    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The position after so many of the moves; `None` if there are fewer, or one is illegal.
    #[must_use]
    pub fn position_after(&self, before: &Position, plies: usize) -> Option<Position> {
        let mut position = *before;
        for &mv in self.moves.get(..plies)? {
            position = match mv {
                Some(mv) if position.is_legal(mv) => position.play(mv),
                None if !position.in_check() => position.play_null(),
                _ => return None,
            };
        }
        Some(position)
    }
}

/// The proof of a claim about a scene.
pub(super) fn proof(scene: &Scene<'_>, claim: &Claim) -> ClaimProof {
    let moves = moves(scene, claim);
    let squares = if moves.is_empty() {
        Vec::new()
    } else {
        marked_squares(scene, claim)
    };
    ClaimProof { moves, squares }
}

fn moves(scene: &Scene<'_>, claim: &Claim) -> Vec<Option<Move>> {
    let line = line(scene);
    let first = |plies: usize| played(line.get(..plies).unwrap_or(line));
    let won = || played(until_won(scene.before, line, scene.us));
    match claim {
        // How a player decided, what it had not seen, or what a table knows, is nothing to show.
        Claim::Only
        | Claim::Book { .. }
        | Claim::Solved(_)
        | Claim::Remembered { .. }
        | Claim::Tried { .. }
        | Claim::Judged
        | Claim::Lots
        | Claim::Better { .. }
        | Claim::Worse { .. }
        | Claim::NotSeen(_)
        | Claim::Saw { .. } => Vec::new(),

        Claim::Forces { .. } | Claim::Lost { .. } => {
            let end = scene::played(scene.before, scene.pv());
            let is_mate = end.in_check() && !end.has_legal_move();
            match is_mate {
                true => played(scene.pv()),
                false => vec![Some(scene.mv)],
            }
        }
        Claim::Perpetual | Claim::Zugzwang => first(LONG),
        Claim::Overlooked(missed) => {
            let best = scene.sound.map(|sound| &sound.best.pv[..]);
            let best = best.filter(|best| best.first() == Some(&missed.mv));
            let best = best.map(|best| played(until_won(scene.before, best, scene.us)));
            best.unwrap_or_else(|| vec![Some(missed.mv)])
        }
        Claim::Fork(_)
        | Claim::Wins { .. }
        | Claim::WinsByForce
        | Claim::Overloads { .. }
        | Claim::Promotes(_)
        | Claim::Traps(_)
        | Claim::Skewers { .. }
        | Claim::Discovers { .. } => won(),
        // The mover's own line takes the offer up.
        Claim::Offers(_) => played(&scene.pv()[..scene.pv().len().min(LONG)]),
        Claim::RemovesGuard { .. } | Claim::Deflects { .. } | Claim::GoesOn { .. } => first(SHORT),
        Claim::MakesWay(next) => {
            let made = line.iter().position(|&mv| mv == next.mv);
            first(made.map_or(1, |ply| ply + 1))
        }
        Claim::Trades { at, .. } => with_answers(scene, &[(*at, None)]),
        Claim::SimplifiesTo { if_taken: true, .. } => with_answers(scene, &[(scene.mv.to(), None)]),
        Claim::WinsTempo { .. } => first(2),
        Claim::BreaksThrough | Claim::Outruns { .. } => {
            let promotes = |mv: &Move| mv.is_promotion();
            let promoted = line.iter().step_by(2).position(promotes);
            first(promoted.map_or(1, |moves| 2 * moves + 1))
        }
        Claim::Invites { piece, .. } => {
            let at = scene.mv.to();
            with_answers(scene, &[(at, Some(*piece)), (at, None)])
        }
        Claim::Checks {
            only: Some(only), ..
        } => vec![Some(scene.mv), Some(only.mv)],

        Claim::ThreatensMate(mate) | Claim::BackRank(mate) => threat(scene, mate, None),
        Claim::ThreatensToMate { next, .. }
        | Claim::ThreatensFork { fork: next, .. }
        | Claim::Threatens { capture: next, .. } => {
            let searched = scene.sound.map(|sound| [&sound.free, &sound.threat]);
            let searched = searched.into_iter().flatten().flatten();
            let line = searched.map(|line| &line.pv[..]);
            let mut line = line.filter(|pv| pv.first() == Some(&next.mv));
            let is_mate = matches!(claim, Claim::ThreatensToMate { .. });
            let line = line.next().zip(scene.passed.as_ref());
            threat(
                scene,
                next,
                line.map(|(line, passed)| match is_mate {
                    true => line,
                    false => until_won(passed, line, scene.us),
                }),
            )
        }

        Claim::StopsMate(mate) => vec![None, Some(mate.mv)],
        Claim::Prevents(wanted) => {
            let yours = scene.sound.and_then(|sound| sound.yours.as_ref());
            let yours = yours.filter(|yours| yours.pv.first() == Some(&wanted.mv));
            let line = yours.zip(scene.unmoved.as_ref());
            let line = line.map(|(yours, unmoved)| until_won(unmoved, &yours.pv, !scene.us));
            let mut moves = vec![None];
            moves.extend(line.map_or_else(|| vec![Some(wanted.mv)], played));
            moves
        }
        Claim::Rescues { from, .. } => without_the_move(scene, scene.mv.from(), *from),
        Claim::Defends { target, from } | Claim::Shields { target, from } => {
            without_the_move(scene, target.at, *from)
        }
        Claim::Guards {
            target,
            from: Some(from),
        } => with_answers(scene, &[(target.at, Some(*from)), (target.at, None)]),
        Claim::KeepsOut { piece, at } => {
            let answers = scene.after.legal_moves();
            let enters = |mv: &&Move| {
                let moved = scene.after.piece_at(mv.from());
                mv.to() == *at && moved.is_some_and(|(_, moved)| moved == *piece)
            };
            let Some(&answer) = answers.iter().find(enters) else {
                return vec![Some(scene.mv)];
            };
            let taken = best_on(&scene.after.play(answer), *at, None);
            let mut moves = vec![Some(scene.mv), Some(answer)];
            moves.extend(taken.map(Some));
            moves
        }
        _ => vec![Some(scene.mv)],
    }
}

fn played(line: &[Move]) -> Vec<Option<Move>> {
    line.iter().copied().map(Some).collect()
}

/// The best line that begins with the move: of the sound search, else the mover's own.
fn line<'a>(scene: &'a Scene<'_>) -> &'a [Move] {
    let sound = scene.sound.map(|sound| &sound.played.pv[..]);
    let begins = |line: &&[Move]| line.first() == Some(&scene.mv);
    let own = Some(scene.pv()).filter(begins);
    let line = sound.filter(begins).or(own);
    line.unwrap_or(std::slice::from_ref(&scene.mv))
}

/// The shortest beginning of a line at whose end a side has gained as much as at the end of the whole,
/// and the next move does not take back.
pub(super) fn until_won<'a>(from: &Position, line: &'a [Move], us: Color) -> &'a [Move] {
    let line = &line[..line.len().min(MAX_PLIES)];
    let all = gained(from, line, us);
    let is_over = |plies: &usize| {
        let takes_back = line
            .get(*plies)
            .is_some_and(|next| next.is_capture() && next.to() == line[plies - 1].to());
        !takes_back && on_board(from, &line[..*plies], us) >= all
    };
    let enough = (1..=line.len()).find(is_over);
    &line[..enough.unwrap_or(line.len())]
}

/// The material that a side has gained at the end of a line, as it stands there.
fn on_board(from: &Position, line: &[Move], us: Color) -> i32 {
    balance(&scene::played(from, line), us) - balance(from, us)
}

/// The move, a pass, and what is threatened then.
fn threat(scene: &Scene<'_>, next: &Named, line: Option<&[Move]>) -> Vec<Option<Move>> {
    let mut moves = vec![Some(scene.mv), None];
    moves.extend(line.map_or_else(|| vec![Some(next.mv)], played));
    moves
}

/// The move, and the best captures on squares that follow one after the other, by pieces of a kind.
fn with_answers(scene: &Scene<'_>, captures: &[(Square, Option<Piece>)]) -> Vec<Option<Move>> {
    let mut moves = vec![Some(scene.mv)];
    let mut position = scene.after;
    for &(at, by) in captures {
        let Some(mv) = best_on(&position, at, by) else {
            break;
        };
        moves.push(Some(mv));
        position = position.play(mv);
    }
    moves
}

/// What this piece could take if the mover passed; the move alone where it could not.
fn without_the_move(scene: &Scene<'_>, at: Square, by: Piece) -> Vec<Option<Move>> {
    let unmoved = scene.unmoved.as_ref();
    match unmoved.and_then(|unmoved| best_on(unmoved, at, Some(by))) {
        Some(taken) => vec![None, Some(taken)],
        None => vec![Some(scene.mv)],
    }
}

/// The best capture on a square, by a piece of a kind if one is named.
fn best_on(position: &Position, at: Square, by: Option<Piece>) -> Option<Move> {
    let captures = position.captures();
    let fits = |mv: &&Move| {
        let moved = position.piece_at(mv.from()).map(|(_, piece)| piece);
        mv.is_capture() && mv.to() == at && (by.is_none() || moved == by)
    };
    let captures = captures.iter().filter(fits).copied();
    captures.max_by_key(|&mv| exchange(position, mv))
}

/// The squares that a claim speaks of.
fn marked_squares(scene: &Scene<'_>, claim: &Claim) -> Vec<Square> {
    let after = &scene.after;
    let of = |targets: &[Target]| targets.iter().map(|target| target.at).collect::<Vec<_>>();
    let reach = || {
        let piece = after.piece_at(scene.mv.to()).map(|(_, piece)| piece);
        let attacked = |piece| attacks_of(scene.us, piece, scene.mv.to(), after.occupied());
        piece.map_or(BitBoard::EMPTY, attacked) - after.by_color(scene.us)
    };
    match claim {
        Claim::Fork(targets) | Claim::ThreatensFork { targets, .. } => of(targets),
        Claim::Discovers { by, target } => of(&[*by, *target]),
        Claim::Skewers { front, behind } => of(&[*front, *behind]),
        Claim::Deflects { guard, target } => of(&[*guard, *target]),
        Claim::Overloads {
            target: Some(target),
            duty: Duty::Guards(other),
            ..
        } => of(&[*target, *other]),
        Claim::Overloads {
            target: Some(target),
            ..
        }
        | Claim::Overloads {
            duty: Duty::Guards(target),
            ..
        }
        | Claim::WinsTempo { target, .. }
        | Claim::RemovesGuard { target, .. }
        | Claim::Traps(target)
        | Claim::Threatens { target, .. }
        | Claim::Pins { target, .. }
        | Claim::Defends { target, .. }
        | Claim::Shields { target, .. }
        | Claim::Guards { target, .. }
        | Claim::Presses { target, .. }
        | Claim::AimsAt { target, .. }
        | Claim::Outpost(target)
        | Claim::Opens(target) => of(&[*target]),
        Claim::Wins { at, .. }
        | Claim::TakesBack(at)
        | Claim::Trades { at, .. }
        | Claim::Passed(at)
        | Claim::Blockades(at)
        | Claim::Challenges(at)
        | Claim::Covers(at)
        | Claim::Approaches { pawn: at, .. }
        | Claim::KeepsOut { at, .. }
        | Claim::GoesOn { to: at, .. }
        | Claim::Runs { at, .. }
        | Claim::Outruns { pawn: at, .. }
        | Claim::Centre(at) => vec![*at],
        Claim::TakesFree(target) | Claim::Takes(target) => of(&[*target]),
        Claim::File { at, .. } | Claim::Doubles { at, .. } | Claim::FileToKing { at, .. } => {
            BitBoard::file(at.file()).into_iter().collect()
        }
        Claim::BearsOnKing { .. } => {
            let around = king_attacks(after.king(!scene.us));
            (reach() & around).into_iter().collect()
        }
        Claim::LeavesDanger { .. } => attacked_beside(after, scene.us).into_iter().collect(),
        Claim::Reaches { .. } => reach().into_iter().collect(),
        Claim::Opposition => vec![after.king(scene.us), after.king(!scene.us)],
        _ => Vec::new(),
    }
}
