//! Scheduling of work between the browser's tasks.

use std::time::Duration;

use js_sys::Promise;
use leptos::prelude::window;
use wasm_bindgen_futures::JsFuture;

/// Yields to the browser's other tasks, rendering included.
pub async fn next_task() {
    let turn = Promise::new(&mut |resolve, _| {
        // A window always has timers.
        window().set_timeout_with_callback(&resolve).ok();
    });
    JsFuture::from(turn).await.ok();
}

/// Waits, at most 24 days.
pub async fn wait(duration: Duration) {
    let ms = i32::try_from(duration.as_millis()).unwrap_or(i32::MAX);
    let turn = Promise::new(&mut |resolve, _| {
        // A window always has timers.
        window()
            .set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, ms)
            .ok();
    });
    JsFuture::from(turn).await.ok();
}
