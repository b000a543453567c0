//! A game as PGN and as JSON.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::rules::{Reason, pgn};
use serde::Serialize;
use time::OffsetDateTime;
use wire::live::game_view::{GameKind, GameStage};
use wire::live::{GameLink, GameView};

use crate::{conditional::none_match_names, error::Refusal, state::AppState};

/// A finished game changes only with its players' names.
const OVER: HeaderValue = HeaderValue::from_static("public, max-age=60");
/// A game in progress changes with each move.
const PLAYED: HeaderValue = HeaderValue::from_static("public, no-cache");

/// The game as spectators see it.
pub async fn seen(state: &AppState, link: &GameLink) -> Result<GameView, Refusal> {
    let shown = state.hub.shown(None, link).await;
    let shown = shown.map_err(|error| {
        tracing::error!(%error, "a game could not be shown");
        Refusal::Internal
    })?;
    let shown = shown.ok_or_else(|| Refusal::NotFound(link.page()))?;
    Ok(shown.view)
}

/// `/game/{link}.json`
pub async fn json(
    state: &AppState,
    link: &GameLink,
    headers: &HeaderMap,
) -> Result<Response, Refusal> {
    let view = seen(state, link).await?;
    let game = view.replayed();
    let document = GameDocument {
        fen: game.position().to_fen(),
        san: game.sans(),
        view: &view,
    };
    let body = serde_json::to_string(&document).map_err(|_| Refusal::Internal)?;
    Ok(answer(&view, headers, "application/json", body))
}

/// A game with derived fields, so that programs need no rules.
#[derive(Serialize)]
struct GameDocument<'a> {
    #[serde(flatten)]
    view: &'a GameView,
    /// The last position.
    fen: String,
    /// The moves in Standard Algebraic Notation.
    san: Vec<String>,
}

/// `/game/{link}.pgn`
pub async fn pgn(
    state: &AppState,
    link: &GameLink,
    headers: &HeaderMap,
) -> Result<Response, Refusal> {
    let view = seen(state, link).await?;
    let analysis = match view.kind {
        GameKind::Live => None,
        GameKind::Ai | GameKind::Board => state.hub.analysis(link).await.map_err(|error| {
            tracing::error!(%error, "an analysis could not be read");
            Refusal::Internal
        })?,
    };
    let body = analysis.unwrap_or_else(|| written(&view));
    let mut response = answer(&view, headers, "application/x-chess-pgn", body);
    if let Ok(name) = HeaderValue::from_str(&format!("inline; filename=\"ponder-{link}.pgn\"")) {
        response
            .headers_mut()
            .insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// The game as PGN with clock comments.
fn written(view: &GameView) -> String {
    let game = view.replayed();
    let comments = (1..)
        .zip(&view.left_ms)
        .map(|(ply, left)| (ply, format!("[%clk {}]", clock(*left))));
    pgn::write_annotated(
        &game,
        &tags(view),
        view.outcome().as_ref(),
        &comments.collect(),
    )
}

fn tags(view: &GameView) -> pgn::Tags {
    let mut tags = pgn::Tags::new();
    let event = match view.kind {
        GameKind::Live => "A live game at Ponder",
        GameKind::Ai | GameKind::Board => "A game at Ponder",
    };
    tags.set("Event", event);
    tags.set("Site", format!("Ponder {}", view.game.page()));
    tags.set("Date", date(view.created_ms));
    tags.set("Round", "-");
    tags.set("White", view.white.full_name());
    tags.set("Black", view.black.full_name());
    let result = view.outcome().map_or("*", |outcome| outcome.result());
    tags.set("Result", result);
    if let Some(control) = view.control {
        tags.set(
            "TimeControl",
            format!("{}+{}", control.base_s, control.increment_s),
        );
    }
    tags.set("Termination", termination(view));
    tags
}

fn termination(view: &GameView) -> &'static str {
    match (view.stage, view.outcome().map(|outcome| outcome.reason)) {
        (_, Some(Reason::Timeout)) => "time forfeit",
        (_, Some(Reason::Abandonment)) | (GameStage::Aborted, _) => "abandoned",
        (_, Some(_)) => "normal",
        (_, None) => "unterminated",
    }
}

/// `2026.11.22`, UTC.
fn date(created_ms: i64) -> String {
    match OffsetDateTime::from_unix_timestamp(created_ms / 1_000) {
        Ok(at) => at.date().to_string().replace('-', "."),
        Err(_) => "????.??.??".to_owned(),
    }
}

/// `0:04:59.3`: hours, minutes, seconds and tenths.
fn clock(left_ms: u32) -> String {
    let tenths = left_ms / 100;
    let (seconds, tenth) = (tenths / 10, tenths % 10);
    format!(
        "{}:{:02}:{:02}.{tenth}",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60
    )
}

fn answer(view: &GameView, asked: &HeaderMap, kind: &'static str, body: String) -> Response {
    let tag = tag_of(view);
    let cache = match view.stage {
        GameStage::Over { .. } => OVER,
        _ => PLAYED,
    };
    let any_site = (
        HeaderName::from_static("access-control-allow-origin"),
        HeaderValue::from_static("*"),
    );
    let kept = [
        (header::CACHE_CONTROL, cache),
        (header::ETAG, tag.clone()),
        any_site,
    ];
    if none_match_names(asked, tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(kind))];
    (kept, kind, body).into_response()
}

