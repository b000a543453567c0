//! What is on the page as text, to be taken elsewhere.

use leptos::prelude::*;

use crate::analysis::{Analysis, Desk};
use crate::components::drawers::CopyBox;
use crate::components::whole::IntoWhole;

#[component]
pub fn Copies(desk: Desk) -> impl IntoView {
    let text = desk.read(Analysis::pgn);
    let fen = desk.read(|state| state.position().to_fen());
    let link = Memo::new(move |_| desk.link());
    view! {
        <details class="panel" data-panel="pgn">
            <summary>"PGN, FEN and link"</summary>
            <div class="panel-body">
                <CopyBox name="PGN" rows="6" text />
                <CopyBox name="FEN" rows="3" text=fen />
                <CopyBox name="link" rows="3" text=link />
            </div>
        </details>
    }
    .into_whole()
}
