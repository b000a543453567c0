//! The mouse wheel over the board steps through the moves.

use client::navigation::NavigationStep;
use leptos::ev::WheelEvent;
use leptos::prelude::*;
use leptos::web_sys::Element;

/// The step that a turn of the wheel asks for; `None` where it was not over the board, or zooms. The
/// caller prevents the wheel's default.
pub fn wheel_step(event: &WheelEvent) -> Option<NavigationStep> {
    let over = event_target::<Element>(event).closest(".board-frame");
    let asks = matches!(over, Ok(Some(_))) && !event.ctrl_key();
    asks.then(|| match event.delta_y() > 0.0 {
        true => NavigationStep::Next,
        false => NavigationStep::Previous,
    })
}
