//! The board on a card: squares, marks and pieces, in the colours of the page's board.

use std::sync::LazyLock;

use engine::rules::{Color, Piece, Square};

use super::content::{BACKGROUND, Card};
use super::markup::inlined;

/// A square's side, in pixels.
const SQUARE: usize = 70;
/// The board's side, in pixels.
pub const SIDE: usize = 8 * SQUARE;
/// From the picture's edges to the board, in pixels.
pub const MARGIN: usize = 35;

// As `style/shared/tokens.css` has them; of two, the first is for light squares.
const LIGHT: &str = "#f0d9b5";
const DARK: &str = "#b58863";
const LAST: [&str; 2] = ["#c8d071", "#aeac4c"];
const CHECK: [&str; 2] = ["#e45c5c", "#d54848"];

/// How round the board's corners are, in pixels.
const RADIUS: usize = 6;
/// The ring around an attacked king, in pixels.
const RING: usize = 4;
/// From our drawings' 100 to a square's side.
const SCALE: f32 = 0.7;

/// Our pieces, each in a square of 100 x 100.
const DRAWINGS: [[&str; 6]; 2] = [
    [
        include_str!("../../../public/pieces/wP.svg"),
        include_str!("../../../public/pieces/wN.svg"),
        include_str!("../../../public/pieces/wB.svg"),
        include_str!("../../../public/pieces/wR.svg"),
        include_str!("../../../public/pieces/wQ.svg"),
        include_str!("../../../public/pieces/wK.svg"),
    ],
    [
        include_str!("../../../public/pieces/bP.svg"),
        include_str!("../../../public/pieces/bN.svg"),
        include_str!("../../../public/pieces/bB.svg"),
        include_str!("../../../public/pieces/bR.svg"),
        include_str!("../../../public/pieces/bQ.svg"),
        include_str!("../../../public/pieces/bK.svg"),
    ],
];

