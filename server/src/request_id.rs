//! Request ids, by which a visitor's complaint is found in the log.
//!
//! tower-http's `SetRequestIdLayer` would keep an id that the client sent.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
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

tokio::task_local! {
    /// The id of the request that a task answers.
    static CURRENT: String;
}

/// Middleware: makes the request's id known to its handler as [`current`], until the handler has answered. What the
/// body of the answer still makes is [`within`] it.
pub async fn provide(request: Request, next: Next) -> Response {
    let id = request.headers().get(HEADER);
    let id = id.and_then(|id| id.to_str().ok()).map(str::to_owned);
    within(id, next.run(request)).await
}

/// Does something as part of the request with this id.
pub async fn within<T>(id: Option<String>, work: impl Future<Output = T>) -> T {
    match id {
        Some(id) => CURRENT.scope(id, work).await,
        None => work.await,
    }
}

/// The id of the request that is answered here; `None` where none is.
pub fn current() -> Option<String> {
    CURRENT.try_with(String::clone).ok()
}

/// 16 random hexadecimal digits.
fn draw(_: &Request) -> Option<HeaderValue> {
    // A repeated id is better than a refused request.
    let number = SysRng.try_next_u64().unwrap_or_default();
    HeaderValue::try_from(format!("{number:016x}")).ok()
}
