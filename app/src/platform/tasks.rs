//! When the browser gets round to things.

use std::time::Duration;

use js_sys::{Promise, Reflect};
use leptos::prelude::window;
use wasm_bindgen_futures::JsFuture;

/// How long a page may still be busy where the browser does not tell.
const IDLE_FALLBACK_DELAY: Duration = Duration::from_millis(300);

/// Does something once the page has nothing else to do; where the browser does not tell, soon.
pub fn when_idle(work: impl Fn() + 'static) {
    match Reflect::has(&window(), &"requestIdleCallback".into()) {
        Ok(true) => leptos::prelude::request_idle_callback(work),
        _ => leptos::prelude::set_timeout(work, IDLE_FALLBACK_DELAY),
    }
}

/// Lets the browser do what else waits, drawing among it.
pub async fn next_task() {
    let turn = Promise::new(&mut |resolve, _| {
        // A window always has timers.
        window().set_timeout_with_callback(&resolve).ok();
    });
    JsFuture::from(turn).await.ok();
}
