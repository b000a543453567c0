//! Games with others: `/live`.

use leptos::prelude::*;

use super::lazy_page::{headed, late, waiting};

/// A heading; who waits beneath it changes by the minute.
#[component]
pub fn Live() -> impl IntoView {
    headed("lobby", "Play live", content())
}

fn content() -> AnyView {
    #[cfg(feature = "hydrate")]
    return late(|| Box::pin(super::bundles::load_live()), waiting);
    #[cfg(not(feature = "hydrate"))]
    late(waiting)
}
