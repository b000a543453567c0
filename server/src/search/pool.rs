//! Dedicated threads behind a bounded queue: callers hold a [`Stub`], the [`Actor`] owns the
//! threads.

use std::{
    fmt, io,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use engine::player::Stop;
use tokio::time::Instant;

use super::lanes::Lane;
use super::queue::{Entry, NotTaken, Queue, Ticket};

/// What a thread of the pool does all day.
pub trait Worker: 'static {
    /// What it is given.
    type Task: Send + 'static;
    /// What it gives back.
    type Answer: Send + 'static;
    /// What it asks of threads that idle meanwhile.
    type Favour: Send + 'static;

    /// Does one task; looks at the shift's stop flag often and ends early when it is set.
    fn work(&mut self, task: Self::Task, shift: &Shift<'_, Self>) -> Self::Answer
    where
        Self: Sized;

    /// Helps with another thread's task until `stop` is set.
    fn help(favour: Self::Favour, stop: &dyn Stop);
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

/// One task's time on a thread; as a stop flag, it tells that the task's caller has gone, or that
/// the pool is closing.
pub struct Shift<'a, W: Worker> {
    ticket: Arc<Ticket>,
    stub: &'a Stub<W>,
}

impl<W: Worker> Stop for Shift<'_, W> {
    fn is_set(&self) -> bool {
        self.ticket.is_stopped() || self.stub.closing.load(Ordering::Relaxed)
    }
}

impl<'a, W: Worker> Shift<'a, W> {
    /// How often the flag was looked at before the task's caller went away; `None` while somebody
    /// waits.
    pub fn looks_before_stop(&self) -> Option<u64> {
        self.ticket.looks_before_stop()
    }

    /// Asks the favours of idle threads, one each, as far as there are any. A thread leaves early
    /// when somebody waits for it.
    pub fn ask(&self, favours: impl IntoIterator<Item = W::Favour>) -> Help<'a, W> {
        let (working, idle) = mpsc::channel();
        let mut help = Help {
            stub: self.stub,
            tickets: Vec::new(),
            idle,
        };
        for favour in favours {
            let ticket = Arc::new(Ticket::default());
            let job = Job::Favour {
                favour,
                ticket: Arc::clone(&ticket),
                _working: working.clone(),
            };
            if !self.stub.queue.ask(job) {
                break;
            }
            help.tickets.push(ticket);
        }
        help
    }
}

/// Threads that help. Dropped, it sends them home and waits until the last has gone, which takes
/// one look at a stop flag.
pub struct Help<'a, W: Worker> {
    stub: &'a Stub<W>,
    tickets: Vec<Arc<Ticket>>,
    /// Hangs up when nobody works any more.
    idle: mpsc::Receiver<()>,
}

impl<W: Worker> Help<'_, W> {
    /// Threads that were asked.
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

/// Tells a thread to end its favour: it is no longer needed there, or more elsewhere.
struct FavourStop<'a, W: Worker> {
    shift: Shift<'a, W>,
}

impl<W: Worker> Stop for FavourStop<'_, W> {
    fn is_set(&self) -> bool {
        self.shift.is_set() || self.shift.stub.queue.is_pressed()
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

/// Who hears of a task's end, on the thread that has done it: it had better be quick.
type Tell<A> = Box<dyn FnOnce(Result<A, PoolError>) + Send>;

/// The one answer to a task. Dropped unsaid, it says why there is none.
struct Reply<A> {
    tell: Option<Tell<A>>,
    ticket: Arc<Ticket>,
    closing: Arc<AtomicBool>,
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
            false if self.ticket.is_displaced() => PoolError::Full,
            false => PoolError::Failed,
        };
        self.say(Err(why));
    }
}

enum Job<W: Worker> {
    Task {
        task: W::Task,
        lane: Lane,
        ticket: Arc<Ticket>,
        reply: Reply<W::Answer>,
    },
    Favour {
        favour: W::Favour,
        ticket: Arc<Ticket>,
        /// Hangs up when the favour is done, or was never begun.
        _working: mpsc::Sender<()>,
    },
}

impl<W: Worker> Entry for Job<W> {
    fn ticket(&self) -> &Ticket {
        match self {
            Job::Task { ticket, .. } | Job::Favour { ticket, .. } => ticket,
        }
    }

