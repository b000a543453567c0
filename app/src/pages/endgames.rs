//! `/endgames`: the course of endings.

use leptos::prelude::*;

use super::PageContent;
use super::lazy_page::lazy_page;
use crate::components::Header;
use crate::components::endgames::course::still_course;

/// The server renders the list of lessons; the browser's bundle puts the lesson of the address in its
/// place.
pub fn endgames() -> AnyView {
    view! {
        <Header />
        <main id="main" class="endgames">
            <h1>"Endgames"</h1>
            {lazy_page(PageContent::Endgames, |_| still_course())}
        </main>
    }
    .into_any()
}