/// The pieces' drawings, to be used by their names.
static PIECES: LazyLock<String> = LazyLock::new(|| {
    let mut out = String::from("<defs>");
    for color in Color::ALL {
        for piece in Piece::ALL {
            let id = format!(r#"id="{}""#, name(color, piece));
            out += &inlined(DRAWINGS[color.index()][piece.index()], 100, &id);
        }
    }
    out + "</defs>"
});

/// The drawing of the board, [`MARGIN`] pixels from the picture's edges.
pub fn draw(card: &Card) -> String {
    let mut out = PIECES.clone();
    out += &field(LIGHT, &outline(MARGIN, MARGIN, SIDE));
    let dark = Square::ALL.into_iter().filter(|square| is_dark(*square));
    let dark: String = dark.map(|square| square_at(card, square)).collect();
    out += &field(DARK, &dark);
    for square in card.last_move.iter().flat_map(|mv| [mv.from(), mv.to()]) {
        out += &field(shade(square, LAST), &square_at(card, square));
    }
    if card.position.in_check() {
        out += &check(card);
    }
    out += &corners();
    for square in card.position.occupied() {
        if let Some((color, piece)) = card.position.piece_at(square) {
            let (x, y) = place(square, card.bottom);
            let name = name(color, piece);
            out += &format!(
                r##"<use href="#{name}" transform="translate({x} {y}) scale({SCALE})"/>"##
            );
        }
    }
    out
}

/// The king that is attacked: by colour, and by a ring for those who do not see it.
fn check(card: &Card) -> String {
    let king = card.position.king(card.position.side_to_move());
    let (x, y) = place(king, card.bottom);
    let inset = RING / 2;
    let ring = outline(x + inset, y + inset, SQUARE - RING);
    field(shade(king, CHECK), &square_at(card, king))
        + &format!(r##"<path fill="none" stroke="#ffffff" stroke-width="{RING}" d="{ring}"/>"##)
}

/// Rounds the board's corners: the background, but for a square with round corners.
fn corners() -> String {
    let straight = SIDE - 2 * RADIUS;
    let r = RADIUS;
    let around = outline(MARGIN, MARGIN, SIDE);
    format!(
        r#"<path fill="{BACKGROUND}" fill-rule="evenodd" d="{around}M{} {MARGIN}h{straight}a{r} {r} 0 0 1 {r} {r}v{straight}a{r} {r} 0 0 1 -{r} {r}h-{straight}a{r} {r} 0 0 1 -{r} -{r}v-{straight}a{r} {r} 0 0 1 {r} -{r}z"/>"#,
        MARGIN + RADIUS,
    )
}

/// The top left corner of a square in the picture, with the side of `bottom` below.
fn place(square: Square, bottom: Color) -> (usize, usize) {
    let (file, rank) = (square.file().index(), square.rank().index());
    let (column, row) = match bottom {
        Color::White => (file, 7 - rank),
        Color::Black => (7 - file, rank),
    };
    (MARGIN + column * SQUARE, MARGIN + row * SQUARE)
}

fn square_at(card: &Card, square: Square) -> String {
    let (x, y) = place(square, card.bottom);
    outline(x, y, SQUARE)
}

/// A square of the picture as a path.
fn outline(x: usize, y: usize, side: usize) -> String {
    format!("M{x} {y}h{side}v{side}h-{side}z")
}

fn field(color: &str, path: &str) -> String {
    format!(r#"<path fill="{color}" d="{path}"/>"#)
}

fn is_dark(square: Square) -> bool {
    (square.file().index() + square.rank().index()).is_multiple_of(2)
}

/// The first of the two for a light square, the second for a dark one.
fn shade(square: Square, [light, dark]: [&'static str; 2]) -> &'static str {
    if is_dark(square) { dark } else { light }
}

/// As the files are called: `wK`, `bP`.
fn name(color: Color, piece: Piece) -> String {
    format!("{}{}", color.char(), piece.fen_char(Color::White))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::tests::card;

    fn has(drawing: &str, piece: &str, x: usize, y: usize) -> bool {
        drawing.contains(&format!(
            r##"<use href="#{piece}" transform="translate({x} {y}) "##
        ))
    }

    #[test]
    fn every_drawing_is_a_group_with_its_name() {
        for color in Color::ALL {
            for piece in Piece::ALL {
                assert!(PIECES.contains(&format!(r#"<g id="{}" "#, name(color, piece))));
            }
        }
        assert!(
            !PIECES.contains("svg"),
            "a file begins otherwise than the others"
        );
    }

    #[test]
    fn pieces_stand_on_their_squares_from_both_sides() {
        // White: Ke1, Ra1, Pe4. Black: Kg8, Qd8.
        let fen = "3q2k1/8/8/8/4P3/8/8/R3K3 w - - 0 1";
        let drawing = draw(&card(fen, "", Color::White));
        assert_eq!(drawing.matches("<use ").count(), 5);
        assert!(has(&drawing, "wR", 35, 525));
        assert!(has(&drawing, "wK", 315, 525));
        assert!(has(&drawing, "wP", 315, 315));
        assert!(has(&drawing, "bQ", 245, 35));
        assert!(has(&drawing, "bK", 455, 35));

        let drawing = draw(&card(fen, "", Color::Black));
        assert_eq!(drawing.matches("<use ").count(), 5);
        assert!(has(&drawing, "wR", 525, 35));
        assert!(has(&drawing, "wK", 245, 35));
        assert!(has(&drawing, "wP", 245, 245));
        assert!(has(&drawing, "bQ", 315, 525));
        assert!(has(&drawing, "bK", 105, 525));
    }

    #[test]
    fn a1_is_dark_and_lies_where_its_side_sits() {
        assert!(is_dark(Square::A1) && is_dark(Square::H8));
        assert!(!is_dark(Square::H1) && !is_dark(Square::E4));
        assert_eq!(place(Square::A1, Color::White), (35, 525));
        assert_eq!(place(Square::A1, Color::Black), (525, 35));
    }

    #[test]
    fn the_last_move_and_the_attacked_king_are_marked() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
        let drawing = draw(&card(fen, "d8h4", Color::White));
        // d8 is dark, and so is h4; the king stands on e1, which is dark as well.
        assert!(drawing.contains(&field("#aeac4c", &outline(245, 35, SQUARE))));
        assert!(drawing.contains(&field("#aeac4c", &outline(525, 315, SQUARE))));
        assert!(drawing.contains(&field("#d54848", &outline(315, 525, SQUARE))));

        let quiet = draw(&card("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", Color::White));
        for color in LAST.into_iter().chain(CHECK) {
            assert!(!quiet.contains(color));
        }
    }
}
