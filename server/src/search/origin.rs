//! Which request a search is made for: what finds it in the logs and traces of all machines.

use tracing::Span;

use crate::request_id;
#[cfg(feature = "nats")]
use crate::traces;

/// The header of an order that holds a request's id.
#[cfg(feature = "nats")]
const REQUEST_ID: &str = "x-request-id";

/// The header of an order that holds its place in a trace.
#[cfg(feature = "nats")]
const TRACEPARENT: &str = "traceparent";

/// The longest id of a request, characters.
#[cfg(feature = "nats")]
const MAX_ID: usize = 64;

/// Which request a search is made for; those of engine players are made for none.
#[derive(Clone, Debug)]
pub struct SearchOrigin {
    request_id: Option<String>,
    span: Span,
}

impl SearchOrigin {
    /// The request that is answered here at the moment.
    pub fn here() -> Self {
        Self::of(request_id::current())
    }

    fn of(request_id: Option<String>) -> Self {
        let span = tracing::info_span!("search", id = request_id);
        Self { request_id, span }
    }

    /// The id of the request.
    pub fn request_id(&self) -> Option<&str> {
        self.request_id.as_deref()
    }

    /// What the search is in logs and traces, from when it was asked for until it ends.
    pub fn span(&self) -> &Span {
        &self.span
    }

    /// How a worker is told of it.
    #[cfg(feature = "nats")]
    pub fn headers(&self) -> async_nats::HeaderMap {
        let mut headers = async_nats::HeaderMap::new();
        if let Some(id) = self.request_id() {
            headers.insert(REQUEST_ID, id);
        }
        if let Some(place) = traces::traceparent(&self.span) {
            headers.insert(TRACEPARENT, place);
        }
        headers
    }

    /// What a server tells a worker of it. An id that none of our servers would write is passed over.
    #[cfg(feature = "nats")]
    pub fn read(headers: Option<&async_nats::HeaderMap>) -> Self {
        let field = |name| Some(headers?.get(name)?.as_str());
        let is_id =
            |id: &&str| id.len() <= MAX_ID && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let origin = Self::of(field(REQUEST_ID).filter(is_id).map(str::to_owned));
        if let Some(place) = field(TRACEPARENT) {
            traces::follow(&origin.span, place);
        }
        origin
    }
}

#[cfg(all(test, feature = "nats"))]
mod tests {
    use super::*;

    #[test]
    fn a_worker_reads_the_id_that_a_server_writes() {
        let origin = SearchOrigin::of(Some("0123456789abcdef".to_owned()));
        let read = SearchOrigin::read(Some(&origin.headers()));
        assert_eq!(read.request_id(), Some("0123456789abcdef"));
        assert_eq!(SearchOrigin::read(None).request_id(), None);
        let nobodys = SearchOrigin::of(None);
        assert_eq!(
            SearchOrigin::read(Some(&nobodys.headers())).request_id(),
            None
        );
    }

    #[test]
    fn what_is_no_id_is_passed_over() {
        let long = "a".repeat(MAX_ID + 1);
        for text in [long.as_str(), "a b", "a\"b", "\u{1b}[31m", "é"] {
            let mut headers = async_nats::HeaderMap::new();
            headers.insert(REQUEST_ID, text);
            headers.insert(TRACEPARENT, text);
            assert_eq!(
                SearchOrigin::read(Some(&headers)).request_id(),
                None,
                "{text}"
            );
        }
    }
}
