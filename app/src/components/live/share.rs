//! The game as text, to be taken elsewhere: its link, its moves, its position, a frame for a page.

use leptos::prelude::*;

use crate::components::panels::drawers::CopyBox;
use crate::components::shared::erased_view::Erase;
use crate::controllers::live_game::LiveGameController;
use crate::routes::EMBED;

#[component]
pub fn Share(live_game: LiveGameController) -> impl IntoView {
    let open = RwSignal::new(false);
    let toggle = move |event| {
        open.set(event_target::<leptos::web_sys::Element>(&event).has_attribute("open"));
    };
    let game = live_game.with_untracked(|state| state.view.game.clone());
    let page = game.page();
    let pgn = format!("{page}.pgn");
    let link = Memo::new(move |_| address(&page));
    let frame = Memo::new({
        let path = format!("{EMBED}{game}");
        move |_| {
            let source = address(&path);
            format!(
                "<iframe src=\"{source}\" width=\"480\" height=\"600\" title=\"A game of chess\" style=\"border:0\"></iframe>"
            )
        }
    });
    let fen = live_game.read(|state| state.board().0.to_fen());
    let moves = RwSignal::new(String::new());
    let version = live_game.read(|state| state.view.version);
    // Written by the server, clocks included; asked for only while somebody looks.
    Effect::new({
        let pgn = pgn.clone();
        move |_| {
            version.track();
            if open.get() {
                let pgn = pgn.clone();
                leptos::task::spawn_local(async move {
                    if let Some(text) = fetched(&pgn).await {
                        moves.try_set(text);
                    }
                });
            }
        }
    });
    let moves = Memo::new(move |_| moves.get());
    // While they play, players take nothing elsewhere that an engine reads.
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
    .erase()
}

/// A path of this site as others write it; on the server, which does not know that, the path.
pub fn address(path: &str) -> String {
    #[cfg(feature = "hydrate")]
    let origin = window().location().origin().unwrap_or_default();
    #[cfg(not(feature = "hydrate"))]
    let origin = "";
    format!("{origin}{path}")
}

/// A text of this site, if it can be had now.
async fn fetched(path: &str) -> Option<String> {
    use wasm_bindgen::JsCast;
    use wasm_bindgen_futures::JsFuture;

    let response = JsFuture::from(window().fetch_with_str(path)).await.ok()?;
    let response: web_sys::Response = response.dyn_into().ok()?;
    let text = response.ok().then(|| response.text().ok())??;
    JsFuture::from(text).await.ok()?.as_string()
}
