//! Drawings as SVG, element by element.

use std::fmt::Write;

/// A drawing on a white ground, in the colours of the guide.
pub struct Svg {
    text: String,
}

/// Where a text stands beside its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// Of grid lines.
pub const GRID: &str = "#ebe7db";
/// Of titles.
pub const INK: &str = "#1b1b2e";
/// Of other texts.
pub const SOFT_INK: &str = "#55536f";

impl Svg {
    /// An empty drawing of a size in pixels.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg {
            text: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
                 font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
                 <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
            ),
        }
    }

    pub fn line(&mut self, [x1, y1, x2, y2]: [f64; 4], color: &str, width: f64) {
        self.element(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" \
             stroke=\"{color}\" stroke-width=\"{width}\"/>"
        ));
    }

    pub fn dot(&mut self, [x, y]: [f64; 2], color: &str) {
        self.element(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{color}\"/>"
        ));
    }

    pub fn text(&mut self, [x, y]: [f64; 2], anchor: Anchor, color: &str, words: &str) {
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        self.element(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{}\" fill=\"{color}\">{words}</text>",
            anchor.name()
        ));
    }

    /// The file.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    fn element(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        writeln!(self.text, "{element}").ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_be_taken_for_elements() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text([1.0, 2.0], Anchor::End, INK, "<b> & more");
        let file = svg.finish();
        assert!(
            file.contains("text-anchor=\"end\" fill=\"#1b1b2e\">&lt;b> &amp; more</text>"),
            "{file}"
        );
        assert!(file.starts_with("<svg ") && file.ends_with("</svg>\n"));
    }
}
