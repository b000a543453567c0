//! The head of the page: the name, and the switch between dark and light.

use crate::components::whole::IntoWhole;
use leptos::prelude::*;

use super::endings::Asked;
use super::icons::Icon;
use super::ready::use_ready;
use crate::later::use_later;
use crate::pages::{ANALYZE, LIVE, ME, PLAY, Page};
use crate::prefs::{Theme, use_prefs};

/// The name, which leads to the board.
#[component]
pub fn Brand() -> impl IntoView {
    view! {
        <a class="brand" href="/" aria-label="Ponder">
            <img src="/favicon.svg" alt="" width="28" height="28" />
            <span>"Ponder"</span>
        </a>
    }
}

/// The head of every page; its children are the page's own buttons.
#[component]
pub fn Header(#[prop(optional)] children: Option<Children>) -> impl IntoView {
    // To the other board.
    let (address, name) = match Page::here() {
        Page::Analyze => (PLAY, "Play"),
        _ => (ANALYZE, "Analyze"),
    };
    view! {
        <header class="site-header">
            <Brand />
            <span class="spacer"></span>
            <a class="page-link" href=address>
                {name}
            </a>
            <a class="page-link" href=LIVE>
                "Live"
            </a>
            <a class="page-link" href="/guide">
                "Guide"
            </a>
            <a class="page-link" href=ME>
                "Me"
            </a>
            {children.map(|children| children())}
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

/// Mute and preferences, for the head of the page.
#[component]
pub fn HeaderButtons(asked: Asked) -> impl IntoView {
    let prefs = use_prefs();
    let later = use_later();
    let ready = use_ready();
    let muted = Memo::new(move |_| prefs.with(|prefs| prefs.muted));
    view! {
        <button
            type="button"
            class="icon-button not-narrow"
            aria-label="Sound"
            aria-pressed=move || (!muted.get()).to_string()
            disabled=move || !ready.get()
            on:click=move |_| prefs.update(|prefs| prefs.muted ^= true)
        >
            {move || if muted.get() { Icon::Muted } else { Icon::Sound }.draw()}
        </button>
        <button
            type="button"
            class="icon-button not-narrow"
            aria-label="Preferences"
            disabled=move || !ready.get()
            on:click=move |_| {
                later.want();
                asked.preferences.set(true);
            }
        >
            {Icon::Preferences.draw()}
        </button>
    }
    .into_whole()
}
