//! The lock of a database, which a session of it has as long as it lives: one process alone, or all servers
//! together.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::connector;
use crate::store::columns::Truth;
use crate::store::connector::Connector;
use crate::store::location::PostgresUrl;

/// The number of the lock: the letters of `ponder`.
const LOCK: i64 = 0x706f_6e64_6572;

/// How often the session is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// So often the lock may be refused, longer than a session of ours stays that has ended unseen.
const MAX_REFUSALS: u32 = 30;

/// How long another process alone is waited for: the database notices a moment later that a session has ended.
const ALONE_PATIENCE: Duration = Duration::from_secs(1);

/// The same for a server, which may start at the same time as another one that brings the database up to date.
const SERVER_PATIENCE: Duration = Duration::from_secs(20);

/// Pause between attempts.
const PAUSE: Duration = Duration::from_millis(100);

/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// With whom the lock is had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    Alone,
    WithServers,
}

/// The lock, taken again where its session has ended, as in a restart of the database. Dropping it lets go.
#[derive(Debug)]
pub(in crate::store) struct SessionLock {
    taken: Sharing,
    share: mpsc::Sender<oneshot::Sender<()>>,
    lost: Arc<Notify>,
    task: AbortHandle,
}

impl SessionLock {
    /// Takes the lock for this process alone; `None` if others have it.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn acquire(url: &PostgresUrl) -> sqlx::Result<Option<Self>> {
        Self::wait_for(url, &[Sharing::Alone], ALONE_PATIENCE).await
    }

    /// Takes the lock for a server: alone while no other server has it, else with them. `None` if another
    /// process has it alone.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn join(url: &PostgresUrl) -> sqlx::Result<Option<Self>> {
        let either = [Sharing::Alone, Sharing::WithServers];
        Self::wait_for(url, &either, SERVER_PATIENCE).await
    }

    async fn wait_for(
        url: &PostgresUrl,
        ways: &[Sharing],
        patience: Duration,
    ) -> sqlx::Result<Option<Self>> {
        let database = connector(url)?;
        let mut session = connect(&database).await?;
        let Ok(taken) = timeout(patience, lock(&mut session, ways)).await else {
            return Ok(None);
        };
        let taken = taken?;
        let lost = Arc::new(Notify::new());
        let (share, asked) = mpsc::channel(1);
        let held = HeldLock {
            database,
            session,
            sharing: taken,
        };
        let task = tokio::spawn(held.watch(asked, Arc::clone(&lost)));
        Ok(Some(Self {
            taken,
            share,
            lost,
            task: task.abort_handle(),
        }))
    }

    /// Whether no other process had the lock when it was taken.
    pub fn was_taken_alone(&self) -> bool {
        self.taken == Sharing::Alone
    }

    /// Lets other servers have the lock, too.
    pub async fn share(&self) {
        let (done, shared) = oneshot::channel();
        if self.share.send(done).await.is_ok() {
            shared.await.ok();
        }
    }

    /// Waits until another process has the lock.
    pub async fn lost(&self) {
        self.lost.notified().await;
    }
}

impl Drop for SessionLock {
    fn drop(&mut self) {
        // The session goes with the task.
        self.task.abort();
    }
}

struct HeldLock {
    database: Connector,
    session: AnyConnection,
    sharing: Sharing,
}

impl HeldLock {
    async fn watch(mut self, mut asked: mpsc::Receiver<oneshot::Sender<()>>, lost: Arc<Notify>) {
        let mut refusals = 0;
        loop {
            tokio::select! {
                () = tokio::time::sleep(LOOK_EVERY) => {}
                Some(done) = asked.recv() => {
                    if !matches!(timeout(PATIENCE, self.share()).await, Ok(Ok(true))) {
                        // It is taken again, with others.
                        refusals = 1;
                    }
                    done.send(()).ok();
                }
            }
            if refusals == 0
                && let Ok(Ok(())) = timeout(PATIENCE, self.session.ping()).await
            {
                continue;
            }
            match timeout(PATIENCE, self.take_again()).await {
                Ok(Ok(true)) => {
                    tracing::warn!(
                        "the lock of the database was lost for a moment and is taken again"
                    );
                    refusals = 0;
                }
                // Our own session may have it still, until the database notices that it has ended.
                Ok(Ok(false)) if refusals < MAX_REFUSALS => refusals += 1,
                Ok(Ok(false)) => {
                    lost.notify_one();
                    return;
                }
                // Nobody has it while there is no database.
                Ok(Err(_)) | Err(_) => {}
            }
        }
    }

    /// Lets others have it, too; false if the session has lost it.
    async fn share(&mut self) -> sqlx::Result<bool> {
        if self.sharing == Sharing::WithServers {
            return Ok(true);
        }
        self.sharing = Sharing::WithServers;
        // A session is never in its own way.
        let is_shared = try_lock(&mut self.session, Sharing::WithServers).await?;
        let Truth(was_ours) = sqlx::query_scalar("SELECT pg_advisory_unlock($1)")
            .bind(LOCK)
            .fetch_one(&mut self.session)
            .await?;
        Ok(is_shared && was_ours)
    }

    async fn take_again(&mut self) -> sqlx::Result<bool> {
        let mut session = connect(&self.database).await?;
        let taken = try_lock(&mut session, self.sharing).await?;
        if taken {
            self.session = session;
        }
        Ok(taken)
    }
}

/// A session for the lock.
async fn connect(database: &Connector) -> sqlx::Result<AnyConnection> {
    let mut session = database.connect().await?;
    // Sessions of hosts that are gone do not keep it for hours, and nothing ends an idle one.
    for sql in [
        "SET tcp_keepalives_idle = 10",
        "SET tcp_keepalives_interval = 5",
        "SET tcp_keepalives_count = 3",
        "SET idle_session_timeout = 0",
    ] {
        sqlx::raw_sql(sql).execute(&mut session).await?;
    }
    Ok(session)
}

/// Waits for the lock, in one of these ways.
async fn lock(session: &mut AnyConnection, ways: &[Sharing]) -> sqlx::Result<Sharing> {
    loop {
        for way in ways {
            if try_lock(session, *way).await? {
                return Ok(*way);
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Whether a session gets the lock.
async fn try_lock(session: &mut AnyConnection, sharing: Sharing) -> sqlx::Result<bool> {
    let sql = match sharing {
        Sharing::Alone => "SELECT pg_try_advisory_lock($1)",
        Sharing::WithServers => "SELECT pg_try_advisory_lock_shared($1)",
    };
    let Truth(is_ours) = sqlx::query_scalar(sql)
        .bind(LOCK)
        .fetch_one(session)
        .await?;
    Ok(is_ours)
}
