//! The server's side: it orders searches of workers in place of its own pool.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, Message, StatusCode, Subscriber};
use axum::body::Bytes;
use engine::tables::TableSet;
use futures::{FutureExt, StreamExt};
use tokio::task::unconstrained;
use tokio::time::timeout;

use super::check::{check_found, check_report};
use super::message::{
    ALIVE_EVERY, Cancellation, RemoteResult, SearchOrder, WorkerReply, orders_subject, written,
};
use crate::metrics::{self, Searching};
use crate::search::found::FinishedSearch;
use crate::search::pool::{ExpectedWait, JobGuard, PoolError, Stub, Tell};
use crate::search::queue::{Class, Demand};
use crate::search::ticket::Ticket;
use crate::search::worker::{SearchJob, SearchWorker};

/// How long a worker may take to say whether it accepts.
const ANSWER_PATIENCE: Duration = Duration::from_secs(2);

/// A worker that says nothing for so long is lost.
const LOST_AFTER: Duration = Duration::from_secs(4);

/// A server that is not reached at once asks once more.
const ATTEMPTS: u32 = 2;

/// Orders searches; cheap to clone.
#[derive(Clone)]
pub struct RemoteSearches {
    client: Client,
    /// What tells the Syzygy tables of this site from others.
    syzygy: u32,
    /// Makes what is not ordered.
    here: Stub<SearchWorker>,
}

impl fmt::Debug for RemoteSearches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteSearches").finish_non_exhaustive()
    }
}

/// Nobody knows how long the queues of workers are.
#[derive(Debug)]
struct NoForecast;

impl ExpectedWait for NoForecast {
    fn expected_wait(&self) -> Duration {
        Duration::from_secs(1)
    }
}

/// How an attempt has ended.
enum Attempt {
    Found(Box<RemoteResult>),
    /// The worker that was asked has no room.
    Busy(Duration),
    /// There is no worker.
    Nobody,
    /// The worker is lost, or says what cannot be true.
    Lost,
    NotMade(PoolError),
    /// Nobody waits for it any more.
    GivenUp,
}

impl RemoteSearches {
    /// `syzygy` is the fingerprint of the site's Syzygy tables; `here` makes the searches that stay here.
    pub fn new(client: Client, syzygy: u32, here: Stub<SearchWorker>) -> Self {
        Self {
            client,
            syzygy,
            here,
        }
    }

    /// Has a search made while the guard lives. `tell` is called once, with the answer or the reason why
    /// there is none.
    ///
    /// A search whose tree is wanted, or that is judged by an uploaded network, is made here: both are larger
    /// than what is sent.
    pub fn start(
        &self,
        job: SearchJob,
        demand: Demand,
        tell: impl FnOnce(Result<FinishedSearch, PoolError>) + Send + 'static,
    ) -> JobGuard {
        if job.request.trace.is_some() || job.request.network_id.is_some() {
            return self.here.start(job, demand, tell);
        }
        let ticket = Arc::new(Ticket::default());
        let patience = self.here.patience(demand.lane.class);
        let waited = ANSWER_PATIENCE * ATTEMPTS;
        let guard = JobGuard::new(Arc::clone(&ticket), patience + waited, Box::new(NoForecast));
        let searches = self.clone();
        tokio::spawn(searches.make(job, demand, ticket, Box::new(tell)));
        guard
    }

    async fn make(
        self,
        job: SearchJob,
        demand: Demand,
        ticket: Arc<Ticket>,
        tell: Tell<FinishedSearch>,
    ) {
        let outcome = match self.order(&job, demand, &ticket).await {
            Ok(found) => {
                let all_threads = found.thread_time * u32::from(found.threads);
                job.payer.charge_search(found.decision.nodes, all_threads);
                Ok(FinishedSearch {
                    request: job.request,
                    decision: found.decision,
                    threads: found.threads,
                    tree: None,
                    thread_time: found.thread_time,
                })
            }
            // An engine player has to move, whoever searches.
            Err(_) if demand.lane.class == Class::LiveGame && !ticket.was_stopped() => {
                let (ended, end) = tokio::sync::oneshot::channel();
                let guard = self.here.start(job, demand, move |end| {
                    ended.send(end).ok();
                });
                ticket.start();
                tokio::select! {
                    end = guard.wait(end) => end.and_then(|end| end.unwrap_or(Err(PoolError::Failed))),
                    () = ticket.stopped() => Err(PoolError::Failed),
                }
            }
            Err(error) => Err(error),
        };
        tell(outcome);
    }

    async fn order(
        &self,
        job: &SearchJob,
        demand: Demand,
        ticket: &Ticket,
    ) -> Result<Box<RemoteResult>, PoolError> {
        let mut last = PoolError::NoMachine;
        for _ in 0..ATTEMPTS {
            let mut attempt = OrderedSearch {
                searches: self,
                job,
                ticket,
                searching: None,
                has_reported: false,
            };
            let ended = attempt.make(demand).await;
            let has_reported = attempt.has_reported;
            match ended {
                Attempt::Found(found) => return Ok(found),
                Attempt::Busy(wait) => last = PoolError::Full { wait },
                Attempt::Nobody => return Err(PoolError::NoMachine),
                Attempt::NotMade(error) => return Err(error),
                Attempt::GivenUp => return Err(PoolError::Failed),
                Attempt::Lost => last = PoolError::NoMachine,
            }
            // Somebody may have been told a part of it.
            if has_reported {
                break;
            }
        }
        Err(last)
    }

