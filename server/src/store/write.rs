//! The only way to write: a job goes to the `writer` and completes when it is on the disk.

use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use sqlx::{Any, AnyConnection, any::AnyArguments, query::Query};
use tokio::sync::oneshot;
use wire::BoxFuture;

use super::database::is_conflict;
use super::writer::{Went, Write};
use super::{Store, StoreError, UserId};

impl Store {
    /// Runs `job` in a transaction and commits it: once this has answered, what was written is on
    /// the disk. A job that fails leaves nothing behind. Jobs are run one after the other, in the
    /// order in which they came, and several may be committed at once.
    ///
    /// A job passes on the first error that the database gives it, since with some the whole
    /// transaction is gone. It runs even if its caller no longer waits, and again where another server's
    /// transaction was in its way.
    ///
    /// # Errors
    /// What `job` said, that it can't be committed now, or that too many wait already.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        job: impl for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        self.push(job, false).await
    }

    /// As [`Store::write`], for a job that deletes what has to be gone from the disk as well: the
    /// write-ahead log, where older versions of the changed pages stand, is emptied before this
    /// answers, or as soon as nobody reads it any more.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub(super) async fn erase<T: Send + 'static>(
        &self,
        job: impl for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        self.push(job, true).await
    }

    /// Runs one statement in a transaction, and answers how many rows it changed.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub(super) async fn execute(
        &self,
        statement: impl FnOnce() -> Query<'static, Any, AnyArguments> + Clone + Send + 'static,
    ) -> Result<u64, StoreError> {
        self.write(|connection| {
            Box::pin(async move { Ok(statement().execute(connection).await?.rows_affected()) })
        })
        .await
    }

    async fn push<T: Send + 'static>(
        &self,
        job: impl for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
        erases: bool,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer.push(Box::new(WriteJob {
            work: Some(job),
            done: None,
            erases,
            answer,
        }))?;
        // The writer completes each job that it has taken, unless the program ends.
        answered.await.unwrap_or(Err(StoreError::Closed))
    }
}

/// Runs statements of one parameter, the user, one after the other.
///
/// # Errors
/// The first that fails.
pub(super) async fn execute_for(
    connection: &mut AnyConnection,
    user: UserId,
    statements: &[&'static str],
) -> Result<(), StoreError> {
    for statement in statements {
        let statement = sqlx::query(*statement).bind(user);
        statement.execute(&mut *connection).await?;
    }
    Ok(())
}

/// A job, its result, and its caller.
struct WriteJob<T, W> {
    /// `None` once it has run for the last time.
    work: Option<W>,
    /// `None` until it has run.
    done: Option<Result<T, StoreError>>,
    erases: bool,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, W> Write for WriteJob<T, W>
where
    T: Send,
    W: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, StoreError>> + Clone + Send,
{
    fn run<'c>(
        &'c mut self,
        connection: &'c mut AnyConnection,
        may_run_again: bool,
    ) -> BoxFuture<'c, Went> {
        Box::pin(async move {
            let work = match may_run_again {
                true => self.work.clone(),
                false => self.work.take(),
            };
            let Some(work) = work else {
                return Went::Wrong;
            };
            // A panicking job is rolled back, so nobody sees its partial state.
            let done = AssertUnwindSafe(async { work(connection).await }).catch_unwind();
            let done = done.await.unwrap_or(Err(StoreError::Panicked));
            let went = match &done {
                Ok(_) => Went::Well,
                Err(_) => Went::Wrong,
            };
            match done {
                Err(StoreError::Database(error)) if is_conflict(&error) => Went::Again(error),
                done => {
                    self.done = Some(done);
                    went
                }
            }
        })
    }

    fn erases(&self) -> bool {
        self.erases
    }

    fn answer(self: Box<Self>, kept: Result<(), StoreError>) {
        // The job's own error is more precise than the batch's.
        let answer = match (self.done, kept) {
            (Some(Ok(done)), Ok(())) => Ok(done),
            (Some(Err(error)), _) | (_, Err(error)) => Err(error),
            (None, Ok(())) => Err(StoreError::Closed),
        };
        // The caller may have gone.
        self.answer.send(answer).ok();
    }
}

