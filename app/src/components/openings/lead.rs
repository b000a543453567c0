//! What the training of openings is about. The server renders it, too, so that it is there without a script.

use leptos::prelude::*;

const LEAD: &str = "The moves that you want to play, asked again when you are about to forget them. A repertoire is made of a PGN with its variations, or of your own games; it stays in this browser.";

pub fn openings_lead() -> AnyView {
    view! { <p class="lead">{LEAD}</p> }.into_any()
}
