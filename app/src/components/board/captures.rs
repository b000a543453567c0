//! The pieces that each side has taken, counted from the moves: a promoted pawn was not taken.

use engine::rules::{Color, Move, Piece, Position};

/// The pieces that one side has taken, and how far it is ahead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captures {
    /// Taken pieces, most valuable first.
    pub pieces: Vec<Piece>,
    /// Material ahead of the other side, in pawns; 0 when behind.
    pub ahead: i32,
}

/// What `side` has taken in the game from `start` through `moves`.
pub fn captures(start: &Position, moves: &[Move], side: Color) -> Captures {
    let mut position = *start;
    let mut pieces = Vec::new();
    for &mv in moves {
        if position.side_to_move() == side && mv.is_capture() {
            let taken = position
                .piece_at(mv.to())
                .map_or(Piece::Pawn, |(_, piece)| piece);
            pieces.push(taken);
        }
        position = position.play(mv);
    }
    engine::short::sort_by_key(&mut pieces, |piece| std::cmp::Reverse(piece.index()));
    let ahead = (material(&position, side) - material(&position, !side)).max(0);
    Captures { pieces, ahead }
}

/// Material in pawns, as beginners learn it.
fn material(position: &Position, side: Color) -> i32 {
    const WORTH: [(Piece, i32); 5] = [
        (Piece::Pawn, 1),
        (Piece::Knight, 3),
        (Piece::Bishop, 3),
        (Piece::Rook, 5),
        (Piece::Queen, 9),
    ];
    WORTH
        .iter()
        .map(|(piece, worth)| position.colored(side, *piece).len() as i32 * worth)
        .sum()
}

#[cfg(test)]
mod tests {
    use engine::rules::Game;

    use super::*;

    fn play(fen: &str, moves: &[&str]) -> Game {
        let mut game = Game::from_fen(fen).expect("a legal position");
        for text in moves {
            let mv = game.position().parse_uci(text).expect("a legal move");
            game.play(mv).expect("a legal move");
        }
        game
    }

    #[test]
    fn a_promotion_is_no_lost_pawn() {
        let game = play("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", &["a7b8q"]);
        let white = captures(game.start(), game.moves(), Color::White);
        let black = captures(game.start(), game.moves(), Color::Black);
        assert_eq!(
            white,
            Captures {
                pieces: vec![Piece::Rook],
                ahead: 9
            }
        );
        assert_eq!(black, Captures::default());
    }

    #[test]
    fn a_pawn_taken_in_passing_is_counted() {
        let game = play("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", &["d7d5", "e5d6"]);
        assert_eq!(
            captures(game.start(), game.moves(), Color::White).pieces,
            [Piece::Pawn]
        );
    }
}
