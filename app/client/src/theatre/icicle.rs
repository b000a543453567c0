//! The picture of a tree: a row for each level, from left to right in the order of the search, as wide as
//! the nodes below.

use engine::search::Cause;

use super::TreeView;
use super::palette::{Palette, Rgba, mix};

/// The height of a row, pixels.
const MIN_ROW: usize = 7;
const MAX_ROW: usize = 26;
/// A label needs so much width and height, pixels at the scale of 1.
const LABEL_WIDTH: f64 = 34.0;
const LABEL_ROW: usize = 14;
/// Opacity of what the filter leaves out, of 255.
const FAINT: u8 = 50;

/// What is drawn, and how.
#[derive(Debug, Clone, Copy)]
pub struct Icicle<'a> {
    pub view: &'a TreeView,
    /// The node whose branch fills the picture.
    pub top: u32,
    /// What comes after this visit is not drawn yet.
    pub last_visit: u32,
    /// Only nodes of this cause are drawn in full colour.
    pub cause: Option<Cause>,
    pub selected: u32,
    /// If there are any, only these are drawn in full colour; ascending.
    pub found: &'a [u32],
    /// Nodes whose bets failed; ascending.
    pub wrong: &'a [u32],
    pub palette: Palette,
    /// Pixels of the picture in one of the page.
    pub scale: usize,
}

/// The pixels of a picture, row by row.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<Rgba>,
    /// Where a text is to be written.
    pub labels: Vec<Label>,
    /// Per row: the first pixel that is not drawn yet.
    drawn: Vec<usize>,
}

/// The place of a node that is large enough for its move's name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    pub node: u32,
    /// Left edge and middle, pixels.
    pub x: usize,
    pub y: usize,
    /// Pixels.
    pub width: usize,
    /// Whether the ground is dark.
    pub on_dark: bool,
}

/// A row's upper edge and height, pixels.
#[derive(Debug, Clone, Copy)]
struct Row {
    top: usize,
    height: usize,
}

/// The rows of a picture, one for each level.
#[derive(Debug, Clone, Copy)]
struct Rows {
    count: usize,
    /// Of each, the gap below it included; pixels.
    height: usize,
}

impl Rows {
    fn row(self, depth: usize, gap: usize) -> Row {
        Row {
            top: depth * self.height,
            height: self.height - gap,
        }
    }
}

impl Picture {
    /// Its bytes: red, green, blue, opacity.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
    }

    /// Another size, everything in one colour.
    fn clear(&mut self, width: usize, height: usize, color: Rgba) {
        (self.width, self.height) = (width, height);
        self.pixels.clear();
        self.pixels.resize(width * height, color);
        self.labels.clear();
        self.drawn.clear();
    }

    fn fill(
        &mut self,
        from: usize,
        to: usize,
        row: Row,
        (color, hatching): (Rgba, Option<Rgba>),
        scale: usize,
    ) {
        let bottom = (row.top + row.height).min(self.height);
        for y in row.top..bottom {
            let line = &mut self.pixels[y * self.width..][..self.width];
            match hatching {
                None => line[from..to].fill(color),
                Some(other) => {
                    for (x, pixel) in (from..to).zip(&mut line[from..to]) {
                        let is_stripe = (x + y) / scale % 6 < 3;
                        *pixel = if is_stripe { color } else { other };
                    }
                }
            }
        }
    }

    fn frame(&mut self, from: usize, to: usize, row: Row, color: Rgba, thickness: usize) {
        let edge = |top: usize| Row {
            top,
            height: thickness,
        };
        self.fill(from, to, edge(row.top), (color, None), 1);
        let bottom = (row.top + row.height).saturating_sub(thickness);
        self.fill(from, to, edge(bottom), (color, None), 1);
        self.fill(from, (from + thickness).min(to), row, (color, None), 1);
        let inner = to.saturating_sub(thickness).max(from);
        self.fill(inner, to, row, (color, None), 1);
    }
}

