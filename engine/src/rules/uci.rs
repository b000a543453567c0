//! Parsing UCI moves: `e2e4`, `e7e8q`.

use super::{Color, Move, Piece, Position, Square};

/// Why a text is no legal move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not two squares and perhaps a piece.
    #[error("expected a move such as e2e4 or e7e8q, found {found:?}")]
    Malformed { found: String },
    /// The first square has no piece of the side to move.
    #[error("{side} has no piece on {from} to play {found:?} with")]
    NoPiece {
        found: String,
        from: Square,
        side: Color,
    },
    /// The promotion piece is missing.
    #[error("{found:?} must say what the pawn becomes, such as {found}q")]
    NoPromotion { found: String },
    /// The rules forbid it.
    #[error("{found:?} is not legal in this position")]
    Illegal { found: String },
}

impl Position {
    /// Parses a legal move. Castling may be written as the king's move (`e1g1`) or as the king
    /// capturing its rook (`e1h1`).
    ///
    /// ```
    /// use engine::rules::{MoveError, Position};
    ///
    /// let position = Position::startpos();
    /// assert!(position.parse_uci("g1f3").is_ok());
    /// assert!(matches!(position.parse_uci("g1g3"), Err(MoveError::Illegal { .. })));
    /// ```
    ///
    /// # Errors
    /// The text or the move is invalid.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let found = || text.chars().take(MAX_QUOTED).collect::<String>();
        let (from, to, promotion) =
            split(text).ok_or_else(|| MoveError::Malformed { found: found() })?;
        let Some((_, piece)) = self.piece_at(from).filter(|&(color, _)| color == self.side) else {
            return Err(MoveError::NoPiece {
                found: found(),
                from,
                side: self.side,
            });
        };
        let king_takes_rook =
            piece == Piece::King && self.piece_at(to) == Some((self.side, Piece::Rook));
        let moves = self.legal_moves();
        let mut candidates = moves.iter().copied().filter(|mv| mv.from() == from);
        let mv = if king_takes_rook {
            candidates.find(|mv| mv.is_castle() && (mv.to() > from) == (to > from))
        } else {
            candidates
                .find(|mv| mv.to() == to && (promotion.is_none() || mv.promotion() == promotion))
        };
        match mv {
            Some(mv) if mv.is_promotion() && promotion.is_none() => {
                Err(MoveError::NoPromotion { found: found() })
            }
            Some(mv) if mv.promotion() == promotion => Ok(mv),
            _ => Err(MoveError::Illegal { found: found() }),
        }
    }
}

/// Maximum length of quoted input in an error, characters.
const MAX_QUOTED: usize = 16;

fn split(text: &str) -> Option<(Square, Square, Option<Piece>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        None => None,
        Some(letter) => {
            let piece = Piece::from_char(letter.to_ascii_lowercase())?;
            Some(
                Piece::PROMOTIONS
                    .into_iter()
                    .find(|&promotion| promotion == piece)?,
            )
        }
    };
    rest.next().is_none().then_some((from, to, promotion))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_reads_back_from_its_uci_text() {
        for case in &crate::rules::perft::STANDARD {
            let position = Position::from_fen(case.fen).unwrap();
            for mv in position.legal_moves() {
                assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv));
            }
        }
    }

    #[test]
    fn castling_may_be_written_as_the_king_taking_its_rook() {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (king_to, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            assert_eq!(position.parse_uci(king_to), position.parse_uci(rook));
            assert!(position.parse_uci(rook).unwrap().is_castle());
        }
    }

    #[test]
    fn what_is_no_legal_move_is_refused_with_the_reason() {
        let position = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let malformed = |text: &str| MoveError::Malformed {
            found: text.to_owned(),
        };
        for text in [
            "", "a7", "a7a9", "a7a8x", "a7a8qq", "a7a8k", "é7a8", "a7é8q", "0000", "a7a8é",
        ] {
            assert_eq!(position.parse_uci(text), Err(malformed(text)));
        }
        let found = String::from;
        assert_eq!(
            position.parse_uci("h7h8"),
            Err(MoveError::NoPiece {
                found: found("h7h8"),
                from: Square::H7,
                side: Color::White
            })
        );
        assert_eq!(
            position.parse_uci("a7a8"),
            Err(MoveError::NoPromotion {
                found: found("a7a8")
            })
        );
        for text in ["a1a3", "a1a1", "a7b8q", "a1b1q"] {
            assert_eq!(
                position.parse_uci(text),
                Err(MoveError::Illegal { found: found(text) })
            );
        }
    }
}
