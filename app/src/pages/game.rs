//! The page of a live or shared game: `/game/…`, and embedded, `/embed/…`.

use leptos::prelude::*;

use super::lazy_page::lazy_page;
use super::page_content::PageContent;
use crate::components::Header;
use crate::routes::Page;

/// The server renders the game as it stands. The browser keeps that HTML until the live bundle is
/// loaded.
pub fn game(page: Page) -> AnyView {
    let head = match page {
        // An embedded game has no header.
        Page::Embed => ().into_any(),
        _ => view! { <Header /> }.into_any(),
    };
    view! {
        {head}
        <main id="main">{lazy_page(PageContent::Live, static_game)}</main>
    }
    .into_any()
}

/// The game as it stands, disabled.
fn static_game(_status: &'static str) -> AnyView {
    let shown = expect_context();
    let game = match Page::here() {
        Page::Embed => crate::components::live::frame(shown),
        _ => crate::components::live::game(shown),
    };
    view! {
        <fieldset class="still" disabled>
            {game}
        </fieldset>
    }
    .into_any()
}
