//! In which form an answer goes out: whole, or step by step.

use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

use app::api::stream::{Step, Teller};
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use engine::search::Report;
use futures::{Stream, stream};
use serde::Serialize;
use tokio::sync::watch;

use super::{
    flights::{End, Flight},
    searches::{Asked, Found},
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
    /// The first form of `Accept` that there is; JSON where it names none.
    pub fn of(headers: &HeaderMap) -> Self {
        let accept = headers.get_all(header::ACCEPT).iter();
        let accept = accept.filter_map(|value| value.to_str().ok());
        accept
            .flat_map(|value| value.split(','))
            .filter_map(|kind| match kind.split(';').next()?.trim() {
                "application/json" | "application/*" | "*/*" => Some(Self::Json),
                "application/x-ndjson" => Some(Self::Lines),
                "text/event-stream" => Some(Self::Events),
                _ => None,
            })
            .next()
            .unwrap_or(Self::Json)
    }

    fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Json => "application/json",
            Self::Lines => "application/x-ndjson",
            Self::Events => "text/event-stream",
        })
    }

    /// The answer in this form.
    ///
    /// # Errors
    /// Why there is none. Once a stream has begun, it says so itself.
    pub async fn answer(
        self,
        asked: Asked,
        teller: Teller,
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
        headers.insert(header::CONTENT_TYPE, self.content_type());
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

    /// Every step as it is made, then the last.
    fn stream(
        self,
        flight: Arc<Flight>,
        teller: Teller,
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
    teller: Teller,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_form_that_there_is_counts() {
        for (accept, form) in [
            ("", Form::Json),
            ("*/*", Form::Json),
            ("text/html,application/xhtml+xml,*/*;q=0.8", Form::Json),
            ("application/x-ndjson", Form::Lines),
            ("text/event-stream", Form::Events),
            ("text/event-stream;q=0.9, application/json", Form::Events),
            ("application/xml", Form::Json),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, accept.parse().expect("a value"));
            assert_eq!(Form::of(&headers), form, "{accept}");
        }
        assert_eq!(Form::of(&HeaderMap::new()), Form::Json);
    }
}
