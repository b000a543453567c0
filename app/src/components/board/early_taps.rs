//! Replays the taps that `early_taps.js` recorded before hydration.

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;

use super::board_input::BoardInput;
use crate::platform::timers::request_animation_frame;

/// Replays them once, after hydration and after a stored game has been restored.
pub fn replay_early_taps(input: BoardInput) {
    Effect::new(move |_| {
        request_animation_frame(move || {
            let kept = js_sys::Reflect::get(&window(), &"__earlyTaps".into());
            let Some(kept) = kept
                .ok()
                .and_then(|kept| kept.dyn_into::<js_sys::Array>().ok())
            else {
                return;
            };
            let taps: Vec<_> = kept
                .iter()
                .filter_map(|tap| tap.as_string()?.parse().ok())
                .collect();
            kept.set_length(0);
            for square in taps {
                input.tap(square);
            }
        });
    });
}
