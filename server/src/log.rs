//! The log: lines for people on a terminal, JSON for programs elsewhere, always to stderr.

use std::io::IsTerminal;

use tower_http::{
    classify::{ServerErrorsAsFailures, SharedClassifier},
    trace::{DefaultOnRequest, DefaultOnResponse, MakeSpan, TraceLayer},
};
use tracing::{Level, Span};
use tracing_subscriber::EnvFilter;

/// What is logged when nobody says otherwise.
const DEFAULT: &str = "info,sqlx=warn";

/// Starts logging. `filter` is what `PONDER_LOG` holds.
pub fn start(filter: Option<&str>) {
    let filter = EnvFilter::builder().parse_lossy(filter.unwrap_or(DEFAULT));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        builder.compact().init();
    } else {
        builder.json().flatten_event(true).with_ansi(false).init();
    }
}

/// A line for each answer: method, path, status and time. Neither queries nor cookies.
pub fn requests() -> TraceLayer<SharedClassifier<ServerErrorsAsFailures>, RequestSpan> {
    TraceLayer::new_for_http()
        .make_span_with(RequestSpan)
        .on_request(DefaultOnRequest::new().level(Level::TRACE))
        .on_response(DefaultOnResponse::new().level(Level::INFO))
}

/// Names a request in the log.
#[derive(Clone, Copy, Debug)]
pub struct RequestSpan;

impl<B> MakeSpan<B> for RequestSpan {
    fn make_span(&mut self, request: &axum::http::Request<B>) -> Span {
        tracing::info_span!("request", method = %request.method(), path = request.uri().path())
    }
}
