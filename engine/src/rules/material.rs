//! Material: insufficient material, and what is left besides pawns.

use super::{BitBoard, Color, Piece, Position};

impl Position {
    /// Whether a side has more than king and pawns.
    pub fn has_non_pawn_material(&self, side: Color) -> bool {
        let plain = self.colored(side, Piece::Pawn) | self.colored(side, Piece::King);
        self.by_color(side) != plain
    }

    /// Whether the material alone rules out every mate: king against king, one knight or bishop in
    /// all, or any number of bishops that all stand on squares of one colour.
    pub fn insufficient_material(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, _] = self.pieces;
        if !(pawns | rooks | queens).is_empty() {
            return false;
        }
        let one_colour = (bishops & BitBoard::DARK_SQUARES).is_empty()
            || (bishops - BitBoard::DARK_SQUARES).is_empty();
        !(knights | bishops).has_many() || knights.is_empty() && one_colour
    }

    /// Whether `color` can mate by any sequence of legal moves: only then the opponent loses on time. A
    /// lone king cannot; a knight, or bishops on squares of one colour, need a piece of the opponent's
    /// that can block its own king.
    pub fn can_win(&self, color: Color) -> bool {
        let own = |piece| self.colored(color, piece);
        let theirs = |piece| self.colored(!color, piece);
        let heavy = own(Piece::Pawn) | own(Piece::Rook) | own(Piece::Queen);
        if !heavy.is_empty() {
            return true;
        }
        let (knights, bishops) = (own(Piece::Knight), own(Piece::Bishop));
        if knights.is_empty() && bishops.is_empty() {
            return false;
        }
        if bishops.is_empty() && !knights.has_many() {
            let blockers = self.by_color(!color) - theirs(Piece::Queen) - theirs(Piece::King);
            return !blockers.is_empty();
        }
        let dark = !(bishops & BitBoard::DARK_SQUARES).is_empty();
        let light = !(bishops - BitBoard::DARK_SQUARES).is_empty();
        if !knights.is_empty() || dark && light {
            return true;
        }
        let others = theirs(Piece::Bishop);
        let opposite = if dark {
            others - BitBoard::DARK_SQUARES
        } else {
            others & BitBoard::DARK_SQUARES
        };
        !(opposite | theirs(Piece::Pawn) | theirs(Piece::Knight)).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fallen_flag_loses_only_to_who_could_mate() {
        for (fen, can) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false),
            ("4k2q/8/8/8/8/8/8/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", false),
            ("4k2q/8/8/8/8/8/8/N3K3 w - - 0 1", false),
            ("4k2r/8/8/8/8/8/8/N3K3 w - - 0 1", true),
            ("4k2r/8/8/8/8/8/8/NN2K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", false),
            ("4k2r/8/8/8/8/8/8/B3K3 w - - 0 1", false),
            ("4k3/7p/8/8/8/8/8/B3K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/B1BBK3 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/B3K3 w - - 0 1", false),
            ("4k1b1/8/8/8/8/8/8/B3K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/BN2K3 w - - 0 1", true),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(position.can_win(Color::White), can, "{fen}");
        }
    }
}
