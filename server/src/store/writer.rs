//! The task that owns the writing connection. It runs all waiting jobs in one transaction with one
//! commit, so they share one sync. It never waits for more jobs: the next batch gathers while one
//! is synced.
//!
//! One server's jobs are run one after the other. Where several servers write one database, each
//! transaction is serializable, and the one that another is in the way of is run again.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::{TryRng, rngs::SysRng};
use sqlx::{AnyConnection, Connection};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::timeout;
use wire::BoxFuture;

use super::StoreError;
use super::database::{Database, is_conflict};
use crate::metrics;

/// Jobs that may wait; each takes well under a millisecond.
pub(super) const WAITING: usize = 512;

/// Jobs per transaction; the last of them waits some ten milliseconds.
pub(super) const BATCH: usize = 64;

/// How long to wait at most before each further attempt, where other servers write the same.
const PAUSES_MS: [u64; 10] = [1, 2, 4, 8, 16, 32, 64, 64, 64, 64];

/// A connection on which nobody has written for so long is tried before it is used: the database may have been
/// started anew.
const IDLE: Duration = Duration::from_secs(1);

/// How long the writer waits for readers of the log before it truncates the log; writes wait
/// meanwhile.
const PATIENCE: Duration = Duration::from_millis(200);

/// Delay before another attempt; a backup may read for a while.
const AGAIN: Duration = Duration::from_secs(1);

/// A write job.
pub(super) trait Write: Send {
    /// Runs the job. What an earlier run of it has written was rolled back.
    fn run<'c>(
        &'c mut self,
        connection: &'c mut AnyConnection,
        may_run_again: bool,
    ) -> BoxFuture<'c, Went>;

    /// Whether deleted data has to leave the disk, too.
    fn erases(&self) -> bool;

    /// Completes the job with its result, or with the transaction's error.
    fn answer(self: Box<Self>, kept: Result<(), StoreError>);
}

/// The outcome of a job.
#[derive(Debug)]
pub(super) enum Went {
    /// Commit it.
    Well,
    /// Roll it back.
    Wrong,
    /// Roll the transaction back and run all of it again: another one was in its way.
    Again(sqlx::Error),
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
    /// Starts the task on `connection`; after an error it connects to `database` again.
    pub fn start(connection: AnyConnection, database: Database) -> Self {
        let (jobs, queue) = mpsc::channel(WAITING);
        let (open, gone) = watch::channel(());
        let leave = Arc::new(Notify::new());
        let task = Task {
            connection: Some(connection),
            database,
            is_committing: false,
            used: Instant::now(),
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
    connection: Option<AnyConnection>,
    database: Database,
    /// Whether the last transaction was being committed when its connection broke.
    is_committing: bool,
    /// When something was written last.
    used: Instant,
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
        let kept = self.transact_until_kept(batch).await.map_err(Arc::new);
        let is_known = !std::mem::take(&mut self.is_committing);
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
            job.answer(kept.clone().map_err(match is_known {
                true => StoreError::NotKept,
                false => StoreError::MaybeKept,
            }));
        }
    }

    /// Runs the jobs in one transaction, and again while those of other servers are in its way.
    async fn transact_until_kept(&mut self, batch: &mut [Box<dyn Write>]) -> sqlx::Result<()> {
        let mut pauses = PAUSES_MS.into_iter();
        loop {
            let patience = self.database.patience();
            let done = match timeout(patience, self.transact(batch)).await {
                Ok(done) => done,
                Err(_) => {
                    // Closing it properly would wait as well.
                    self.connection = None;
                    Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into()))
                }
            };
            match (done, pauses.next()) {
                (Err(error), Some(most)) if is_conflict(&error) => {
                    // By lot, so that two servers do not meet again at once.
                    let lot = SysRng.try_next_u64().unwrap_or(most);
                    tokio::time::sleep(Duration::from_millis(lot % (most + 1))).await;
                }
                (done, _) => return done,
            }
        }
    }

    /// Runs the jobs in one transaction. A failed job is rolled back alone. After some errors, such
    /// as a full disk, SQLite rolls back the whole transaction; the missing savepoint is then an
    /// error here.
    async fn transact(&mut self, batch: &mut [Box<dyn Write>]) -> sqlx::Result<()> {
        let (begin, may_run_again) = (self.database.begin(), self.database.has_conflicts());
        self.connect().await?;
        let Some(connection) = &mut self.connection else {
            return Err(sqlx::Error::WorkerCrashed);
        };
        let mut transaction = connection.begin_with(begin).await?;
        let jobs = batch.len();
        if let [job] = batch {
            // The transaction is the savepoint.
            match job.run(&mut transaction, may_run_again).await {
                Went::Well => {}
                Went::Wrong => return transaction.rollback().await,
                Went::Again(error) => return Err(error),
            }
        } else {
            for job in batch {
                let mut savepoint = transaction.begin().await?;
                match job.run(&mut savepoint, may_run_again).await {
                    Went::Well => savepoint.commit().await?,
                    Went::Wrong => savepoint.rollback().await?,
                    Went::Again(error) => return Err(error),
                }
            }
        }
        self.is_committing = true;
        let committed = metrics::committed(jobs, transaction.commit()).await;
        // What the database says is what has happened; that nothing comes from it says nothing.
        self.is_committing =
            matches!(&committed, Err(error) if error.as_database_error().is_none());
        committed
    }

    /// Connects where the last connection was given up, or has broken while nobody wrote.
    async fn connect(&mut self) -> sqlx::Result<()> {
        if self.used.elapsed() > IDLE
            && let Some(connection) = &mut self.connection
            && connection.ping().await.is_err()
        {
            self.hang_up().await;
        }
        self.used = Instant::now();
        if self.connection.is_none() {
            self.connection = Some(self.database.connector().connect_to_write().await?);
        }
        Ok(())
    }

    /// Removes what was deleted from the disk.
    async fn empty_log(&mut self) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        match self.database.erase(connection, PATIENCE).await {
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
