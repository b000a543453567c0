//! The visitor's own page: `/me`.

use leptos::prelude::*;

use super::lazy_page::{headed, late, waiting};

/// A heading; what is beneath it depends on who asks.
#[component]
pub fn Me() -> impl IntoView {
    headed("me", "Me", content())
}

fn content() -> AnyView {
    #[cfg(feature = "hydrate")]
    return late(|| Box::pin(super::bundles::load_me()), waiting);
    #[cfg(not(feature = "hydrate"))]
    late(waiting)
}
