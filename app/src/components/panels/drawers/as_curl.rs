//! The engine's latest search as a curl command for the HTTP API.

use client::api_console::{AnswerFormat, ApiCall, SnippetLanguage};
use client::play::MAX_CANDIDATES;
use client::play::PlayState;
use engine::player::StrategyId;
use engine::rules::Position;
use engine::search::SearchLimits;
use engine::tables::TableSet;
use leptos::prelude::*;
use wire::search::request::{
    LimitsSpec, MAX_DEPTH, OptionsSpec, PositionFields, PositionSpec, SearchRequest,
};

use super::copy_text;
use crate::controllers::play::PlayController;
use crate::platform::sharing::absolute_address;

/// Copies the request for the engine's latest move up to the one on the board.
#[component]
pub fn AsCurl(play: PlayController) -> impl IntoView {
    let status = RwSignal::new("");
    let request = play.read(request);
    let copy = move |_| {
        let Some(body) = request.get_untracked().and_then(json) else {
            return;
        };
        let call = ApiCall {
            url: absolute_address("/api/v1/search"),
            body: Some(body),
            form: AnswerFormat::Json,
        };
        copy_text(None, status, SnippetLanguage::Curl.snippet(&call));
    };
    view! {
        <div class="as-curl" hidden=move || request.with(Option::is_none)>
            <span role="status">
                {move || match status.get() {
                    "" => "My last search, as a curl command",
                    status => status,
                }}
            </span>
            <button
                type="button"
                class="button quiet"
                title="The same search over HTTP; without what I remember of games"
                on:click=copy
            >
                "API request"
            </button>
        </div>
    }
}

fn json(request: SearchRequest) -> Option<String> {
    serde_json::to_string(&request).ok()
}

/// The search behind the engine's latest move up to the one on the board, without what it has learnt
/// from the visitor's games.
fn request(state: &PlayState) -> Option<SearchRequest> {
    let start = state.game.start();
    let (before, engine) = state.last_engine_turn()?;
    let depth = state.settings.depth_of(engine);
    let plain = SearchLimits {
        depth,
        ..SearchLimits::default()
    };
    let position = state.game.position_at(before);
    let strength = state.strength_of(engine);
    // A move between levels is of one of them.
    let level = strength.map(|strength| strength.level_in(&position, state.seed()));
    let limits = level.map_or(plain.clone(), |level| level.limits(engine.strategy, &plain));
    let options = state.settings.options();
    let moves = state.game.moves().get(..before)?;
    Some(SearchRequest {
        position: PositionSpec::From(PositionFields {
            fen: (*start != Position::startpos()).then(|| start.to_fen()),
            moves: moves.iter().map(ToString::to_string).collect(),
        }),
        strategy: Some(engine.strategy.as_str().to_owned()),
        limits: LimitsSpec {
            depth: limits.depth.filter(|depth| *depth <= MAX_DEPTH),
            nodes: limits.nodes,
            movetime_ms: None,
        },
        multipv: MAX_CANDIDATES as u8,
        seed: state.seed(),
        options: OptionsSpec {
            quiescence: options.quiescence,
            null_move: options.null_move,
            level: level.map(|level| level.number()),
            strength: None,
            playing_style: engine.style().map(|style| style.to_string()),
            book: (engine.strategy == StrategyId::Ponder).then(|| match engine.book {
                Some(style) => style.as_str().to_owned(),
                None => "off".to_owned(),
            }),
            evaluation: None,
            tables: (state.settings.tables != TableSet::None)
                .then(|| state.settings.tables.as_str().to_owned()),
        },
        ..SearchRequest::startpos()
    })
}

#[cfg(test)]
mod tests {
    use engine::rules::san;

    use super::*;
    use client::settings::Settings;

    /// A game of these moves, with the engine as Black.
    fn game(moves: &[&str]) -> PlayState {
        let mut state = PlayState::new(Settings::default());
        for text in moves {
            let mv = san::parse(state.game.position(), text).unwrap();
            state.game.play(mv).unwrap();
        }
        state
    }

    #[test]
    fn the_request_asks_for_the_engines_latest_move() {
        assert_eq!(request(&game(&[])), None);
        assert_eq!(request(&game(&["e4"])), None);
        let mut state = game(&["e4", "e5", "Nf3", "Nc6", "Bb5"]);
        let found = request(&state).unwrap();
        let PositionSpec::From(position) = &found.position else {
            panic!("moves");
        };
        assert_eq!(position.moves, ["e2e4", "e7e5", "g1f3"]);
        assert_eq!(found.strategy.as_deref(), Some("ponder"));
        assert_eq!(found.options.level, Some(3));
        assert!(found.limits.nodes.is_some() && found.limits.movetime_ms.is_none());
        // The API takes it, and with these limits it has one answer.
        let resolved = found.resolve().unwrap();
        assert_eq!(resolved.limits.multipv, 3);
        state.viewed_ply = Some(2);
        let PositionSpec::From(position) = request(&state).unwrap().position else {
            panic!("moves");
        };
        assert_eq!(position.moves, ["e2e4"]);
    }
}
