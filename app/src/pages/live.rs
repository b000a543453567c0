//! The lobby: `/live`.

use leptos::prelude::*;

use super::lazy_page::{lazy_page, loading_line, titled_page};
use super::page_content::PageContent;

/// The heading; the list of open games is lazy content.
#[component]
pub fn Live() -> impl IntoView {
    titled_page("lobby", "Play live", content())
}

fn content() -> AnyView {
    lazy_page(PageContent::Live, loading_line)
}
