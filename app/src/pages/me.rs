//! The account page: `/me`.

use leptos::prelude::*;

use super::lazy_page::{lazy_page, loading_line, titled_page};
use super::page_content::PageContent;

/// The heading; the account is lazy content.
#[component]
pub fn Me() -> impl IntoView {
    titled_page("me", "Me", content())
}

fn content() -> AnyView {
    lazy_page(PageContent::Account, loading_line)
}
