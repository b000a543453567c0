//! The application's root: contexts and the route table.

use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use crate::pages::{NotFound, Play};
use crate::prefs::use_prefs;

/// Everything inside `<body>`.
#[component]
pub fn App() -> impl IntoView {
    use_prefs();
    provide_meta_context();
    view! {
        <Router>
            <Routes fallback=NotFound>
                <Route path=path!("/") view=Play />
                <Route path=path!("/play") view=Play />
            </Routes>
        </Router>
    }
}
