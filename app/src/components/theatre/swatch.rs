//! The colours of the theatre in the theme that is seen, and a sample of a cause's colour.

use client::prefs::Theme;
use client::theatre::{Palette, Rgba};
use engine::search::Cause;
use leptos::prelude::*;

use crate::preferences::use_prefs;

/// Provides the palette to the components below.
pub fn provide_palette() {
    let prefs = use_prefs();
    let palette = Memo::new(move |_| {
        let is_light = match prefs.with(|prefs| prefs.theme) {
            Theme::Light => true,
            Theme::Dark => false,
            Theme::System => prefers_light(),
        };
        match is_light {
            true => Palette::LIGHT,
            false => Palette::DARK,
        }
    });
    provide_context(palette);
}

/// The palette of the theme that is seen.
pub fn use_palette() -> Memo<Palette> {
    expect_context()
}

fn prefers_light() -> bool {
    window()
        .match_media("(prefers-color-scheme: light)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches())
}

/// A sample of a cause's colour, striped for a bet.
pub fn swatch(cause: Cause) -> impl IntoView {
    let palette = use_palette();
    let css = |[red, green, blue, _]: Rgba| format!("rgb({red} {green} {blue})");
    let first = move || css(palette.get().cause(cause).0);
    let second = move || {
        let (color, hatching) = palette.get().cause(cause);
        css(hatching.unwrap_or(color))
    };
    view! { <i class="swatch" style:--first=first style:--second=second></i> }
}
