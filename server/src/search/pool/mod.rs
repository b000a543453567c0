//! Dedicated threads behind a bounded queue: callers hold a [`Stub`], the [`Actor`] owns the
//! threads. Neither rayon nor tokio's blocking threads pause a job for another.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;
use std::{fmt, io, thread};

use engine::player::Stop;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::queue::{Capacity, Class, Demand, Lane, Queue, QueueEntry, QueueRefusal, Turn};
use super::ticket::Ticket;

/// The time slice of a job while others wait.
const SLICE: Duration = Duration::from_millis(50);

/// Threads beyond the slots; they begin jobs while others are paused.
const RESERVE_THREADS: usize = 16;

/// Long jobs that may be begun beyond the number of slots.
const LONG_BEYOND_SLOTS: usize = 4;

/// Memory of begun jobs of one kind beyond the slots' own, MB.
const RESERVE_MEMORY_MB: u32 = 64;
const SLOT_MEMORY_MB: u32 = 32;

/// What a thread of the pool does.
pub trait Worker: 'static {
    type Task: Send + 'static;
    type Answer: Send + 'static;
    /// A helper thread's share of a task.
    type Part: Send + 'static;

    /// Runs one task; polls the context's stop flag often and ends early when it is set.
    fn work(&mut self, task: Self::Task, context: &JobContext<'_, Self>) -> Self::Answer
    where
        Self: Sized;

    /// Helps with another thread's task until `stop` is set.
    fn help(part: Self::Part, stop: &dyn Stop);
}

/// The size of a pool.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Tasks that run at a time.
    pub slots: NonZeroUsize,
    /// Tasks that may wait beside those that run; the same number of long ones.
    pub waiting: usize,
    /// How long a task of the API may wait before it is refused.
    pub patience: Duration,
}

/// How long a task of a live game may wait; no clock runs meanwhile.
const LIVE_PATIENCE: Duration = Duration::from_secs(60);

/// A task's execution on a thread. As a stop flag it reports that the caller has gone or the pool
/// is closing; each poll may pause the task for others.
pub struct JobContext<'a, W: Worker> {
    ticket: Arc<Ticket>,
    stub: &'a Stub<W>,
    lane: Lane,
    /// Whether the thread holds a slot. It does not if a paused task has to end.
    has_slot: Cell<bool>,
    /// When the time slice began.
    slice: Cell<Instant>,
    /// Total time of pauses.
    paused: Cell<Duration>,
    /// When the task ends at the latest.
    deadline: Cell<Option<Instant>>,
}

impl<W: Worker> Stop for JobContext<'_, W> {
    fn is_set(&self) -> bool {
        if self.ticket.is_stopped() || self.stub.closing.load(Ordering::Relaxed) {
            return true;
        }
        let queue = &self.stub.queue;
        if self.has_slot.get() && queue.is_pressed() && self.slice.get().elapsed() >= SLICE {
            self.pause();
        }
        self.ticket.was_stopped()
    }
}

impl<'a, W: Worker> JobContext<'a, W> {
    fn new(ticket: Arc<Ticket>, lane: Lane, stub: &'a Stub<W>) -> Self {
        Self {
            ticket,
            stub,
            lane,
            has_slot: Cell::new(true),
            slice: Cell::new(Instant::now()),
            paused: Cell::default(),
            deadline: Cell::default(),
        }
    }

    fn pause(&self) {
        let begun = Instant::now();
        let until = self.deadline.get().map(Instant::into_std);
        let is_stopped = || self.ticket.was_stopped();
        let has_slot = self.stub.queue.pause(self.lane, until, &is_stopped);
        self.has_slot.set(has_slot);
        self.slice.set(Instant::now());
        self.paused.set(self.paused.get() + begun.elapsed());
    }

    /// Sets when the task ends at the latest; a paused task continues then.
    pub fn set_deadline(&self, deadline: std::time::Instant) {
        self.deadline.set(Some(Instant::from_std(deadline)));
        self.stub.queue.expect_end(deadline);
    }

    /// Total time of pauses so far.
    pub fn paused(&self) -> Duration {
        self.paused.get()
    }

