//! The time, for what counts it.

use std::time::Duration;

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
        // Ends with the effect's run. Fails only outside a page.
        set_interval(refresh, interval).ok();
    });
    time
}
