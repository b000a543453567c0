//! Taps that came before hydration: the document kept them, the board carries them out.

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;

use super::hand::Hand;

/// Once, after the page has taken over and a kept game has been restored.
pub fn replay_early_taps(hand: Hand) {
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
                hand.tap(square);
            }
        });
    });
}
