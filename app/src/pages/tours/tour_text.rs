//! What each tour has.

use leptos::prelude::*;

/// A tour.
pub struct Tour {
    pub title: &'static str,
    /// What it is about, in a sentence.
    pub about: &'static str,
    pub text: fn() -> AnyView,
}