#[cfg(test)]
mod tests {
    use futures::future::{join, join_all};
    use metrics_exporter_prometheus::PrometheusHandle;

    use super::*;
    use crate::metrics;
    use crate::store::database::Database;
    use crate::store::tests::TestStore;
    use crate::store::writer::{BATCH, WAITING};

    async fn open(name: &str) -> (TestStore, Store) {
        let place = TestStore::new(name).await;
        let store = place.open().await;
        (place, store)
    }

    /// What a job does beside adding a user.
    #[derive(Clone, Copy, PartialEq)]
    enum Then {
        Stay,
        Fail,
        Panic,
        /// Loses the whole transaction: SQLite rolls it back when the file is full, PostgreSQL when the
        /// connection ends.
        Lose,
    }

    /// Adds a user with a number; returns the row.
    async fn add(store: &Store, number: i64, then: Then) -> Result<i64, StoreError> {
        let lose: &[&str] = match store.database {
            Database::Sqlite(_) => &[
                "PRAGMA max_page_count = 1",
                "INSERT INTO users (created, pw_phc) VALUES (0, hex(zeroblob(5000000)))",
            ],
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => &["SELECT pg_terminate_backend(pg_backend_pid())"],
        };
        let job = store.write(move |connection| {
            assert!(number >= 0, "a test's panic outside the future");
            Box::pin(async move {
                let id = sqlx::query_scalar("INSERT INTO users (created) VALUES ($1) RETURNING id")
                    .bind(number)
                    .fetch_one(&mut *connection)
                    .await?;
                match then {
                    Then::Stay => {}
                    Then::Fail => return Err(StoreError::Full),
                    Then::Panic => panic!("a test's panic"),
                    Then::Lose => {
                        for sql in lose {
                            sqlx::raw_sql(*sql).execute(&mut *connection).await?;
                        }
                    }
                }
                Ok(id)
            })
        });
        job.await
    }

    /// The numbers of the users in the order of their rows.
    async fn added(store: &Store) -> Vec<i64> {
        sqlx::query_scalar("SELECT created FROM users ORDER BY id")
            .fetch_all(&store.readers)
            .await
            .expect("reads")
    }

    /// Records metrics of this thread.
    fn counting() -> (PrometheusHandle, impl Drop) {
        let recorder = metrics::recorder().expect("buckets").build_recorder();
        let handle = recorder.handle();
        // The guard borrows the recorder; a test may leak it.
        let recorder = Box::leak(Box::new(recorder));
        (handle, ::metrics::set_default_local_recorder(recorder))
    }

    fn figure(figures: &PrometheusHandle, series: &str) -> usize {
        let shown = figures.render();
        let value = shown.lines().find_map(|line| line.strip_prefix(series));
        value.map_or(0, |value| value.trim().parse().expect("a number"))
    }

    #[tokio::test]
    async fn writes_that_wait_together_are_committed_together() {
        let (_place, store) = open("together").await;
        let (figures, _counting) = counting();
        let written = join_all((0..100).map(|number| add(&store, number, Then::Stay))).await;
        assert!(written.iter().all(Result::is_ok), "{written:?}");
        assert_eq!(added(&store).await.len(), 100);
        let commits = figure(&figures, "ponder_store_commit_seconds_count");
        assert!((2..10).contains(&commits), "{commits} commits");
        assert_eq!(figure(&figures, "ponder_store_commit_jobs_sum"), 100);
        assert_eq!(
            figure(&figures, "ponder_store_commit_jobs_count"),
            commits,
            "each is counted"
        );
    }

