//! Pointer events on the board: a click selects or moves, a drag carries the piece.

use engine::rules::{Color, File, Piece, Rank, Square};
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::{HtmlElement, MouseEvent, PointerEvent};
use std::time::Duration;

use super::drawings::Drawings;
use super::hand::Hand;
use super::{motion, piece_code};

/// Pixels that the pointer travels before a press is a drag.
const DRAG_THRESHOLD: f64 = 3.0;
/// The right button, as events number it.
const RIGHT: i16 = 2;

/// A button or finger that is down.
#[derive(Clone, Copy)]
struct Press {
    pointer: i32,
    from: Square,
    x: f64,
    y: f64,
    /// The press found its square selected: without a drag it deselects.
    again: bool,
}

/// The pointer's dealings with the board.
#[derive(Clone, Copy)]
pub struct Gestures {
    hand: Hand,
    drawings: Drawings,
    grid: NodeRef<html::Div>,
    flyer: NodeRef<html::Div>,
    press: StoredValue<Option<Press>>,
    carried: RwSignal<Option<(Color, Piece)>>,
}

impl Gestures {
    /// `grid` is the element that holds the cells and these events, `flyer` the one that carries a dragged piece.
    pub fn new(
        hand: Hand,
        drawings: Drawings,
        grid: NodeRef<html::Div>,
        flyer: NodeRef<html::Div>,
    ) -> Gestures {
        Gestures {
            hand,
            drawings,
            grid,
            flyer,
            press: StoredValue::new(None),
            carried: RwSignal::new(None),
        }
    }

    /// The class of the element that carries a dragged piece.
    pub fn flyer_class(self) -> String {
        match self.carried.get() {
            Some((color, piece)) => format!("flyer piece {}", piece_code(color, piece)),
            None => "flyer".to_owned(),
        }
    }

    /// A button or finger goes down.
    pub fn press(self, event: &PointerEvent) {
        if event.button() == RIGHT {
            self.cancel();
            if let Some(square) = self.square_at(event) {
                self.drawings.begin(square, event);
                self.capture(event);
            }
            return;
        }
        if event.button() != 0 {
            return self.cancel();
        }
        self.drawings.clear();
        if !event.is_primary() {
            return;
        }
        let Some(square) = self.square_at(event) else {
            return;
        };
        let selected = self.hand.selected.get_untracked();
        if !self.hand.owns(square) || self.castles(selected, square) {
            self.hand.tap(square);
            return;
        }
        let again = selected == Some(square);
        if !again {
            self.hand.promotion.set(None);
            self.hand.selected.set(Some(square));
        }
        self.press.set_value(Some(Press {
            pointer: event.pointer_id(),
            from: square,
            x: f64::from(event.client_x()),
            y: f64::from(event.client_y()),
            again,
        }));
        self.capture(event);
    }

    /// The pointer stays the board's when it leaves it. Without that a drag still works inside.
    fn capture(self, event: &PointerEvent) {
        if let Some(grid) = self.grid.get_untracked() {
            grid.set_pointer_capture(event.pointer_id()).ok();
        }
    }

    /// The pointer leaves the board.
    pub fn leave(self) {
        self.hand.hovered.set(None);
    }

    /// The pointer moves.
    pub fn follow(self, event: &PointerEvent) {
        self.drawings.extend(self.square_at(event));
        if event.pointer_type() == "mouse" {
            let over = self
                .square_at(event)
                .filter(|square| self.hand.owns(*square));
            if self.hand.hovered.get_untracked() != over {
                self.hand.hovered.set(over);
            }
        }
        let Some(press) = self
            .press
            .get_value()
            .filter(|p| p.pointer == event.pointer_id())
        else {
            return;
        };
        if self.hand.held.get_untracked().is_none() {
            let (dx, dy) = (
                f64::from(event.client_x()) - press.x,
                f64::from(event.client_y()) - press.y,
            );
            if dx.hypot(dy) <= DRAG_THRESHOLD || !self.hand.owns(press.from) {
                return;
            }
            let position = self.hand.position.get_untracked();
            self.carried.set(position.piece_at(press.from));
            self.hand.held.set(Some(press.from));
        }
        self.hand
            .over
            .set(self.square_at(event).filter(|square| *square != press.from));
        self.carry_to(event);
    }

