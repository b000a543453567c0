//! Request ids, by which a visitor's complaint is found in the log.
//!
//! tower-http's `SetRequestId` would keep an id that the client sent.

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use rand::{TryRng, rngs::SysRng};

/// The response header.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// A request id: 16 random hexadecimal digits.
#[derive(Clone, Debug)]
pub struct RequestId(HeaderValue);

impl RequestId {
    fn draw() -> Self {
        // A repeated id is better than a refused request.
        let number = SysRng.try_next_u64().unwrap_or_default();
        // Digits are a valid header value.
        let value = HeaderValue::try_from(format!("{number:016x}"));
        Self(value.unwrap_or(HeaderValue::from_static("")))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

/// Adds the id to the request's extensions and to the response.
pub async fn name(mut request: Request, next: Next) -> Response {
    let id = RequestId::draw();
    request.extensions_mut().insert(id.clone());
    let mut response = next.run(request).await;
    response.headers_mut().insert(HEADER, id.0);
    response
}
