//! `/train`: exercises from the visitor's own games; `/train/openings`: their openings.

use leptos::prelude::*;

use super::PageContent;
use super::lazy_page::lazy_page;
use crate::components::openings::lead::openings_lead;
use crate::components::train::lead::lead;
use crate::components::{Header, static_html};
use crate::routes::{OPENINGS, Page, TRAIN};

/// The server renders what the page is about; the browser's bundle puts the training in its place.
pub fn train(page: Page) -> AnyView {
    let is_openings = page == Page::Openings;
    let skeleton: fn(&'static str) -> AnyView = match is_openings {
        true => |_| openings_lead(),
        false => |_| lead(),
    };
    view! {
        <Header />
        <main id="main" class="train">
            {static_html("train-head", move || head(is_openings))}
            {lazy_page(PageContent::Train, skeleton)}
        </main>
    }
    .into_any()
}

fn head(is_openings: bool) -> impl IntoView {
    view! {
        <h1>{if is_openings { "Openings" } else { "Train" }}</h1>
        {tabs(is_openings)}
    }
}

/// The two parts of the training.
fn tabs(is_openings: bool) -> impl IntoView {
    let tab = |address, name, is_here: bool| {
        view! {
            <a class="button quiet" href=address aria-current=is_here.then_some("page")>
                {name}
            </a>
        }
    };
    view! {
        <nav aria-label="Training">
            {tab(TRAIN, "Mistakes", !is_openings)} {tab(OPENINGS, "Openings", is_openings)}
        </nav>
    }
}
