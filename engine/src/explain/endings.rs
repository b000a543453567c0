//! Captures that lead to an ending whose result is known.

use super::claim::{Claim, KnownEnding};
use super::king_and_pawn::pawn_wins;
use super::kings::distance;
use super::scene::Scene;
use crate::rules::{BitBoard, Color, File, Piece, Position, Rank, Square};

/// A capture after which, or after the recapture, the result is known.
pub(super) fn simplifies(scene: &Scene<'_>) -> Option<Claim> {
    if !scene.mv.is_capture() || !scene.is_good() {
        return None;
    }
    let (us, after) = (scene.us, &scene.after);
    let known = |ending, if_taken| Claim::SimplifiesTo { ending, if_taken };
    if let Some(ending) = known_ending(after, us) {
        return Some(known(ending, false));
    }
    let answers = after.captures();
    let mut taken = answers.iter().filter(|answer| answer.to() == scene.mv.to());
    let ending = known_ending(&after.play(*taken.next()?), us)?;
    let is_same = |answer| known_ending(&after.play(answer), us) == Some(ending);
    taken
        .all(|&answer| is_same(answer))
        .then(|| known(ending, true))
}

/// The ending on the board, if its result is known and not lost for `us`.
fn known_ending(position: &Position, us: Color) -> Option<KnownEnding> {
    let men = position.occupied().len();
    if men == 3
        && let Some(wins) = pawn_wins(position)
    {
        let is_mine = !position.colored(us, Piece::Pawn).is_empty();
        return match (wins, is_mine) {
            (true, false) => None,
            (true, true) => Some(KnownEnding::PawnWins),
            (false, _) => Some(KnownEnding::PawnDraws),
        };
    }
    if men == 3 && position.by_color(us).len() == 2 {
        return bare_king(position, us).map(KnownEnding::Mates);
    }
    Color::ALL
        .into_iter()
        .any(|side| is_wrong_bishop(position, side))
        .then_some(KnownEnding::WrongBishop)
}

/// The queen or rook that is left against a bare king, and is not lost at once.
fn bare_king(position: &Position, us: Color) -> Option<Piece> {
    let mut heavy = [Piece::Queen, Piece::Rook].into_iter();
    let heavy = heavy.find(|&piece| !position.pieces(piece).is_empty())?;
    let is_lost = position.side_to_move() != us
        && (!position.has_legal_move() || !position.captures().is_empty());
    (!is_lost).then_some(heavy)
}

/// Whether a side has a rook's pawn and a bishop that never attacks the pawn's last square, beside which
/// the bare king stands.
fn is_wrong_bishop(position: &Position, side: Color) -> bool {
    let pawn = position.colored(side, Piece::Pawn).first();
    let bishop = position.colored(side, Piece::Bishop).first();
    let (Some(pawn), Some(bishop), 4) = (pawn, bishop, position.occupied().len()) else {
        return false;
    };
    let last = Square::new(
        pawn.file(),
        match side {
            Color::White => Rank::EIGHTH,
            Color::Black => Rank::FIRST,
        },
    );
    let is_dark = |square| BitBoard::DARK_SQUARES.has(square);
    matches!(pawn.file(), File::A | File::H)
        && is_dark(bishop) != is_dark(last)
        && distance(position.king(!side), last) <= 1
}