    /// The button or finger goes up.
    pub fn release(self, event: &PointerEvent) {
        if event.button() == RIGHT {
            return self.drawings.finish();
        }
        let Some(press) = self
            .press
            .get_value()
            .filter(|p| p.pointer == event.pointer_id())
        else {
            return;
        };
        self.press.set_value(None);
        if self.hand.held.get_untracked().is_none() {
            if press.again {
                self.hand.selected.set(None);
            }
            return;
        }
        self.hand.over.set(None);
        let target = self.square_at(event).filter(|square| *square != press.from);
        if target.is_some_and(|to| self.hand.drop_on(press.from, to)) {
            self.put_down();
        } else {
            self.snap_back(press.from);
        }
    }

    /// The gesture ends without a move.
    pub fn cancel(self) {
        if let Some(press) = self.press.get_value() {
            self.press.set_value(None);
            self.hand.over.set(None);
            if self.hand.held.get_untracked().is_some() {
                self.snap_back(press.from);
            }
        }
    }

    /// A click that no pointer made: a screen reader's, or a script's.
    pub fn click_without_pointer(self, event: &MouseEvent) {
        if event.detail() == 0
            && let Some(square) =
                motion::square_of(&event_target::<leptos::web_sys::Element>(event))
        {
            self.hand.tap(square);
        }
    }

    /// Whether `square` holds the rook that the selected king castles with.
    fn castles(self, selected: Option<Square>, square: Square) -> bool {
        let now = !self.hand.ahead.on.get_untracked();
        selected.is_some_and(|from| now && !untrack(|| self.hand.moves(from, square)).is_empty())
    }

    fn put_down(self) {
        self.carried.set(None);
        self.hand.held.set(None);
    }

    /// Glides the piece home, then puts it down.
    fn snap_back(self, home: Square) {
        let grid = self.grid.get_untracked();
        let flyer = self.flyer.get_untracked();
        let (Some(grid), Some(flyer)) = (grid, flyer) else {
            return self.put_down();
        };
        if motion::is_reduced() {
            return self.put_down();
        }
        let side = grid.get_bounding_client_rect().width() / 8.0;
        let (column, row) = motion::place(home, self.hand.flipped.get_untracked());
        motion::animate_to(
            &flyer,
            &format!(
                "translate({}px, {}px)",
                motion::decimal(f64::from(column) * side),
                motion::decimal(f64::from(row) * side)
            ),
            motion::SNAP_MS,
        );
        set_timeout(
            move || self.put_down(),
            Duration::from_millis(motion::SNAP_MS),
        );
    }

    /// Centres the carried piece under the pointer; a finger would hide it, so there it grows.
    fn carry_to(self, event: &PointerEvent) {
        if let (Some(grid), Some(flyer)) = (self.grid.get_untracked(), self.flyer.get_untracked()) {
            carry(&grid, &flyer, event);
        }
    }

    fn square_at(self, event: &MouseEvent) -> Option<Square> {
        let rect = self.grid.get_untracked()?.get_bounding_client_rect();
        let side = rect.width() / 8.0;
        let column = ((f64::from(event.client_x()) - rect.left()) / side).floor();
        let row = ((f64::from(event.client_y()) - rect.top()) / side).floor();
        if !(0.0..8.0).contains(&column) || !(0.0..8.0).contains(&row) {
            return None;
        }
        let (column, row) = (column as u8, row as u8);
        let (file, rank) = match self.hand.flipped.get_untracked() {
            false => (column, 7 - row),
            true => (7 - column, row),
        };
        Some(Square::new(
            File::from_index(file)?,
            Rank::from_index(rank)?,
        ))
    }
}

/// Puts the piece that is carried over the board under the pointer; under a finger it grows.
pub fn carry(grid: &HtmlElement, flyer: &HtmlElement, event: &PointerEvent) {
    let rect = grid.get_bounding_client_rect();
    let half = rect.width() / 16.0;
    let x = f64::from(event.client_x()) - rect.left() - half;
    let y = f64::from(event.client_y()) - rect.top() - half;
    let grown = if event.pointer_type() == "touch" {
        " scale(1.6)"
    } else {
        ""
    };
    let style = HtmlElement::style(flyer);
    style
        .set_property(
            "transform",
            &format!(
                "translate({}px, {}px){grown}",
                motion::decimal(x),
                motion::decimal(y)
            ),
        )
        .ok();
}
