//! Whether the page is hydrated. Until then controls are disabled.

use leptos::prelude::*;

/// False on the server and in the first render, true from hydration on.
pub fn use_ready() -> ReadSignal<bool> {
    let (ready, set_ready) = signal(false);
    Effect::new(move |_| set_ready.set(true));
    ready
}
