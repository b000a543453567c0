//! The headers that every answer carries, and those of documents.

use std::time::Duration;

use app::server_fns::CookiePolicy;
use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::Response,
};
use tower_http::cors::{Any, CorsLayer};

use crate::request_id;

/// On every answer. The first three give the page a `SharedArrayBuffer`, by which a search in the
/// browser is stopped.
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
        // What the site does not use, in a page or in a frame of it.
        HeaderValue::from_static(
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
             hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), \
             payment=(), publickey-credentials-get=(), serial=(), usb=(), \
             xr-spatial-tracking=()",
        ),
    ),
];

/// Where the site is reached over TLS, browsers shall not try without for a year.
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// An error is the answer of this moment.
const NOT_KEPT: HeaderValue = HeaderValue::from_static("no-store");

/// An answer that will be the same may be kept for a day, by anyone.
pub const KEPT_A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// What a page of another site may read of the API's answers.
const EXPOSED: [HeaderName; 7] = [
    header::ETAG,
    header::WWW_AUTHENTICATE,
    header::RETRY_AFTER,
    HeaderName::from_static("ratelimit-limit"),
    HeaderName::from_static("ratelimit-remaining"),
    HeaderName::from_static("ratelimit-reset"),
    request_id::HEADER,
];

/// Lets pages of any site use the API. It knows no cookie, so they can do nothing in a visitor's
/// name.
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

/// Lets an answer be put into pages of any site.
pub async fn of_any_site(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    response
}

/// Adds them where the answer does not say otherwise, and keeps errors out of every cache. Cookies
/// that are for TLS alone say that the site is reached over it.
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

/// Keeps an answer that was made for one visitor, now, out of every cache that would show it
/// again unasked.
pub async fn not_kept(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("private, no-cache"));
    response
}
