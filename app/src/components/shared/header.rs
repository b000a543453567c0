//! The header of every page: name, links, sound, preferences, theme. On narrow screens the links are at
//! the bottom, on pages with a game or an analysis in the menu, and the rest is in the menu.

use client::prefs::Theme;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;

use super::hydrated::use_ready;
use super::icons::Icon;
use crate::lazy::use_lazy_parts;
use crate::preferences::use_prefs;
use crate::routes::{ANALYZE, LEARN, ME, PLAY, Page, WATCH};

/// The pages that every page links to.
const LINKS: [(&str, &str); 5] = [
    (PLAY, "Play"),
    (WATCH, "Watch"),
    (LEARN, "Learn"),
    (ANALYZE, "Analyze"),
    (ME, "Me"),
];

/// The id of the menu on narrow screens, a popover, which works without a script.
const MENU: &str = "menu";

/// The header.
#[component]
pub fn Header() -> impl IntoView {
    let here = Page::here();
    let preferences = RwSignal::new(false);
    let links = LINKS.map(|(address, name)| {
        let exactness = match Page::at(address) == here {
            true => "page",
            false => "true",
        };
        let current = (here.section() == Some(address)).then_some(exactness);
        view! {
            <a class="page-link" href=address aria-current=current>
                {name}
            </a>
        }
    });
    let nav = view! { <nav aria-label="Pages">{links}</nav> }.into_any();
    let (in_menu, at_bottom) = match here {
        Page::Play | Page::Game | Page::Analyze => (Some(nav), None),
        _ => (None, Some(nav)),
    };
    view! {
        <header class="site-header">
            {skip_link(here)}
            <a class="brand" href="/" aria-label="Ponder">
                <img src="/favicon.svg" alt="" width="28" height="28" />
                <span>"Ponder"</span>
            </a>
            {at_bottom}
            <button type="button" class="icon-button menu-button" popovertarget=MENU aria-label="Menu">
                {Icon::Menu.draw()}
            </button>
            <div id=MENU class="site-menu" popover="auto">
                {in_menu}
                <SoundSwitch />
                <PreferencesButton open=preferences />
                <ThemeSwitch />
            </div>
        </header>
        <Preferences open=preferences />
    }
}

/// The first element in the tab order. On a page with a board it is a button that focuses a square,
/// since a fragment in the address would be a link to a game there; elsewhere it is a link.
fn skip_link(here: Page) -> AnyView {
    if !matches!(here, Page::Play | Page::Analyze | Page::Game) {
        return view! {
            <a class="skip-link" href="#main">
                "Skip to the content"
            </a>
        }
        .into_any();
    }
    let focus = |_| {
        let square = document().query_selector("[data-square][tabindex='0']");
        if let Some(square) = square.ok().flatten() {
            square.unchecked_into::<HtmlElement>().focus().ok();
        }
    };
    view! {
        <button type="button" class="skip-link" on:click=focus>
            "Skip to the board"
        </button>
    }
    .into_any()
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
}

#[component]
fn SoundSwitch() -> impl IntoView {
    let prefs = use_prefs();
    let ready = use_ready();
    let muted = Memo::new(move |_| prefs.with(|prefs| prefs.muted));
    view! {
        <button
            type="button"
            class="icon-button"
            aria-label="Sound"
            aria-pressed=move || (!muted.get()).to_string()
            disabled=move || !ready.get()
            on:click=move |_| prefs.update(|prefs| prefs.muted ^= true)
        >
            {move || if muted.get() { Icon::Muted } else { Icon::Sound }.draw()}
        </button>
    }
}

#[component]
fn PreferencesButton(open: RwSignal<bool>) -> impl IntoView {
    let lazy = use_lazy_parts();
    let ready = use_ready();
    view! {
        <button
            type="button"
            class="icon-button"
            aria-label="Preferences"
            disabled=move || !ready.get()
            on:click=move |_| {
                lazy.want();
                open.set(true);
            }
        >
            {Icon::Preferences.draw()}
        </button>
    }
}

/// The dialog, once its bundle has loaded, or an error line.
#[component]
fn Preferences(open: RwSignal<bool>) -> impl IntoView {
    let lazy = use_lazy_parts();
    let missing = move || open.get() && lazy.has_failed();
    let line = move || {
        missing().then(|| {
            view! {
                <p class="trouble broken" role="alert">
                    "Preferences could not be loaded. "
                    <button type="button" class="button quiet" on:click=move |_| lazy.want()>
                        "Try again"
                    </button>
                </p>
            }
        })
    };
    view! {
        {line}
        {move || lazy.parts().map(|parts| (parts.preferences)(open))}
    }
}
