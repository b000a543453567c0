//! The page at `/analyze`: a position or a game to be looked into.

mod board;
mod copies;
mod dialogs;
mod editor;
mod focus;
mod graph;
mod importer;
mod keys;
mod lines;
mod moves;
mod play_from;
mod review;
mod sharing;
mod tools;
mod turns;

use client::play::EngineState;
use engine::explain::report;
use leptos::ev;
use leptos::prelude::*;

use self::board::BoardArea;
use self::copies::Copies;
use self::dialogs::AnalysisDialogs;
use self::editor::Editor;
use self::importer::{Importer, take_dropped};
use self::lines::Lines;
use self::moves::Moves;
use self::play_from::PlayFrom;
use self::review::ReviewPanel;
use self::sharing::Sharing;
use self::tools::Tools;
use self::turns::Turns;
use super::dialogs::key_list::KeysDialog;
use super::panels::position_report::PositionReport;
use super::shared::analysis_skeleton;
use super::shared::erased_view::Erase;
use super::shared::notices::{NoticeBar, Notices};
use super::shared::offline_sign::offline_sign;
use super::side_effects::warnings::NO_NETWORK;
use crate::controllers::analysis::AnalysisController;

/// Everything below the page's head.
pub fn analysis() -> AnyView {
    let unreadable = RwSignal::new(None);
    let analysis = AnalysisController::new(unreadable);
    let dialogs = AnalysisDialogs {
        placing: RwSignal::new(None),
        import: RwSignal::new(false),
        text: RwSignal::new(String::new()),
        said: RwSignal::new(String::new()),
        play: RwSignal::new(false),
        keys: RwSignal::new(false),
        share: RwSignal::new(false),
        notices: Notices::provide(),
    };
    warn(analysis, dialogs.notices);
    listen_to_drops(analysis, dialogs);
    keys::listen(analysis, dialogs);
    // An address that cannot be read is shown with its reason where texts are.
    Effect::new(move |_| {
        if let Some((text, refused)) = unreadable.get() {
            dialogs.text.set(text);
            dialogs.said.set(refused.to_string());
            dialogs.import.set(true);
        }
    });
    let places = Memo::new(move |_| dialogs.placing.with(Option::is_some));
    let turns = Turns::begin();
    view! {
        <div class="play analysis">
            {move || match places.get() {
                true => view! { <Editor analysis placing=dialogs.placing /> }.into_any(),
                false => view! { <Room analysis dialogs turns /> }.into_any(),
            }}
        </div>
        {turns.next(|| ().erase(), move || view! { <Importer analysis dialogs /> }.into_any())}
        {turns.next(|| ().erase(), move || view! { <PlayFrom analysis open=dialogs.play /> }.into_any())}
        {turns.next(|| ().erase(), move || view! { <Rest analysis dialogs /> }.into_any())}
    }
    .into_any()
}

/// What else lies over the page when it is asked for.
#[component]
fn Rest(analysis: AnalysisController, dialogs: AnalysisDialogs) -> impl IntoView {
    view! {
        <KeysDialog open=dialogs.keys keys=keys::KEYS />
        <Sharing analysis asked=dialogs.share />
        <NoticeBar notices=dialogs.notices />
        {offline_sign()}
    }
    .erase()
}

/// What is dropped anywhere is taken; the browser itself would leave the page for it.
fn listen_to_drops(analysis: AnalysisController, dialogs: AnalysisDialogs) {
    let over = window_event_listener(ev::dragover, |event| event.prevent_default());
    let drop = window_event_listener(ev::drop, move |event| {
        take_dropped(&event, analysis, dialogs)
    });
    on_cleanup(move || {
        over.remove();
        drop.remove();
    });
}

/// Says it once when the engine had to be started again, and when it has no network.
fn warn(analysis: AnalysisController, notices: Notices) {
    let again = analysis.read(|state| state.failures > 0 && state.engine == EngineState::Ready);
    Effect::new(move |_| {
        if again.get() {
            notices.show_once("The engine broke and was started again.");
        }
    });
    let blind = analysis.read(|state| state.network.has_failed());
    Effect::new(move |_| {
        if blind.get() {
            notices.show_once(NO_NETWORK);
        }
    });
}

/// The board with everything around it.
#[component]
fn Room(analysis: AnalysisController, dialogs: AnalysisDialogs, turns: Turns) -> impl IntoView {
    let table = turns.next(analysis_skeleton::board_section, move || {
        view! { <BoardArea analysis /> }.into_any()
    });
    let lines = turns.next(analysis_skeleton::lines, move || {
        view! { <Lines analysis /> }.into_any()
    });
    let moves = turns.next(analysis_skeleton::moves, move || {
        view! { <Moves analysis share=dialogs.share /> }.into_any()
    });
    let tools = turns.next(analysis_skeleton::tools, move || {
        view! { <Tools analysis dialogs /> }.into_any()
    });
    let review = turns.next(analysis_skeleton::review, move || {
        view! { <ReviewPanel analysis /> }.into_any()
    });
    let texts = turns.next(
        || ().erase(),
        move || view! { <Texts analysis /> }.into_any(),
    );
    view! {
        {table}
        <div class="side left">{tools} {review} {texts}</div>
        <div class="side right">{lines} {moves}</div>
    }
    .erase()
}

/// What the position says, and everything as text.
#[component]
fn Texts(analysis: AnalysisController) -> impl IntoView {
    let figures = analysis.read(|state| report(&state.board().0));
    view! {
        <details class="panel" data-panel="position">
            <summary>"Position"</summary>
            <div class="panel-body">
                <PositionReport figures />
            </div>
        </details>
        <Copies analysis />
    }
    .erase()
}