    fn lane(&self) -> Lane {
        match self {
            Job::Task { lane, .. } => *lane,
            // Favours do not wait with the others.
            Job::Favour { .. } => 0,
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

/// A caller's hold on a task. Dropped, it takes the task out of the queue, or stops it.
#[derive(Debug)]
pub struct Hold {
    ticket: Arc<Ticket>,
    /// How long the task may wait.
    until: Instant,
}

impl Hold {
    /// Waits until the task has `ended`, whatever that is by; not for so long while the task itself
    /// waits.
    ///
    /// # Errors
    /// [`PoolError::Waited`], for everybody who waits.
    pub async fn wait<T>(&self, ended: impl Future<Output = T>) -> Result<T, PoolError> {
        let mut ended = pin!(ended);
        match tokio::time::timeout_at(self.until, &mut ended).await {
            Ok(ended) => Ok(ended),
            Err(_) if self.ticket.give_up_waiting() || self.is_given_up() => Err(PoolError::Waited),
            Err(_) => Ok(ended.await),
        }
    }

    /// Whether the task has waited for too long and is not done any more.
    pub fn is_given_up(&self) -> bool {
        self.ticket.is_given_up()
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.ticket.give_up();
    }
}

impl<W: Worker> Stub<W> {
    /// Queues a task in its client's line, for as long as it is held. `tell` hears of its end, once:
    /// of the answer, or why there is none. That may be at once.
    pub fn start(
        &self,
        task: W::Task,
        lane: Lane,
        tell: impl FnOnce(Result<W::Answer, PoolError>) + Send + 'static,
    ) -> Hold {
        let ticket = Arc::new(Ticket::default());
        let hold = Hold {
            ticket: Arc::clone(&ticket),
            until: Instant::now() + self.patience,
        };
        let reply = Reply {
            tell: Some(Box::new(tell)),
            ticket: Arc::clone(&ticket),
            closing: Arc::clone(&self.closing),
        };
        let job = Job::Task {
            task,
            lane,
            ticket,
            reply,
        };
        if let Err((why, mut job)) = self.queue.push(job)
            && let Job::Task { reply, .. } = &mut job
        {
            reply.say(Err(match why {
                NotTaken::Full => PoolError::Full,
                NotTaken::Closed => PoolError::Closed,
            }));
        }
        hold
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
        match job {
            Job::Task {
                task,
                ticket,
                mut reply,
                ..
            } => {
                let shift = Shift { ticket, stub };
                // A worker that panicked is thrown away whole, so nothing half-changed is seen again.
                let whole = || reply.say(Ok(worker.work(task, &shift)));
                if catch_unwind(AssertUnwindSafe(whole)).is_err() {
                    worker = make();
                }
            }
            Job::Favour {
                favour,
                ticket,
                _working,
            } => {
                let stop = FavourStop {
                    shift: Shift { ticket, stub },
                };
                let done = catch_unwind(AssertUnwindSafe(|| W::help(favour, &stop)));
                nevermind("whoever asked goes on alone", done);
            }
        }
    }
}

/// Ignores an error by its name.
fn nevermind<T, E>(_why: &str, result: Result<T, E>) {
    drop(result);
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    impl<W: Worker> Stub<W> {
        /// Starts a task and waits for it.
        async fn run(&self, task: W::Task, lane: Lane) -> Result<W::Answer, PoolError> {
            let (tell, told) = oneshot::channel();
            let hold = self.start(task, lane, |end| nevermind("nobody waits", tell.send(end)));
            hold.wait(told).await?.expect("it is always told")
        }
    }

    /// Says when it starts and ends, and works until it is told to stop.
    struct Waiter(mpsc::Sender<&'static str>);

    enum Errand {
        UntilStopped,
        AtOnce,
        Panic,
        /// Asks three threads for help, panicking help if told so, and says how many came.
        Ask {
            panic: bool,
        },
    }

    /// Whether to panic.
    struct Favour(mpsc::Sender<()>, bool);

    impl Worker for Waiter {
        type Task = Errand;
        type Answer = &'static str;
        type Favour = Favour;

        fn work(&mut self, task: Errand, stop: &Shift<'_, Self>) -> &'static str {
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
                Errand::Ask { panic } => {
                    let (begun, begins) = mpsc::channel();
                    let help = stop.ask((0..3).map(|_| Favour(begun.clone(), panic)));
                    let came = begins.iter().take(help.count()).count();
                    drop(help);
                    drop(begun);
                    assert!(begins.recv().is_err(), "all helpers have left");
                    ["none", "one", "two", "three"][came]
                }
            }
        }

        fn help(Favour(begun, panic): Favour, stop: &dyn Stop) {
            begun.send(()).ok();
            assert!(!panic, "a test's panic");
            while !stop.is_set() {
                thread::yield_now();
            }
        }
    }

    fn pool(
        waiting: usize,
        patience: Duration,
    ) -> (Stub<Waiter>, Actor, mpsc::Receiver<&'static str>) {
        pool_of(1, waiting, patience)
    }

    fn pool_of(
        threads: usize,
        waiting: usize,
        patience: Duration,
    ) -> (Stub<Waiter>, Actor, mpsc::Receiver<&'static str>) {
        let (tell, told) = mpsc::channel();
        let size = Size {
            threads: NonZeroUsize::new(threads).expect("some"),
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
            async move { stub.run(Errand::UntilStopped, 0).await }
        });
        let (said, told) = next(told).await;
        assert_eq!(said, "started");
        caller.abort();
        let (said, _told) = next(told).await;
        assert_eq!(said, "stopped");
        assert_eq!(stub.run(Errand::AtOnce, 0).await, Ok("done"));
    }

    #[tokio::test]
    async fn a_task_whose_caller_goes_while_it_waits_never_runs() {
        let (stub, actor, told) = pool(1, LONG);
        let running = tokio::spawn({
            let stub = stub.clone();
            async move { stub.run(Errand::UntilStopped, 0).await }
        });
        let (_, told) = next(told).await;
        {
            let mut waiting = std::pin::pin!(stub.run(Errand::AtOnce, 0));
            let first_poll = tokio::time::timeout(Duration::ZERO, &mut waiting).await;
            assert!(first_poll.is_err(), "it waits");
            assert_eq!(stub.run(Errand::AtOnce, 0).await, Err(PoolError::Full));
        }
        running.abort();
        let (said, told) = next(told).await;
        assert_eq!(said, "stopped");
        assert_eq!(stub.run(Errand::AtOnce, 0).await, Ok("done"));
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
        // Long enough for the first one, whose thread may be late to come.
        let (stub, _actor, told) = pool(1, Duration::from_millis(300));
        let running = tokio::spawn({
            let stub = stub.clone();
            async move { stub.run(Errand::UntilStopped, 0).await }
        });
        let (_, _told) = next(told).await;
        assert_eq!(stub.run(Errand::AtOnce, 0).await, Err(PoolError::Waited));
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
            async move { stub.run(Errand::UntilStopped, 0).await }
        });
        let (_, _told) = next(told).await;
        let waiting = tokio::spawn({
            let stub = stub.clone();
            async move { stub.run(Errand::AtOnce, 0).await }
        });
        tokio::task::yield_now().await;
        actor.close();
        assert_eq!(running.await.expect("no panic"), Ok("stopped"));
        assert_eq!(waiting.await.expect("no panic"), Err(PoolError::Closed));
        assert_eq!(stub.run(Errand::AtOnce, 0).await, Err(PoolError::Closed));
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer_and_no_thread() {
        let (stub, _actor, _told) = pool(1, LONG);
        assert_eq!(stub.run(Errand::Panic, 0).await, Err(PoolError::Failed));
        settle(&stub, 1).await;
        let _hold = stub.start(Errand::AtOnce, 0, |_| panic!("a test's panic"));
        assert_eq!(stub.run(Errand::AtOnce, 0).await, Ok("done"));
    }

    /// Waits until so many threads idle.
    async fn settle(stub: &Stub<Waiter>, idle: usize) {
        while stub.queue.idle() < idle {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn idle_threads_help_and_leave_with_the_task() {
        for panic in [false, true] {
            let (stub, _actor, _told) = pool_of(3, 1, LONG);
            for _ in 0..3 {
                settle(&stub, 3).await;
                let came = stub.run(Errand::Ask { panic }, 0).await;
                // A thread whose favour has failed idles again, and may be asked once more.
                assert!(
                    came == Ok("two") || panic && came == Ok("three"),
                    "{came:?}"
                );
            }
        }
        let (stub, _actor, _told) = pool(1, LONG);
        assert_eq!(stub.run(Errand::Ask { panic: false }, 0).await, Ok("none"));
    }

    #[tokio::test]
    async fn a_helper_leaves_for_a_task_that_waits() {
        let (stub, _actor, told) = pool_of(2, 1, LONG);
        settle(&stub, 2).await;
        let (begun, begins) = mpsc::channel();
        let shift = Shift {
            ticket: Arc::default(),
            stub: &stub,
        };
        let help = shift.ask((0..2).map(|_| Favour(begun.clone(), false)));
        assert_eq!(help.count(), 2, "both threads help");
        let begun = tokio::task::spawn_blocking(move || begins.iter().take(2).count());
        assert_eq!(begun.await.expect("no panic"), 2);
        assert_eq!(stub.run(Errand::AtOnce, 0).await, Ok("done"));
        let (said, _told) = next(told).await;
        assert_eq!(said, "ran");
    }
}
