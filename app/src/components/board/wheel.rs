//! Over the board, the wheel goes through the moves.

use leptos::ev::WheelEvent;
use leptos::prelude::*;
use leptos::web_sys::Element;

/// Whether a turn of the wheel asks for a move on or a move back; `None` where it was not over the
/// board, or zooms. Whoever goes there prevents what the wheel does elsewhere.
pub fn step_of(event: &WheelEvent) -> Option<bool> {
    let over = event_target::<Element>(event).closest(".board-frame");
    let asks = matches!(over, Ok(Some(_))) && !event.ctrl_key();
    asks.then(|| event.delta_y() > 0.0)
}
