//! Dedicated threads behind a bounded queue: callers hold a [`Stub`], the [`Actor`] owns the
//! threads.

use std::{
    fmt, io,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use tokio::{sync::oneshot, time::Instant};

use super::queue::{Entry, NotTaken, Queue, Ticket};

/// What a thread of the pool does all day.
pub trait Worker: 'static {
    /// What it is given.
    type Task: Send + 'static;
    /// What it gives back.
    type Answer: Send + 'static;

    /// Does one task; looks at `stop` often and ends early when it is set.
    fn work(&mut self, task: Self::Task, stop: &StopFlag) -> Self::Answer;
}

/// How large a pool is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Threads.
    pub threads: NonZeroUsize,
    /// Tasks that may wait beside those that run.
    pub waiting: usize,
    /// How long a task may wait before it is refused.
    pub patience: Duration,
}

/// Tells a worker to end its task: its caller has gone, or the pool is closing.
#[derive(Debug)]
pub struct StopFlag {
    ticket: Arc<Ticket>,
    closing: Arc<AtomicBool>,
}

impl engine::player::Stop for StopFlag {
    fn is_set(&self) -> bool {
        self.ticket.is_stopped() || self.closing.load(Ordering::Relaxed)
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// The queue is full.
    #[error("all search threads are busy and the queue is full")]
    Full,
    /// The task waited for too long.
    #[error("all search threads are busy")]
    Waited,
    /// The pool is closing.
    #[error("the server is shutting down")]
    Closed,
    /// The worker panicked.
    #[error("the search failed")]
    Failed,
}

struct Job<W: Worker> {
    task: W::Task,
    ticket: Arc<Ticket>,
    answer: oneshot::Sender<W::Answer>,
}

impl<W: Worker> Entry for Job<W> {
    fn ticket(&self) -> &Ticket {
        &self.ticket
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

/// Gives the task up when its caller goes away: the future was dropped.
struct GiveUpOnDrop(Arc<Ticket>);

impl Drop for GiveUpOnDrop {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

impl<W: Worker> Stub<W> {
    /// Queues a task and waits for its answer. Dropping the future takes the task out of the
    /// queue, or stops it.
    ///
    /// # Errors
    /// When the task was not done; see [`PoolError`].
    pub async fn run(&self, task: W::Task) -> Result<W::Answer, PoolError> {
        let ticket = Arc::new(Ticket::default());
        let _guard = GiveUpOnDrop(Arc::clone(&ticket));
        let (answer, mut answered) = oneshot::channel();
        let job = Job {
            task,
            ticket: Arc::clone(&ticket),
            answer,
        };
        self.queue.push(job).map_err(|not_taken| match not_taken {
            NotTaken::Full => PoolError::Full,
            NotTaken::Closed => PoolError::Closed,
        })?;
        let until = Instant::now() + self.patience;
        let answer = match tokio::time::timeout_at(until, &mut answered).await {
            Ok(answer) => answer,
            Err(_) if ticket.give_up_waiting() => return Err(PoolError::Waited),
            Err(_) => answered.await,
        };
        answer.map_err(|_| match self.closing.load(Ordering::Relaxed) {
            true => PoolError::Closed,
            false => PoolError::Failed,
        })
    }
}

/// The threads' side. Dropping it closes the pool without waiting for the threads.
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
    /// Takes no more tasks, refuses those that wait and stops those that run; they answer with
    /// the best they have.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.close.close();
    }

    /// [`Actor::close`], then waits until the threads have ended. Blocks.
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

/// Starts a pool; `worker` makes what each thread works with.
///
/// # Errors
/// When the system gives no thread.
pub fn start<W: Worker>(
    size: Size,
    worker: impl Fn() -> W + Send + Sync + 'static,
) -> io::Result<(Stub<W>, Actor)> {
    let stub = Stub {
        queue: Arc::new(Queue::new(size.waiting)),
        closing: Arc::new(AtomicBool::new(false)),
        patience: size.patience,
    };
    let mut actor = Actor {
        close: Box::new(stub.clone()),
        closing: Arc::clone(&stub.closing),
        threads: Vec::with_capacity(size.threads.get()),
    };
    let worker = Arc::new(worker);
    for number in 0..size.threads.get() {
        let (stub, worker) = (stub.clone(), Arc::clone(&worker));
        let thread = thread::Builder::new()
            .name(format!("search-{number}"))
            .spawn(move || serve(&stub, &*worker))?;
        actor.threads.push(thread);
    }
    Ok((stub, actor))
}

fn serve<W: Worker>(stub: &Stub<W>, make: &dyn Fn() -> W) {
    let mut worker = make();
    while let Some(job) = stub.queue.next() {
        let stop = StopFlag {
            ticket: job.ticket,
            closing: Arc::clone(&stub.closing),
        };
        // A worker that panicked is thrown away whole, so nothing half-changed is seen again.
        match catch_unwind(AssertUnwindSafe(|| worker.work(job.task, &stop))) {
            Ok(answer) => nevermind("the caller has gone", job.answer.send(answer)),
            Err(_) => worker = make(),
        }
    }
}

/// Ignores an error by its name.
fn nevermind<T, E>(_why: &str, result: Result<T, E>) {
    drop(result);
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use engine::player::Stop as _;

    use super::*;

    /// Says when it starts and ends, and works until it is told to stop.
    struct Waiter(mpsc::Sender<&'static str>);

    enum Errand {
        UntilStopped,
        AtOnce,
        Panic,
    }

    impl Worker for Waiter {
        type Task = Errand;
        type Answer = &'static str;

        fn work(&mut self, task: Errand, stop: &StopFlag) -> &'static str {
            match task {
                Errand::AtOnce => {
                    self.0.send("ran").ok();
                    "done"
                }
                Errand::UntilStopped => {
                    self.0.send("started").ok();
                    while !stop.is_set() {
                        thread::yield_now();
                    }
                    self.0.send("stopped").ok();
                    "stopped"
                }
                Errand::Panic => panic!("a test's panic"),
            }
        }
    }

    fn pool(
        waiting: usize,
        patience: Duration,
    ) -> (Stub<Waiter>, Actor, mpsc::Receiver<&'static str>) {
        let (tell, told) = mpsc::channel();
        let size = Size {
            threads: NonZeroUsize::MIN,
            waiting,
            patience,
        };
        let (stub, actor) = start(size, move || Waiter(tell.clone())).expect("threads");
        (stub, actor, told)
    }

    const LONG: Duration = Duration::from_secs(600);

    async fn next(
        told: mpsc::Receiver<&'static str>,
    ) -> (&'static str, mpsc::Receiver<&'static str>) {
        tokio::task::spawn_blocking(move || (told.recv().unwrap_or("nothing"), told))
            .await
            .expect("no panic")
    }

    #[tokio::test]
    async fn a_search_stops_when_its_caller_goes_away() {
        let (stub, _actor, told) = pool(1, LONG);
        let caller = tokio::spawn({
            let stub = stub.clone();
            async move { stub.run(Errand::UntilStopped).await }
        });
        let (said, told) = next(told).await;
        assert_eq!(said, "started");
        caller.abort();
        let (said, _told) = next(told).await;
        assert_eq!(said, "stopped");
        assert_eq!(stub.run(Errand::AtOnce).await, Ok("done"));
    }

    #[tokio::test]
    async fn a_task_whose_caller_goes_while_it_waits_never_runs() {
        let (stub, actor, told) = pool(1, LONG);
        let running = tokio::spawn({
            let stub = stub.clone();
            async move { stub.run(Errand::UntilStopped).await }
        });
        let (_, told) = next(told).await;
        {
            let mut waiting = std::pin::pin!(stub.run(Errand::AtOnce));
            let first_poll = tokio::time::timeout(Duration::ZERO, &mut waiting).await;
            assert!(first_poll.is_err(), "it waits");
            assert_eq!(stub.run(Errand::AtOnce).await, Err(PoolError::Full));
        }
        running.abort();
        let (said, told) = next(told).await;
        assert_eq!(said, "stopped");
        assert_eq!(stub.run(Errand::AtOnce).await, Ok("done"));
        tokio::task::spawn_blocking(|| actor.join())
            .await
            .expect("joined");
        assert_eq!(
            told.try_iter().collect::<Vec<_>>(),
            ["ran"],
            "only the last one ran"
        );
    }

    #[tokio::test]
    async fn a_task_that_waits_for_too_long_is_refused() {
        let (stub, _actor, told) = pool(1, Duration::from_millis(1));
        let running = tokio::spawn({
            let stub = stub.clone();
            async move { stub.run(Errand::UntilStopped).await }
        });
        let (_, _told) = next(told).await;
        assert_eq!(stub.run(Errand::AtOnce).await, Err(PoolError::Waited));
        assert!(
            !running.is_finished(),
            "patience is for waiting, not for running"
        );
        running.abort();
    }

    #[tokio::test]
    async fn closing_stops_what_runs_and_refuses_what_comes() {
        let (stub, actor, told) = pool(1, LONG);
        let running = tokio::spawn({
            let stub = stub.clone();
            async move { stub.run(Errand::UntilStopped).await }
        });
        let (_, _told) = next(told).await;
        let waiting = tokio::spawn({
            let stub = stub.clone();
            async move { stub.run(Errand::AtOnce).await }
        });
        tokio::task::yield_now().await;
        actor.close();
        assert_eq!(running.await.expect("no panic"), Ok("stopped"));
        assert_eq!(waiting.await.expect("no panic"), Err(PoolError::Closed));
        assert_eq!(stub.run(Errand::AtOnce).await, Err(PoolError::Closed));
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer_and_no_thread() {
        let (stub, _actor, _told) = pool(1, LONG);
        assert_eq!(stub.run(Errand::Panic).await, Err(PoolError::Failed));
        assert_eq!(stub.run(Errand::AtOnce).await, Ok("done"));
    }
}
