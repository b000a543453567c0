//! The formats of an answer: one document, or a stream of steps.
//!
//! axum's `Sse` would spare one `format!`: lines and events share their steps and heartbeats.

use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use engine::search::Report;
use futures::{Stream, stream};
use serde::Serialize;
use tokio::sync::watch;
use wire::search::stream::{Step, StepBuilder};
use wire::search::tree::TreeTeller;

use super::found::FinishedSearch;
use super::in_flight::{SearchOutcome, SharedSearch};
use super::service::{FoundAnswer, PendingAnswer};
use crate::{error::Refusal, rate_limit::RequestPermit};

/// Interval of heartbeats in a stream.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// Nodes of a tree in one piece of a stream.
const NODES_AT_ONCE: usize = 128;

/// A response format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseFormat {
    /// One JSON document.
    Json,
    /// NDJSON: one JSON object per line.
    Lines,
    /// Server-sent events.
    Events,
}

impl ResponseFormat {
    /// All formats in the order of preference when the client has none.
    pub const ALL: [Self; 3] = [Self::Json, Self::Lines, Self::Events];

    /// The content type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Lines => "application/x-ndjson",
            Self::Events => "text/event-stream",
        }
    }

    /// The response in this format.
    ///
    /// # Errors
    /// There is no answer. A stream that has begun reports the error itself.
    pub async fn answer(
        self,
        asked: PendingAnswer,
        teller: StepBuilder,
        permit: RequestPermit,
    ) -> Result<Response, Refusal> {
        let body = match (self, asked) {
            (Self::Json, asked) => {
                let found = asked.answer().await?;
                Body::from(found.json().ok_or(Refusal::Internal)?)
            }
            (form, PendingAnswer::Search(search)) => {
                // A search that is refused before it begins gets a problem document.
                search.begun().await?;
                Body::from_stream(form.stream(search, teller, permit))
            }
            (form, PendingAnswer::Cached(kept)) => {
                let reports = Arc::clone(&kept.reports);
                let last = form
                    .last(&FoundAnswer::Cached(kept))
                    .ok_or(Refusal::Internal)?;
                Body::from_stream(form.again(reports, teller, last, permit))
            }
            (form, asked) => {
                let found = asked.answer().await?;
                Body::from(form.last(&found).ok_or(Refusal::Internal)?)
            }
        };
        Ok(self.typed(body))
    }

    /// A response with this content type.
    pub fn typed(self, body: Body) -> Response {
        let mut response = body.into_response();
        let headers = response.headers_mut();
        let media_type = HeaderValue::from_static(self.media_type());
        headers.insert(header::CONTENT_TYPE, media_type);
        response
    }

    /// Frames a serialized object.
    pub fn framed(self, name: &str, object: &impl Serialize) -> Bytes {
        // These objects always serialize.
        let json = serde_json::to_string(object).unwrap_or_default();
        self.frame(name, &json)
    }

    fn frame(self, name: &str, json: &str) -> Bytes {
        let text = match self {
            Self::Events => format!("event: {name}\ndata: {json}\n\n"),
            Self::Json | Self::Lines => format!("{json}\n"),
        };
        text.into()
    }

    /// The last step of an answer that was available at once.
    fn last(self, found: &FoundAnswer) -> Option<Bytes> {
        let json = found.json()?;
        let rest = std::str::from_utf8(&json).ok()?.strip_prefix('{')?;
        Some(self.frame("result", &format!("{{\"type\":\"result\",{rest}")))
    }

    /// The steps of a cached search, then the last one. Steps are serialized when they are sent, so
    /// a client that has gone costs nothing.
    fn again(
        self,
        reports: Arc<[Report]>,
        mut teller: StepBuilder,
        last: Bytes,
        permit: RequestPermit,
    ) -> impl Stream<Item = Result<Bytes, Infallible>> + use<> {
        let steps = (0..reports.len()).flat_map(move |index| teller.take(&reports[index]));
        let steps = steps.map(move |step| self.framed(step.name(), &step));
        stream::iter(steps.chain([last]).map(move |bytes| {
            // The permit is held until the last byte is taken.
            let _under_way = &permit;
            Ok(bytes)
        }))
    }

    /// Each step when it is reported, then the last one.
    fn stream(
        self,
        search: Arc<SharedSearch>,
        teller: StepBuilder,
        permit: RequestPermit,
    ) -> impl Stream<Item = Result<Bytes, Infallible>> + use<> {
        let telling = StepStream {
            reports: search.follow(),
            search,
            permit,
            told: 0,
            teller,
            steps: VecDeque::new(),
            tree: None,
            ended: false,
        };
        stream::unfold(telling, move |mut telling| async move {
            let steps = telling.next().await?;
            let frames: Vec<Bytes> = steps
                .iter()
                .map(|step| self.framed(step.name(), step))
                .collect();
            Some((Ok(Bytes::from(frames.concat())), telling))
        })
    }
}

/// A running stream; dropping it stops waiting for the search.
struct StepStream {
    search: Arc<SharedSearch>,
    permit: RequestPermit,
    reports: watch::Receiver<Vec<Report>>,
    /// The number of reports that were sent.
    told: usize,
    teller: StepBuilder,
    steps: VecDeque<Step>,
    /// The search whose tree is being told, and its next node.
    tree: Option<(Arc<FinishedSearch>, u32)>,
    ended: bool,
}

impl StepStream {
    /// The next steps: one, or some nodes of a tree.
    async fn next(&mut self) -> Option<Vec<Step>> {
        loop {
            if let Some(nodes) = self.next_nodes() {
                return Some(nodes);
            }
            if let Some(step) = self.steps.pop_front() {
                return Some(vec![step]);
            }
            if self.ended {
                return None;
            }
            let end = tokio::select! {
                // Reports come before the outcome.
                biased;
                Ok(()) = self.reports.changed() => None,
                end = self.search.end() => Some(end),
                () = tokio::time::sleep(HEARTBEAT) => return Some(vec![Step::Heartbeat]),
            };
            self.add_steps();
            if let Some(end) = end {
                self.end(end);
            }
        }
    }

    /// Adds the steps of new reports.
    fn add_steps(&mut self) {
        let reports = self.reports.borrow_and_update();
        for report in reports.iter().skip(self.told) {
            self.steps.extend(self.teller.take(report));
        }
        self.told = reports.len();
    }

    fn end(&mut self, end: SearchOutcome) {
        self.ended = true;
        let last = match end {
            Ok(found) => {
                if let Some(tree) = &found.tree {
                    let teller = TreeTeller::new(&found.request.game, tree);
                    self.steps.push_back(Step::Tree(teller.summary()));
                }
                let last = Step::Result(Box::new(found.answer()));
                self.tree = Some((found, 0));
                last
            }
            Err(error) => Step::Error(Refusal::from(error).document()),
        };
        self.steps.push_back(last);
    }

    /// The next nodes of the tree, once its summary is told.
    fn next_nodes(&mut self) -> Option<Vec<Step>> {
        if self.steps.len() != 1 {
            return None;
        }
        let (found, next) = self.tree.as_mut()?;
        let teller = TreeTeller::new(&found.request.game, found.tree.as_ref()?);
        let nodes: Vec<Step> = (*next..)
            .map_while(|id| teller.node(id))
            .map(|node| Step::Node(Box::new(node)))
            .take(NODES_AT_ONCE)
            .collect();
        *next += nodes.len() as u32;
        // Whoever is told pays, also where several share the search.
        let told = nodes.len() as u64;
        self.permit.payer().charge_search(told, Duration::ZERO);
        (!nodes.is_empty()).then_some(nodes)
    }
}
