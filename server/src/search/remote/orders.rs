//! The server's side: it orders searches of workers in place of its own pool.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::{Client, Message, StatusCode, Subscriber};
use axum::body::Bytes;
use engine::tables::TableSet;
use futures::{FutureExt, StreamExt};
use tokio::sync::{oneshot, watch};
use tokio::task::unconstrained;
use tokio::time::timeout;
use tracing::Instrument;

use super::check::{check_found, check_report};
use super::message::{
    ALIVE_EVERY, Cancellation, RemoteResult, SearchOrder, WorkerReply, is_cancel_subject,
    orders_subject, written,
};
use crate::metrics::{self, Searching};
use crate::search::found::FinishedSearch;
use crate::search::limits::{MAX_MOVETIME, bounded};
use crate::search::pool::{EndCallback, ExpectedWait, JobGuard, PoolError, Stub};
use crate::search::queue::{Class, Demand};
use crate::search::ticket::Ticket;
use crate::search::worker::{SearchJob, SearchWorker};

/// How long a worker may take to say whether it accepts.
const ANSWER_PATIENCE: Duration = Duration::from_secs(2);

/// A worker that says nothing for so long is lost.
const LOST_AFTER: Duration = Duration::from_secs(4);

/// A server that is not reached at once asks once more.
const ATTEMPTS: u32 = 2;

/// How much longer than its limits a search may take, for pauses and the way.
const OVERTIME: Duration = Duration::from_secs(15);

/// Reports of the longest search, and some more.
const MAX_REPORTS: u32 = 50_000;

/// A worker that accepts an order so late is told that nobody waits.
const LATE_ANSWER: Duration = Duration::from_secs(30);

/// The longest wait that a client is told.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Orders searches; cheap to clone.
#[derive(Clone)]
pub struct RemoteSearches {
    client: Client,
    /// What tells the Syzygy tables of this site from others.
    syzygy: u32,
    /// Makes what is not ordered.
    here: Stub<SearchWorker>,
    /// Whether the server is shutting down.
    closing: Arc<watch::Sender<bool>>,
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
    /// The server is shutting down.
    Closing,
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
            closing: Arc::default(),
        }
    }

    /// Cancels all orders, and refuses new ones.
    pub fn close(&self) {
        self.closing.send_replace(true);
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
        let span = job.context.span().clone();
        let made = searches.make(job, demand, ticket, Box::new(tell));
        tokio::spawn(made.instrument(span));
        guard
    }

    async fn make(
        self,
        job: SearchJob,
        demand: Demand,
        ticket: Arc<Ticket>,
        tell: EndCallback<FinishedSearch>,
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
                    lacks_tables: found.lacks_tables,
                })
            }
            // An engine player has to move, whoever searches.
            Err(_) if demand.lane.class == Class::LiveGame && !ticket.was_stopped() => {
                let (ended, end) = oneshot::channel();
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
                begun: None,
                reports: 0,
            };
            let ended = attempt.make(demand).await;
            let has_reported = attempt.reports > 0;
            if !matches!(ended, Attempt::Found(_)) {
                attempt.charge();
            }
            match ended {
                Attempt::Found(found) => return Ok(found),
                Attempt::Busy(wait) => {
                    let wait = wait.min(MAX_WAIT);
                    last = PoolError::Full { wait };
                }
                Attempt::Nobody => return Err(PoolError::NoMachine),
                Attempt::NotMade(PoolError::Full { wait } | PoolError::Waited { wait }) => {
                    let wait = wait.min(MAX_WAIT);
                    return Err(PoolError::Waited { wait });
                }
                // That worker can't; another one may.
                Attempt::NotMade(error) => last = error,
                Attempt::Closing => return Err(PoolError::Closed),
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

    /// Waits whether a worker accepts an order after all that nobody waits for any more, and cancels it.
    async fn cancel_late(self, mut answers: Subscriber, cancellation: Cancellation) {
        if let Ok(Some(answer)) = timeout(LATE_ANSWER, answers.next()).await
            && let Some(WorkerReply::Accepted { cancel }) = told(&answer)
            && is_cancel_subject(&cancel)
        {
            self.send(cancel, &cancellation);
        }
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
    /// When a thread has begun with it.
    begun: Option<Instant>,
    reports: u32,
}

impl OrderedSearch<'_> {
    /// Charges the client for a search that has no result, by its time.
    fn charge(&self) {
        if let Some(begun) = self.begun {
            let threads = u32::from(self.job.request.threads);
            self.job.payer.charge_search(0, begun.elapsed() * threads);
        }
    }

    async fn make(&mut self, demand: Demand) -> Attempt {
        let client = &self.searches.client;
        // What waits for a connection is out of date when it is made.
        if client.connection_state() != State::Connected {
            metrics::order("unsent");
            return Attempt::Nobody;
        }
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
            let sent = client.publish_with_reply_and_headers(
                subject,
                inbox.clone(),
                self.job.context.headers(),
                written(&order),
            );
            sent.await.ok()?;
            Some(answers)
        };
        let Ok(Some(mut answers)) = timeout(ANSWER_PATIENCE, ordered).await else {
            metrics::order("unsent");
            return Attempt::Nobody;
        };
        let cancellation = Cancellation { answers_to: inbox };
        let cancel = match self.accepted(&mut answers).await {
            Ok(cancel) => cancel,
            Err(ended) => {
                if matches!(ended, Attempt::Lost) {
                    let searches = self.searches.clone();
                    tokio::spawn(searches.cancel_late(answers, cancellation));
                }
                return ended;
            }
        };
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
            Some(WorkerReply::Accepted { cancel }) if is_cancel_subject(&cancel) => {
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
        let mut closing = self.searches.closing.subscribe();
        let movetime = bounded(self.job.request.limits.clone()).movetime;
        let longest = movetime.unwrap_or(MAX_MOVETIME) + OVERTIME;
        loop {
            let is_late = self.begun.is_some_and(|begun| begun.elapsed() > longest);
            if is_late || self.reports > MAX_REPORTS {
                return self.distrust("a search that does not end");
            }
            let answer = tokio::select! {
                answer = timeout(LOST_AFTER, answers.next()) => answer,
                () = self.ticket.stopped() => return Attempt::GivenUp,
                _ = closing.wait_for(|closing| *closing) => return Attempt::Closing,
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
                    self.begun.get_or_insert_with(Instant::now);
                    self.job.progress.begin();
                    self.searching = Some(Searching::begin(self.job.since));
                }
                Some(WorkerReply::Alive) => {}
                Some(WorkerReply::Report(report)) => {
                    if let Err(untrue) = check_report(&self.job.request, &report) {
                        return self.distrust(untrue);
                    }
                    self.reports += 1;
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
