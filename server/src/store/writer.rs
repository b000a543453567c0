//! The task that owns the writing connection. It runs all waiting jobs in one transaction with one
//! commit, so they share one sync. It never waits for more jobs: the next batch gathers while one
//! is synced.

use std::{sync::Arc, time::Duration};

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{Notify, mpsc, watch};
use wire::BoxFuture;

use super::StoreError;
use crate::metrics;

/// Jobs that may wait; each takes well under a millisecond.
pub(super) const WAITING: usize = 512;

/// Jobs per transaction; the last of them waits some ten milliseconds.
pub(super) const BATCH: usize = 64;

/// How long a write may wait for another program's lock on the file.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// How long the writer waits for readers of the log before it truncates the log; writes wait
/// meanwhile.
const PATIENCE: Duration = Duration::from_millis(200);

/// Delay before another attempt; a backup may read for a while.
const AGAIN: Duration = Duration::from_secs(1);

/// A write job.
pub(super) trait Write: Send {
    /// Runs the job, once.
    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> BoxFuture<'c, Went>;

    /// Whether deleted data has to leave the disk, too.
    fn erases(&self) -> bool;

    /// Completes the job with its result, or with the transaction's error.
    fn answer(self: Box<Self>, kept: Result<(), StoreError>);
}

/// The outcome of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Went {
    /// Commit it.
    Well,
    /// Roll it back.
    Wrong,
}

/// The callers' side; cheap to clone.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Box<dyn Write>>,
    leave: Arc<Notify>,
    /// Closes when the file is closed.
    gone: watch::Receiver<()>,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl Writer {
    /// Starts the task on `connection`; after an error it reconnects with `options`.
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
    /// Too many jobs wait, or the writer is closed.
    pub fn push(&self, job: Box<dyn Write>) -> Result<(), StoreError> {
        self.jobs.try_send(job).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Full,
            mpsc::error::TrySendError::Closed(_) => StoreError::Closed,
        })
    }

    /// Refuses further jobs and waits for the queued ones.
    pub async fn close(&self) {
        self.leave.notify_one();
        let mut gone = self.gone.clone();
        // The channel carries no values.
        while gone.changed().await.is_ok() {}
    }
}

struct Task {
    /// `None` after a failed transaction, which leaves its connection in an unknown state.
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    /// Whether the log may contain deleted data.
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
                // Queued jobs are still run.
                () = leave.notified() => queue.close(),
            }
        }
        self.hang_up().await;
        drop(open);
    }

    /// Runs a batch and completes its jobs.
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

    /// Runs the jobs in one transaction. A failed job is rolled back alone. After some errors, such
    /// as a full disk, SQLite rolls back the whole transaction; the missing savepoint is then an
    /// error here.
    async fn transact(&mut self, batch: &mut [Box<dyn Write>]) -> sqlx::Result<()> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            gone => gone.insert(self.options.connect().await?),
        };
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        let jobs = batch.len();
        if let [job] = batch {
            // The transaction is the savepoint.
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

    /// Checkpoints and truncates the log.
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

    /// Closes the connection; uncommitted work is rolled back.
    async fn hang_up(&mut self) {
        let Some(connection) = self.connection.take() else {
            return;
        };
        if let Err(error) = connection.close().await {
            tracing::warn!(%error, "the database was not closed in order");
        }
    }
}

/// Checkpoints and truncates the log; false if readers or writers held it for longer than
/// `patience`.
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
