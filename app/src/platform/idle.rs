//! Work that waits until the page has nothing else to do.

use std::time::Duration;

use js_sys::Reflect;
use leptos::prelude::window;

/// How long a page may still be busy where the browser does not tell.
const IDLE_FALLBACK_DELAY: Duration = Duration::from_millis(300);

/// Does something once the page has nothing else to do; where the browser does not tell, soon.
pub fn when_idle(work: impl Fn() + 'static) {
    match Reflect::has(&window(), &"requestIdleCallback".into()) {
        Ok(true) => leptos::prelude::request_idle_callback(work),
        _ => leptos::prelude::set_timeout(work, IDLE_FALLBACK_DELAY),
    }
}
