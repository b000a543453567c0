//! Files of the built site: bundle files are immutable, the others are cached for a short while.

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tower::ServiceExt;
use tower_http::services::ServeDir;

use crate::state::AppState;

/// For files whose path names their content.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// For files that a new build may change.
const A_WHILE: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// For bundles that do not exist yet.
const NEVER: HeaderValue = HeaderValue::from_static("no-store");

/// The worker runs WebAssembly and connects to this site only.
const WORKER_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
);

/// A file of a bundle: `/pkg/<hash>/…`.
pub async fn bundle(
    State(state): State<AppState>,
    Path((_hash, _file)): Path<(String, String)>,
    request: Request,
) -> Response {
    match file(&state, bare(&request)).await {
        Some(response) => with_cache(response, FOR_EVER),
        None => with_cache(StatusCode::NOT_FOUND.into_response(), NEVER),
    }
}

/// A file of `public/`, if the path names one. `request` is a [`bare`] one.
pub async fn public(state: &AppState, request: Request) -> Option<Response> {
    let path = request.uri().path();
    // Excludes the folder itself and the build's private files.
    if path.ends_with('/') || path.starts_with("/pkg") || path.contains("/.") {
        return None;
    }
    let is_worker = path.ends_with("worker.js");
    let mut response = file(state, request).await?;
    if is_worker {
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, WORKER_POLICY);
    }
    Some(with_cache(response, A_WHILE))
}

/// The same request without its body.
pub fn bare(request: &Request) -> Request {
    let mut bare = Request::new(Body::empty());
    *bare.method_mut() = request.method().clone();
    *bare.uri_mut() = request.uri().clone();
    *bare.headers_mut() = request.headers().clone();
    bare
}

/// The file with type, date and the best accepted compression.
async fn file(state: &AppState, request: Request) -> Option<Response> {
    let folder = ServeDir::new(state.site.root())
        .append_index_html_on_directories(false)
        .precompressed_br()
        .precompressed_gzip();
    let response = folder
        .oneshot(request)
        .await
        .unwrap_or_else(|never| match never {});
    if matches!(
        response.status(),
        StatusCode::NOT_FOUND | StatusCode::TEMPORARY_REDIRECT
    ) {
        return None;
    }
    let mut response = response.map(Body::new);
    response
        .headers_mut()
        .entry(header::VARY)
        .or_insert(HeaderValue::from_static("accept-encoding"));
    Some(response)
}

fn with_cache(mut response: Response, value: HeaderValue) -> Response {
    let good = response.status().is_success()
        || matches!(
            response.status(),
            StatusCode::NOT_MODIFIED | StatusCode::PARTIAL_CONTENT
        );
    let value = if good { value } else { NEVER };
    response.headers_mut().insert(header::CACHE_CONTROL, value);
    response
}
