//! Responses for addresses and methods that no route handles.

use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::{error::Refusal, state::AppState};

/// The app's 404 page.
pub async fn not_found_page(state: AppState, request: Request) -> Response {
    let (options, lend) = (state.options.clone(), state.clone());
    let render = leptos_axum::render_app_async_with_context(
        move || lend.provide(),
        move || app::document::shell(options.clone()),
    );
    let mut response = render(request).await.into_response();
    if response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

/// The response to an unknown method; the router adds `Allow`.
pub async fn wrong_method(method: Method) -> Refusal {
    Refusal::Method(method)
}
