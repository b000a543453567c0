//! The addresses of a game: its page, PGN, JSON and picture, and the page for frames of other
//! sites.

mod documents;
mod picture;
mod text;

use std::str::FromStr;

use axum::extract::{Path, Request, State};
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use leptos::context::provide_context;
use wire::{live::GameLink, visitor::live_games::GameForVisitor};

use crate::{error::Refusal, fallbacks, state::AppState};

/// `/game/{name}`: the page, or a document by its extension.
pub async fn game(
    State(state): State<AppState>,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let (name, ending) = match name.split_once('.') {
        Some((name, ending)) => (name, Some(ending)),
        None => (name.as_str(), None),
    };
    Ok(match (GameLink::from_str(name), ending) {
        (Ok(link), None) => page(state, link, request).await?,
        (Ok(link), Some("pgn")) => documents::pgn(&state, &link, request.headers()).await?,
        (Ok(link), Some("json")) => documents::json(&state, &link, request.headers()).await?,
        (Ok(link), Some("png")) => picture::png(&state, &link, request.headers()).await?,
        (_, None) => fallbacks::not_found_page(state, request).await,
        (_, Some(_)) => return Err(Refusal::NotFound(request.uri().path().to_owned())),
    })
}

/// `/embed/{name}`: the game for a frame of another site.
pub async fn embed(
    State(state): State<AppState>,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    match GameLink::from_str(&name) {
        Ok(link) => page(state, link, request).await,
        Err(_) => Ok(fallbacks::not_found_page(state, request).await),
    }
}

/// Renders the page with the game as its visitor sees it.
async fn page(state: AppState, link: GameLink, request: Request) -> Result<Response, Refusal> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Refusal::Method(request.method().clone()));
    }
    let session = state.cookies.session_in(request.headers());
    let shown = match state.backend.shown_game(session, link).await {
        Ok(Some(shown)) => shown,
        Ok(None) => return Ok(fallbacks::not_found_page(state, request).await),
        Err(_) => return Err(Refusal::Internal),
    };
    let (options, lend) = (state.options.clone(), state.clone());
    let render = leptos_axum::render_app_async_with_context(
        move || {
            lend.provide();
            provide_context::<GameForVisitor>(shown.clone());
        },
        move || app::document::shell(options.clone()),
    );
    Ok(render(request).await.into_response())
}
