//! In which form an answer goes out: whole, or step by step.

use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use engine::search::Report;
use futures::{Stream, stream};
use serde::Serialize;
use tokio::sync::watch;
use wire::search::stream::{Step, StepBuilder};

use super::{
    in_flight::{End, Flight},
    service::{Asked, Found},
};
use crate::{error::Refusal, rate_limit::RequestPermit};

/// A stream says so often at least that it is there.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// A form of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One JSON document.
    Json,
    /// JSON objects, a line each.
    Lines,
    /// Server-sent events.
    Events,
}

impl Form {
    /// Each of them; the first is the one that is sent where a client has no preference.
    pub const ALL: [Self; 3] = [Self::Json, Self::Lines, Self::Events];

    /// Its content type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Lines => "application/x-ndjson",
            Self::Events => "text/event-stream",
        }
    }

    /// The answer in this form.
    ///
    /// # Errors
    /// Why there is none. Once a stream has begun, it says so itself.
    pub async fn answer(
        self,
        asked: Asked,
        teller: StepBuilder,
        permit: RequestPermit,
    ) -> Result<Response, Refusal> {
        let body = match (self, asked) {
            (Self::Json, asked) => {
                let found = asked.answer().await?;
                Body::from(found.json().ok_or(Refusal::Internal)?)
            }
            (form, Asked::Flight(flight)) => {
                // A search that is refused before it begins is refused as ever.
                flight.begun().await?;
                Body::from_stream(form.stream(flight, teller, permit))
            }
            (form, Asked::Kept(kept)) => {
                let reports = Arc::clone(&kept.reports);
                let last = form.last(&Found::Kept(kept)).ok_or(Refusal::Internal)?;
                Body::from_stream(form.again(reports, teller, last, permit))
            }
            (form, asked) => {
                let found = asked.answer().await?;
                Body::from(form.last(&found).ok_or(Refusal::Internal)?)
            }
        };
        Ok(self.typed(body))
    }

    /// A body of this form.
    pub fn typed(self, body: Body) -> Response {
        let mut response = body.into_response();
        let headers = response.headers_mut();
        let media_type = HeaderValue::from_static(self.media_type());
        headers.insert(header::CONTENT_TYPE, media_type);
        response
    }

    /// An object of a stream, written out.
    pub fn framed(self, name: &str, object: &impl Serialize) -> Bytes {
        // What goes out here can always be written.
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

    /// The last step, of an answer that was there at once.
    fn last(self, found: &Found) -> Option<Bytes> {
        let json = found.json()?;
        let rest = std::str::from_utf8(&json).ok()?.strip_prefix('{')?;
        Some(self.frame("result", &format!("{{\"type\":\"result\",{rest}")))
    }

    /// The steps of a search that was made before, then the last. Each is written when it is sent:
    /// for a client that has gone there is nothing left to do.
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
            // The request is under way until its last byte was taken.
            let _under_way = &permit;
            Ok(bytes)
        }))
    }

    /// Every step as it is made, then the last.
    fn stream(
        self,
        flight: Arc<Flight>,
        teller: StepBuilder,
        permit: RequestPermit,
    ) -> impl Stream<Item = Result<Bytes, Infallible>> + use<> {
        let telling = Telling {
            reports: flight.follow(),
            flight,
            _permit: permit,
            told: 0,
            teller,
            steps: VecDeque::new(),
            ended: false,
        };
        stream::unfold(telling, move |mut telling| async move {
            let step = telling.next().await?;
            Some((Ok(self.framed(step.name(), &step)), telling))
        })
    }
}

/// A stream under way. Dropped, it no longer waits for the search.
struct Telling {
    flight: Arc<Flight>,
    _permit: RequestPermit,
    reports: watch::Receiver<Vec<Report>>,
    /// Reports that were told.
    told: usize,
    teller: StepBuilder,
    steps: VecDeque<Step>,
    ended: bool,
}

impl Telling {
    async fn next(&mut self) -> Option<Step> {
        loop {
            if let Some(step) = self.steps.pop_front() {
                return Some(step);
            }
            if self.ended {
                return None;
            }
            let end = tokio::select! {
                // What was told comes before the end.
                biased;
                Ok(()) = self.reports.changed() => None,
                end = self.flight.end() => Some(end),
                () = tokio::time::sleep(HEARTBEAT) => return Some(Step::Heartbeat),
            };
            self.take();
            if let Some(end) = end {
                self.end(end);
            }
        }
    }

    /// Takes in what is new.
    fn take(&mut self) {
        let reports = self.reports.borrow_and_update();
        for report in reports.iter().skip(self.told) {
            self.steps.extend(self.teller.take(report));
        }
        self.told = reports.len();
    }

    fn end(&mut self, end: End) {
        self.ended = true;
        self.steps.push_back(match end {
            Ok(found) => Step::Result(Box::new(found.answer())),
            Err(error) => Step::Error(Refusal::from(error).document()),
        });
    }
}
