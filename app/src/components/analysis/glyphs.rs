//! Numeric annotation glyphs as signs. Numbers and meanings are those of the PGN standard.

use leptos::prelude::*;

/// A glyph's sign and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub nag: u8,
    pub sign: &'static str,
    pub name: &'static str,
}

/// Those that judge a move; a move has one of them.
pub const MOVE_GLYPHS: [Glyph; 6] = [
    glyph(3, "!!", "brilliant move"),
    glyph(1, "!", "good move"),
    glyph(5, "!?", "interesting move"),
    glyph(6, "?!", "dubious move"),
    glyph(2, "?", "mistake"),
    glyph(4, "??", "blunder"),
];

/// Those that judge a position, and others that have a sign.
const OTHER_GLYPHS: [Glyph; 17] = [
    glyph(7, "\u{25a1}", "only move"),
    glyph(10, "=", "equal position"),
    glyph(13, "\u{221e}", "unclear position"),
    glyph(14, "\u{2a72}", "White is slightly better"),
    glyph(15, "\u{2a71}", "Black is slightly better"),
    glyph(16, "\u{b1}", "White is better"),
    glyph(17, "\u{2213}", "Black is better"),
    glyph(18, "+\u{2212}", "White is winning"),
    glyph(19, "\u{2212}+", "Black is winning"),
    glyph(22, "\u{2a00}", "zugzwang"),
    glyph(23, "\u{2a00}", "zugzwang"),
    glyph(36, "\u{2191}", "with the initiative"),
    glyph(37, "\u{2191}", "with the initiative"),
    glyph(40, "\u{2192}", "with an attack"),
    glyph(41, "\u{2192}", "with an attack"),
    glyph(132, "\u{21c6}", "with counterplay"),
    glyph(146, "N", "novelty"),
];

const fn glyph(nag: u8, sign: &'static str, name: &'static str) -> Glyph {
    Glyph { nag, sign, name }
}

/// Whether a glyph judges a move.
pub fn is_move_glyph(nag: u8) -> bool {
    MOVE_GLYPHS.iter().any(|glyph| glyph.nag == nag)
}

/// The signs of a move's glyphs; `$` and the number where there is no sign.
pub fn glyph_marks(nags: &[u8]) -> Vec<AnyView> {
    let mark = |&nag: &u8| {
        let known = MOVE_GLYPHS.iter().chain(&OTHER_GLYPHS);
        match known.copied().find(|glyph| glyph.nag == nag) {
            Some(Glyph { sign, name, .. }) => mark(class(nag), sign.to_owned(), name.to_owned()),
            None => mark("verdict", format!("${nag}"), format!("glyph {nag}")),
        }
    };
    nags.iter().map(mark).collect()
}

fn mark(class: &'static str, sign: String, name: String) -> AnyView {
    let title = name.clone();
    view! {
        <span class=class title=title>
            <span aria-hidden="true">{sign}</span>
            <span class="visually-hidden">" " {name}</span>
        </span>
    }
    .into_any()
}

/// Coloured as the review's verdicts are.
fn class(nag: u8) -> &'static str {
    match nag {
        4 => "verdict blunder",
        2 => "verdict mistake",
        6 => "verdict inaccuracy",
        1 | 3 | 5 => "verdict good",
        _ => "verdict",
    }
}
