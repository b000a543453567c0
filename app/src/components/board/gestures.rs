//! Pointer events on the board: a click selects or moves, a drag carries the piece.

use engine::rules::{Color, File, Piece, Rank, Square};
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::{HtmlElement, MouseEvent, PointerEvent};
use std::time::Duration;

use super::board_input::BoardInput;
use super::drawings::Drawings;
use super::{motion, piece_code};
use crate::platform::timers::set_timeout;

/// Pixels that the pointer travels before a press is a drag.
const DRAG_THRESHOLD: f64 = 3.0;
/// The right button, as events number it.
const RIGHT: i16 = 2;

/// A pressed button or finger.
#[derive(Clone, Copy)]
struct Press {
    pointer: i32,
    from: Square,
    x: f64,
    y: f64,
    /// Whether the square was selected before: without a drag the press deselects it.
    was_selected: bool,
}

/// Turns pointer events into calls of [`BoardInput`] and [`Drawings`].
#[derive(Clone, Copy)]
pub struct Gestures {
    input: BoardInput,
    drawings: Drawings,
    grid: NodeRef<html::Div>,
    flyer: NodeRef<html::Div>,
    press: StoredValue<Option<Press>>,
    dragged_piece: RwSignal<Option<(Color, Piece)>>,
}

impl Gestures {
    /// `grid` is the element that holds the cells and these events, `flyer` the one that carries a dragged piece.
    pub fn new(
        input: BoardInput,
        drawings: Drawings,
        grid: NodeRef<html::Div>,
        flyer: NodeRef<html::Div>,
    ) -> Gestures {
        Gestures {
            input,
            drawings,
            grid,
            flyer,
            press: StoredValue::new(None),
            dragged_piece: RwSignal::new(None),
        }
    }

    /// The class of the element that carries a dragged piece.
    pub fn flyer_class(self) -> String {
        match self.dragged_piece.get() {
            Some((color, piece)) => format!("flyer piece {}", piece_code(color, piece)),
            None => "flyer".to_owned(),
        }
    }

    /// A button or finger goes down.
    pub fn pointer_down(self, event: &PointerEvent) {
        let draws = event.button() == RIGHT || (self.drawings.has_pen() && event.is_primary());
        if draws {
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
        let selected = self.input.selected.get_untracked();
        if !self.input.can_pick_up(square) || self.castles(selected, square) {
            self.input.tap(square);
            return;
        }
        let was_selected = selected == Some(square);
        if !was_selected {
            self.input.promotion.set(None);
            self.input.selected.set(Some(square));
        }
        self.press.set_value(Some(Press {
            pointer: event.pointer_id(),
            from: square,
            x: f64::from(event.client_x()),
            y: f64::from(event.client_y()),
            was_selected,
        }));
        self.capture(event);
    }

    /// Captures the pointer, so that events outside the board arrive, too. A refusal is harmless: the
    /// drag works inside the board.
    fn capture(self, event: &PointerEvent) {
        if let Some(grid) = self.grid.get_untracked() {
            grid.set_pointer_capture(event.pointer_id()).ok();
        }
    }

    /// The pointer leaves the board.
    pub fn pointer_left(self) {
        self.input.hovered.set(None);
    }

    /// The pointer moves.
    pub fn pointer_moved(self, event: &PointerEvent) {
        self.drawings.extend(self.square_at(event));
        if event.pointer_type() == "mouse" {
            // A pen picks up nothing.
            let over = self
                .square_at(event)
                .filter(|square| !self.drawings.has_pen() && self.input.can_pick_up(*square));
            if self.input.hovered.get_untracked() != over {
                self.input.hovered.set(over);
            }
        }
        let Some(press) = self
            .press
            .get_value()
            .filter(|p| p.pointer == event.pointer_id())
        else {
            return;
        };
        if self.input.dragged.get_untracked().is_none() {
            let (dx, dy) = (
                f64::from(event.client_x()) - press.x,
                f64::from(event.client_y()) - press.y,
            );
            if dx.hypot(dy) <= DRAG_THRESHOLD || !self.input.can_pick_up(press.from) {
                return;
            }
            let position = self.input.position.get_untracked();
            self.dragged_piece.set(position.piece_at(press.from));
            self.input.dragged.set(Some(press.from));
        }
        self.input
            .drag_target
            .set(self.square_at(event).filter(|square| *square != press.from));
        self.drag_to(event);
    }

    /// The button or finger goes up.
    pub fn pointer_up(self, event: &PointerEvent) {
        if event.button() == RIGHT || self.drawings.has_pen() {
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
        if self.input.dragged.get_untracked().is_none() {
            if press.was_selected {
                self.input.selected.set(None);
            }
            return;
        }
        self.input.drag_target.set(None);
        let target = self.square_at(event).filter(|square| *square != press.from);
        if target.is_some_and(|to| self.input.drop_on(press.from, to)) {
            self.put_down();
        } else {
            self.snap_back(press.from);
        }
    }

    /// The gesture ends without a move.
    pub fn cancel(self) {
        if let Some(press) = self.press.get_value() {
            self.press.set_value(None);
            self.input.drag_target.set(None);
            if self.input.dragged.get_untracked().is_some() {
                self.snap_back(press.from);
            }
        }
    }

    /// A click without a pointer, from a screen reader or a script.
    pub fn click_without_pointer(self, event: &MouseEvent) {
        if event.detail() == 0
            && let Some(square) =
                motion::square_of(&event_target::<leptos::web_sys::Element>(event))
        {
            self.input.tap(square);
        }
    }

    /// Whether `square` holds the rook that the selected king castles with.
    fn castles(self, selected: Option<Square>, square: Square) -> bool {
        let now = !self.input.premoves.enabled.get_untracked();
        selected.is_some_and(|from| now && !untrack(|| self.input.moves(from, square)).is_empty())
    }

    fn put_down(self) {
        self.dragged_piece.set(None);
        self.input.dragged.set(None);
    }

    /// Animates the piece back to its square, then ends the drag.
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
        let (column, row) = motion::column_and_row(home, self.input.flipped.get_untracked());
        motion::animate_to(
            &flyer,
            &format!(
                "translate({}px, {}px)",
                motion::decimal(f64::from(column) * side),
                motion::decimal(f64::from(row) * side)
            ),
            motion::SNAP_BACK_MS,
        );
        set_timeout(
            move || self.put_down(),
            Duration::from_millis(motion::SNAP_BACK_MS),
        );
    }

    /// Centres the dragged piece under the pointer. Under a finger it grows, which would hide it.
    fn drag_to(self, event: &PointerEvent) {
        if let (Some(grid), Some(flyer)) = (self.grid.get_untracked(), self.flyer.get_untracked()) {
            move_dragged_piece(&grid, &flyer, event);
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
        let (file, rank) = match self.input.flipped.get_untracked() {
            false => (column, 7 - row),
            true => (7 - column, row),
        };
        Some(Square::new(
            File::from_index(file)?,
            Rank::from_index(rank)?,
        ))
    }
}

/// Moves the element of a dragged piece under the pointer; under a finger it grows.
pub fn move_dragged_piece(grid: &HtmlElement, flyer: &HtmlElement, event: &PointerEvent) {
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
