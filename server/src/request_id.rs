//! Request ids, by which a visitor's complaint is found in the log.
//!
//! tower-http's `SetRequestIdLayer` would keep an id that the client sent.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use rand::{TryRng, rngs::SysRng};
use tower_http::{propagate_header::PropagateHeaderLayer, set_header::SetRequestHeaderLayer};

/// The header of the response and, whatever the client sent, of the request.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

type DrawId = fn(&Request) -> Option<HeaderValue>;

/// Names the request and its response.
pub fn layers() -> (SetRequestHeaderLayer<DrawId>, PropagateHeaderLayer) {
    (
        SetRequestHeaderLayer::overriding(HEADER, draw),
        PropagateHeaderLayer::new(HEADER),
    )
}

/// 16 random hexadecimal digits.
fn draw(_: &Request) -> Option<HeaderValue> {
    // A repeated id is better than a refused request.
    let number = SysRng.try_next_u64().unwrap_or_default();
    HeaderValue::try_from(format!("{number:016x}")).ok()
}
