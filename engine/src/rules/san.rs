//! Standard Algebraic Notation: `Nbd7`, `exd8=Q+`, `O-O`.

use super::{BitBoard, File, Move, Piece, Position, Rank, Square};

/// Why a text is no legal move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// Not a move in this notation.
    #[error("expected a move such as Nf3, exd5 or O-O, found {found:?}")]
    Malformed { found: String },
    /// The promotion piece is missing.
    #[error("{found:?} must say what the pawn becomes, such as {found}=Q")]
    NoPromotion { found: String },
    /// No legal move fits.
    #[error("{found:?} is not legal in this position")]
    Illegal { found: String },
    /// Several legal moves fit.
    #[error("{found:?} could be {} or {}", .moves[0], .moves[1])]
    Ambiguous { found: String, moves: [Move; 2] },
}

/// The shortest unambiguous text of a legal move, with `+` or `#`.
///
/// ```
/// use engine::rules::{Position, san};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
/// assert_eq!(san::write(&position, position.parse_uci("e1g1").unwrap()), "O-O");
/// assert_eq!(san::write(&position, position.parse_uci("a1a8").unwrap()), "Ra8+");
/// ```
pub fn write(position: &Position, mv: Move) -> String {
    let mut text = String::with_capacity(8);
    let piece = position.piece_on(mv.from());
    if mv.is_castle() {
        text.push_str(if mv.to() > mv.from() { "O-O" } else { "O-O-O" });
    } else {
        if piece == Piece::Pawn {
            if mv.is_capture() {
                text.push(mv.from().file().char());
            }
        } else {
            text.push(piece.char().to_ascii_uppercase());
            push_disambiguation(&mut text, position, mv, piece);
        }
        if mv.is_capture() {
            text.push('x');
        }
        text.push_str(&mv.to().to_string());
        if let Some(promoted) = mv.promotion() {
            text.push('=');
            text.push(promoted.char().to_ascii_uppercase());
        }
    }
    let next = position.play(mv);
    if next.in_check() {
        text.push(if next.has_legal_move() { '+' } else { '#' });
    }
    text
}

/// Disambiguation by file, else rank, else both, where another piece of the type can move there.
fn push_disambiguation(text: &mut String, position: &Position, mv: Move, piece: Piece) {
    let (from, to) = (mv.from(), mv.to());
    let rivals: BitBoard = position
        .legal_moves()
        .iter()
        .filter(|rival| rival.to() == to && rival.from() != from && !rival.is_castle())
        .map(|rival| rival.from())
        .filter(|&square| position.piece_on(square) == piece)
        .collect();
    if rivals.is_empty() {
        return;
    }
    let same_file = rivals.meets(BitBoard::file(from.file()));
    let same_rank = rivals.meets(BitBoard::rank(from.rank()));
    if !same_file || same_rank {
        text.push(from.file().char());
    }
    if same_file {
        text.push(from.rank().char());
    }
}

/// The parts of a move's text.
struct Pattern {
    piece: Piece,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

/// Parses a legal move.
///
/// Lenient: accepts castling with zeros (`0-0`), a missing or superfluous `x`, superfluous
/// disambiguation, promotion without `=` (`e8Q`) or in brackets, missing or wrong check marks, and
/// trailing `!` and `?`.
///
/// ```
/// use engine::rules::{Position, san};
///
/// let position = Position::startpos();
/// assert_eq!(san::parse(&position, "Nf3!?").unwrap().to_string(), "g1f3");
/// assert!(san::parse(&position, "Nd2").is_err());
/// ```
///
/// # Errors
/// The text or the move is invalid.
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    let found = || text.chars().take(MAX_QUOTED).collect::<String>();
    let body = text.trim_end_matches(['+', '#', '!', '?']);
    let moves = position.legal_moves();
    if let Some(long) = castling_side(body) {
        let castle = moves
            .iter()
            .find(|mv| mv.is_castle() && (mv.to() < mv.from()) == long);
        return castle
            .copied()
            .ok_or_else(|| SanError::Illegal { found: found() });
    }
    let pattern = read(body).ok_or_else(|| SanError::Malformed { found: found() })?;
    let mut fitting = moves
        .iter()
        .copied()
        .filter(|&mv| pattern.fits(position, mv));
    let Some(mv) = fitting.next() else {
        return Err(SanError::Illegal { found: found() });
    };
    if mv.is_promotion() && pattern.promotion.is_none() {
        return Err(SanError::NoPromotion { found: found() });
    }
    match fitting.next() {
        Some(other) => Err(SanError::Ambiguous {
            found: found(),
            moves: [mv, other],
        }),
        None => Ok(mv),
    }
}

/// Maximum length of quoted input in an error, characters.
const MAX_QUOTED: usize = 16;

/// Whether the text is castling, and then whether to the a-file's side.
fn castling_side(body: &str) -> Option<bool> {
    match body {
        "O-O" | "0-0" | "o-o" => Some(false),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(true),
        _ => None,
    }
}

