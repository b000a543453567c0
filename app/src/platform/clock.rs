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
