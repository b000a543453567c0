//! The page at `/analyze`: a position or a game to be looked into.

mod copies;
mod editor;
mod graph;
mod importer;
mod keys;
mod lines;
mod moves;
mod play_from;
mod review;
mod sharing;
mod table;
mod tools;
mod turns;

use client::analysis::Placing;
use client::play::EngineState;
use engine::explain::report;
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;

use self::copies::Copies;
use self::editor::Editor;
use self::importer::{Importer, take_dropped};
use self::lines::Lines;
use self::moves::Moves;
use self::play_from::PlayFrom;
use self::review::ReviewPanel;
use self::sharing::Sharing;
use self::table::Table;
use self::tools::Tools;
use self::turns::Turns;
use super::key_list::KeysDialog;
use super::report::PositionReport;
use crate::components::analysis_skeleton;
use crate::components::notices::{NoticeBar, Notices};
use crate::components::offline::offline_sign;
use crate::components::warnings::NO_NETWORK;
use crate::components::whole::IntoWhole;
use crate::controllers::analysis::Desk;

/// What was asked for on this page.
#[derive(Clone, Copy)]
struct Wanted {
    /// The position that is being set up.
    placing: RwSignal<Option<Placing>>,
    /// The dialog that takes a FEN or a PGN.
    import: RwSignal<bool>,
    /// The text in it.
    text: RwSignal<String>,
    /// What there is to say of that text.
    said: RwSignal<String>,
    /// The dialog that begins a game.
    play: RwSignal<bool>,
    /// The list of keys.
    keys: RwSignal<bool>,
    /// A link to all of it.
    share: RwSignal<bool>,
    notices: Notices,
}

/// Everything below the page's head.
pub fn analysis() -> AnyView {
    let desk = Desk::new();
    let wanted = Wanted {
        placing: RwSignal::new(None),
        import: RwSignal::new(false),
        text: RwSignal::new(String::new()),
        said: RwSignal::new(String::new()),
        play: RwSignal::new(false),
        keys: RwSignal::new(false),
        share: RwSignal::new(false),
        notices: Notices::provide(),
    };
    warn(desk, wanted.notices);
    listen_to_drops(desk, wanted);
    keys::listen(desk, wanted);
    // An address that cannot be read is shown with its reason where texts are.
    Effect::new(move |_| {
        if let Some((text, refused)) = desk.refused.get() {
            wanted.text.set(text);
            wanted.said.set(refused.to_string());
            wanted.import.set(true);
        }
    });
    let places = Memo::new(move |_| wanted.placing.with(Option::is_some));
    let turns = Turns::begin();
    view! {
        <div class="play analysis">
            {move || match places.get() {
                true => view! { <Editor desk placing=wanted.placing /> }.into_any(),
                false => view! { <Room desk wanted turns /> }.into_any(),
            }}
        </div>
        {turns.next(|| ().into_whole(), move || view! { <Importer desk wanted /> }.into_any())}
        {turns.next(|| ().into_whole(), move || view! { <PlayFrom desk open=wanted.play /> }.into_any())}
        {turns.next(|| ().into_whole(), move || view! { <Rest desk wanted /> }.into_any())}
    }
    .into_any()
}

/// What else lies over the page when it is asked for.
#[component]
fn Rest(desk: Desk, wanted: Wanted) -> impl IntoView {
    view! {
        <KeysDialog open=wanted.keys keys=keys::KEYS />
        <Sharing desk asked=wanted.share />
        <NoticeBar notices=wanted.notices />
        {offline_sign()}
    }
    .into_whole()
}

/// What is dropped anywhere is taken; the browser itself would leave the page for it.
fn listen_to_drops(desk: Desk, wanted: Wanted) {
    let over = window_event_listener(ev::dragover, |event| event.prevent_default());
    let drop = window_event_listener(ev::drop, move |event| take_dropped(&event, desk, wanted));
    on_cleanup(move || {
        over.remove();
        drop.remove();
    });
}

/// Gives the focus from a button that is about to go to the panel around it, so that the keyboard
/// goes on from there.
fn keep_focus() {
    let button = document().active_element();
    let panel = button.and_then(|button| button.closest("section[tabindex]").ok().flatten());
    if let Some(panel) = panel.and_then(|panel| panel.dyn_into::<HtmlElement>().ok()) {
        // Refused for nothing that is on the page.
        drop(panel.focus());
    }
}

/// Says it once when the engine had to be started again, and when it has no network.
fn warn(desk: Desk, notices: Notices) {
    let again = desk.read(|state| state.failures > 0 && state.engine == EngineState::Ready);
    Effect::new(move |_| {
        if again.get() {
            notices.say("The engine broke and was started again.");
        }
    });
    let blind = desk.read(|state| state.network.has_failed());
    Effect::new(move |_| {
        if blind.get() {
            notices.say(NO_NETWORK);
        }
    });
}

/// The board with everything around it.
#[component]
fn Room(desk: Desk, wanted: Wanted, turns: Turns) -> impl IntoView {
    let table = turns.next(analysis_skeleton::table, move || {
        view! { <Table desk /> }.into_any()
    });
    let lines = turns.next(analysis_skeleton::lines, move || {
        view! { <Lines desk /> }.into_any()
    });
    let moves = turns.next(analysis_skeleton::moves, move || {
        view! { <Moves desk share=wanted.share /> }.into_any()
    });
    let tools = turns.next(analysis_skeleton::tools, move || {
        view! { <Tools desk wanted /> }.into_any()
    });
    let review = turns.next(analysis_skeleton::review, move || {
        view! { <ReviewPanel desk /> }.into_any()
    });
    let texts = turns.next(
        || ().into_whole(),
        move || view! { <Texts desk /> }.into_any(),
    );
    view! {
        {table}
        <div class="side left">{tools} {review} {texts}</div>
        <div class="side right">{lines} {moves}</div>
    }
    .into_whole()
}

/// What the position says, and everything as text.
#[component]
fn Texts(desk: Desk) -> impl IntoView {
    let figures = desk.read(|state| report(&state.board().0));
    view! {
        <details class="panel" data-panel="position">
            <summary>"Position"</summary>
            <div class="panel-body">
                <PositionReport figures />
            </div>
        </details>
        <Copies desk />
    }
    .into_whole()
}
