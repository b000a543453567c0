//! The lobby: `/live`.

use leptos::prelude::*;

use super::lazy_page::{lazy_page, loading_line, titled_page};

/// The heading; the list of open games is lazy content.
#[component]
pub fn Live() -> impl IntoView {
    titled_page("lobby", "Play live", content())
}

fn content() -> AnyView {
    #[cfg(feature = "hydrate")]
    return lazy_page(|| Box::pin(super::bundles::load_live()), loading_line);
    #[cfg(not(feature = "hydrate"))]
    lazy_page(loading_line)
}
