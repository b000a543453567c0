//! The application's root: contexts, and the page that the address asks for.

use leptos::prelude::*;

use crate::components::whole::IntoWhole;
use crate::pages::{NotFound, Page, Play};
use crate::prefs::use_prefs;

/// Everything inside `<body>`.
///
/// A link leads to a new document, so the browser needs no router: that is a twentieth of the
/// bundle.
#[component]
pub fn App() -> impl IntoView {
    use_prefs();
    match Page::here() {
        Page::Play => view! { <Play /> }.into_whole(),
        Page::NotFound => view! { <NotFound /> }.into_whole(),
    }
}
