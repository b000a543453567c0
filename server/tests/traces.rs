//! What a collector of OpenTelemetry is told of a request and of the search that it asks for.

#![cfg(feature = "otlp")]

mod common;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::Request;
use axum::routing::post;
use common::TestSite;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use server::traces::{CollectorAddress, Traces};
use tracing_subscriber::layer::SubscriberExt;

/// A trace that a visitor says that a request belongs to.
const FOREIGN: &str = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01";

/// All spans that it was told of.
#[derive(Clone, Default)]
struct TestCollector(Arc<Mutex<Vec<Span>>>);

impl TestCollector {
    /// Listens.
    async fn start(&self) -> CollectorAddress {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let addr = listener.local_addr().expect("an address");
        let router = Router::new()
            .route("/v1/traces", post(Self::receive))
            .with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{addr}").parse().expect("an address")
    }

    async fn receive(State(this): State<Self>, body: Bytes) {
        let told = ExportTraceServiceRequest::decode(body).expect("spans");
        let scopes = told
            .resource_spans
            .into_iter()
            .flat_map(|spans| spans.scope_spans);
        let mut known = this.0.lock().expect("no panic");
        known.extend(scopes.flat_map(|scope| scope.spans));
    }

    /// Those of a name.
    fn spans(&self, name: &str) -> Vec<Span> {
        let known = self.0.lock().expect("no panic");
        known
            .iter()
            .filter(|span| span.name == name)
            .cloned()
            .collect()
    }
}

fn attribute(span: &Span, name: &str) -> Option<String> {
    let found = span
        .attributes
        .iter()
        .find(|attribute| attribute.key == name)?;
    match found.value.clone()?.value? {
        Value::StringValue(text) => Some(text),
        _ => None,
    }
}

/// One collector at a time: a span that nobody wants is remembered as such by the whole process.
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Asks a site for a search while a collector hears; the id of the answer.
async fn search_traced(site: &TestSite, collector: &TestCollector) -> String {
    let _turn = TURN.lock().await;
    let traces = Traces::start(&collector.start().await, "test").expect("a thread");
    let subscriber = tracing_subscriber::registry().with(traces.layer());
    // The test's one thread serves the request, too.
    let guard = tracing::subscriber::set_default(subscriber);
    let body = r#"{"position":"startpos","limits":{"nodes":2000}}"#;
    let request = Request::post("/api/v1/search")
        .header("content-type", "application/json")
        .header("traceparent", FOREIGN)
        .body(Body::from(body));
    let answer = site.send(request.expect("a request")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    // A worker's own end of it.
    tokio::time::sleep(Duration::from_millis(100)).await;
    drop(guard);
    tokio::task::spawn_blocking(|| traces.end())
        .await
        .expect("no panic");
    answer.header("x-request-id").to_owned()
}

#[tokio::test]
async fn a_search_belongs_to_the_trace_of_its_request_and_to_none_of_the_visitors_own() {
    let collector = TestCollector::default();
    let site = TestSite::new().await;
    let id = search_traced(&site, &collector).await;
    let [requests, searches] = ["request", "search"].map(|name| collector.spans(name));
    let ([request], [search]) = (&requests[..], &searches[..]) else {
        panic!("{requests:?} {searches:?}");
    };
    for span in [request, search] {
        assert_eq!(attribute(span, "id"), Some(id.clone()));
    }
    assert_eq!(search.trace_id, request.trace_id);
    assert_eq!(search.parent_span_id, request.span_id);
    assert!(request.parent_span_id.is_empty());
    let told = request.trace_id.iter().map(|byte| format!("{byte:02x}"));
    assert!(!FOREIGN.contains(&told.collect::<String>()));
}

#[cfg(feature = "nats")]
#[tokio::test]
async fn a_workers_part_belongs_to_the_same_trace() {
    use common::worker::TestWorker;
    use test_services::NatsServer;

    let Some(nats) = NatsServer::start().expect("NATS starts") else {
        return;
    };
    let collector = TestCollector::default();
    let _worker = TestWorker::start(&nats, 8).await;
    let site = TestSite::with_workers(common::worker::client(&nats).await).await;
    let id = search_traced(&site, &collector).await;
    let (requests, searches) = (collector.spans("request"), collector.spans("search"));
    assert_eq!((requests.len(), searches.len()), (1, 2), "{searches:?}");
    for search in &searches {
        assert_eq!(search.trace_id, requests[0].trace_id);
        assert_eq!(attribute(search, "id"), Some(id.clone()));
    }
    let parents: Vec<_> = searches
        .iter()
        .map(|search| &search.parent_span_id)
        .collect();
    let ordered = searches
        .iter()
        .find(|search| search.parent_span_id == requests[0].span_id);
    let ordered = ordered.expect("the server's own part");
    assert!(parents.contains(&&ordered.span_id), "the worker's part");
}
