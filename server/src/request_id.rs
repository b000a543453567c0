//! A name for each request, by which a visitor's complaint is found in the log.

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use rand::{TryRng, rngs::SysRng};

/// The header of the answer.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// A request's name: 16 hexadecimal digits, drawn here. What a client calls it does not count.
#[derive(Clone, Debug)]
pub struct RequestId(HeaderValue);

impl RequestId {
    fn draw() -> Self {
        // A request that shares the name of another is better than one that is refused.
        let number = SysRng.try_next_u64().unwrap_or_default();
        // Digits make a header.
        let value = HeaderValue::try_from(format!("{number:016x}"));
        Self(value.unwrap_or(HeaderValue::from_static("")))
    }

    /// For the log.
    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

/// Names the request, for all that comes after, and the answer.
pub async fn name(mut request: Request, next: Next) -> Response {
    let id = RequestId::draw();
    request.extensions_mut().insert(id.clone());
    let mut response = next.run(request).await;
    response.headers_mut().insert(HEADER, id.0);
    response
}
