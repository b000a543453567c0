//! The worker's side: it accepts orders while it has room, and makes them on its threads.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::{Client, Message, Subject, Subscriber};
use engine::search::Report;
use engine::tables::TableSet;
use futures::StreamExt;
use futures::stream::SelectAll;
use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tracing::Instrument;
use wire::search::request::ResolvedSearch;

use super::message::{
    ALIVE_EVERY, Cancellation, GROUP, MAX_ORDER_BYTES, RemoteResult, SearchOrder, WorkerReply,
    cancel_subject, orders_subject, written,
};
use crate::rate_limit::SearchPayer;
use crate::search::demand;
use crate::search::found::FinishedSearch;
use crate::search::in_flight::Progress;
use crate::search::pool::{JobGuard, PoolError, Stub};
use crate::search::queue::Class;
use crate::search::request_context::RequestContext;
use crate::search::worker::{SearchJob, SearchWorker};
use crate::tables::sets::TableSets;

/// How often is looked for tables that were made meanwhile.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The longest wait for a thread that an order may ask for.
const MAX_PATIENCE: Duration = Duration::from_secs(60);

/// How long orders are waited for that were sent before NATS knew that they are not wanted here.
const ON_THE_WAY: Duration = Duration::from_secs(1);

/// What a full worker tells others to wait.
const FULL_WAIT: Duration = Duration::from_secs(1);

/// Tables without Syzygy's and with them, by the most men.
const SETS: [TableSet; 4] = [
    TableSet::None,
    TableSet::Three,
    TableSet::Four,
    TableSet::Syzygy,
];

/// How many orders a worker has at a time, waiting ones included.
#[derive(Clone, Copy, Debug)]
pub struct OrderCapacity(pub usize);

/// Accepts orders; cheap to clone.
#[derive(Clone)]
pub struct OrderServer(Arc<OrderServerState>);

struct OrderServerState {
    client: Client,
    pool: Stub<SearchWorker>,
    tables: TableSets,
    /// The subject of cancellations.
    cancel: String,
    size: usize,
    /// What cancels each accepted order, by the subject of its answers.
    open: Mutex<HashMap<String, oneshot::Sender<()>>>,
    /// An order has ended, or the worker is told to leave.
    changed: Notify,
    is_listening: watch::Sender<bool>,
}

impl fmt::Debug for OrderServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OrderServer").finish_non_exhaustive()
    }
}

impl OrderServer {
    /// Accepts orders in the name of a worker.
    pub fn new(
        client: Client,
        pool: Stub<SearchWorker>,
        tables: TableSets,
        worker: &str,
        OrderCapacity(size): OrderCapacity,
    ) -> Self {
        Self(Arc::new(OrderServerState {
            client,
            pool,
            tables,
            cancel: cancel_subject(worker),
            size,
            open: Mutex::default(),
            changed: Notify::new(),
            is_listening: watch::Sender::new(false),
        }))
    }

    /// Whether it hears orders at the moment: NATS is connected, and there is room.
    pub fn is_listening(&self) -> bool {
        *self.0.is_listening.borrow()
            && self.0.client.connection_state() == State::Connected
            && self.open_orders() < self.0.size
    }

    /// Waits until it hears orders, or for NATS in vain for a while.
    pub async fn until_listening(&self) {
        let mut listening = self.0.is_listening.subscribe();
        // The sender is here.
        listening.wait_for(|listening| *listening).await.ok();
        timeout(ON_THE_WAY, self.0.client.flush()).await.ok();
    }

    /// Orders that are not ended.
    pub fn open_orders(&self) -> usize {
        self.0.open.lock().len()
    }

    /// Accepts orders until `leave` completes; those that are accepted are made to their end.
    ///
    /// # Errors
    /// NATS takes no subscription any more.
    pub async fn serve(&self, leave: impl Future<Output = ()>) -> Result<(), async_nats::Error> {
        let cancellations = self.0.client.subscribe(self.0.cancel.clone()).await?;
        let server = self.clone();
        let cancelling = tokio::spawn(async move { server.cancel_for_ever(cancellations).await });
        let leaving = AtomicBool::new(false);
        let accepting = async {
            while !leaving.load(Ordering::Relaxed) {
                self.accept_while_there_is_room(&leaving).await?;
                self.until_room(&leaving).await;
            }
            Ok(())
        };
        let left = async {
            leave.await;
            leaving.store(true, Ordering::Relaxed);
            self.0.changed.notify_waiters();
            std::future::pending::<()>().await;
        };
        let served = tokio::select! {
            served = accepting => served,
            () = left => Ok(()),
        };
        self.0.is_listening.send_replace(false);
        // Those that it has have limits of their own.
        while self.open_orders() > 0 {
            self.wait_for_change().await;
        }
        cancelling.abort();
        served
    }

