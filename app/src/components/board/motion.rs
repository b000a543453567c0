//! Animation of pieces: the difference between two positions, and how it is shown.

use engine::rules::{Color, Piece, Position, Square};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::{Element, HtmlElement};
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

use super::board_input::BoardInput;
use super::piece_code;
use crate::platform::timers::set_timeout;

const MOVE_MS: u64 = 180;
const FADE_MS: u64 = 120;
/// Duration of the return of a piece that was dropped on an illegal square.
pub const SNAP_BACK_MS: u64 = 120;
/// With more moved pieces than this the position is of another game: nothing is animated.
const MAX_GLIDES: usize = 4;

type ColoredPiece = (Color, Piece);

/// What changed between two positions.
#[derive(Debug, Default, PartialEq, Eq)]
struct PositionDiff {
    glides: Vec<(Square, Square)>,
    vanished: Vec<(Square, ColoredPiece)>,
}

fn diff(before: &Position, after: &Position) -> PositionDiff {
    let moved = || {
        Square::ALL
            .into_iter()
            .filter(|s| before.piece_at(*s) != after.piece_at(*s))
    };
    let mut left: Vec<(Square, ColoredPiece)> = moved()
        .filter_map(|s| Some((s, before.piece_at(s)?)))
        .collect();
    let mut arrived: Vec<(Square, ColoredPiece)> = moved()
        .filter_map(|s| Some((s, after.piece_at(s)?)))
        .collect();
    let mut glides = Vec::new();
    match_pieces(&mut left, &mut arrived, &mut glides, |a, b| a == b);
    // A promotion, or one that is taken back: the pawn is matched with the piece.
    match_pieces(&mut left, &mut arrived, &mut glides, |a, b| {
        a.0 == b.0 && (a.1 == Piece::Pawn || b.1 == Piece::Pawn)
    });
    if glides.len() > MAX_GLIDES || left.len() > 2 {
        return PositionDiff::default();
    }
    PositionDiff {
        glides,
        vanished: left,
    }
}

fn match_pieces(
    left: &mut Vec<(Square, ColoredPiece)>,
    arrived: &mut Vec<(Square, ColoredPiece)>,
    glides: &mut Vec<(Square, Square)>,
    same: impl Fn(ColoredPiece, ColoredPiece) -> bool,
) {
    arrived.retain(|(to, piece)| {
        let Some(found) = left.iter().position(|(_, other)| same(*other, *piece)) else {
            return true;
        };
        glides.push((left.swap_remove(found).0, *to));
        false
    });
}

/// Animates the change from one position to the next.
pub fn animate_change(
    frame: NodeRef<html::Div>,
    input: BoardInput,
    before: &Position,
    after: &Position,
) {
    let dropped = input.dropped.get_value();
    input.dropped.set_value(None);
    let Some(frame) = frame.get_untracked().filter(|_| !is_reduced()) else {
        return;
    };
    let flipped = input.flipped.get_untracked();
    let PositionDiff { glides, vanished } = diff(before, after);
    for (from, to) in glides.into_iter().filter(|(_, to)| Some(*to) != dropped) {
        glide(&frame, from, to, flipped);
    }
    for (square, piece) in vanished {
        fade(&frame, square, piece, flipped);
    }
}

fn glide(frame: &HtmlElement, from: Square, to: Square, flipped: bool) {
    let selector = format!("[data-square='{to}'] > .piece");
    let Ok(Some(piece)) = frame.query_selector(&selector) else {
        return;
    };
    let ((from_x, from_y), (to_x, to_y)) =
        (column_and_row(from, flipped), column_and_row(to, flipped));
    let start = format!(
        "translate({}%, {}%)",
        (from_x - to_x) * 100,
        (from_y - to_y) * 100
    );
    let frames = js_sys::Array::of2(
        &keyframe(&[
            ("transform", &start),
            ("zIndex", "5"),
            ("easing", "ease-out"),
        ]),
        &keyframe(&[("transform", "none"), ("zIndex", "5")]),
    );
    animate(&piece, &frames, MOVE_MS);
}

