//! Response headers.

use std::time::Duration;

use app::server_fns::CookiePolicy;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::cors::{Any, CorsLayer};

use crate::request_id;

/// On every response. The first three enable `SharedArrayBuffer`, by which a search in the browser
/// is stopped.
const EVERYWHERE: [(HeaderName, HeaderValue); 6] = [
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-embedder-policy"),
        HeaderValue::from_static("require-corp"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("strict-origin-when-cross-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        // Features that the site does not use, in pages and frames.
        HeaderValue::from_static(
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
             hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), \
             payment=(), publickey-credentials-get=(), serial=(), usb=(), \
             xr-spatial-tracking=()",
        ),
    ),
];

/// HTTPS only, for a year.
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Errors are not cached.
const NOT_KEPT: HeaderValue = HeaderValue::from_static("no-store");

/// For responses that stay the same.
pub const KEPT_A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// Response headers that pages of other sites may read.
const EXPOSED: [HeaderName; 7] = [
    header::ETAG,
    header::WWW_AUTHENTICATE,
    header::RETRY_AFTER,
    HeaderName::from_static("ratelimit-limit"),
    HeaderName::from_static("ratelimit-remaining"),
    HeaderName::from_static("ratelimit-reset"),
    request_id::HEADER,
];

/// Allows pages of all sites to use the API, which reads no cookie.
pub fn for_any_site() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([
            header::CONTENT_TYPE,
            header::ACCEPT,
            header::IF_NONE_MATCH,
            header::AUTHORIZATION,
        ])
        .expose_headers(EXPOSED)
        .max_age(Duration::from_secs(24 * 60 * 60))
}

/// Allows pages of all sites to embed the response.
pub async fn of_any_site(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    response
}

/// Adds the headers unless they are set, and excludes errors from caches. The header for HTTPS only
/// is sent if cookies are for HTTPS only.
pub async fn everywhere(
    State(cookies): State<CookiePolicy>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    let failed = response.status().is_client_error() || response.status().is_server_error();
    let headers = response.headers_mut();
    if failed {
        headers.insert(header::CACHE_CONTROL, NOT_KEPT);
    }
    if cookies.secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONLY_TLS);
    }
    for (name, value) in EVERYWHERE {
        headers.entry(name).or_insert(value);
    }
    response
}

/// Excludes a visitor's response from caches.
pub async fn not_kept(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("private, no-cache"));
    response
}
