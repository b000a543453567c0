//! The log: lines for people on a terminal, JSON for programs elsewhere, always to stderr.

use std::{io::IsTerminal, time::Duration};

use axum::http::{Request, StatusCode};
use tower_http::classify::{ServerErrorsAsFailures, ServerErrorsFailureClass, SharedClassifier};
use tower_http::trace::{DefaultOnResponse, MakeSpan, OnFailure, TraceLayer};
use tracing::{Level, Span, Subscriber};
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{EnvFilter, util::SubscriberInitExt};

use crate::request_id;
use crate::traces::{CollectorAddress, NoTraces, Traces};

/// What is logged when nobody says otherwise.
const DEFAULT: &str = "info,sqlx=warn";

/// Starts logging, and telling a collector of traces in the name of a service. `filter` is what `PONDER_LOG` holds.
///
/// # Errors
/// Traces cannot be sent.
pub fn start(
    filter: Option<&str>,
    collector: Option<&CollectorAddress>,
    service: &'static str,
) -> Result<Option<Traces>, NoTraces> {
    let filter = || EnvFilter::builder().parse_lossy(filter.unwrap_or(DEFAULT));
    // What is wrong with its own variables is said while it starts.
    let meanwhile = json(filter(), std::io::stderr);
    let traces = tracing::subscriber::with_default(meanwhile, || {
        let traces = collector.map(|collector| Traces::start(collector, service));
        traces.transpose()
    })?;
    let is_terminal = std::io::stderr().is_terminal();
    let for_people = || fmt::layer().with_writer(std::io::stderr).compact();
    let log = is_terminal.then(for_people);
    let log_of_programs = (!is_terminal).then(|| json_layer(std::io::stderr));
    tracing_subscriber::registry()
        .with(log.with_filter(filter()))
        .with(log_of_programs.with_filter(filter()))
        .with(traces.as_ref().map(Traces::layer))
        .init();
    Ok(traces)
}

/// The log as programs read it: an object a line, the request it belongs to under `span`.
pub fn json<W>(filter: EnvFilter, to: W) -> impl Subscriber + Send + Sync
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    tracing_subscriber::registry()
        .with(filter)
        .with(json_layer(to))
}

fn json_layer<S, W>(to: W) -> impl Layer<S>
where
    S: Subscriber + for<'s> LookupSpan<'s>,
    W: for<'w> MakeWriter<'w> + 'static,
{
    fmt::layer()
        .with_writer(to)
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_ansi(false)
}

/// A line for each answer: the request's id, method, path, status and time. Neither queries nor cookies.
pub fn requests() -> TraceLayer<
    SharedClassifier<ServerErrorsAsFailures>,
    RequestSpan,
    (),
    DefaultOnResponse,
    (),
    (),
    Faults,
> {
    TraceLayer::new_for_http()
        .make_span_with(RequestSpan)
        .on_request(())
        .on_response(DefaultOnResponse::new().level(Level::INFO))
        .on_body_chunk(())
        .on_eos(())
        .on_failure(Faults)
}

/// Names a request in the log.
#[derive(Clone, Copy, Debug)]
pub struct RequestSpan;

impl<B> MakeSpan<B> for RequestSpan {
    fn make_span(&mut self, request: &Request<B>) -> Span {
        let id = request.headers().get(request_id::HEADER);
        let id = id.and_then(|id| id.to_str().ok());
        tracing::info_span!(
            "request",
            id,
            method = %request.method(),
            path = request.uri().path()
        )
    }
}

/// Says what went wrong on our side. A 503 is no fault: it is how a full server behaves.
#[derive(Clone, Copy, Debug)]
pub struct Faults;

impl OnFailure<ServerErrorsFailureClass> for Faults {
    fn on_failure(&mut self, class: ServerErrorsFailureClass, _: Duration, _: &Span) {
        match class {
            ServerErrorsFailureClass::StatusCode(StatusCode::SERVICE_UNAVAILABLE) => {}
            class => tracing::error!(%class, "a request failed"),
        }
    }
}
