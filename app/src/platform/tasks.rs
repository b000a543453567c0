//! Scheduling of work between the browser's tasks.

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
