//! When the browser gets round to things.

use js_sys::Promise;
use leptos::prelude::window;
use wasm_bindgen_futures::JsFuture;

/// Lets the browser do what else waits, drawing among it.
pub async fn next_task() {
    let turn = Promise::new(&mut |resolve, _| {
        // A window always has timers.
        window().set_timeout_with_callback(&resolve).ok();
    });
    JsFuture::from(turn).await.ok();
}
