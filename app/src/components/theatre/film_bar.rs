//! The film's controls: play, steps, speed, the place, and which depth is shown.

use client::theatre::{SPEEDS, TheatreEvent, TheatreState, TreeView};
use leptos::prelude::*;

use super::explorer::{self, moment_text};
use super::text::{move_name, reason, root_name};
use crate::components::shared::format::count;
use crate::components::shared::icons::Icon;
use crate::components::shared::lazy_content::choice_list::ChoiceList;
use crate::controllers::theatre::TheatreController;

const SPEED_NAMES: [&str; SPEEDS.len()] = [
    "\u{215b}\u{d7}",
    "\u{bc}\u{d7}",
    "1\u{d7}",
    "4\u{d7}",
    "16\u{d7}",
];

#[component]
pub fn FilmBar(theatre: TheatreController) -> impl IntoView {
    let has_tree = theatre.read(has_tree);
    let plays = theatre.read_search(|state| state.film.is_playing);
    let place = theatre.read_search(|state| match state.snapshot() {
        Some(snapshot) => moment_text(snapshot),
        None => format!(
            "{} of {}",
            count(state.film.shown().into()),
            count(state.film.visits.into())
        ),
    });
    let speeds: Vec<usize> = (0..SPEEDS.len()).collect();
    let button = move |label: &'static str, icon: Icon, visits: i32| {
        view! {
            <button
                type="button"
                class="icon-button"
                aria-label=label
                disabled=move || !has_tree.get()
                on:click=move |_| theatre.dispatch(TheatreEvent::StepFilm(visits))
            >
                {icon.draw()}
            </button>
        }
    };
    view! {
        <Scrubber theatre />
        <div class="film-bar">
            <button
                type="button"
                class="button film-play"
                disabled=move || !has_tree.get()
                on:click=move |_| theatre.dispatch(TheatreEvent::PlayPause)
            >
                {move || if plays.get() { Icon::Pause } else { Icon::Start }.draw()}
                <span>{move || if plays.get() { "Pause" } else { "Play" }}</span>
            </button>
            {button("One position back", Icon::Previous, -1)}
            {button("One position on", Icon::Next, 1)}
            <span class="film-place figures">{move || place.get()}</span>
            <ChoiceList
                label="Speed"
                choices=speeds
                text=|speed: usize| SPEED_NAMES[speed].to_owned()
                chosen=theatre.read_search(|state| state.film.speed())
                choose=move |speed| theatre.dispatch(TheatreEvent::SetSpeed(speed))
            />
            <ShownDepth theatre />
            <span class="spacer"></span>
            <Zoom theatre />
        </div>
    }
}

/// What the film shows as a sentence, and its place as a slider.
#[component]
fn Scrubber(theatre: TheatreController) -> impl IntoView {
    let film = theatre.read_search(|state| state.film);
    let has_tree = theatre.read(has_tree);
    let sentence = theatre.read_search(|state| {
        if let Some(text) = explorer::sentence(state) {
            return text;
        }
        let (Some(view), Some(shown)) = (&state.view, state.shown()) else {
            return String::new();
        };
        match state.film.is_playing {
            true => line_text(view, shown),
            false => reason(view, shown),
        }
    });
    // A film that plays is not read out.
    let live = move || match film.with(|film| film.is_playing) {
        true => "off",
        false => "polite",
    };
    let seek = move |event| {
        if let Ok(visits) = event_target_value(&event).parse() {
            theatre.dispatch(TheatreEvent::Seek(visits));
        }
    };
    view! {
        <p class="sentence" aria-live=live>
            {move || sentence.get()}
        </p>
        <input
            type="range"
            class="scrubber"
            aria-label="Positions visited"
            min="0"
            max=move || film.get().visits.to_string()
            prop:value=move || film.get().shown().to_string()
            disabled=move || !has_tree.get()
            on:input=seek
        />
    }
}

/// The iteration that the picture shows; a tree search has none.
#[component]
fn ShownDepth(theatre: TheatreController) -> impl IntoView {
    let has_tree = theatre.read(has_tree);
    let explores = theatre.read(|state| state.explored.is_some());
    let roots: Memo<Vec<String>> = theatre.read(|state| match &state.view {
        Some(view) => (0..view.roots().len())
            .map(|place| root_name(view, place))
            .collect(),
        None => Vec::new(),
    });
    let root = theatre.read_search(|state| {
        let view = state.view.as_ref()?;
        let root = view.root_of(state.top);
        view.roots().iter().position(|&other| other == root)
    });
    let choose = move |event| {
        if let Ok(place) = event_target_value(&event).parse() {
            theatre.dispatch(TheatreEvent::ShowRoot(place));
        }
    };
    let option = move |(place, name): (usize, String)| {
        view! {
            <option value=place.to_string() prop:selected=move || root.get() == Some(place)>
                {name}
            </option>
        }
    };
    view! {
        <label hidden=move || explores.get()>
            <span class="visually-hidden">"Depth shown"</span>
            <select autocomplete="off" on:change=choose disabled=move || !has_tree.get()>
                {move || roots.get().into_iter().enumerate().map(option).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn Zoom(theatre: TheatreController) -> impl IntoView {
    let has_tree = theatre.read(has_tree);
    let explores = theatre.read(|state| state.explored.is_some());
    let is_whole = theatre.read_search(|state| {
        let view = state.view.as_ref();
        view.is_none_or(|view| view.node(state.top).parent.is_none())
    });
    let zoom_in = move |_| {
        let selected = theatre.with_untracked(|state| state.selected);
        theatre.dispatch(TheatreEvent::Zoom(selected));
    };
    view! {
        <button
            type="button"
            class="icon-button"
            aria-label="Zoom in"
            title="Zoom in"
            disabled=move || !has_tree.get() || explores.get()
            on:click=zoom_in
        >
            {Icon::ZoomIn.draw()}
        </button>
        <button
            type="button"
            class="icon-button"
            aria-label="Zoom out"
            title="Zoom out"
            disabled=move || is_whole.get()
            on:click=move |_| theatre.dispatch(TheatreEvent::ZoomOut)
        >
            {Icon::ZoomOut.draw()}
        </button>
    }
}

fn has_tree(state: &TheatreState) -> bool {
    state.view.is_some() || state.explored.is_some()
}

/// What the film shows: the depth, and the moves to the position that is visited.
fn line_text(view: &TreeView, shown: u32) -> String {
    let path = view.path(shown);
    let names: Vec<String> = path[1..]
        .iter()
        .map(|&index| move_name(view, index))
        .collect();
    let root = view.roots().iter().position(|&root| root == path[0]);
    let depth = root.map_or_else(String::new, |place| root_name(view, place));
    format!("{depth}: {}", names.join(" "))
}
