//! Work that waits until the page has nothing else to do.

use std::time::Duration;

use js_sys::Reflect;
use leptos::prelude::window;

use super::timers::{once, set_timeout};

/// How long a page may still be busy where the browser does not tell.
const IDLE_FALLBACK_DELAY: Duration = Duration::from_millis(300);

/// Does something once the page has nothing else to do; where the browser does not tell, soon.
pub fn when_idle(work: impl FnOnce() + 'static) {
    match Reflect::has(&window(), &"requestIdleCallback".into()) {
        Ok(true) => drop(window().request_idle_callback(&once(Box::new(work)))),
        _ => set_timeout(work, IDLE_FALLBACK_DELAY),
    }
}
