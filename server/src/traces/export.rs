//! Sends spans to a collector, some at a time, from a thread of its own.

use std::collections::HashMap;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::{Level, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::Layer;
use tracing_subscriber::registry::LookupSpan;

use super::address::{CollectorAddress, NoTraces};
use super::traceparent::TRACEPARENT;

/// How long a collector may take for what it is sent. Nobody waits for it, but a program that ends.
const PATIENCE: Duration = Duration::from_secs(2);

/// The connection to a collector. What it does not take is lost; which spans are sent is said by
/// `OTEL_TRACES_SAMPLER` and its argument, as the specification of OpenTelemetry has it.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Begins to send, in the name of a service.
    ///
    /// # Errors
    /// There is no thread, or the address is none for HTTP.
    pub fn start(collector: &CollectorAddress, service: &'static str) -> Result<Self, NoTraces> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(collector.to_string())
            .with_timeout(PATIENCE)
            .build()
            .map_err(|error| NoTraces(error.to_string()))?;
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource = Resource::builder()
            .with_service_name(service)
            .with_attribute(version)
            .build();
        let provider = SdkTracerProvider::builder()
            .with_resource(resource)
            .with_batch_exporter(exporter)
            .build();
        Ok(Self(provider))
    }

    /// What hears of the server's own spans, whatever is logged, and of no line of the log.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: tracing::Subscriber + for<'s> LookupSpan<'s>,
    {
        let tracer = self.0.tracer("ponder");
        let layer = tracing_opentelemetry::layer().with_tracer(tracer);
        let layer = layer.with_location(false).with_threads(false);
        layer.with_filter(filter_fn(|metadata| {
            metadata.is_span()
                && *metadata.level() <= Level::INFO
                && metadata.target().starts_with(env!("CARGO_CRATE_NAME"))
        }))
    }

    /// Sends what was not sent yet, unless that takes too long.
    pub fn end(self) {
        if let Err(error) = self.0.shutdown_with_timeout(PATIENCE) {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}

/// The place of a span in its trace, as other programs are told of it.
pub fn traceparent(span: &Span) -> Option<String> {
    let mut fields = HashMap::new();
    TraceContextPropagator::new().inject_context(&span.context(), &mut fields);
    fields.remove(TRACEPARENT)
}

/// Makes a span the child of another program's; what names none changes nothing.
pub fn follow(span: &Span, traceparent: &str) {
    let fields = HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]);
    let parent = TraceContextPropagator::new().extract(&fields);
    // A span that nobody hears of has no parent either.
    span.set_parent(parent).ok();
}
