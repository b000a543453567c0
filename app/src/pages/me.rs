//! The account page: `/me`.

use leptos::prelude::*;

use super::lazy_page::{lazy_page, loading_line, titled_page};

/// The heading; the account is lazy content.
#[component]
pub fn Me() -> impl IntoView {
    titled_page("me", "Me", content())
}

fn content() -> AnyView {
    #[cfg(feature = "hydrate")]
    return lazy_page(|| Box::pin(super::bundles::load_me()), loading_line);
    #[cfg(not(feature = "hydrate"))]
    lazy_page(loading_line)
}
