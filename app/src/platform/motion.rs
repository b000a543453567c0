//! Preferences about motion.

use leptos::prelude::window;

/// Whether nothing is slowed down: `?instant` in the address, or reduced motion is preferred.
pub fn is_instant() -> bool {
    let requested = window().location().search().is_ok_and(|search| {
        search
            .trim_start_matches('?')
            .split('&')
            .any(|field| field == "instant" || field.starts_with("instant="))
    });
    requested || is_reduced()
}

/// Whether the visitor prefers reduced motion.
pub fn is_reduced() -> bool {
    window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches())
}
