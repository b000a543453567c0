//! Middleware of server functions: the caller's address, and the status of unreadable arguments.

use axum::Json;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use wire::{BackendError, ClientAddress};

use crate::body::{self, LIMIT};
use crate::error::Refusal;
use crate::rate_limit::Clients;

/// Leptos's prefix of the reason.
const PREFIX: &str = "error deserializing server function results: ";

/// A call is JSON: what any page of another site could send without asking first, a form or plain
/// text, is refused before it is read.
///
/// Leptos answers 500 to arguments that it can't read, and the page would send them again. Our
/// functions give every failure of their own a status, so a 500 has no other cause.
pub async fn report_bad_arguments(request: Request, next: Next) -> Response {
    let is_call = request.uri().path().starts_with("/fn/");
    if is_call
        && *request.method() == Method::POST
        && let Err(refusal) = body::expect_json(request.headers())
    {
        let error = BackendError::Invalid {
            field: "Content-Type".to_owned(),
            reason: refusal.to_string(),
        };
        return (refusal.status(), Json(error)).into_response();
    }
    let response = next.run(request).await;
    if !is_call || response.status() != StatusCode::INTERNAL_SERVER_ERROR {
        return response;
    }
    let Ok(bytes) = to_bytes(response.into_body(), LIMIT).await else {
        return Refusal::Internal.into_response();
    };
    match serde_json::from_slice(&bytes) {
        Ok(BackendError::Unavailable(text)) => {
            let reason = text.strip_prefix(PREFIX).unwrap_or(&text).to_owned();
            refuse(BackendError::Invalid {
                field: "arguments".to_owned(),
                reason,
            })
        }
        Ok(invalid) => refuse(invalid),
        Err(_) => Refusal::Internal.into_response(),
    }
}

/// Adds the caller's address, which depends on the configured proxies.
pub async fn add_caller(
    State(clients): State<Clients>,
    mut request: Request,
    next: Next,
) -> Response {
    let origin = clients.origin(request.headers(), request.extensions());
    request.extensions_mut().insert(ClientAddress(origin));
    next.run(request).await
}

fn refuse(error: BackendError) -> Response {
    (StatusCode::BAD_REQUEST, Json(error)).into_response()
}
