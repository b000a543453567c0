//! The application's root: contexts, and the page that the address asks for.

use leptos::prelude::*;
use leptos_meta::provide_meta_context;

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
    provide_meta_context();
    match Page::at(&path()) {
        Page::Play => view! { <Play /> }.into_whole(),
        Page::NotFound => view! { <NotFound /> }.into_whole(),
    }
}

/// The path of the address: of the request on the server, of the document in the browser.
fn path() -> String {
    #[cfg(feature = "ssr")]
    return use_context::<http::request::Parts>()
        .map(|parts| parts.uri.path().to_owned())
        .unwrap_or_default();
    #[cfg(not(feature = "ssr"))]
    window().location().pathname().unwrap_or_default()
}