    /// Waits until an order has ended, or it is told to leave; now and then without that.
    async fn wait_for_change(&self) {
        timeout(LOOK_EVERY, self.0.changed.notified()).await.ok();
    }

    async fn until_room(&self, leaving: &AtomicBool) {
        while self.open_orders() >= self.0.size && !leaving.load(Ordering::Relaxed) {
            self.wait_for_change().await;
        }
    }

    /// Accepts orders until it is full, there are more tables, or it leaves.
    async fn accept_while_there_is_room(
        &self,
        leaving: &AtomicBool,
    ) -> Result<(), async_nats::Error> {
        let sets = self.sets();
        let mut orders = self.listen(&sets).await?;
        self.0.is_listening.send_replace(true);
        let mut look = interval(LOOK_EVERY);
        while self.open_orders() < self.0.size && !leaving.load(Ordering::Relaxed) {
            tokio::select! {
                order = orders.next() => match order {
                    Some(order) => self.accept(order),
                    None => break,
                },
                () = self.0.changed.notified() => {}
                _ = look.tick() => if self.sets() != sets { break },
            }
        }
        for listening in orders.iter_mut() {
            listening.drain().await?;
        }
        // What was on its way.
        while let Ok(Some(order)) = timeout(ON_THE_WAY, orders.next()).await {
            match self.open_orders() < self.0.size {
                true => self.accept(order),
                false => {
                    if let Some(answers_to) = order.reply {
                        let wait = FULL_WAIT;
                        self.tell(answers_to, &WorkerReply::Busy { wait }).await;
                    }
                }
            }
        }
        Ok(())
    }

    /// The tables that orders may ask for.
    fn sets(&self) -> Vec<TableSet> {
        let is_there = |set: &TableSet| self.0.tables.get(*set).is_ok();
        SETS.into_iter().filter(is_there).collect()
    }

    async fn listen(&self, sets: &[TableSet]) -> Result<SelectAll<Subscriber>, async_nats::Error> {
        let mut orders = SelectAll::new();
        let syzygy = self.0.tables.syzygy_fingerprint();
        for set in sets {
            for class in [Class::Api, Class::LiveGame] {
                let subject = orders_subject(*set, syzygy, class);
                let client = &self.0.client;
                orders.push(client.queue_subscribe(subject, GROUP.to_owned()).await?);
            }
        }
        Ok(orders)
    }

    async fn cancel_for_ever(&self, mut cancellations: Subscriber) {
        while let Some(message) = cancellations.next().await {
            if let Ok(Cancellation { answers_to }) = serde_json::from_slice(&message.payload)
                && let Some(cancel) = self.0.open.lock().remove(&answers_to)
            {
                cancel.send(()).ok();
            }
        }
    }

    /// Begins with an order.
    fn accept(&self, message: Message) {
        let Some(answers_to) = message.reply.clone() else {
            return;
        };
        let (cancel, cancelled) = oneshot::channel();
        self.0.open.lock().insert(answers_to.to_string(), cancel);
        let order_server = self.clone();
        let context = RequestContext::read(message.headers.as_ref());
        let span = context.span().clone();
        let made = async move {
            let guard = OpenOrder {
                order_server: &order_server,
                answers_to: answers_to.to_string(),
            };
            let last = tokio::select! {
                last = order_server.make(&message, &answers_to, context) => Some(last),
                _ = cancelled => None,
            };
            if let Some(last) = last {
                order_server.tell(answers_to, &last).await;
            }
            drop(guard);
        };
        tokio::spawn(made.instrument(span));
    }

