//! The picture of a game, for link previews.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::rules::Color;
use wire::live::GameLink;

use super::documents::{seen, tag_of};
use super::text;
use crate::card::{self, Card};
use crate::conditional::none_match_names;
use crate::error::Refusal;
use crate::state::AppState;

/// How long shared caches may keep it; the address of another version differs.
const A_WHILE: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// `/game/{link}.png`
pub async fn png(
    state: &AppState,
    link: &GameLink,
    headers: &HeaderMap,
) -> Result<Response, Refusal> {
    let view = seen(state, link).await?;
    let tag = tag_of(&view);
    let kept = [
        (header::CACHE_CONTROL, A_WHILE),
        (header::ETAG, tag.clone()),
        // Other sites embed it.
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("cross-origin"),
        ),
    ];
    if none_match_names(headers, tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    let game = view.replayed();
    let player = |color| {
        let player = view.player(color);
        card::CardPlayer {
            name: player.name(),
            is_quoted: player.is_typed(),
            note: match player.strength() {
                Some(strength) => format!("Level {strength}"),
                None if player.is_typed() => "Name as typed".to_owned(),
                None => String::new(),
            },
        }
    };
    let card = Card {
        position: *game.position(),
        last_move: game.moves().last().copied(),
        bottom: view.bottom,
        white: player(Color::White),
        black: player(Color::Black),
        headline: text::standing(&view).to_owned(),
        detail: text::detail(&view),
    };
    let drawn = state.pictures.get(link.clone(), tag, card).await;
    let picture = drawn.map_err(|error| {
        tracing::error!(%error, "a picture could not be drawn");
        Refusal::Internal
    })?;
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("image/png"))];
    Ok((kept, kind, picture).into_response())
}
