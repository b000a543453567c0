//! Static exchange evaluation (SEE).

use super::attacks::{between, bishop_attacks, rook_attacks};
use super::{BitBoard, Color, Move, Piece, Position, Square};

/// Piece values in an exchange, centipawns, by [`Piece::index`]. Those of pawn to queen are `classic`'s;
/// the king's exceeds the sum of all others.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 320, 330, 500, 900, 20_000];

/// Maximum number of captures in an exchange.
const MAX_CAPTURES: usize = 32;

const fn value(piece: Piece) -> i32 {
    EXCHANGE_VALUES[piece.index()]
}

impl Position {
    /// The gain of a legal move, centipawns, if both sides continue to capture on its target square,
    /// least valuable piece first, as long as it pays. A pawn that captures on the last rank promotes
    /// to a queen. A pinned piece captures only along the pin, unless the pinner was captured; a king
    /// captures only unprotected pieces.
    ///
    /// ```
    /// use engine::rules::Position;
    ///
    /// let position = Position::from_fen("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1").unwrap();
    /// assert_eq!(position.see(position.parse_uci("d2d5").unwrap()), 100 - 500 + 100);
    /// ```
    pub fn see(&self, mv: Move) -> i32 {
        let mut exchange = Exchange::begin(self, mv);
        // The gain of the capturing side after each capture, if the exchange stops there.
        let mut gains = [0; MAX_CAPTURES];
        gains[0] = exchange.gain;
        let mut last = 0;
        while last + 1 < MAX_CAPTURES
            && let Some(won) = exchange.take_back()
        {
            last += 1;
            gains[last] = won - gains[last - 1];
        }
        // Backwards: either side may decline to capture, but for the first move.
        for index in (1..=last).rev() {
            gains[index - 1] = gains[index - 1].min(-gains[index]);
        }
        gains[0]
    }

    /// Whether [`Position::see`] is at least `threshold` centipawns. Stops as soon as that is decided, so
    /// it is faster in a search.
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let mut exchange = Exchange::begin(self, mv);
        // The mover's gain above the threshold. A side captures only while the balance is against it,
        // and has failed if that does not turn the balance.
        let mut balance = exchange.gain - threshold;
        if balance < 0 {
            return false;
        }
        loop {
            match exchange.take_back() {
                Some(lost) if balance < lost => balance -= lost,
                _ => return true,
            }
            match exchange.take_back() {
                Some(won) if balance + won >= 0 => balance += won,
                _ => return false,
            }
        }
    }
}

/// An exchange in progress on one square.
struct Exchange<'a> {
    position: &'a Position,
    square: Square,
    occupied: BitBoard,
    /// The attackers of the square, x-rays included; a superset of those left.
    attackers: BitBoard,
    /// The piece now on the square.
    standing: Piece,
    /// The gain of the first move, centipawns.
    gain: i32,
    /// The side to capture.
    side: Color,
}

