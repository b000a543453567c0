//! Searches within a page of text: picture, film and board in place of each figure's still board.

use client::theatre::{TheatreEvent, TheatreState, TreeStage, parse_fragment, textbook_tree};
use leptos::portal::Portal;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, HtmlElement};

use super::board::TheatreBoard;
use super::explorer::Candidates;
use super::film_bar::FilmBar;
use super::stage::Stage;
use super::swatch::provide_palette;
use super::switch_lab::SwitchLab;
use super::textbook::Textbook;
use super::{EngineTrouble, explores};
use crate::controllers::theatre::TheatreController;
use crate::platform::motion;
use crate::platform::visibility::VisibilityObserver;

/// Where a figure names its search, as the theatre's address does behind `#`.
const FRAGMENT: &str = "data-diagram";
/// What else a figure is: a `film` that begins by itself, with the table of `switches`, or in the height
/// of a `textbook` drawing.
const EXTRA: &str = "data-extra";

/// The widest drawing that fits beside the board, in columns.
const MAX_COLUMNS: f32 = 12.0;

/// Fills the page's figures.
pub fn diagrams() -> AnyView {
    provide_palette();
    figures()
        .into_iter()
        .map(|figure| {
            let fragment = figure.get_attribute(FRAGMENT).unwrap_or_default();
            let was_seen = seen(&figure);
            let fragment = StoredValue::new(fragment);
            let extra = StoredValue::new(figure.get_attribute(EXTRA).unwrap_or_default());
            view! {
                <Portal mount=Element::from(figure)>
                    <div class="diagram-search">
                        {move || was_seen.get().then(|| fragment.with_value(|fragment| search(fragment, &extra.get_value())))}
                    </div>
                </Portal>
            }
        })
        .collect_view()
        .into_any()
}

fn figures() -> Vec<HtmlElement> {
    let Ok(found) = document().query_selector_all(&format!("[{FRAGMENT}]")) else {
        return Vec::new();
    };
    (0..found.length())
        .filter_map(|index| found.get(index)?.dyn_into().ok())
        .collect()
}

/// Whether the figure has been within the window: each search needs a worker, and none is begun in
/// vain.
fn seen(figure: &HtmlElement) -> Memo<bool> {
    let was_seen = RwSignal::new(false);
    let figure = figure.clone();
    // The effect's value owns the observer.
    Effect::new(move |_| {
        let observer = VisibilityObserver::new(&figure, move || was_seen.set(true));
        if observer.is_none() {
            was_seen.set(true);
        }
        observer
    });
    // Coming back into the window changes nothing.
    Memo::new(move |_| was_seen.get())
}

fn search(fragment: &str, extra: &str) -> AnyView {
    let theatre = match parse_fragment(fragment) {
        Ok(link) => TheatreController::of_link(link),
        Err(refused) => {
            return view! { <p class="trouble">{refused.to_string()}</p> }.into_any();
        }
    };
    if extra == "film" && !motion::is_reduced() {
        play_when_ready(theatre);
    }
    let explores = explores(theatre);
    let is_small = theatre.read(is_small);
    let picture = move || match (explores.get(), is_small.get()) {
        (true, _) => view! { <Candidates theatre /> }.into_any(),
        (false, true) => view! { <Textbook theatre /> }.into_any(),
        (false, false) => view! { <Stage theatre /> }.into_any(),
    };
    view! {
        <div class="panel stage-panel">
            <EngineTrouble theatre />
            {picture}
            <FilmBar theatre />
        </div>
        <TheatreBoard theatre />
        {(extra == "switches").then(|| view! { <SwitchLab theatre /> })}
    }
    .into_any()
}

/// Whether the tree can be drawn as textbooks do, beside the board.
fn is_small(state: &TheatreState) -> bool {
    let tree = state.view.as_ref();
    let placed = tree.and_then(|view| textbook_tree(view, state.top));
    placed.is_some_and(|placed| placed.iter().all(|node| node.column < MAX_COLUMNS))
}

/// Begins the film as soon as there is one.
fn play_when_ready(theatre: TheatreController) {
    let is_shown = theatre.read(|state| state.stage == TreeStage::Shown);
    Effect::new(move |played: Option<bool>| {
        let plays = is_shown.get() && played != Some(true);
        if plays {
            theatre.dispatch(TheatreEvent::PlayPause);
        }
        plays || played == Some(true)
    });
}
