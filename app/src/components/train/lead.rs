//! What the training is about. The server renders it, too, so that it is there without a script.

use leptos::prelude::*;

/// Two sentences.
const LEAD: &str = "The moments in which your own games went wrong, as exercises. What you solve comes again when you are about to forget it. The games are read here, in your browser; the exercises follow your account.";

pub fn lead() -> AnyView {
    view! { <p class="lead">{LEAD}</p> }.into_any()
}
