//! The picture of a game that chats show with its link. It is drawn on a thread of its own, one at
//! a time, and kept for as long as it is true.

use std::sync::Arc;

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use engine::rules::Color;
use moka::future::Cache;
use tokio::sync::Semaphore;
use wire::live::GameLink;

use super::{documents::tag_of, seen, text};
use crate::{
    card::{self, Card},
    conditional::none_match_names,
    error::Refusal,
    state::AppState,
};

/// Pictures that are kept take so much memory, bytes.
const MOST_KEPT: u64 = 32 << 20;

/// Caches on the way may show one for so long; an address with another version is another picture.
const A_WHILE: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// Pictures that were drawn, by game and tag.
#[derive(Clone, Debug)]
pub struct Pictures {
    kept: Cache<(GameLink, HeaderValue), Bytes>,
    pen: Arc<Semaphore>,
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            kept: Cache::builder()
                .weigher(|_, picture: &Bytes| u32::try_from(picture.len()).unwrap_or(u32::MAX))
                .max_capacity(MOST_KEPT)
                .build(),
            pen: Arc::new(Semaphore::new(1)),
        }
    }
}

/// `/game/{link}.png`
pub async fn png(state: &AppState, link: &GameLink, headers: &HeaderMap) -> Response {
    let view = match seen(state, link).await {
        Ok(shown) => shown.view,
        Err(refusal) => return refusal.into_response(),
    };
    let tag = tag_of(&view);
    let kept = [
        (header::CACHE_CONTROL, A_WHILE),
        (header::ETAG, tag.clone()),
        // Chats and pages of other sites show it.
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("cross-origin"),
        ),
    ];
    if none_match_names(headers, tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    let game = view.replayed();
    let player = |color| {
        let player = view.player(color);
        card::Player {
            name: player.name(),
            is_quoted: player.is_typed(),
            note: match player.level() {
                Some(level) => format!("Level {level}"),
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
    let drawn = state
        .pictures
        .kept
        .try_get_with((link.clone(), tag), draw(state.pictures.pen.clone(), card));
    match drawn.await {
        Ok(picture) => {
            let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("image/png"))];
            (kept, kind, picture).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "a picture could not be drawn");
            Refusal::Internal.into_response()
        }
    }
}

async fn draw(pen: Arc<Semaphore>, card: Card) -> Result<Bytes, String> {
    let turn = pen
        .acquire_owned()
        .await
        .map_err(|error| error.to_string())?;
    let drawn = tokio::task::spawn_blocking(move || {
        // Also if nobody waits for the picture any more.
        let _turn = turn;
        card::png(&card)
    })
    .await;
    let drawn = drawn.map_err(|error| error.to_string())?;
    drawn.map(Bytes::from).map_err(|error| error.to_string())
}
