//! A button that acts at the second press.

use std::time::Duration;

use leptos::prelude::*;

use crate::platform::timers::set_timeout;

/// So long the second press is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The button; after the first press it asks by the text of `sure`.
pub fn sure_button(
    text: &'static str,
    sure: &'static str,
    act: impl Fn() + 'static,
) -> impl IntoView {
    let is_sure = RwSignal::new(false);
    let press = move |_| match is_sure.get_untracked() {
        true => act(),
        false => {
            is_sure.set(true);
            let forget = move || {
                // Otherwise the button is gone.
                is_sure.try_set(false);
            };
            set_timeout(forget, PATIENCE);
        }
    };
    view! {
        <button
            type="button"
            class="button quiet"
            on:click=press
            on:blur=move |_| is_sure.set(false)
        >
            {move || if is_sure.get() { sure } else { text }}
        </button>
    }
}
