//! The preferences dialog: theme, board, sound, shortcuts.

use client::prefs::{BoardColors, Coordinates, Prefs, Theme};
use client::settings::Settings;
use leptos::prelude::*;

use super::modal::Modal;
use crate::components::controls::setup::segment::text_segments;
use crate::controllers::play::PlayController;
use crate::preferences::use_prefs;

/// The dialog. On the playing page the game's settings are changed with the preferences.
pub fn preferences(open: RwSignal<bool>) -> AnyView {
    let prefs = use_prefs();
    let play = use_context::<PlayController>();
    let change = move |change: fn(&mut Settings)| match play {
        Some(play) => play.set(change),
        None => prefs.update(|prefs| change(&mut prefs.settings)),
    };
    let settings = move || match play {
        Some(play) => play.with(|state| state.settings),
        None => prefs.get().settings,
    };
    let reset = move |_| {
        prefs.update(|prefs| {
            *prefs = Prefs {
                settings: prefs.settings,
                ..Prefs::default()
            }
        });
        change(|settings| *settings = Settings::default());
    };
    let volume = move |event| {
        if let Ok(percent @ 0..=100) = event_target_value(&event).parse::<u8>() {
            prefs.update(|prefs| {
                prefs.volume = percent;
                prefs.muted = false;
            });
        }
    };
    view! {
        <Modal open labelled_by="preferences-title" class="dialog preferences">
            <h2 id="preferences-title">"Preferences"</h2>
            <Appearance />
            <label class="volume">
                <span class="field-name">"Volume"</span>
                <input
                    type="range"
                    min="0"
                    max="100"
                    step="5"
                    prop:value=move || match prefs.get() { prefs if prefs.muted => "0".to_owned(), prefs => prefs.volume.to_string() }
                    on:input=volume
                />
            </label>
            <div class="options">
                <Toggle name="No sound" on=move || prefs.get().muted change=move || prefs.update(|prefs| prefs.muted ^= true) />
                <Toggle name="Keyboard shortcuts" on=move || prefs.get().shortcuts change=move || prefs.update(|prefs| prefs.shortcuts ^= true) />
                <Toggle name="Show legal moves" on=move || settings().hints change=move || change(|s| s.hints ^= true) />
                <Toggle name="Always promote to queen" on=move || settings().auto_queen change=move || change(|s| s.auto_queen ^= true) />
                <Toggle name="Show quick thinking in slow motion" on=move || settings().slow_replay change=move || change(|s| s.slow_replay ^= true) />
            </div>
            <p class="empty">
                <a href="/learn">"How to play with Ponder"</a>
            </p>
            <div class="choices">
                <button type="button" class="button" on:click=reset>
                    "Back to defaults"
                </button>
                <button type="button" class="button primary" on:click=move |_| open.set(false)>
                    "Done"
                </button>
            </div>
        </Modal>
    }
    .into_any()
}

/// Theme, board colours and coordinates.
#[component]
fn Appearance() -> impl IntoView {
    view! {
        <Choice
            name="Theme"
            group="theme"
            of=|prefs| prefs.theme as u8
            options=[("Dark", |p| p.theme = Theme::Dark), ("Light", |p| p.theme = Theme::Light), ("System", |p| p.theme = Theme::System)]
        />
        <Choice
            name="Board"
            group="board"
            of=|prefs| prefs.board as u8
            options=[("Wood", |p| p.board = BoardColors::Wood), ("Sea", |p| p.board = BoardColors::Sea), ("Moss", |p| p.board = BoardColors::Moss)]
        />
        <Choice
            name="Coordinates"
            group="coordinates"
            of=|prefs| prefs.coordinates as u8
            options=[("Inside", |p| p.coordinates = Coordinates::Inside), ("Outside", |p| p.coordinates = Coordinates::Outside), ("Off", |p| p.coordinates = Coordinates::Off)]
        />
    }
}

/// A change of the preferences.
type PrefsChange = fn(&mut Prefs);

#[component]
fn Choice(
    name: &'static str,
    /// The name of the radio group.
    group: &'static str,
    /// The index of the chosen option.
    of: fn(&Prefs) -> u8,
    options: [(&'static str, PrefsChange); 3],
) -> impl IntoView {
    let prefs = use_prefs();
    let ready = Memo::new(|_| true);
    let chosen = Signal::derive(move || usize::from(prefs.with(of)));
    let on_choose = Callback::new(move |index: usize| {
        if let Some((_, change)) = options.get(index) {
            prefs.update(change);
        }
    });
    let choices = options.iter().map(|(text, _)| *text).enumerate();
    let choices = text_segments(group, "segments", chosen, ready, on_choose, choices);
    view! {
        <fieldset>
            <legend class="field-name">{name}</legend>
            {choices}
        </fieldset>
    }
}

#[component]
fn Toggle(
    name: &'static str,
    #[prop(into)] on: Signal<bool>,
    #[prop(into)] change: Callback<()>,
) -> impl IntoView {
    view! {
        <label>
            <input
                type="checkbox"
                autocomplete="off"
                prop:checked=move || on.get()
                on:change=move |_| change.run(())
            />
            {name}
        </label>
    }
}
