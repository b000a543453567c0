//! The words beside the board: whose picture this is, who plays, and how it stands.

use engine::rules::Color;
use wire::live::typed_name;

use super::board::{MARGIN, SIDE};
use super::content::{Card, CardPlayer, WIDTH};
use super::markup::{escaped, inlined};
use super::paint::{self, Weight};
use super::text;

// As `style/shared/tokens.css` has them for the dark theme.
const TEXT: &str = "#eceaf4";
const MUTED: &str = "#b0aec8";
const GOLD: &str = "#e8b84b";
const LINE: &str = "#2e2e49";

/// Where the column begins, in pixels from the left.
pub const LEFT: usize = MARGIN + SIDE + 45;
/// Where it ends.
pub const RIGHT: usize = WIDTH as usize - MARGIN;
const ROOM: f32 = (RIGHT - LEFT) as f32;

/// From the column's edge to the names: a disc and a gap.
const INDENT: usize = 2 * DISC + 24;
/// A disc's radius, in pixels.
const DISC: usize = 20;

/// The middle of the upper player's row, and of the lower one's.
const ROWS: [usize; 2] = [222, 358];

/// How high the fonts' capitals are, in sizes.
const CAPITALS: f32 = 0.714;

/// How a line is written; the sizes are the largest and the smallest, in pixels.
struct Style {
    weight: Weight,
    color: &'static str,
    sizes: (f32, f32),
}

const BRAND: Style = style(Weight::SemiBold, TEXT, (36.0, 36.0));
const NAME: Style = style(Weight::SemiBold, TEXT, (44.0, 30.0));
const NOTE: Style = style(Weight::Regular, MUTED, (28.0, 24.0));
const HEADLINE: Style = style(Weight::SemiBold, GOLD, (56.0, 32.0));
const DETAIL: Style = style(Weight::Regular, MUTED, (30.0, 24.0));

const fn style(weight: Weight, color: &'static str, sizes: (f32, f32)) -> Style {
    Style {
        weight,
        color,
        sizes,
    }
}

/// The drawing of the column from [`LEFT`] to [`RIGHT`].
pub fn draw(card: &Card) -> String {
    let headline = text::legible(&card.headline);
    let detail = text::legible(&card.detail);
    let line = (ROWS[0] + ROWS[1]) / 2;
    brand()
        + &players(card)
        + &format!(r#"<path stroke="{LINE}" stroke-width="2" d="M{LEFT} {line}H{RIGHT}"/>"#)
        + &HEADLINE.fitted(&headline, LEFT, 534)
        + &DETAIL.fitted(&detail, LEFT, 586)
}

/// The knight of the page's icon, and the name.
fn brand() -> String {
    const ICON: &str = include_str!("../../../public/favicon.svg");
    // The icon has seven pixels of background around its drawing.
    let corner = format!("translate({} {})", LEFT - 7, MARGIN - 7);
    let icon = inlined(ICON, 64, &format!(r#"transform="{corner} scale(0.9)""#));
    icon + &BRAND.written("Ponder", BRAND.sizes.0, LEFT + 60, MARGIN + 38)
}

/// Both players, whose names have the same size: the one above is who sits at the board's top.
fn players(card: &Card) -> String {
    let seats = [!card.bottom, card.bottom];
    let room = ROOM - INDENT as f32;
    let names = seats.map(|side| name(card.player(side), side));
    let sizes = names
        .each_ref()
        .map(|(name, is_quoted)| NAME.size(&quoted(name, *is_quoted), room));
    let size = sizes[0].min(sizes[1]);

    let mut out = String::new();
    for ((side, (name, is_quoted)), middle) in seats.into_iter().zip(names).zip(ROWS) {
        let note = text::legible(&card.player(side).note);
        // Alone, a name stands with its capitals around the middle.
        let baseline = if note.is_empty() {
            middle + (CAPITALS * size / 2.0) as usize
        } else {
            middle - 5
        };
        out += &disc(side, middle);
        // What is left out of a long name is left out between its marks.
        let marks = paint::width(&quoted("", is_quoted), NAME.weight, size);
        let name = text::cut(&name, NAME.weight, room - marks, size);
        out += &NAME.written(&quoted(&name, is_quoted), size, LEFT + INDENT, baseline);
        out += &NOTE.fitted(&note, LEFT + INDENT, middle + 36);
    }
    out
}

/// The name as it can be shown, or the side's if nothing of it can; and whether it stands in
/// quotation marks.
fn name(player: &CardPlayer, side: Color) -> (String, bool) {
    let name = match player.is_quoted {
        true => text::legible(&typed_name::cleaned(&player.name)),
        false => text::legible(&player.name),
    };
    match side {
        _ if !name.is_empty() => (name, player.is_quoted),
        Color::White => ("White".to_owned(), false),
        Color::Black => ("Black".to_owned(), false),
    }
}

fn quoted(name: &str, is_quoted: bool) -> String {
    match is_quoted {
        true => format!("\u{201c}{name}\u{201d}"),
        false => name.to_owned(),
    }
}

/// The colour that somebody plays, as the pieces have it.
fn disc(side: Color, middle: usize) -> String {
    let (fill, rim) = match side {
        Color::White => ("#fdf9f0", "#fdf9f0"),
        Color::Black => ("#2e2a3a", "#b9b2cc"), // its fill alone would be lost on the background
    };
    let radius = DISC - 1;
    let center = LEFT + DISC;
    format!(
        r#"<circle cx="{center}" cy="{middle}" r="{radius}" fill="{fill}" stroke="{rim}" stroke-width="2"/>"#
    )
}

impl Style {
    fn size(&self, text: &str, room: f32) -> f32 {
        text::size(text, self.weight, room, self.sizes)
    }

    /// A line from `x` to the column's end, as large as it fits, cut if need be.
    fn fitted(&self, text: &str, x: usize, baseline: usize) -> String {
        let room = (RIGHT - x) as f32;
        let size = self.size(text, room);
        let shown = text::cut(text, self.weight, room, size);
        self.written(&shown, size, x, baseline)
    }

    fn written(&self, text: &str, size: f32, x: usize, baseline: usize) -> String {
        let (weight, color, text) = (self.weight.css(), self.color, escaped(text));
        format!(
            r#"<text x="{x}" y="{baseline}" font-size="{size}" font-weight="{weight}" fill="{color}">{text}</text>"#
        )
    }
}
