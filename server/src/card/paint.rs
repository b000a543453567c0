//! From SVG to PNG, with the fonts in `server/fonts` and no others: the same on every machine.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use resvg::usvg;

use super::content::{HEIGHT, WIDTH};
use super::markup::escaped;

/// Why a card could not be painted. Not for anything that a card may say.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    #[error("the card's drawing cannot be read: {0}")]
    Read(#[from] usvg::Error),
    #[error("the card's picture cannot be written: {0}")]
    Write(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// What the fonts call themselves.
pub const FAMILY: &str = "Noto Sans";

static REGULAR: &[u8] = include_bytes!("../../fonts/NotoSans-Regular.ttf");
static SEMI_BOLD: &[u8] = include_bytes!("../../fonts/NotoSans-SemiBold.ttf");

/// How thick the letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Regular,
    SemiBold,
}

impl Weight {
    /// The number that CSS has for it.
    pub const fn css(self) -> u16 {
        match self {
            Weight::Regular => 400,
            Weight::SemiBold => 600,
        }
    }
}

static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for font in [REGULAR, SEMI_BOLD] {
        fonts.load_font_source(Source::Binary(Arc::new(font)));
    }
    Options {
        font_family: FAMILY.to_owned(),
        fontdb: Arc::new(fonts),
        // A card refers to no picture; should one ever slip in, no file is opened for it.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
});

/// Reads a drawing.
pub fn tree(svg: &str) -> Result<Tree, CardError> {
    Ok(Tree::from_str(svg, &OPTIONS)?)
}

/// How wide `text` is in pixels, at `size` pixels: from where it begins to where the next letter
/// would.
pub fn width(text: &str, weight: Weight, size: f32) -> f32 {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg"><text font-weight="{}" font-size="{size}">{}</text></svg>"#,
        weight.css(),
        escaped(text),
    );
    // What cannot be measured does not fit.
    tree(&svg).map_or(f32::INFINITY, |tree| tree.root().bounding_box().width())
}

/// Paints a drawing of [`WIDTH`] x [`HEIGHT`] pixels.
pub fn png(svg: &str) -> Result<Vec<u8>, CardError> {
    let tree = tree(svg)?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).expect("the size is constant, and not zero");
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| CardError::Write(error.into()))
}

/// Whether the font of this weight has a drawing of `letter`.
#[cfg(test)]
pub fn has_glyph(weight: Weight, letter: char) -> bool {
    use resvg::usvg::Node;

    if letter == ' ' {
        return true;
    }
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg"><text font-weight="{}">{}</text></svg>"#,
        weight.css(),
        escaped(&letter.to_string()),
    );
    let tree = tree(&svg).unwrap();
    let [Node::Text(text)] = tree.root().children() else {
        return false;
    };
    let glyphs = || {
        text.layouted()
            .iter()
            .flat_map(|span| &span.positioned_glyphs)
    };
    let is_own = |font| {
        let face = tree.fontdb().face(font);
        face.is_some_and(|face| face.weight.0 == weight.css())
    };
    glyphs().count() > 0 && glyphs().all(|glyph| glyph.id.0 != 0 && is_own(glyph.font))
}
