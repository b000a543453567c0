//! Which request a search is made for: what finds it in the logs and traces of all machines.

use tracing::Span;

use crate::request_id;
#[cfg(feature = "nats")]
use crate::traces::{self, TRACEPARENT};

/// The longest id of a request, characters.
#[cfg(feature = "nats")]
const MAX_ID: usize = 64;

/// Which request a search is made for; those of engine players are made for none.
#[derive(Clone, Debug)]
pub struct RequestContext {
    request_id: Option<String>,
    span: Span,
}

impl RequestContext {
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
            headers.insert(request_id::HEADER.as_str(), id);
        }
        if let Some(place) = traces::traceparent(&self.span) {
            headers.insert(TRACEPARENT, place);
        }
        headers
    }

    /// What a server tells a worker of it. An id that none of our servers would write is passed over.
    #[cfg(feature = "nats")]
    pub fn read(headers: Option<&async_nats::HeaderMap>) -> Self {
        let field = |name: &str| Some(headers?.get(name)?.as_str().to_owned());
        let is_id = |id: &String| {
            (1..=MAX_ID).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let context = Self::of(field(request_id::HEADER.as_str()).filter(is_id));
        if let Some(place) = field(TRACEPARENT) {
            traces::follow(&context.span, &place);
        }
        context
    }
}

#[cfg(all(test, feature = "nats"))]
mod tests {
    use super::*;

    #[test]
    fn a_worker_reads_the_id_that_a_server_writes() {
        let context = RequestContext::of(Some("0123456789abcdef".to_owned()));
        let read = RequestContext::read(Some(&context.headers()));
        assert_eq!(read.request_id(), Some("0123456789abcdef"));
        assert_eq!(RequestContext::read(None).request_id(), None);
        let nobodys = RequestContext::of(None);
        assert_eq!(
            RequestContext::read(Some(&nobodys.headers())).request_id(),
            None
        );
    }

    #[test]
    fn what_is_no_id_is_passed_over() {
        let long = "a".repeat(MAX_ID + 1);
        for text in [long.as_str(), "", "a b", "a\"b", "\u{1b}[31m", "é"] {
            let mut headers = async_nats::HeaderMap::new();
            headers.insert(request_id::HEADER.as_str(), text);
            headers.insert(TRACEPARENT, text);
            assert_eq!(
                RequestContext::read(Some(&headers)).request_id(),
                None,
                "{text}"
            );
        }
    }
}
