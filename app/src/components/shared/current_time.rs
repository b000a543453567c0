//! The time, for what counts it.

use std::time::Duration;

use leptos::leptos_dom::helpers::set_interval_with_handle;
use leptos::prelude::*;

use crate::platform::clock::now;

/// The time in monotonic milliseconds, refreshed at this interval while `is_running`.
pub fn current_time(interval: Duration, is_running: impl Fn() -> bool + 'static) -> RwSignal<u64> {
    let time = RwSignal::new(0);
    Effect::new(move |_| {
        if !is_running() {
            return;
        }
        let refresh = move || {
            time.try_set(now());
        };
        refresh();
        // Fails only outside a page.
        if let Ok(interval) = set_interval_with_handle(refresh, interval) {
            on_cleanup(move || interval.clear());
        }
    });
    time
}
