//! The game as text: link, PGN, FEN, embed code.

use leptos::prelude::*;

use crate::components::panels::drawers::CopyBox;
use crate::controllers::live_game::LiveGameController;
use crate::platform::files::fetch_text;
use crate::platform::sharing::absolute_address;
use crate::routes::EMBED;

#[component]
pub fn Share(live_game: LiveGameController) -> impl IntoView {
    let open = RwSignal::new(false);
    let toggle = move |event: leptos::web_sys::ToggleEvent| {
        open.set(event_target::<leptos::web_sys::Element>(&event).has_attribute("open"));
    };
    let game = live_game.with_untracked(|state| state.view.game.clone());
    let page = game.page();
    let pgn = format!("{page}.pgn");
    let link = Memo::new(move |_| absolute_address(&page));
    let frame = Memo::new({
        let path = format!("{EMBED}{game}");
        move |_| {
            let source = absolute_address(&path);
            format!(
                "<iframe src=\"{source}\" width=\"480\" height=\"600\" title=\"A game of chess\" style=\"border:0\"></iframe>"
            )
        }
    });
    let fen = live_game.read(|state| state.board().0.to_fen());
    let version = live_game.read(|state| state.view.version);
    // The server writes the PGN, with clocks. It is fetched only while the panel is open.
    let fetched = LocalResource::new({
        let pgn = pgn.clone();
        move || {
            version.track();
            let pgn = open.get().then(|| pgn.clone());
            async move { fetch_text(&pgn?).await }
        }
    });
    let moves = Memo::new(move |before: Option<&String>| {
        let text = fetched.get().flatten();
        text.or_else(|| before.cloned()).unwrap_or_default()
    });
    // Players get no PGN or FEN while they play: they could feed them to an engine.
    let plays = live_game.read(|state| state.is_playing() && state.side.is_some());
    let texts = move || {
        let pgn = pgn.clone();
        (!plays.get()).then(|| {
            view! {
                <CopyBox name="PGN" rows="6" text=moves />
                <p class="download">
                    <a href=pgn download>
                        "Download the PGN"
                    </a>
                </p>
                <CopyBox name="FEN" rows="2" text=fen />
            }
        })
    };
    view! {
        <details class="panel" data-panel="pgn" on:toggle=toggle>
            <summary>"Share and embed"</summary>
            <div class="panel-body">
                <CopyBox name="link" rows="2" text=link />
                {texts}
                <CopyBox name="embed code" rows="4" text=frame />
            </div>
        </details>
    }
}
