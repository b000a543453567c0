//! The page's clock.

/// Milliseconds since the page began, by a clock that never goes back; 0 on the server.
pub fn now() -> u64 {
    precise_now() as u64
}

/// The same with fractions.
pub fn precise_now() -> f64 {
    match cfg!(feature = "hydrate") {
        true => leptos::prelude::window()
            .performance()
            .map_or(0.0, |performance| performance.now()),
        false => 0.0,
    }
}

/// Milliseconds since 1970, by the browser's clock.
#[cfg(feature = "hydrate")]
pub fn wall_clock() -> u64 {
    js_sys::Date::now() as u64
}

/// The same, with the offset of the visitor's time zone.
#[cfg(feature = "hydrate")]
pub fn local_time() -> client::exercises::LocalTime {
    client::exercises::LocalTime {
        ms: wall_clock(),
        // The browser counts how far UTC is ahead.
        utc_offset: -(js_sys::Date::new_0().get_timezone_offset() as i32),
    }
}