    /// Sends a message, unless it would have to wait for long.
    fn send(&self, subject: String, message: &impl serde::Serialize) {
        let sent = unconstrained(self.client.publish(subject, written(message)));
        if !matches!(sent.now_or_never(), Some(Ok(()))) {
            metrics::order("unsent");
        }
    }
}

/// One attempt at an order.
struct OrderedSearch<'a> {
    searches: &'a RemoteSearches,
    job: &'a SearchJob,
    ticket: &'a Ticket,
    /// Counts it while a thread works on it.
    searching: Option<Searching>,
    has_reported: bool,
}

impl OrderedSearch<'_> {
    async fn make(&mut self, demand: Demand) -> Attempt {
        let client = &self.searches.client;
        let inbox = client.new_inbox();
        let request = &self.job.request;
        let patience = self.searches.here.patience(demand.lane.class);
        let order = SearchOrder {
            search: request.to_request(),
            class: demand.lane.class,
            client: demand.lane.client,
            patience_ms: u32::try_from(patience.as_millis()).unwrap_or(u32::MAX),
        };
        let subject = orders_subject(request.tables, self.searches.syzygy, order.class);
        let ordered = async {
            let answers = client.subscribe(inbox.clone()).await.ok()?;
            let sent = client.publish_with_reply(subject, inbox.clone(), written(&order));
            sent.await.ok()?;
            Some(answers)
        };
        let Ok(Some(mut answers)) = timeout(ANSWER_PATIENCE, ordered).await else {
            metrics::order("unsent");
            return Attempt::Nobody;
        };
        let cancel = match self.accepted(&mut answers).await {
            Ok(cancel) => cancel,
            Err(ended) => return ended,
        };
        let cancellation = Cancellation { answers_to: inbox };
        if self.ticket.was_stopped() {
            self.searches.send(cancel, &cancellation);
            return Attempt::GivenUp;
        }
        let ended = self.follow(&mut answers).await;
        if !matches!(ended, Attempt::Found(_) | Attempt::NotMade(_)) {
            self.searches.send(cancel, &cancellation);
        }
        if let (Attempt::Found(found), Some(searching)) = (&ended, self.searching.take()) {
            searching.end(found.decision.nodes);
        }
        ended
    }

    /// Waits until a worker accepts the order: where it is cancelled. Also where nobody waits for it any more,
    /// so that it can be.
    async fn accepted(&self, answers: &mut Subscriber) -> Result<String, Attempt> {
        let Ok(Some(answer)) = timeout(ANSWER_PATIENCE, answers.next()).await else {
            metrics::order("unanswered");
            return Err(Attempt::Lost);
        };
        match told(&answer) {
            Some(WorkerReply::Accepted { cancel }) => {
                metrics::order("accepted");
                Ok(cancel)
            }
            Some(WorkerReply::Busy { wait }) => {
                metrics::order("busy");
                Err(Attempt::Busy(wait))
            }
            Some(WorkerReply::NotMade(error)) => Err(Attempt::NotMade(error)),
            _ if answer.status == Some(StatusCode::NO_RESPONDERS) => {
                metrics::order("nobody");
                Err(Attempt::Nobody)
            }
            _ => Err(self.distrust("no answer to an order")),
        }
    }

    /// Passes on what the worker says, to the end.
    async fn follow(&mut self, answers: &mut Subscriber) -> Attempt {
        loop {
            let answer = tokio::select! {
                answer = timeout(LOST_AFTER, answers.next()) => answer,
                () = self.ticket.stopped() => return Attempt::GivenUp,
            };
            let Ok(Some(answer)) = answer else {
                metrics::order("lost");
                return Attempt::Lost;
            };
            match told(&answer) {
                Some(WorkerReply::Begun) => {
                    if !self.ticket.start() && self.ticket.is_given_up() {
                        return Attempt::GivenUp;
                    }
                    self.job.progress.begin();
                    self.searching = Some(Searching::begin(self.job.since));
                }
                Some(WorkerReply::Alive) => {}
                Some(WorkerReply::Report(report)) => {
                    if let Err(untrue) = check_report(&self.job.request, &report) {
                        return self.distrust(untrue);
                    }
                    self.has_reported = true;
                    self.job.progress.report(report);
                }
                Some(WorkerReply::Found(found)) => {
                    return match check_found(&self.job.request, &found) {
                        Ok(()) => Attempt::Found(found),
                        Err(untrue) => self.distrust(untrue),
                    };
                }
                Some(WorkerReply::NotMade(error)) => return Attempt::NotMade(error),
                Some(WorkerReply::Accepted { .. } | WorkerReply::Busy { .. }) | None => {
                    return self.distrust("no answer to an order");
                }
            }
        }
    }

    fn distrust(&self, why: impl fmt::Display) -> Attempt {
        tracing::error!(%why, "a worker is not believed");
        metrics::order("untrue");
        Attempt::Lost
    }
}

/// Whether any worker hears orders with these tables, none or ours. It is sent one that cannot be read.
pub async fn hears_orders(client: &Client, tables: TableSet, class: Class) -> bool {
    let asked = client.request(orders_subject(tables, 0, class), Bytes::new());
    matches!(timeout(ANSWER_PATIENCE, asked).await, Ok(Ok(_)))
}

fn told(answer: &Message) -> Option<WorkerReply> {
    serde_json::from_slice(&answer.payload).ok()
}

// A worker speaks often enough.
const _: () = assert!(LOST_AFTER.as_millis() > 3 * ALIVE_EVERY.as_millis());
