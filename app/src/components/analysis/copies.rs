//! The game and the position as text: PGN, FEN, link.

use client::analysis::{AnalysisState, analysis_link, left_out_text};
use leptos::prelude::*;

use crate::components::panels::drawers::CopyBox;
use crate::controllers::analysis::AnalysisController;

#[component]
pub fn Copies(analysis: AnalysisController) -> impl IntoView {
    // Written only while the panel is open.
    let open = RwSignal::new(false);
    let written = move |write: fn(AnalysisController) -> String| {
        Memo::new(move |_| {
            if open.get() {
                write(analysis)
            } else {
                String::new()
            }
        })
    };
    let text = written(|analysis| analysis.with(AnalysisState::pgn));
    let fen = analysis.read(|state| state.position().to_fen());
    let link = written(AnalysisController::link);
    let left_out =
        written(|analysis| analysis.with(|state| left_out_text(&analysis_link(state).dropped)));
    let toggle = move |event: leptos::web_sys::ToggleEvent| {
        open.set(event_target::<leptos::web_sys::Element>(&event).has_attribute("open"));
    };
    view! {
        <details class="panel" data-panel="pgn" on:toggle=toggle>
            <summary>"PGN, FEN and link"</summary>
            <div class="panel-body">
                <CopyBox name="PGN" rows="6" text />
                <CopyBox name="FEN" rows="3" text=fen />
                <CopyBox name="link" rows="3" text=link />
                <p class="note" hidden=move || left_out.with(String::is_empty)>
                    {left_out}
                </p>
            </div>
        </details>
    }
}
