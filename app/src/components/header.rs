//! The head of the page: the name, and the switch between dark and light.

use crate::components::whole::IntoWhole;
use leptos::prelude::*;

use super::icons::Icon;
use super::ready::use_ready;
use crate::prefs::{Theme, use_prefs};

/// The head of every page.
#[component]
pub fn Header() -> impl IntoView {
    view! {
        <header class="site-header">
            <a class="brand" href="/" aria-label="Ponder">
                <img src="/favicon.svg" alt="" width="28" height="28" />
                <span>"Ponder"</span>
            </a>
            <span class="spacer"></span>
            <ThemeSwitch />
        </header>
    }
    .into_whole()
}

#[component]
fn ThemeSwitch() -> impl IntoView {
    let prefs = use_prefs();
    let ready = use_ready();
    let dark = Memo::new(move |_| prefs.get().theme != Theme::Light);
    // The server writes the attribute for the first paint, this keeps it true from then on.
    Effect::new(move |_| {
        let theme = prefs.get().theme.as_str();
        if let Some(root) = document().document_element() {
            root.set_attribute("data-theme", theme).ok();
        }
    });
    let switch = move |_| {
        let next = if dark.get_untracked() {
            Theme::Light
        } else {
            Theme::Dark
        };
        prefs.update(|prefs| prefs.theme = next);
    };
    view! {
        <button
            type="button"
            class="icon-button"
            aria-label=move || if dark.get() { "Light theme" } else { "Dark theme" }
            disabled=move || !ready.get()
            on:click=switch
        >
            {move || if dark.get() { Icon::Sun } else { Icon::Moon }.draw()}
        </button>
    }
    .into_whole()
}
