//! The task that owns the one writing connection. It takes every job that waits, runs them in one
//! transaction and commits once, so many jobs share the one sync that each would need alone. It
//! never waits for more to come: while one commit is synced, the next batch gathers.

use std::{sync::Arc, time::Duration};

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{Notify, mpsc, watch};
use wire::BoxFuture;

use super::StoreError;
use crate::metrics;

/// Jobs that may wait. Each takes well under a millisecond, so this is a part of a second.
pub(super) const WAITING: usize = 512;

/// Jobs in one transaction: the last of them waits for some ten milliseconds.
pub(super) const BATCH: usize = 64;

/// How long a write may wait for another program's lock on the file.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// How long the writer waits for those who read the log before it empties it; whoever wants to write
/// waits meanwhile.
const PATIENCE: Duration = Duration::from_millis(200);

/// How soon it is tried again where somebody went on reading: a backup may take a while.
const AGAIN: Duration = Duration::from_secs(1);

/// Something to be written.
pub(super) trait Write: Send {
    /// Writes it, once.
    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> BoxFuture<'c, Went>;

    /// Whether what it deletes has to be gone from the disk as well.
    fn erases(&self) -> bool;

    /// Tells whoever asked: what it came to, or why it was not kept.
    fn answer(self: Box<Self>, kept: Result<(), StoreError>);
}

/// How a job went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Went {
    /// It is to be kept.
    Well,
    /// It is to be undone.
    Wrong,
}

/// The callers' side; cheap to clone.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Box<dyn Write>>,
    leave: Arc<Notify>,
    /// Hangs up when the file is closed.
    gone: watch::Receiver<()>,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl Writer {
    /// Writes by `connection` from now on; by others made by `options` should it break.
    pub fn start(connection: SqliteConnection, options: SqliteConnectOptions) -> Self {
        let (jobs, queue) = mpsc::channel(WAITING);
        let (open, gone) = watch::channel(());
        let leave = Arc::new(Notify::new());
        let task = Task {
            connection: Some(connection),
            options,
            is_log_to_be_emptied: false,
        };
        tokio::spawn(task.work(queue, Arc::clone(&leave), open));
        Self { jobs, leave, gone }
    }

    /// Queues a job.
    ///
    /// # Errors
    /// When too many wait, or the writer has left.
    pub fn push(&self, job: Box<dyn Write>) -> Result<(), StoreError> {
        self.jobs.try_send(job).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Full,
            mpsc::error::TrySendError::Closed(_) => StoreError::Closed,
        })
    }

    /// Takes no more jobs and waits until those that are queued are done.
    pub async fn close(&self) {
        self.leave.notify_one();
        let mut gone = self.gone.clone();
        // Nothing is ever sent there.
        while gone.changed().await.is_ok() {}
    }
}

struct Task {
    /// None after a transaction that broke: nobody knows in which state it has left its connection.
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    /// Whether the log may hold what was deleted from the database.
    is_log_to_be_emptied: bool,
}

impl Task {
    async fn work(
        mut self,
        mut queue: mpsc::Receiver<Box<dyn Write>>,
        leave: Arc<Notify>,
        open: watch::Sender<()>,
    ) {
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            tokio::select! {
                taken = queue.recv_many(&mut batch, BATCH) => match taken {
                    0 => break,
                    _ => self.write(&mut batch).await,
                },
                () = tokio::time::sleep(AGAIN), if self.is_log_to_be_emptied => {
                    self.empty_log().await;
                }
                // What is queued is still taken.
                () = leave.notified() => queue.close(),
            }
        }
        self.hang_up().await;
        drop(open);
    }

    /// Writes all of it and says so; should the transaction break, says why to each.
    async fn write(&mut self, batch: &mut Vec<Box<dyn Write>>) {
        let kept = self.transact(batch).await.map_err(Arc::new);
        if let Err(error) = &kept {
            tracing::error!(%error, jobs = batch.len(), "nothing of a transaction could be kept");
            self.hang_up().await;
        } else if batch.iter().any(|job| job.erases()) {
            self.is_log_to_be_emptied = true;
        }
        if self.is_log_to_be_emptied {
            self.empty_log().await;
        }
        for job in batch.drain(..) {
            job.answer(kept.clone().map_err(StoreError::NotKept));
        }
    }

    /// Runs the jobs in one transaction. A job that fails is undone alone. After some errors, of a
    /// full disk say, SQLite has undone the whole transaction by itself: then there is no savepoint
    /// to go back to, which is an error here.
    async fn transact(&mut self, batch: &mut [Box<dyn Write>]) -> sqlx::Result<()> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            gone => gone.insert(self.options.connect().await?),
        };
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        let jobs = batch.len();
        if let [job] = batch {
            // The transaction itself is its savepoint.
            if job.run(&mut transaction).await == Went::Wrong {
                return transaction.rollback().await;
            }
        } else {
            for job in batch {
                let mut savepoint = transaction.begin().await?;
                match job.run(&mut savepoint).await {
                    Went::Well => savepoint.commit().await?,
                    Went::Wrong => savepoint.rollback().await?,
                }
            }
        }
        metrics::committed(jobs, transaction.commit()).await
    }

    /// Moves everything from the log into the database and cuts the log to nothing.
    async fn empty_log(&mut self) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        match truncate_log(connection, PATIENCE).await {
            Ok(true) => self.is_log_to_be_emptied = false,
            Ok(false) => tracing::debug!("the log is being read and is emptied later"),
            Err(error) => tracing::warn!(%error, "the log could not be emptied"),
        }
    }

    /// Closes the connection; whatever it has not committed is undone.
    async fn hang_up(&mut self) {
        let Some(connection) = self.connection.take() else {
            return;
        };
        if let Err(error) = connection.close().await {
            tracing::warn!(%error, "the database was not closed in order");
        }
    }
}

/// Moves everything from the log into the database and cuts the log to nothing; false when somebody
/// went on reading or writing it for longer than `patience`.
pub(super) async fn truncate_log(
    connection: &mut SqliteConnection,
    patience: Duration,
) -> sqlx::Result<bool> {
    wait_at_most(connection, patience).await?;
    let done: sqlx::Result<(bool, i64, i64)> = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)")
        .fetch_one(&mut *connection)
        .await;
    wait_at_most(connection, BUSY).await?;
    let (is_busy, ..) = done?;
    Ok(!is_busy)
}

async fn wait_at_most(connection: &mut SqliteConnection, time: Duration) -> sqlx::Result<()> {
    let pragma = format!("PRAGMA busy_timeout = {}", time.as_millis());
    sqlx::raw_sql(sqlx::AssertSqlSafe(pragma))
        .execute(connection)
        .await
        .map(drop)
}