impl Icicle<'_> {
    /// Draws into a picture of this size.
    pub fn draw(&self, picture: &mut Picture, width: usize, height: usize) {
        picture.clear(width, height, self.palette.background);
        let rows = self.rows(height);
        picture.drawn.resize(rows.count, 0);
        let (first, visits) = self.view.span(self.top);
        let scale = width as f64 / f64::from(visits.max(1));
        let x = |visit: u32| f64::from(visit.saturating_sub(first)) * scale;
        let end = x(self.last_visit.saturating_add(1)).min(width as f64);
        let level = self.view.level(self.top);
        let mut selected = None;
        for index in self.top..self.view.branch_end(self.top) {
            let node = self.view.node(index);
            if node.visit > self.last_visit {
                break;
            }
            let depth = usize::from(self.view.level(index) - level);
            if depth >= rows.count {
                continue;
            }
            let row = rows.row(depth, self.scale);
            if node.nodes == 0 {
                self.draw_skipped(picture, x(node.visit + 1), row, node.cause);
                continue;
            }
            let (visit, nodes) = self.view.span(index);
            let right = (x(visit) + f64::from(nodes) * scale).min(end);
            let to = (right.round() as usize).min(width);
            let from = (x(visit).round() as usize).max(picture.drawn[depth]);
            if index == self.selected {
                selected = Some((x(visit).round() as usize, to, row));
            }
            if to <= from {
                continue;
            }
            picture.drawn[depth] = to;
            self.draw_node(picture, index, from, to, row);
            if self.view.tree().folded(index).next().is_some() && depth + 1 < rows.count {
                let below = rows.row(depth + 1, self.scale);
                let ground = (self.palette.background, Some(self.palette.folded));
                picture.fill(from, to, below, ground, self.scale);
            }
        }
        if let Some((from, to, row)) = selected {
            let least = (from + 4 * self.scale).min(width);
            let from = from.min(width.saturating_sub(4 * self.scale));
            let thickness = 2 * self.scale;
            picture.frame(from, to.max(least), row, self.palette.selected, thickness);
        }
    }

    /// The rows of a picture of this height.
    fn rows(&self, height: usize) -> Rows {
        let levels = usize::from(self.view.height(self.top));
        let (least, most) = (MIN_ROW * self.scale, MAX_ROW * self.scale);
        let count = levels.min(height / least).max(1);
        Rows {
            count,
            height: (height / count).clamp(least, most),
        }
    }

    fn draw_node(&self, picture: &mut Picture, index: u32, from: usize, to: usize, row: Row) {
        let node = self.view.node(index);
        // A gap, where there is room for one.
        let gap = if to - from >= 4 * self.scale {
            self.scale
        } else {
            0
        };
        let (mut color, mut hatching) = self.palette.cause(node.cause);
        let is_wrong = self.wrong.binary_search(&index).is_ok();
        if is_wrong {
            color = self.palette.wrong;
        }
        let is_other = !self.found.is_empty() && self.found.binary_search(&index).is_err();
        if is_other || self.cause.is_some_and(|cause| cause != node.cause) {
            let faint = |color| mix(color, self.palette.background, FAINT);
            (color, hatching) = (faint(color), hatching.map(faint));
        }
        picture.fill(from, to - gap, row, (color, hatching), self.scale);
        if self.view.is_best(index) {
            let strip = Row {
                height: (3 * self.scale).min(row.height),
                ..row
            };
            picture.fill(
                from,
                to - gap,
                strip,
                (self.palette.chosen, None),
                self.scale,
            );
        }
        let is_wide = (to - from) as f64 >= LABEL_WIDTH * self.scale as f64;
        if is_wide && row.height + self.scale >= LABEL_ROW * self.scale && node.parent.is_some() {
            let [red, green, blue, _] = color.map(u32::from);
            picture.labels.push(Label {
                node: index,
                x: from,
                y: row.top + row.height / 2,
                width: to - from,
                on_dark: 299 * red + 587 * green + 114 * blue < 128_000,
            });
        }
    }

    /// A tick for a move that was not searched.
    fn draw_skipped(&self, picture: &mut Picture, x: f64, row: Row, cause: Cause) {
        let from = (x.round() as usize).min(picture.width.saturating_sub(1));
        let to = (from + self.scale).min(picture.width);
        let height = row.height.div_ceil(3);
        let tick = Row {
            top: row.top + row.height - height,
            height,
        };
        let (mut color, _) = self.palette.cause(cause);
        if self.cause.is_some_and(|only| only != cause) {
            color = mix(color, self.palette.background, FAINT);
        }
        picture.fill(from, to, tick, (color, None), self.scale);
    }

    /// The node at a pixel of a picture of this size.
    #[must_use]
    pub fn node_at(&self, width: usize, height: usize, x: f64, y: f64) -> Option<u32> {
        if x < 0.0 || y < 0.0 || x >= width as f64 {
            return None;
        }
        let rows = self.rows(height);
        let depth = y as usize / rows.height;
        if depth >= rows.count {
            return None;
        }
        let (first, visits) = self.view.span(self.top);
        let visit = first + (x * f64::from(visits) / width as f64) as u32;
        if visit > self.last_visit {
            return None;
        }
        self.view.at(self.top, visit, depth as u16)
    }
}