    /// The number of polls before the caller had gone; `None` while it waits.
    pub fn looks_before_stop(&self) -> Option<u64> {
        self.ticket.looks_before_stop()
    }

    /// Offers shares of the task to idle threads, one each. A helper stops early when an entry
    /// waits for its thread.
    pub fn ask_for_help(&self, parts: impl IntoIterator<Item = W::Part>) -> Help<'a, W> {
        let (working, idle) = mpsc::channel();
        let mut help = Help {
            stub: self.stub,
            tickets: Vec::new(),
            idle,
        };
        for part in parts {
            let ticket = Arc::new(Ticket::default());
            let job = Job::Help {
                part,
                ticket: Arc::clone(&ticket),
                _working: working.clone(),
            };
            if !self.stub.queue.ask_for_help(job) {
                break;
            }
            help.tickets.push(ticket);
        }
        help
    }
}

/// Helper threads. Dropping it stops them and waits for the last, which takes one poll.
pub struct Help<'a, W: Worker> {
    stub: &'a Stub<W>,
    tickets: Vec<Arc<Ticket>>,
    /// Closes when the last helper has stopped.
    idle: mpsc::Receiver<()>,
}

impl<W: Worker> Help<'_, W> {
    /// The number of helpers asked.
    pub fn count(&self) -> usize {
        self.tickets.len()
    }
}

impl<W: Worker> Drop for Help<'_, W> {
    fn drop(&mut self) {
        self.tickets.iter().for_each(|ticket| ticket.give_up());
        self.stub.queue.drop_given_up();
        nevermind("nothing is sent, it hangs up", self.idle.recv());
    }
}

/// Stops a helper that is not needed any more, or needed elsewhere.
struct HelpStop<'a, W: Worker> {
    ticket: Arc<Ticket>,
    stub: &'a Stub<W>,
}

impl<W: Worker> Stop for HelpStop<'_, W> {
    fn is_set(&self) -> bool {
        self.ticket.is_stopped()
            || self.stub.closing.load(Ordering::Relaxed)
            || self.stub.queue.is_pressed()
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum PoolError {
    /// The queue is full.
    #[error("all search threads are busy and the queue is full")]
    Full {
        /// Until there is room.
        wait: Duration,
    },
    /// The task has waited too long.
    #[error("all search threads are busy")]
    Waited {
        /// Until a thread is free.
        wait: Duration,
    },
    /// Searches are made by other machines, and none of them can be reached or has room.
    #[error("no machine that searches can be reached and has room")]
    NoMachine,
    /// The pool is closing.
    #[error("the server is shutting down")]
    Closed,
    /// The worker panicked.
    #[error("the search failed")]
    Failed,
}

impl PoolError {
    /// Until another attempt may succeed.
    pub fn wait(self) -> Duration {
        match self {
            Self::Full { wait } | Self::Waited { wait } => wait,
            Self::NoMachine | Self::Closed | Self::Failed => Duration::from_secs(1),
        }
    }
}

/// Receives a task's end on the thread that ran it; it has to be fast.
pub type EndCallback<A> = Box<dyn FnOnce(Result<A, PoolError>) + Send>;

/// Completes a task once. Dropped without an answer, it completes with the reason.
struct Reply<A> {
    tell: Option<EndCallback<A>>,
    ticket: Arc<Ticket>,
    closing: Arc<AtomicBool>,
    /// The wait that a displaced task is told.
    wait: Duration,
}

impl<A> Reply<A> {
    fn say(&mut self, end: Result<A, PoolError>) {
        if let Some(tell) = self.tell.take() {
            tell(end);
        }
    }
}

impl<A> Drop for Reply<A> {
    fn drop(&mut self) {
        let why = match self.closing.load(Ordering::Relaxed) {
            true => PoolError::Closed,
            false if self.ticket.is_displaced() => PoolError::Full { wait: self.wait },
            false => PoolError::Failed,
        };
        self.say(Err(why));
    }
}

enum Job<W: Worker> {
    Task {
        task: W::Task,
        demand: Demand,
        ticket: Arc<Ticket>,
        reply: Reply<W::Answer>,
    },
    Help {
        part: W::Part,
        ticket: Arc<Ticket>,
        /// Closes when the helper has stopped or was dropped.
        _working: mpsc::Sender<()>,
    },
}

/// Helpers wait for idle threads only and count for no client.
const NO_DEMAND: Demand = Demand {
    lane: Lane {
        class: Class::Api,
        client: 0,
    },
    is_long: false,
    memory_mb: 0,
};

impl<W: Worker> QueueEntry for Job<W> {
    fn ticket(&self) -> &Ticket {
        match self {
            Job::Task { ticket, .. } | Job::Help { ticket, .. } => ticket,
        }
    }

    fn demand(&self) -> Demand {
        match self {
            Job::Task { demand, .. } => *demand,
            Job::Help { .. } => NO_DEMAND,
        }
    }
}

/// The callers' side; cheap to clone.
pub struct Stub<W: Worker> {
    queue: Arc<Queue<Job<W>>>,
    closing: Arc<AtomicBool>,
    patience: Duration,
}

impl<W: Worker> Clone for Stub<W> {
    fn clone(&self) -> Self {
        Self {
            queue: Arc::clone(&self.queue),
            closing: Arc::clone(&self.closing),
            patience: self.patience,
        }
    }
}

impl<W: Worker> fmt::Debug for Stub<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stub").finish_non_exhaustive()
    }
}

