//! In what style a player plays, in figures.

use engine::rules::{BitBoard, Color, EXCHANGE_VALUES, Game, Move, Piece, Position, attacks_of};

/// What a player did in games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StyleFigures {
    games: u32,
    /// Half-moves of both sides.
    plies: u32,
    moves: u32,
    exchanges: u32,
    checks: u32,
    king_attacks: u32,
    pawn_moves: u32,
    far_pawns: u32,
    down: u32,
    early: u32,
    castled: u32,
    /// Games that went on to the move of [`MIDDLE_PLY`].
    long: u32,
    /// All men but kings and pawns that both sides had then.
    pieces_left: u32,
}

/// The move after which pieces are counted: White's thirtieth.
const MIDDLE_PLY: usize = 60;
/// Moves up to this one are early, half-moves.
const EARLY_PLIES: usize = 60;
/// From so much less than the opponent a player has given something, centipawns; to as much it has lost it.
const GIVEN: std::ops::RangeInclusive<i32> = 80..=250;

impl StyleFigures {
    /// Adds what a side did in a game.
    pub fn add(&mut self, game: &Game, side: Color) {
        self.games += 1;
        self.plies += game.ply() as u32;
        let mut position = *game.start();
        let mut has_castled = false;
        for (ply, &mv) in game.moves().iter().enumerate() {
            let next = position.play(mv);
            if position.side_to_move() == side {
                let before = ply.checked_sub(1).map(|ply| game.moves()[ply]);
                self.add_move(&position, before, mv, &next);
                has_castled |= mv.is_castle();
                if ply < EARLY_PLIES {
                    self.early += 1;
                    self.king_attacks += king_attacks(&next, side);
                    let less = material(&position, !side) - material(&position, side);
                    self.down += u32::from(GIVEN.contains(&less) && !is_taking_back(before, mv));
                }
            }
            position = next;
            if ply + 1 == MIDDLE_PLY {
                self.long += 1;
                self.pieces_left += pieces(&position);
            }
        }
        self.castled += u32::from(has_castled);
    }

    fn add_move(&mut self, position: &Position, before: Option<Move>, mv: Move, next: &Position) {
        let us = position.side_to_move();
        self.moves += 1;
        self.checks += u32::from(next.in_check());
        let is_pawn = position.colored(us, Piece::Pawn).has(mv.from());
        if is_pawn {
            self.pawn_moves += 1;
            let rank = match us {
                Color::White => mv.to().rank().index(),
                Color::Black => 7 - mv.to().rank().index(),
            };
            self.far_pawns += u32::from(rank >= 4);
        }
        self.exchanges += u32::from(is_taking_back(before, mv));
    }

    /// Games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The player's moves.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Moves of a game by each side, on average.
    #[must_use]
    pub fn length(&self) -> f64 {
        share(self.plies, 2 * self.games)
    }

    /// Moves that take back what has just taken, of 100.
    #[must_use]
    pub fn exchanges(&self) -> f64 {
        100.0 * share(self.exchanges, self.moves)
    }

    /// Moves that give check, of 100.
    #[must_use]
    pub fn checks(&self) -> f64 {
        100.0 * share(self.checks, self.moves)
    }

    /// Attacks by pieces on the squares beside the enemy's king after each of the first thirty moves, on average; two
    /// pieces that attack a square count twice.
    #[must_use]
    pub fn king_attacks(&self) -> f64 {
        share(self.king_attacks, self.early)
    }

    /// Moves of pawns, of 100.
    #[must_use]
    pub fn pawn_moves(&self) -> f64 {
        100.0 * share(self.pawn_moves, self.moves)
    }

    /// Moves of pawns to the enemy's half, of 100.
    #[must_use]
    pub fn far_pawns(&self) -> f64 {
        100.0 * share(self.far_pawns, self.moves)
    }

    /// Of the first thirty moves, the share made with 0.8 to 2.5 pawns less than the opponent, of 100.
    #[must_use]
    pub fn material_down(&self) -> f64 {
        100.0 * share(self.down, self.early)
    }

    /// Games in which the player castled, of 100.
    #[must_use]
    pub fn castled(&self) -> f64 {
        100.0 * share(self.castled, self.games)
    }

    /// Pieces of both sides after thirty moves, of 14; of the games that went on so long.
    #[must_use]
    pub fn pieces_left(&self) -> f64 {
        share(self.pieces_left, self.long)
    }
}

fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

/// Whether a move takes what has just taken.
fn is_taking_back(before: Option<Move>, mv: Move) -> bool {
    mv.is_capture() && before.is_some_and(|before| before.is_capture() && before.to() == mv.to())
}

/// A side's men but the king, centipawns.
fn material(position: &Position, side: Color) -> i32 {
    let men = Piece::ALL.into_iter().filter(|&piece| piece != Piece::King);
    men.map(|piece| EXCHANGE_VALUES[piece.index()] * position.colored(side, piece).len() as i32)
        .sum()
}

/// Attacks by a side's pieces on the squares beside the enemy's king.
fn king_attacks(position: &Position, side: Color) -> u32 {
    let beside = attacks_of(!side, Piece::King, position.king(!side), BitBoard::EMPTY);
    let of = |piece| {
        let squares = position.colored(side, piece);
        let attacks = move |square| attacks_of(side, piece, square, position.occupied()) & beside;
        squares.map(attacks).map(|squares| squares.len() as u32)
    };
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    pieces.into_iter().flat_map(of).sum()
}

/// All men but kings and pawns.
fn pieces(position: &Position) -> u32 {
    let men = position.occupied() - position.pieces(Piece::Pawn) - position.pieces(Piece::King);
    men.len() as u32
}

#[cfg(test)]
mod tests {
    use engine::rules::san;

    use super::*;

    fn figures(moves: &str, side: Color) -> StyleFigures {
        let mut game = Game::new();
        for text in moves.split(' ') {
            let mv = san::parse(game.position(), text).expect("a move");
            game.play(mv).expect("it is legal");
        }
        let mut figures = StyleFigures::default();
        figures.add(&game, side);
        figures
    }

    #[test]
    fn what_each_side_does_is_counted() {
        // White: two pawn moves, one of them far; its queen on h5 attacks f7, and on f7 d8 is no square beside the king.
        let moves = "e4 d5 exd5 Qxd5 Nc3 Qd8 Qh5 Nf6 Qxf7+";
        let white = figures(moves, Color::White);
        assert_eq!((white.games(), white.moves()), (1, 5));
        assert_eq!((white.pawn_moves, white.far_pawns), (2, 1));
        assert_eq!((white.checks, white.exchanges), (1, 0));
        assert!(white.king_attacks > 0);
        let black = figures(moves, Color::Black);
        assert_eq!(
            (black.moves(), black.exchanges, black.pawn_moves),
            (4, 1, 1)
        );
        assert!((white.length() - 4.5).abs() < 1e-9);
    }

    #[test]
    fn what_is_given_counts_and_what_is_taken_back_does_not() {
        // A pawn less from the third move on; White castles.
        let white = figures("e4 e5 d4 exd4 Nf3 Nc6 Bc4 Nf6 O-O Be7", Color::White);
        assert_eq!((white.early, white.down, white.castled), (5, 3, 1));
        let black = figures("e4 d5 exd5 Qxd5", Color::Black);
        assert_eq!((black.early, black.down), (2, 0));
    }
}
