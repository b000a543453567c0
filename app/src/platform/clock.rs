//! The page's clock.

/// Milliseconds since the page began, by a clock that never goes back; 0 on the server.
pub fn now() -> u64 {
    match cfg!(feature = "hydrate") {
        true => leptos::prelude::window()
            .performance()
            .map_or(0, |performance| performance.now() as u64),
        false => 0,
    }
}