    /// Makes an order; the last word on it.
    async fn make(
        &self,
        message: &Message,
        answers_to: &Subject,
        context: RequestContext,
    ) -> WorkerReply {
        let (order, request) = match read_order(&message.payload) {
            Ok(read) => read,
            Err(why) => {
                tracing::error!(why, "an order cannot be read");
                return WorkerReply::NotMade(PoolError::Failed);
            }
        };
        let Ok(tables) = self.0.tables.get(request.tables) else {
            return WorkerReply::NotMade(PoolError::NoMachine);
        };
        let demand = match order.class {
            Class::Api => demand::of_api(&request, order.client),
            Class::LiveGame => demand::of_live_game(&request, order.client),
        };
        let progress = Arc::<Progress>::default();
        let job = SearchJob {
            request,
            tables,
            progress: Arc::clone(&progress),
            payer: SearchPayer::paid_elsewhere(order.client),
            since: Instant::now(),
            context,
        };
        let failed_before = self.0.tables.failed_probes();
        let (ended, mut end) = oneshot::channel();
        let guard = self.0.pool.start(job, demand, move |end| {
            ended.send(end).ok();
        });
        // A short search may have ended by now.
        let at_once = match end.try_recv() {
            Ok(Err(PoolError::Full { wait })) => return WorkerReply::Busy { wait },
            Ok(ended) => Some(ended),
            Err(_) => None,
        };
        let cancel = self.0.cancel.clone();
        self.tell(answers_to.clone(), &WorkerReply::Accepted { cancel })
            .await;
        let patience = Duration::from_millis(order.patience_ms.into()).min(MAX_PATIENCE);
        let end = async {
            match at_once {
                Some(ended) => ended,
                None => end.await.unwrap_or(Err(PoolError::Failed)),
            }
        };
        let end = self.follow(&guard, &progress, patience, answers_to, end);
        match end.await {
            Ok(found) => {
                tracing::debug!(nodes = found.decision.nodes, "an order was made");
                WorkerReply::Found(Box::new(RemoteResult {
                    decision: found.decision,
                    threads: found.threads,
                    thread_time: found.thread_time,
                    lacks_tables: self.0.tables.have_failed_since(failed_before),
                }))
            }
            Err(error) => {
                tracing::info!(%error, "an order was not made");
                WorkerReply::NotMade(error)
            }
        }
    }

    /// Tells how the search goes on; its end.
    async fn follow(
        &self,
        guard: &JobGuard,
        progress: &Progress,
        patience: Duration,
        answers_to: &Subject,
        end: impl Future<Output = Result<FinishedSearch, PoolError>>,
    ) -> Result<FinishedSearch, PoolError> {
        let mut alive = interval(ALIVE_EVERY);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut reports = progress.follow();
        let (mut is_begun, mut told) = (false, 0);
        let too_long = sleep(patience);
        tokio::pin!(too_long, end);
        let end = guard.wait(end);
        tokio::pin!(end);
        let end = loop {
            tokio::select! {
                biased;
                () = progress.begun(), if !is_begun => {
                    is_begun = true;
                    self.tell(answers_to.clone(), &WorkerReply::Begun).await;
                }
                Ok(()) = reports.changed() => {
                    self.tell_reports(&mut reports, &mut told, answers_to).await;
                }
                end = &mut end => break end.and_then(|end| end),
                () = &mut too_long, if !is_begun => {
                    return Err(PoolError::Waited { wait: FULL_WAIT });
                }
                _ = alive.tick() => self.tell(answers_to.clone(), &WorkerReply::Alive).await,
            }
        };
        self.tell_reports(&mut reports, &mut told, answers_to).await;
        end
    }

    async fn tell_reports(
        &self,
        reports: &mut watch::Receiver<Vec<Report>>,
        told: &mut usize,
        answers_to: &Subject,
    ) {
        let new: Vec<Report> = reports.borrow_and_update()[*told..].to_vec();
        *told += new.len();
        for report in new {
            self.tell(answers_to.clone(), &WorkerReply::Report(report))
                .await;
        }
    }

    async fn tell(&self, answers_to: Subject, told: &WorkerReply) {
        let sent = self.0.client.publish(answers_to, written(told)).await;
        if let Err(error) = sent {
            tracing::warn!(%error, "an answer could not be sent");
        }
    }
}

/// An order in the list of the open ones, until it is dropped.
struct OpenOrder<'a> {
    order_server: &'a OrderServer,
    answers_to: String,
}

impl Drop for OpenOrder<'_> {
    fn drop(&mut self) {
        self.order_server.0.open.lock().remove(&self.answers_to);
        self.order_server.0.changed.notify_one();
    }
}

/// An order and its search.
///
/// # Errors
/// What is wrong with it.
pub fn read_order(message: &[u8]) -> Result<(SearchOrder, ResolvedSearch), String> {
    if message.len() > MAX_ORDER_BYTES {
        return Err("it is too large".to_owned());
    }
    let order: SearchOrder = serde_json::from_slice(message).map_err(|error| error.to_string())?;
    let request = order.search.resolve().map_err(|error| error.to_string())?;
    if request.trace.is_some() || request.network_id.is_some() {
        return Err("it asks for a tree or an uploaded network".to_owned());
    }
    if request.game.outcome().is_some() {
        return Err("the game is over".to_owned());
    }
    Ok((order, request))
}
