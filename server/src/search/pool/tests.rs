//! The pool with workers that wait, panic and ask for help.

use tokio::sync::oneshot;

use super::*;

fn of_client(client: u64) -> Demand {
    Demand {
        lane: Lane {
            class: Class::Api,
            client,
        },
        is_long: false,
        memory_mb: 1,
    }
}

impl<W: Worker> Stub<W> {
    /// Starts a task and waits for it.
    async fn run(&self, task: W::Task, client: u64) -> Result<W::Answer, PoolError> {
        let (tell, told) = oneshot::channel();
        let guard = self.start(task, of_client(client), |end| {
            nevermind("nobody waits", tell.send(end))
        });
        guard.wait(told).await?.expect("it is always told")
    }
}

/// Says when it starts and ends, and works until it is told to stop.
struct Waiter(mpsc::Sender<&'static str>);

enum Errand {
    UntilStopped,
    /// The same without ever making way.
    Unbroken,
    AtOnce,
    /// Until then, at the latest.
    Until(std::time::Instant),
    Panic,
    /// Asks three threads for help, panicking help if told so, and says how many came.
    Ask {
        panic: bool,
    },
}

/// Whether to panic.
struct Part(mpsc::Sender<()>, bool);

impl Worker for Waiter {
    type Task = Errand;
    type Answer = &'static str;
    type Part = Part;

    fn work(&mut self, task: Errand, context: &JobContext<'_, Self>) -> &'static str {
        match task {
            Errand::AtOnce => {
                self.0.send("ran").ok();
                "done"
            }
            Errand::UntilStopped => {
                self.0.send("started").ok();
                while !context.is_set() {
                    thread::yield_now();
                }
                self.0.send("stopped").ok();
                "stopped"
            }
            Errand::Unbroken => {
                self.0.send("started").ok();
                while !context.ticket.was_stopped() {
                    thread::yield_now();
                }
                self.0.send("stopped").ok();
                "stopped"
            }
            Errand::Until(deadline) => {
                context.set_deadline(deadline);
                self.0.send("started").ok();
                while !context.is_set() && std::time::Instant::now() < deadline {
                    thread::yield_now();
                }
                "over"
            }
            Errand::Panic => panic!("a test's panic"),
            Errand::Ask { panic } => {
                let (begun, begins) = mpsc::channel();
                let help = context.ask_for_help((0..3).map(|_| Part(begun.clone(), panic)));
                let came = begins.iter().take(help.count()).count();
                drop(help);
                drop(begun);
                assert!(begins.recv().is_err(), "all helpers have left");
                ["none", "one", "two", "three"][came]
            }
        }
    }

    fn help(Part(begun, panic): Part, stop: &dyn Stop) {
        begun.send(()).ok();
        assert!(!panic, "a test's panic");
        while !stop.is_set() {
            thread::yield_now();
        }
    }
}

fn pool(waiting: usize, patience: Duration) -> (Stub<Waiter>, Actor, mpsc::Receiver<&'static str>) {
    pool_of(1, waiting, patience)
}

fn pool_of(
    threads: usize,
    waiting: usize,
    patience: Duration,
) -> (Stub<Waiter>, Actor, mpsc::Receiver<&'static str>) {
    let (tell, told) = mpsc::channel();
    let size = Size {
        slots: NonZeroUsize::new(threads).expect("some"),
        waiting,
        patience,
    };
    let (stub, actor) = start(size, move || Waiter(tell.clone())).expect("threads");
    (stub, actor, told)
}

const LONG: Duration = Duration::from_secs(600);

async fn next(told: mpsc::Receiver<&'static str>) -> (&'static str, mpsc::Receiver<&'static str>) {
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
        async move { stub.run(Errand::Unbroken, 0).await }
    });
    let (_, told) = next(told).await;
    {
        let mut waiting = std::pin::pin!(stub.run(Errand::AtOnce, 0));
        let first_poll = tokio::time::timeout(Duration::ZERO, &mut waiting).await;
        assert!(first_poll.is_err(), "it waits");
        let refused = stub.run(Errand::AtOnce, 0).await;
        assert!(
            matches!(refused, Err(PoolError::Full { .. })),
            "{refused:?}"
        );
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
        async move { stub.run(Errand::Unbroken, 0).await }
    });
    let (_, _told) = next(told).await;
    let refused = stub.run(Errand::AtOnce, 0).await;
    assert!(
        matches!(refused, Err(PoolError::Waited { .. })),
        "{refused:?}"
    );
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
    let _hold = stub.start(Errand::AtOnce, of_client(0), |_| panic!("a test's panic"));
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
    let context = JobContext::new(Arc::default(), of_client(0).lane, &stub);
    let help = context.ask_for_help((0..2).map(|_| Part(begun.clone(), false)));
    assert_eq!(help.count(), 2, "both threads help");
    let begun = tokio::task::spawn_blocking(move || begins.iter().take(2).count());
    assert_eq!(begun.await.expect("no panic"), 2);
    assert_eq!(stub.run(Errand::AtOnce, 0).await, Ok("done"));
    let (said, _told) = next(told).await;
    assert_eq!(said, "ran");
}

