//! The analysis page: `/analyze`.

use leptos::prelude::*;

use super::lazy_page::lazy_page;
use super::page_content::PageContent;
use crate::components::Header;
use crate::components::shared::analysis_skeleton::analysis_skeleton;

/// The server renders the start position: only the browser knows the game to analyse.
#[component]
pub fn Analyze() -> impl IntoView {
    view! {
        <Header />
        <main id="main">
            <h1 class="visually-hidden">"Analyze a chess game or position"</h1>
            {lazy_page(PageContent::Analysis, analysis_skeleton)}
        </main>
    }
}
