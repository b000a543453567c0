//! The guided tours of the theatre, `/learn/…`: texts that stand by themselves, with searches to look
//! at. Only the server renders them; the theatre's bundle fills their figures.

mod alpha_beta;
mod change_of_mind;
mod horizon;
mod move_ordering;
#[cfg(test)]
mod tests;
mod tour_text;
mod zugzwang;

use leptos::prelude::*;

use self::tour_text::Tour;
use super::PageContent;
use super::lazy_page::{lazy_page, no_skeleton};
use crate::components::{Header, static_html};
use crate::routes::TOURS;

/// In the order of [`TOURS`].
const TEXTS: [Tour; TOURS.len()] = [
    alpha_beta::TOUR,
    horizon::TOUR,
    zugzwang::TOUR,
    move_ordering::TOUR,
    change_of_mind::TOUR,
];

/// The page of the address' tour.
pub fn tour() -> AnyView {
    view! {
        <Header />
        <main id="main" class="guide tour">
            {static_html("article", article)}
            {lazy_page(PageContent::Theatre, no_skeleton)}
        </main>
    }
    .into_any()
}

/// The title of the address' tour.
#[cfg(feature = "ssr")]
pub fn tour_title() -> &'static str {
    TEXTS[current()].title
}

/// The tours as a part of the guide.
pub fn tour_list() -> AnyView {
    let entry = |(address, tour): (&'static str, Tour)| {
        view! {
            <dt>
                <a href=address>{tour.title}</a>
            </dt>
            <dd>{tour.about}</dd>
        }
    };
    view! {
        <section id="tours">
            <h2>"Five tours"</h2>
            <p>"How a chess program decides, with searches that run while you read. Each takes a few minutes."</p>
            <dl>{TOURS.into_iter().zip(TEXTS).map(entry).collect_view()}</dl>
        </section>
    }
    .into_any()
}

/// The text, with the ways to the other tours.
fn article() -> AnyView {
    let current = current();
    let tour = &TEXTS[current];
    let next = match current + 1 {
        next if next < TOURS.len() => {
            view! { <a href=TOURS[next]>"Next: " {TEXTS[next].title}</a> }.into_any()
        }
        _ => view! { <a href="/theatre">"To the theatre, with your own position"</a> }.into_any(),
    };
    view! {
        <h1>{tour.title}</h1>
        <p class="lead">{tour.about}</p>
        {(tour.text)()}
        <nav class="tour-next" aria-label="Tours">{next} <a href="/learn#tours">"All five tours"</a></nav>
    }
    .into_any()
}

/// The tour that the request asks for.
fn current() -> usize {
    #[cfg(feature = "ssr")]
    let path = crate::routes::requested_path();
    #[cfg(not(feature = "ssr"))]
    let path: Option<String> = None; // The text is not in the browser's bundle.
    let of_path = |path: &String| TOURS.iter().position(|address| address == path);
    path.as_ref().and_then(of_path).unwrap_or_default()
}
