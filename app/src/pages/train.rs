//! `/train`: exercises from the visitor's own games.

use leptos::prelude::*;

use super::PageContent;
use super::lazy_page::lazy_page;
use crate::components::Header;
use crate::components::train::lead::lead;

/// The server renders what the page is about; the browser's bundle puts the training in its place.
pub fn train() -> AnyView {
    view! {
        <Header />
        <main id="main" class="train">
            <h1>"Train"</h1>
            {lazy_page(PageContent::Train, |_| lead())}
        </main>
    }
    .into_any()
}