/// A caller's guard of a task; dropping it cancels the task.
#[derive(Debug)]
pub struct JobGuard {
    ticket: Arc<Ticket>,
    /// How long the task may wait.
    until: Instant,
    /// Computes how long another attempt should wait.
    expected_wait: Box<dyn ExpectedWait>,
}

/// How long another attempt should wait.
pub trait ExpectedWait: Send + Sync + fmt::Debug {
    fn expected_wait(&self) -> Duration;
}

impl<W: Worker> ExpectedWait for Stub<W> {
    fn expected_wait(&self) -> Duration {
        self.queue.expected_wait()
    }
}

impl JobGuard {
    /// The guard of a task that may wait for so long before it is begun.
    pub fn new(
        ticket: Arc<Ticket>,
        patience: Duration,
        expected_wait: Box<dyn ExpectedWait>,
    ) -> Self {
        Self {
            ticket,
            until: Instant::now() + patience,
            expected_wait,
        }
    }

    /// Waits until `ended` completes; a task that is not begun fails after its waiting time.
    ///
    /// # Errors
    /// [`PoolError::Waited`], for all waiters.
    pub async fn wait<T>(&self, ended: impl Future<Output = T>) -> Result<T, PoolError> {
        let mut ended = pin!(ended);
        match tokio::time::timeout_at(self.until, &mut ended).await {
            Ok(ended) => Ok(ended),
            Err(_) if self.ticket.give_up_waiting() || self.is_given_up() => {
                let wait = self.expected_wait.expected_wait();
                Err(PoolError::Waited { wait })
            }
            Err(_) => Ok(ended.await),
        }
    }

    /// Whether the task was cancelled because it waited too long.
    pub fn is_given_up(&self) -> bool {
        self.ticket.is_given_up()
    }
}

impl Drop for JobGuard {
    fn drop(&mut self) {
        self.ticket.give_up();
    }
}

impl<W: Worker> Stub<W> {
    /// How long a task may wait for a thread.
    pub fn patience(&self, class: Class) -> Duration {
        match class {
            Class::Api => self.patience,
            Class::LiveGame => LIVE_PATIENCE,
        }
    }

    /// Queues a task in its client's lane while the guard lives. `tell` is called once, with the
    /// answer or the reason there is none, possibly at once.
    pub fn start(
        &self,
        task: W::Task,
        demand: Demand,
        tell: impl FnOnce(Result<W::Answer, PoolError>) + Send + 'static,
    ) -> JobGuard {
        let ticket = Arc::new(Ticket::default());
        let patience = self.patience(demand.lane.class);
        let guard = JobGuard::new(Arc::clone(&ticket), patience, Box::new(self.clone()));
        let reply = Reply {
            tell: Some(Box::new(tell)),
            ticket: Arc::clone(&ticket),
            closing: Arc::clone(&self.closing),
            wait: Duration::from_secs(1),
        };
        let job = Job::Task {
            task,
            demand,
            ticket,
            reply,
        };
        if let Err((why, mut job)) = self.queue.push(job)
            && let Job::Task { reply, .. } = &mut job
        {
            reply.say(Err(match why {
                QueueRefusal::Full { wait } => PoolError::Full { wait },
                QueueRefusal::Closed => PoolError::Closed,
            }));
        }
        guard
    }
}