/// The entity tag: the version and the players' names.
pub fn tag_of(view: &GameView) -> HeaderValue {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hash = DefaultHasher::new();
    (view.white.shown_name(), view.black.shown_name()).hash(&mut hash);
    let tag = format!("W/\"{}-{:016x}\"", view.version, hash.finish());
    HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("W/\"0\""))
}

#[cfg(test)]
mod tests {
    use engine::rules::{Color, Outcome};
    use wire::live::game_view::{OpenOffers, PlayerInfo};
    use wire::time_control::TimeControl;

    use super::*;

    fn view() -> GameView {
        GameView {
            game: "q3ZkV9dYw7Ab".parse().expect("a link"),
            version: 5,
            kind: GameKind::Live,
            stage: GameStage::Over {
                outcome: Outcome::win(Color::Black, Reason::Checkmate),
            },
            white: PlayerInfo::Named {
                name: "O\"Br\\ien".to_owned(),
            },
            black: PlayerInfo::Mind {
                strategy: "calculator".to_owned(),
                level: Some(3),
                strength: None,
            },
            start_fen: None,
            moves: ["f2f3", "e7e5", "g2g4", "d8h4"].map(str::to_owned).to_vec(),
            control: Some(TimeControl {
                base_s: 60,
                increment_s: 1,
            }),
            clocks: None,
            left_ms: vec![60_000, 60_000, 58_250, 3_661_049],
            offers: OpenOffers::default(),
            next: None,
            bottom: Color::White,
            created_ms: 1_795_305_600_000,
        }
    }

    #[test]
    fn a_game_is_written_with_its_clocks_and_can_be_read_again() {
        let text = written(&view());
        for part in [
            "[Date \"2026.11.22\"]",
            "[White \"O\\\"Br\\\\ien\"]",
            "[Black \"Calculator, level 3\"]",
            "[TimeControl \"60+1\"]",
            "[Termination \"normal\"]",
            "2. g4 {[%clk 0:00:58.2]} 2... Qh4# {[%clk 1:01:01.0]} 0-1",
        ] {
            assert!(
                text.replace('\n', " ").contains(part),
                "{part} is not in {text}"
            );
        }
        let read = pgn::parse(&text).expect("reads");
        assert_eq!(read.game().moves().len(), 4);
        assert_eq!(read.tags.get("White"), Some("O\"Br\\ien"));
    }

    #[test]
    fn a_game_under_way_has_no_result_though_a_draw_may_be_claimed() {
        let back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"].map(str::to_owned);
        let text = written(&GameView {
            stage: GameStage::Playing,
            moves: [back_and_forth.clone(), back_and_forth].concat(),
            left_ms: Vec::new(),
            ..view()
        });
        assert!(text.contains("[Result \"*\"]"), "{text}");
        assert!(text.trim_end().ends_with("Ng8 *"), "{text}");
    }
}
