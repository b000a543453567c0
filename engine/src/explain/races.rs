//! Pawns that nothing can catch: the rule of the square.

use super::claim::Claim;
use super::kings::distance;
use super::pawns::is_passed;
use super::scene::{Scene, relative_rank};
use super::sound;
use crate::rules::{BitBoard, Color, File, Piece, Position, Rank, Square};

/// The least score of a side whose pawn promotes unhindered, centipawns: stalemates are none.
pub(super) const WINNING: i32 = 300;

/// An own pawn promotes before the opponent can take or stop it, and before one of the opponent's.
pub(super) fn outruns(scene: &Scene<'_>) -> Option<Claim> {
    let (us, after, mv) = (scene.us, &scene.after, scene.mv);
    if sound::worth(scene.sound?.played.score) < WINNING || !scene.is_good() {
        return None;
    }
    let pawns = after.colored(us, Piece::Pawn).into_iter();
    let pawns = pawns.filter(|&pawn| is_uncatchable(after, pawn, us));
    let pawn = pawns.min_by_key(|&pawn| moves_to_promote(pawn, us))?;
    let unmoved = scene.unmoved.as_ref();
    let was = unmoved.is_some_and(|unmoved| is_uncatchable(unmoved, pawn, us));
    let yours = after.colored(!us, Piece::Pawn).into_iter();
    let race = yours.into_iter().any(|at| is_passed(after, at, !us));
    (pawn == mv.to() || !was).then_some(Claim::Outruns { pawn, race })
}

/// Whether a pawn reaches the last rank by its own moves alone, and is not taken there at once,
/// against a king and pawns that do not promote before.
pub(super) fn is_uncatchable(position: &Position, pawn: Square, us: Color) -> bool {
    let them = !us;
    let is_mover = position.side_to_move() == us;
    let file = BitBoard::file(pawn.file());
    let is_ahead = |square: &Square| relative_rank(*square, us) > relative_rank(pawn, us);
    let mut blocked = (file & position.occupied()).into_iter();
    if position.has_non_pawn_material(them)
        || position.en_passant().is_some()
        || is_mover && position.in_check()
        || !is_passed(position, pawn, us)
        || blocked.any(|square| is_ahead(&square))
    {
        return false;
    }
    let steps = moves_to_promote(pawn, us);
    // Before the promotion; one more move may take the new piece.
    let answers = if is_mover { steps - 1 } else { steps };
    let last = Square::new(
        pawn.file(),
        match us {
            Color::White => Rank::EIGHTH,
            Color::Black => Rank::FIRST,
        },
    );
    let mut enemies = position.colored(them, Piece::Pawn).into_iter();
    distance(position.king(them), last) > answers + 1
        && !enemies.any(|enemy| {
            let race = Race {
                position,
                pawn,
                us,
                answers,
            };
            race.is_stopped_by(enemy)
        })
}

/// The moves of a pawn to its last rank.
fn moves_to_promote(pawn: Square, us: Color) -> usize {
    usize::from(7 - relative_rank(pawn, us)).min(5)
}

/// A pawn that runs while the opponent makes so many moves.
struct Race<'a> {
    position: &'a Position,
    pawn: Square,
    us: Color,
    answers: usize,
}

impl Race<'_> {
    /// Whether an enemy pawn could promote before, give check, or come to the runner's way. It may be said
    /// of one that could not.
    fn is_stopped_by(&self, enemy: Square) -> bool {
        let (us, them) = (self.us, !self.us);
        let king = self.position.king(us);
        let rows =
            |to: Square| i32::from(relative_rank(to, them)) - i32::from(relative_rank(enemy, them));
        let files = |file: File| enemy.file().index().abs_diff(file.index()) as i32;
        // Files change only with captures, which need something to take ahead.
        let others = self.position.by_color(us) - king.into() - self.pawn.into();
        let mut others = others.into_iter();
        let takes = others.any(|at| rows(at) >= 1 && files(at.file()) <= rows(at));
        let answers = self.answers as i32;
        // One row above the king, on a file beside it.
        let to_check = rows(king) - 1;
        let aside = (files(king.file()) - 1).abs();
        let in_time = to_check - i32::from(relative_rank(enemy, them) == 1) <= answers;
        let checks = to_check >= 1 && in_time && (aside == 0 || takes && aside <= to_check);
        let crosses = takes && rows(self.pawn) > 0 && files(self.pawn.file()) <= answers + 1;
        moves_to_promote(enemy, them) <= self.answers || checks || crosses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pawn_is_out_of_reach_by_the_rule_of_the_square() {
        let cases = [
            // The king stands outside the square, or just inside.
            ("8/8/8/1P3k2/8/8/8/6K1 w - - 0 1", "b5", true),
            ("8/8/8/1P2k3/8/8/8/6K1 w - - 0 1", "b5", false),
            ("8/8/8/1P3k2/8/8/8/6K1 b - - 0 1", "b5", false),
            ("8/8/8/1P4k1/8/8/8/6K1 b - - 0 1", "b5", true),
            // From its first square a pawn has five moves.
            ("8/8/8/8/8/7k/1P6/7K w - - 0 1", "b2", true),
            ("8/8/8/8/7k/8/1P6/7K w - - 0 1", "b2", true),
            ("8/8/8/8/7k/8/1P6/7K b - - 0 1", "b2", false),
            // Something stands in its way, or there are pieces.
            ("8/1K6/8/1P5k/8/8/8/8 w - - 0 1", "b5", false),
            ("8/8/8/1P4k1/8/8/7n/6K1 w - - 0 1", "b5", false),
            // Black is first, gives check in time, or takes its way to the pawn's.
            ("8/8/8/1P4k1/8/7p/8/K7 b - - 0 1", "b5", false),
            ("8/8/7k/1P5p/8/8/6K1/8 b - - 0 1", "b5", false),
            ("8/8/7k/1P5p/8/8/K7/8 b - - 0 1", "b5", true),
            ("8/3p4/2P5/1P5k/8/8/8/K7 b - - 0 1", "b5", false),
        ];
        for (fen, pawn, expected) in cases {
            let position = Position::from_fen(fen).unwrap();
            let pawn: Square = pawn.parse().unwrap();
            let found = is_uncatchable(&position, pawn, Color::White);
            assert_eq!(found, expected, "{fen}");
            // The same with the colours exchanged.
            let mut fields = fen.split(' ');
            let (board, side) = (fields.next().unwrap(), fields.next().unwrap());
            let ranks: Vec<&str> = board.split('/').rev().collect();
            let swap = |letter: char| match letter.is_uppercase() {
                true => letter.to_ascii_lowercase(),
                false => letter.to_ascii_uppercase(),
            };
            let board: String = ranks.join("/").chars().map(swap).collect();
            let side = if side == "w" { "b" } else { "w" };
            let flipped = Position::from_fen(&format!("{board} {side} - - 0 1")).unwrap();
            let found = is_uncatchable(&flipped, pawn.flip(), Color::Black);
            assert_eq!(found, expected, "{board}");
        }
    }
}
