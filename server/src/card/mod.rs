//! The picture that a link to a game shows in chats: the board, who plays, and how it stands.
//!
//! Pure: a [`Card`] goes in, SVG or PNG comes out, the same bytes for the same card. `board` and
//! `column` draw its halves, `text` makes words fit, `paint` turns the drawing into pixels. Names
//! may be anything that somebody once typed.

mod board;
pub mod cache;
mod column;
mod content;
mod markup;
mod paint;
mod text;

pub use content::{Card, CardPlayer, HEIGHT, WIDTH};
pub use paint::CardError;

use content::BACKGROUND;

/// The card as SVG, whose letters are to be drawn in Noto Sans.
pub fn svg(card: &Card) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{}"><path fill="{BACKGROUND}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>{}{}</svg>"#,
        paint::FAMILY,
        board::draw(card),
        column::draw(card),
    )
}

/// The card as PNG of [`WIDTH`] x [`HEIGHT`] pixels, of 30 to 75 kB.
///
/// Takes some 17 ms of one core (built for release), up to 26 ms where every line has to be cut,
/// and 6 MB while it lasts: for a thread that may block, and for an answer that is kept.
///
/// # Errors
/// None that a card's content could cause: see [`CardError`].
pub fn png(card: &Card) -> Result<Vec<u8>, CardError> {
    paint::png(&svg(card))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rules::{Color, Position};
    use resvg::usvg::{Group, Node, Text};

    /// A card of the position that moves in UCI lead to.
    pub(super) fn card(fen: &str, moves: &str, bottom: Color) -> Card {
        let mut position = Position::from_fen(fen).unwrap();
        let mut last_move = None;
        for uci in moves.split_whitespace() {
            let mv = position.parse_uci(uci).unwrap();
            position = position.play(mv);
            last_move = Some(mv);
        }
        Card {
            position,
            last_move,
            bottom,
            white: player("Anna", ""),
            black: player("Ponder", "Level 3"),
            headline: "Game in progress".to_owned(),
            detail: "Move 23 · 5+3".to_owned(),
        }
    }

    fn player(name: &str, note: &str) -> CardPlayer {
        CardPlayer {
            name: name.to_owned(),
            is_quoted: false,
            note: note.to_owned(),
        }
    }

    fn mate() -> Card {
        card(
            &Position::startpos().to_fen(),
            "f2f3 e7e5 g2g4 d8h4",
            Color::Black,
        )
    }

    fn saying(words: &str) -> Card {
        Card {
            white: player(words, words),
            black: player(words, words),
            headline: words.to_owned(),
            detail: words.to_owned(),
            ..mate()
        }
    }

    const HOSTILE: [&str; 14] = [
        "<script>alert(1)</script>",
        "</text></svg><svg onload='x'>",
        "]]><!--",
        "<![CDATA[ <!DOCTYPE x [<!ENTITY y SYSTEM \"file:///etc/passwd\">]> &y; &#0;",
        "&lt;&amp;&quot;\"'",
        "\u{0}\u{1}\u{8}\u{b}\u{1f}\u{7f}\u{9f}\u{fffe}\u{ffff}",
        "\u{202e}\u{2066}desrever\u{2069} שלום مرحبا",
        "👩‍👩‍👧‍👦🏳️‍🌈 🎉",
        "Z\u{334}\u{321}\u{33c}\u{353}a\u{301}\u{302}\u{303}\u{304}\u{305}lgo",
        "नमस्ते 山田太郎 ქართული Հայերեն",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
        "Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ Ǆ",
        " \n\r\t\u{a0}\u{2003}\u{3000} ",
        "",
    ];

    fn texts(group: &Group) -> Vec<&Text> {
        let mut found = Vec::new();
        for node in group.children() {
            match node {
                Node::Group(group) => found.extend(texts(group)),
                Node::Text(text) => found.push(&**text),
                Node::Path(_) | Node::Image(_) => (),
            }
        }
        found
    }

    #[test]
    fn whatever_people_have_typed_stays_in_its_column_with_its_marks() {
        for words in HOSTILE {
            let mut card = saying(words);
            card.white.is_quoted = true;
            card.black.is_quoted = true;
            let svg = svg(&card);
            let tree = paint::tree(&svg).unwrap_or_else(|error| panic!("{words:?}: {error}"));
            let texts = texts(tree.root());
            assert!(!texts.is_empty(), "{words:?}");
            for text in texts {
                let line = text.abs_bounding_box();
                let shown = text.chunks()[0].text();
                assert!(line.left() >= column::LEFT as f32, "{shown:?}: {line:?}");
                assert!(
                    line.right() <= column::RIGHT as f32 + 0.1,
                    "{shown:?}: {line:?}"
                );
            }
        }
    }

    #[test]
    fn whatever_people_are_called_the_drawing_is_one_and_stays_in_its_column() {
        let long = "Ж&".repeat(1_000_000);
        for words in HOSTILE.into_iter().chain([long.as_str()]) {
            let svg = svg(&saying(words));
            assert_eq!(svg.matches("<svg").count(), 1, "{words:?}");
            assert!(!svg.contains("<script") && !svg.contains("<!"));
            let tree = paint::tree(&svg).unwrap_or_else(|error| panic!("{words:?}: {error}"));
            let texts = texts(tree.root());
            // Ours, two players, and what else can be shown.
            assert!([3, 7].contains(&texts.len()), "{words:?}");
            for text in texts {
                let ink = text.flattened().abs_bounding_box();
                let line = text.abs_bounding_box();
                let shown = text.chunks()[0].text();
                let (left, right) = (column::LEFT as f32, column::RIGHT as f32);
                assert!(line.left() >= left, "{shown:?}: {line:?}");
                assert!(line.right() <= right + 0.1, "{shown:?}: {line:?}");
                // A letter may lean a little out of its own width.
                assert!(ink.left() >= left - 4.0, "{shown:?}: {ink:?}");
                assert!(ink.right() <= right + 4.0, "{shown:?}: {ink:?}");
                let height = HEIGHT as f32;
                assert!(
                    ink.top() > 0.0 && ink.bottom() < height,
                    "{shown:?}: {ink:?}"
                );
            }
        }
    }

    #[test]
    fn who_cannot_be_written_is_called_by_the_side() {
        let svg = svg(&saying("山田太郎"));
        assert!(svg.contains(">White</text>") && svg.contains(">Black</text>"));
    }

    #[test]
    fn a_typed_name_stands_in_quotation_marks_and_keeps_them_when_it_is_cut() {
        let typed = |name: &str| CardPlayer {
            is_quoted: true,
            ..player(name, "Name as typed")
        };
        let long = "W".repeat(60);
        let card = Card {
            white: typed("Anna-1\" \u{201d}"),
            black: typed(&long),
            ..mate()
        };
        let svg = svg(&card);
        assert!(svg.contains(">\u{201c}Anna-1\u{201d}</text>"), "{svg}");
        assert!(svg.contains("W\u{2026}\u{201d}</text>"), "{svg}");
    }

    #[test]
    fn the_side_at_the_boards_top_is_named_first() {
        for (bottom, first, second) in [
            (Color::White, ">Ponder</text>", ">Anna</text>"),
            (Color::Black, ">Anna</text>", ">Ponder</text>"),
        ] {
            let svg = svg(&card(&Position::startpos().to_fen(), "", bottom));
            // The wordmark says the same word before.
            let players = &svg[svg.find("<circle cx=\"660\"").unwrap()..];
            assert!(players.find(first).unwrap() < players.find(second).unwrap());
        }
    }

    #[test]
    fn a_card_is_a_png_of_the_size_that_it_says() {
        let png = png(&mate()).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&png[12..16], b"IHDR");
        assert_eq!(png[16..20], 1200_u32.to_be_bytes());
        assert_eq!(png[20..24], 630_u32.to_be_bytes());
        assert!(png.len() < 150_000, "{} bytes", png.len());
    }

    #[test]
    fn the_same_card_is_the_same_bytes() {
        assert!(png(&mate()).unwrap() == png(&mate()).unwrap());
        assert!(png(&mate()).unwrap() != png(&saying("Anna")).unwrap());
    }
}