    #[tokio::test]
    async fn the_order_in_which_writes_come_is_kept() {
        let (_place, store) = open("order").await;
        join_all((0..200).map(|number| add(&store, number, Then::Stay))).await;
        assert_eq!(added(&store).await, (0..200).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn a_job_that_fails_or_panics_is_undone_alone() {
        let (_place, store) = open("undone").await;
        let thens = [
            Then::Stay,
            Then::Fail,
            Then::Stay,
            Then::Panic,
            Then::Fail,
            Then::Stay,
        ];
        let jobs = (0..).zip(thens);
        let written = join_all(jobs.map(|(number, then)| add(&store, number, then))).await;
        for (then, written) in thens.iter().zip(&written) {
            match then {
                Then::Stay => assert!(written.is_ok(), "{written:?}"),
                Then::Panic => assert!(matches!(written, Err(StoreError::Panicked))),
                _ => assert!(matches!(written, Err(StoreError::Full))),
            }
        }
        assert_eq!(added(&store).await, [0, 2, 5]);
        // The same alone in their transactions, and where not even the future is made.
        assert!(add(&store, 6, Then::Fail).await.is_err());
        assert!(add(&store, 7, Then::Panic).await.is_err());
        assert!(add(&store, -1, Then::Stay).await.is_err());
        assert!(add(&store, 8, Then::Stay).await.is_ok());
        assert_eq!(added(&store).await, [0, 2, 5, 8]);
    }

    #[tokio::test]
    async fn a_transaction_that_is_lost_is_acknowledged_to_none_and_the_next_one_works() {
        let (_place, store) = open("lost-transaction").await;
        let thens = [Then::Stay, Then::Lose, Then::Stay];
        for thens in [&thens[..], &[Then::Lose]] {
            let jobs = (0..).zip(thens);
            let written = join_all(jobs.map(|(number, then)| add(&store, number, *then))).await;
            for (then, written) in thens.iter().zip(written) {
                match then {
                    Then::Lose => assert!(matches!(written, Err(StoreError::Database(_)))),
                    _ => assert!(matches!(written, Err(StoreError::NotKept(_)))),
                }
            }
            assert_eq!(added(&store).await, [0; 0]);
        }
        // The limit was the connection's that was given up.
        assert!(add(&store, 9, Then::Stay).await.is_ok());
        assert_eq!(added(&store).await, [9]);
    }

    #[tokio::test]
    async fn a_caller_who_goes_away_harms_nobody() {
        let (_place, store) = open("gone").await;
        let gone = add(&store, 1, Then::Stay).now_or_never();
        assert!(gone.is_none(), "it has queued its write and does not wait");
        assert!(add(&store, 2, Then::Stay).await.is_ok());
        assert_eq!(added(&store).await, [1, 2]);
    }

    #[tokio::test]
    async fn more_writes_than_may_wait_are_refused_at_once() {
        let (_place, store) = open("full").await;
        let jobs = (0..).take(WAITING + BATCH);
        let written = join_all(jobs.map(|number| add(&store, number, Then::Stay))).await;
        let full = |written: &&Result<_, _>| matches!(written, Err(StoreError::Full));
        // Nothing was taken before all had come.
        assert_eq!(written.iter().filter(full).count(), BATCH);
        assert_eq!(added(&store).await.len(), WAITING);
        assert!(add(&store, 0, Then::Stay).await.is_ok(), "there is room");
    }

    #[tokio::test]
    async fn closing_finishes_what_is_queued_and_takes_nothing_more() {
        let (place, store) = open("close").await;
        let jobs = join_all((0..150).map(|number| add(&store, number, Then::Stay)));
        let (written, ()) = join(jobs, store.close()).await;
        assert!(written.iter().all(Result::is_ok), "{written:?}");
        let late = add(&store, 0, Then::Stay).await;
        assert!(matches!(late, Err(StoreError::Closed)), "{late:?}");
        store.close().await;
        let again = place.open().await;
        assert_eq!(added(&again).await.len(), 150);
    }
}