/// `[PNBRQK][a-h][1-8][x-]<square>[=][(]NBRQ[)]`, read from both ends.
fn read(body: &str) -> Option<Pattern> {
    let mut piece = Piece::Pawn;
    let mut rest = body;
    if let Some(letter) = rest.chars().next().filter(char::is_ascii_uppercase) {
        piece = Piece::from_char(letter.to_ascii_lowercase())?;
        rest = &rest[1..];
    }
    let promotion;
    (rest, promotion) = split_promotion(rest);
    let split = rest.len().checked_sub(2)?;
    let to = rest.get(split..)?.parse().ok()?;
    let mut start = rest.get(..split)?;
    start = start.strip_suffix(['x', ':', '-']).unwrap_or(start);
    let mut letters = start.chars().peekable();
    let from_file = letters.peek().copied().and_then(File::from_char);
    if from_file.is_some() {
        letters.next();
    }
    let from_rank = letters.peek().copied().and_then(Rank::from_char);
    if from_rank.is_some() {
        letters.next();
    }
    letters.next().is_none().then_some(Pattern {
        piece,
        from_file,
        from_rank,
        to,
        promotion,
    })
}

/// Cuts `=Q`, `(Q)`, `/Q`, `Q` or `q` off the end. A text that ends otherwise is left whole.
fn split_promotion(text: &str) -> (&str, Option<Piece>) {
    let inner = text.strip_suffix(')').unwrap_or(text);
    let mut letters = inner.chars();
    let piece = letters.next_back().and_then(|letter| {
        let piece = Piece::from_char(letter.to_ascii_lowercase())?;
        Piece::PROMOTIONS.contains(&piece).then_some(piece)
    });
    if piece.is_none() {
        return (text, None);
    }
    let rest = letters.as_str();
    (rest.strip_suffix(['=', '(', '/']).unwrap_or(rest), piece)
}

impl Pattern {
    fn fits(&self, position: &Position, mv: Move) -> bool {
        mv.to() == self.to
            && !mv.is_castle()
            && position.piece_on(mv.from()) == self.piece
            && self.from_file.is_none_or(|file| mv.from().file() == file)
            && self.from_rank.is_none_or(|rank| mv.from().rank() == rank)
            && (self.promotion.is_none() || mv.promotion() == self.promotion)
            && (self.piece != Piece::Pawn || !mv.is_capture() || self.from_file.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn a_move_is_written_as_short_as_it_can_be() {
        let rooks = "4k3/8/8/8/R7/8/8/R2K3R w - - 0 1";
        let queens = "8/8/k7/8/4Q2Q/8/8/1K5Q w - - 0 1";
        let knights = "k7/8/8/1N3N2/8/8/5N2/K7 w - - 0 1";
        let pinned = "3rk3/8/8/8/8/3N3N/8/3K4 w - - 0 1";
        let cases = [
            (rooks, "a1a3", "R1a3"),
            (rooks, "a1b1", "Rb1"),
            (rooks, "h1e1", "Re1+"),
            (queens, "h4e1", "Qh4e1"),
            (queens, "e4e1", "Qee1"),
            (queens, "h1e1", "Q1e1"),
            (knights, "f5d4", "Nfd4"),
            (knights, "b5d4", "Nbd4"),
            // The knight on d3 is pinned, so the other needs no addition.
            (pinned, "h3f4", "Nf4"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"),
            ("r3k3/8/8/8/8/8/8/3K4 b q - 0 1", "e8c8", "O-O-O+"),
        ];
        for (fen, uci, san) in cases {
            let position = position(fen);
            let mv = position.parse_uci(uci).unwrap();
            assert_eq!(write(&position, mv), san, "{fen} {uci}");
            assert_eq!(parse(&position, san), Ok(mv), "{fen} {san}");
        }
    }

    #[test]
    fn what_people_write_is_read() {
        let promotion = "1r2k3/P7/8/8/8/8/8/4K2R w K - 0 1";
        let middle = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        let cases = [
            (promotion, "a8Q", "a7a8q"),
            (promotion, "a8=n", "a7a8n"),
            (promotion, "a8(R)", "a7a8r"),
            (promotion, "a8/B", "a7a8b"),
            (promotion, "ab8=Q", "a7b8q"),
            (promotion, "a7xb8Q+!", "a7b8q"),
            (promotion, "0-0", "e1g1"),
            (promotion, "O-O+??", "e1g1"),
            (middle, "Ne5", "f3e5"),
            (middle, "N:e5", "f3e5"),
            (middle, "Nf3xe5!?", "f3e5"),
            (middle, "N3g5", "f3g5"),
            (middle, "Pd4", "d2d4"),
            (middle, "d2-d4", "d2d4"),
            (middle, "Bb5#", "f1b5"),
        ];
        for (fen, san, uci) in cases {
            let parsed = parse(&position(fen), san).map(|mv| mv.to_string());
            assert_eq!(parsed, Ok(uci.to_owned()), "{san}");
        }
    }

    #[test]
    fn what_names_no_single_legal_move_is_refused_with_the_reason() {
        let start = Position::startpos();
        let found = |text: &str| text.to_owned();
        let malformed = [
            "", "+", "N", "Nf", "f9", "Xf3", "Nf3f", "e4e", "==Q", "é4", "Né3", "N😀", "e2ee4",
            "OO",
        ];
        for text in malformed {
            assert_eq!(
                parse(&start, text),
                Err(SanError::Malformed { found: found(text) })
            );
        }
        for text in ["Nd2", "e5", "O-O", "0-0-0", "Ke2", "dxe4", "e4=Q", "Nbf3"] {
            assert_eq!(
                parse(&start, text),
                Err(SanError::Illegal { found: found(text) }),
                "{text}"
            );
        }
        let rooks = position("4k3/8/8/8/8/8/3K4/R6R w - - 0 1");
        assert!(matches!(
            parse(&rooks, "Re1+"),
            Err(SanError::Ambiguous { .. })
        ));
        let pawn = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(
            parse(&pawn, "a8"),
            Err(SanError::NoPromotion { found: found("a8") })
        );
    }
}