#[tokio::test]
async fn a_long_task_makes_way_for_another_clients_and_goes_on_after_it() {
    let (stub, _actor, told) = pool(1, LONG);
    let long = tokio::spawn({
        let stub = stub.clone();
        async move { stub.run(Errand::UntilStopped, 0).await }
    });
    let (said, told) = next(told).await;
    assert_eq!(said, "started");
    for _ in 0..3 {
        assert_eq!(stub.run(Errand::AtOnce, 1).await, Ok("done"));
    }
    assert!(!long.is_finished());
    long.abort();
    let mut told = told;
    for _ in 0..4 {
        let said;
        (said, told) = next(told).await;
        assert!(["ran", "stopped"].contains(&said));
    }
}

#[tokio::test]
async fn with_one_slot_one_task_runs_at_a_time_and_all_of_them_end() {
    let (stub, _actor, _told) = pool(8, LONG);
    let deadline = std::time::Instant::now() + Duration::from_millis(400);
    let tasks = (0..6).map(|client| stub.run(Errand::Until(deadline), client));
    let ended = futures::future::join_all(tasks).await;
    assert_eq!(ended, [Ok("over"); 6]);
    assert_eq!(stub.run(Errand::AtOnce, 9).await, Ok("done"));
    settle(&stub, 1).await;
    assert_eq!(stub.queue.idle(), 1, "there is one slot, and it is free");
}

#[tokio::test]
async fn a_paused_task_ends_in_time_though_nobody_gives_it_its_slot_back() {
    let (stub, _actor, told) = pool(1, LONG);
    let deadline = std::time::Instant::now() + Duration::from_millis(300);
    let timed = tokio::spawn({
        let stub = stub.clone();
        async move { stub.run(Errand::Until(deadline), 0).await }
    });
    let (_, _told) = next(told).await;
    let unbroken = tokio::spawn({
        let stub = stub.clone();
        async move { stub.run(Errand::Unbroken, 1).await }
    });
    assert_eq!(timed.await.expect("no panic"), Ok("over"));
    assert!(!unbroken.is_finished());
    unbroken.abort();
}

#[tokio::test]
async fn a_paused_task_whose_caller_goes_away_ends() {
    let (stub, _actor, told) = pool(2, LONG);
    let paused = tokio::spawn({
        let stub = stub.clone();
        async move { stub.run(Errand::UntilStopped, 0).await }
    });
    let (said, told) = next(told).await;
    assert_eq!(said, "started");
    let unbroken = tokio::spawn({
        let stub = stub.clone();
        async move { stub.run(Errand::Unbroken, 1).await }
    });
    let (said, told) = next(told).await;
    assert_eq!(said, "started", "the other one is paused");
    paused.abort();
    let (said, told) = next(told).await;
    assert_eq!(said, "stopped");
    unbroken.abort();
    let (said, _told) = next(told).await;
    assert_eq!(said, "stopped");
}