impl<'a> Exchange<'a> {
    fn begin(position: &'a Position, mv: Move) -> Exchange<'a> {
        let (from, square) = (mv.from(), mv.to());
        let mut occupied = (position.occupied() - from.into()) | square.into();
        let mut standing = position.piece_on(from);
        let mut gain = 0;
        if mv.is_en_passant() {
            occupied -= Square::new(square.file(), from.rank()).into();
            gain = value(Piece::Pawn);
        } else if mv.is_capture() {
            gain = value(position.piece_on(square));
        }
        if let Some(promoted) = mv.promotion() {
            gain += value(promoted) - value(Piece::Pawn);
            standing = promoted;
        }
        if mv.is_castle() {
            // The king has arrived unattacked, and so stays; the rook is not on the square.
            occupied = BitBoard::EMPTY;
        }
        let attackers = position.attackers(square, occupied);
        Exchange {
            position,
            square,
            occupied,
            attackers,
            standing,
            gain,
            side: !position.side,
        }
    }

    /// Captures with the side's least valuable attacker; returns the value captured, `None` without an
    /// attacker.
    fn take_back(&mut self) -> Option<i32> {
        let own = self.attackers & self.occupied & self.position.by_color(self.side);
        let own = own - self.held_by_pins(own);
        let (piece, from) = Piece::ALL.into_iter().find_map(|piece| {
            (own & self.position.pieces(piece))
                .first()
                .map(|from| (piece, from))
        })?;
        let without = self.occupied - from.into();
        let uncovered = self.uncovered(piece, without);
        if piece == Piece::King {
            let others = (self.attackers | uncovered) & without;
            if others.meets(self.position.by_color(!self.side)) {
                return None;
            }
        }
        let mut won = value(self.standing);
        self.standing = piece;
        if piece == Piece::Pawn && matches!(self.square.rank().index(), 0 | 7) {
            won += value(Piece::Queen) - value(Piece::Pawn);
            self.standing = Piece::Queen;
        }
        self.occupied = without;
        self.attackers |= uncovered;
        self.side = !self.side;
        Some(won)
    }

    /// The sliders revealed when a piece of this type has left its line.
    fn uncovered(&self, piece: Piece, occupied: BitBoard) -> BitBoard {
        let mut uncovered = BitBoard::EMPTY;
        if piece != Piece::Knight && piece != Piece::Rook {
            uncovered |= bishop_attacks(self.square, occupied) & self.position.diagonal_sliders();
        }
        if piece == Piece::Rook || piece == Piece::Queen || piece == Piece::King {
            uncovered |= rook_attacks(self.square, occupied) & self.position.straight_sliders();
        }
        uncovered
    }

    /// The side's attackers that are pinned to their king.
    fn held_by_pins(&self, own: BitBoard) -> BitBoard {
        let position = self.position;
        let king = position.king(self.side);
        let enemies = position.by_color(!self.side) & self.occupied;
        let snipers = (super::attacks::bishop_rays(king) & position.diagonal_sliders()
            | super::attacks::rook_rays(king) & position.straight_sliders())
            & enemies;
        let mut held = BitBoard::EMPTY;
        for sniper in snipers {
            let way = between(king, sniper);
            let standing = way & self.occupied;
            // On the pin's own line a piece may take: the pinner itself, or in front of it.
            if !standing.has_many() && sniper != self.square && !way.has(self.square) {
                held |= standing & own;
            }
        }
        held
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::perft::STANDARD;

    /// (what it shows, FEN, move, centipawns)
    #[rustfmt::skip]
    const CASES: [(&str, &str, &str, i32); 20] = [
        ("a free pawn", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
        ("a quiet move to a safe square", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d5", 0),
        ("a quiet move into a pawn", "4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5", -500),
        ("a protected pawn", "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
        ("a trade", "3rk3/8/8/3r4/8/8/8/3RK3 w - - 0 1", "d1d5", 0),
        ("a rook won by two against two", "3rk3/8/8/3r4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 500),
        ("a rook behind a rook", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -400),
        ("a taker that costs too much", "3rk3/8/8/3p4/8/2N5/8/3RK3 w - - 0 1", "c3d5", 100),
        ("a bishop behind a queen", "4k3/6b1/5q2/8/3P4/2P5/8/4K3 b - - 0 1", "f6d4", -700),
        ("a pawn for a pawn", "4k3/8/8/2p5/3P4/4B3/8/4K3 b - - 0 1", "c5d4", 0),
        ("a protector pinned to its king", "4k3/4n3/8/3p4/8/8/8/3RRK2 w - - 0 1", "d1d5", 100),
        ("a protector that takes its pinner", "4k3/4r3/8/4p3/8/2Q5/8/4RK2 w - - 0 1", "c3e5", -300),
        ("a king that takes", "8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
        ("a king that may not take", "8/8/3k4/3p4/8/5B2/8/3RK3 w - - 0 1", "d1d5", 100),
        ("en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("en passant, taken back", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        ("a promotion", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 800),
        ("a promotion that is lost", "1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -100),
        ("a promotion that takes", "1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", 1_300),
        ("castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ];

    #[test]
    fn exchanges_have_the_values_counted_by_hand() {
        for (name, fen, mv, expected) in CASES {
            let position = Position::from_fen(fen).unwrap();
            let mv = position.parse_uci(mv).unwrap();
            assert_eq!(position.see(mv), expected, "{name}: {fen} {mv}");
        }
    }

    #[test]
    fn a_pawn_that_takes_back_on_the_last_rank_becomes_a_queen() {
        let position = Position::from_fen("1k6/8/8/8/8/8/1p6/n1R1K3 w - - 0 1").unwrap();
        let mv = position.parse_uci("c1a1").unwrap();
        assert_eq!(position.see(mv), 320 - 500 - 800);
    }

    #[test]
    fn the_threshold_question_agrees_with_the_value() {
        let mut asked = 0;
        for case in &STANDARD {
            let start = Position::from_fen(case.fen).unwrap();
            for first in start.legal_moves() {
                let position = start.play(first);
                for mv in position.legal_moves() {
                    let value = position.see(mv);
                    for threshold in [value - 1, value, value + 1, -500, -1, 0, 1, 100, 800] {
                        let expected = value >= threshold;
                        assert_eq!(position.see_ge(mv, threshold), expected, "{position} {mv}");
                        asked += 1;
                    }
                }
            }
        }
        assert!(asked > 10_000);
    }
}
