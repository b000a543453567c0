//! The analysis page, `/analyze`.

mod annotation_tools;
mod board;
mod comments;
mod copies;
mod dialogs;
mod drawings;
mod editor;
mod focus;
mod glyphs;
mod graph;
mod importer;
mod keep;
mod keys;
mod lines;
mod moves;
mod play_from;
mod review;
mod review_figures;
mod review_sentences;
mod scroll_down;
mod sharing;
mod tools;

use client::play::EngineState;
use engine::explain::report;
use leptos::ev;
use leptos::prelude::*;

use self::annotation_tools::AnnotationTools;
use self::board::BoardArea;
use self::copies::Copies;
use self::dialogs::AnalysisDialogs;
use self::drawings::DrawingPen;
use self::editor::Editor;
use self::importer::{Importer, handle_drop};
use self::keep::KeepPanel;
use self::lines::Lines;
use self::moves::Moves;
use self::play_from::PlayFrom;
use self::review::ReviewPanel;
use self::sharing::ShareAnalysis;
use self::tools::Tools;
use super::dialogs::key_list::KeysDialog;
use super::panels::position_report::PositionReport;
use super::shared::analysis_skeleton;
use super::shared::lazy_content::build_queue::BuildQueue;
use super::shared::notices::{NoticeBar, Notices};
use super::shared::offline_sign::offline_sign;
use super::shared::shortcuts::ANALYSIS_SHORTCUTS;
use super::side_effects::warnings::NO_NETWORK;
use crate::controllers::analysis::AnalysisController;
use crate::controllers::keeping::Keeping;

/// The page below its header.
pub fn analysis() -> AnyView {
    let unreadable = RwSignal::new(None);
    let keeping = Keeping::new();
    let analysis = AnalysisController::new(unreadable, keeping);
    let dialogs = AnalysisDialogs {
        placing: RwSignal::new(None),
        import: RwSignal::new(false),
        text: RwSignal::new(String::new()),
        error: RwSignal::new(String::new()),
        play: RwSignal::new(false),
        keys: RwSignal::new(false),
        share: RwSignal::new(false),
        notices: Notices::provide(),
    };
    show_warnings(analysis, dialogs.notices);
    listen_to_drops(analysis, dialogs);
    keys::listen(analysis, dialogs);
    // An unreadable address is shown in the import dialog with its error.
    Effect::new(move |_| {
        if let Some((text, refused)) = unreadable.get() {
            dialogs.text.set(text);
            dialogs.error.set(refused.to_string());
            dialogs.import.set(true);
        }
    });
    let places = Memo::new(move |_| dialogs.placing.with(Option::is_some));
    let queue = BuildQueue::begin();
    view! {
        <div class="play analysis">
            {move || match places.get() {
                true => view! { <Editor analysis placing=dialogs.placing /> }.into_any(),
                false => view! { <AnalysisView analysis keeping dialogs queue /> }.into_any(),
            }}
        </div>
        {queue.next(|| ().into_any(), move || view! { <Importer analysis dialogs /> }.into_any())}
        {queue.next(|| ().into_any(), move || view! { <PlayFrom analysis open=dialogs.play /> }.into_any())}
        {queue.next(|| ().into_any(), move || view! { <Overlays analysis dialogs /> }.into_any())}
    }
    .into_any()
}

/// Other dialogs and notices.
#[component]
fn Overlays(analysis: AnalysisController, dialogs: AnalysisDialogs) -> impl IntoView {
    view! {
        <KeysDialog open=dialogs.keys shortcuts=&ANALYSIS_SHORTCUTS />
        <ShareAnalysis analysis requested=dialogs.share />
        <NoticeBar notices=dialogs.notices />
        {offline_sign()}
    }
}

/// Accepts drops anywhere on the page; by default the browser would navigate to the file.
fn listen_to_drops(analysis: AnalysisController, dialogs: AnalysisDialogs) {
    let over = window_event_listener(ev::dragover, |event| event.prevent_default());
    let drop = window_event_listener(ev::drop, move |event| {
        handle_drop(&event, analysis, dialogs)
    });
    on_cleanup(move || {
        over.remove();
        drop.remove();
    });
}

/// Shows a notice when the engine was restarted, and when it has no network.
fn show_warnings(analysis: AnalysisController, notices: Notices) {
    let restarted = analysis.read(|state| state.failures > 0 && state.engine == EngineState::Ready);
    Effect::new(move |_| {
        if restarted.get() {
            notices.show_once("The engine broke and was started again.");
        }
    });
    let lacks_network = analysis.read(|state| state.network.has_failed());
    Effect::new(move |_| {
        if lacks_network.get() {
            notices.show_once(NO_NETWORK);
        }
    });
}

/// The board with everything around it.
#[component]
fn AnalysisView(
    analysis: AnalysisController,
    keeping: Keeping,
    dialogs: AnalysisDialogs,
    queue: BuildQueue,
) -> impl IntoView {
    let pen = DrawingPen::new(None);
    let table = queue.next(analysis_skeleton::board_section, move || {
        view! { <BoardArea analysis pen /> }.into_any()
    });
    let lines = queue.next(analysis_skeleton::lines, move || {
        view! { <Lines analysis /> }.into_any()
    });
    let moves = queue.next(analysis_skeleton::moves, move || {
        view! { <Moves analysis share=dialogs.share /> }.into_any()
    });
    let tools = queue.next(analysis_skeleton::tools, move || {
        view! { <Tools analysis dialogs /> }.into_any()
    });
    let review = queue.next(analysis_skeleton::review, move || {
        view! { <ReviewPanel analysis /> }.into_any()
    });
    let annotations = queue.next(
        || ().into_any(),
        move || view! { <AnnotationTools analysis pen /> }.into_any(),
    );
    let keep = queue.next(
        || ().into_any(),
        move || view! { <KeepPanel analysis keeping /> }.into_any(),
    );
    let texts = queue.next(
        || ().into_any(),
        move || view! { <Texts analysis /> }.into_any(),
    );
    view! {
        {table}
        <div class="side left">{tools} {annotations} {review} {keep} {texts}</div>
        <div class="side right">{lines} {moves}</div>
    }
}

/// The position's report, and the texts to copy.
#[component]
fn Texts(analysis: AnalysisController) -> impl IntoView {
    let position_report = analysis.read(|state| report(&state.board().0));
    view! {
        <details class="panel" data-panel="position">
            <summary>"Position"</summary>
            <div class="panel-body">
                <PositionReport report=position_report />
            </div>
        </details>
        <Copies analysis />
    }
}
