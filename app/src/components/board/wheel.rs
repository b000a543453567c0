//! The mouse wheel over the board steps through the moves.

use leptos::ev::WheelEvent;
use leptos::prelude::*;
use leptos::web_sys::Element;

/// The direction of a turn of the wheel, `true` for forwards; `None` where it was not over the board,
/// or zooms. The caller prevents the wheel's default.
pub fn wheel_step(event: &WheelEvent) -> Option<bool> {
    let over = event_target::<Element>(event).closest(".board-frame");
    let asks = matches!(over, Ok(Some(_))) && !event.ctrl_key();
    asks.then(|| event.delta_y() > 0.0)
}