/// Lets a captured piece fade where it stood, under the piece that takes it.
fn fade(frame: &HtmlElement, square: Square, (color, piece): ColoredPiece, flipped: bool) {
    let Ok(ghost) = document().create_element("div") else {
        return;
    };
    let ghost: HtmlElement = ghost.unchecked_into();
    ghost.set_class_name(&format!("fading piece {}", piece_code(color, piece)));
    let (column, row) = column_and_row(square, flipped);
    let position = format!("translate({}%, {}%)", column * 100, row * 100);
    ghost.style().set_property("transform", &position).ok();
    if frame.append_child(&ghost).is_err() {
        return;
    }
    let frames = js_sys::Array::of2(
        &keyframe(&[("opacity", "1")]),
        &keyframe(&[("opacity", "0")]),
    );
    animate(&ghost, &frames, FADE_MS);
    set_timeout(move || ghost.remove(), Duration::from_millis(FADE_MS));
}

/// Moves an element from where it is drawn to `transform`, in milliseconds.
pub fn animate_to(element: &HtmlElement, transform: &str, duration_ms: u64) {
    let frames = js_sys::Array::of1(&keyframe(&[("transform", transform)]));
    animate(element, &frames, duration_ms);
}

/// Column and row on the screen, from the upper left, each 0 to 7.
pub fn column_and_row(square: Square, flipped: bool) -> (i32, i32) {
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    if flipped {
        (7 - file, rank)
    } else {
        (file, 7 - rank)
    }
}

/// A length with three decimals, for CSS and SVG. Uses integers, since the formatting of floats is
/// large and the bundle has no other use for it.
pub fn decimal(length: f64) -> String {
    let thousandths = (length * 1_000.0).round() as i64;
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, rest) = (thousandths.abs() / 1_000, thousandths.abs() % 1_000);
    format!("{sign}{whole}.{rest:03}")
}

/// The square of the cell that an element is part of.
pub fn square_of(element: &Element) -> Option<Square> {
    let cell = element.closest("[data-square]").ok()??;
    cell.get_attribute("data-square")?.parse().ok()
}

/// Whether the system prefers reduced motion.
pub fn is_reduced() -> bool {
    window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches())
}

#[wasm_bindgen]
extern "C" {
    /// An element that plays animations; web-sys counts the method among its unstable ones.
    type AnimatedElement;

    #[wasm_bindgen(method)]
    fn animate(this: &AnimatedElement, keyframes: &js_sys::Array, duration_ms: f64);
}

fn animate(element: &Element, keyframes: &js_sys::Array, duration_ms: u64) {
    element
        .unchecked_ref::<AnimatedElement>()
        .animate(keyframes, duration_ms as f64);
}

fn keyframe(properties: &[(&str, &str)]) -> JsValue {
    let frame = js_sys::Object::new();
    for (name, value) in properties {
        // Setting a property of a fresh object can't fail.
        js_sys::Reflect::set(&frame, &(*name).into(), &(*value).into()).ok();
    }
    frame.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_three_decimals() {
        for (length, text) in [
            (0.0, "0.000"),
            (3.5, "3.500"),
            (-0.085, "-0.085"),
            (-12.345_67, "-12.346"),
            (0.999_9, "1.000"),
        ] {
            assert_eq!(decimal(length), text);
        }
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a legal position")
    }

    #[test]
    fn castling_glides_king_and_rook() {
        let before = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let after = position("4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
        let mut glides = diff(&before, &after).glides;
        glides.sort();
        assert_eq!(glides, [(Square::E1, Square::G1), (Square::H1, Square::F1)]);
    }

    #[test]
    fn a_capture_that_promotes_glides_the_pawn_and_fades_the_victim() {
        let before = position("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        let after = position("1Q2k3/8/8/8/8/8/8/4K3 b - - 0 1");
        let PositionDiff { glides, vanished } = diff(&before, &after);
        assert_eq!(glides, [(Square::A7, Square::B8)]);
        assert_eq!(vanished, [(Square::B8, (Color::Black, Piece::Rook))]);
    }

    #[test]
    fn another_game_does_not_glide() {
        let after = position("8/8/8/4k3/8/8/8/4K2R w K - 0 1");
        assert_eq!(diff(&Position::startpos(), &after), PositionDiff::default());
    }
}