/// The threads' side; dropping it closes the pool without waiting for the threads.
#[derive(Debug)]
pub struct Actor {
    close: Box<dyn CloseQueue>,
    closing: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

trait CloseQueue: Send + Sync + fmt::Debug {
    fn close(&self);
}

impl<W: Worker> CloseQueue for Stub<W> {
    fn close(&self) {
        self.queue.close();
    }
}

impl Actor {
    /// Refuses new and waiting tasks and stops running ones, which return their best answers.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.close.close();
    }

    /// [`Actor::close`], then waits until the threads have exited. Blocks.
    pub fn join(mut self) {
        self.close();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a search thread had panicked outside a search");
            }
        }
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        self.close();
    }
}

/// Starts a pool; `worker` creates the state of each thread.
///
/// # Errors
/// The system gives no thread.
pub fn start<W: Worker>(
    size: Size,
    worker: impl Fn() -> W + Send + Sync + 'static,
) -> io::Result<(Stub<W>, Actor)> {
    let slots = size.slots.get();
    let slot_memory_mb = u32::try_from(slots)
        .unwrap_or(u32::MAX)
        .saturating_mul(SLOT_MEMORY_MB);
    let capacity = Capacity {
        waiting: size.waiting,
        threads: slots + RESERVE_THREADS,
        long: slots + LONG_BEYOND_SLOTS,
        memory_mb: slot_memory_mb.saturating_add(RESERVE_MEMORY_MB),
    };
    let stub = Stub {
        queue: Arc::new(Queue::new(capacity)),
        closing: Arc::new(AtomicBool::new(false)),
        patience: size.patience,
    };
    let mut actor = Actor {
        close: Box::new(stub.clone()),
        closing: Arc::clone(&stub.closing),
        threads: Vec::with_capacity(slots + RESERVE_THREADS),
    };
    let worker = Arc::new(worker);
    for number in 0..slots + RESERVE_THREADS {
        let (stub, worker) = (stub.clone(), Arc::clone(&worker));
        let has_slot = number < slots;
        let thread = thread::Builder::new()
            .name(format!("search-{number}"))
            .spawn(move || serve(&stub, &*worker, has_slot))?;
        actor.threads.push(thread);
    }
    Ok((stub, actor))
}

fn serve<W: Worker>(stub: &Stub<W>, make: &dyn Fn() -> W, mut has_slot: bool) {
    // Created on demand: a thread in reserve holds no memory.
    let mut worker = None;
    loop {
        let job = match stub.queue.next(has_slot) {
            Turn::Work(job) => job,
            Turn::EnterReserve => {
                worker = None;
                has_slot = false;
                continue;
            }
            Turn::Exit => return,
        };
        match job {
            Job::Task {
                task,
                demand,
                ticket,
                mut reply,
            } => {
                let context = JobContext::new(ticket, demand.lane, stub);
                let engine = worker.get_or_insert_with(make);
                // A worker that panicked is dropped, so no half-changed state is reused.
                let whole = || reply.say(Ok(engine.work(task, &context)));
                if catch_unwind(AssertUnwindSafe(whole)).is_err() {
                    worker = None;
                }
                has_slot = context.has_slot.get();
                if !has_slot {
                    worker = None;
                }
                let deadline = context.deadline.get().map(Instant::into_std);
                stub.queue.ended(demand, deadline);
            }
            Job::Help {
                part,
                ticket,
                _working,
            } => {
                let stop = HelpStop { ticket, stub };
                let done = catch_unwind(AssertUnwindSafe(|| W::help(part, &stop)));
                nevermind("whoever asked goes on alone", done);
                has_slot = true;
            }
        }
    }
}

/// Ignores an error and names why.
fn nevermind<T, E>(_why: &str, result: Result<T, E>) {
    drop(result);
}

#[cfg(test)]
mod tests;
