//! The lock of servers, which a session of the database has as long as it lives.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tokio::sync::Notify;
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

/// Attempts at the first lock: the database notices a moment later that a session has ended, such as that of the
/// server before this one.
const ATTEMPTS: u32 = 10;

/// Pause between them.
const PAUSE: Duration = Duration::from_millis(100);

/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The lock, taken again where its session has ended, as in a restart of the database. Dropping it lets go.
#[derive(Debug)]
pub(in crate::store) struct SessionLock {
    lost: Arc<Notify>,
    task: AbortHandle,
}

impl SessionLock {
    /// Takes the lock; `None` if another process has it.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn acquire(url: &PostgresUrl) -> sqlx::Result<Option<Self>> {
        let server = connector(url)?;
        let mut session = locked(&server).await?;
        for _ in 1..ATTEMPTS {
            if session.is_some() {
                break;
            }
            tokio::time::sleep(PAUSE).await;
            session = locked(&server).await?;
        }
        let Some(session) = session else {
            return Ok(None);
        };
        let lost = Arc::new(Notify::new());
        let task = tokio::spawn(watch(server, session, Arc::clone(&lost)));
        Ok(Some(Self {
            lost,
            task: task.abort_handle(),
        }))
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

async fn watch(server: Connector, mut session: AnyConnection, lost: Arc<Notify>) {
    let mut refusals = 0;
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if refusals == 0
            && let Ok(Ok(())) = timeout(PATIENCE, session.ping()).await
        {
            continue;
        }
        match timeout(PATIENCE, locked(&server)).await {
            Ok(Ok(Some(again))) => {
                tracing::warn!("the lock of the database was lost for a moment and is taken again");
                (session, refusals) = (again, 0);
            }
            // Our own session may have it still, until the database notices that it has ended.
            Ok(Ok(None)) if refusals < MAX_REFUSALS => refusals += 1,
            Ok(Ok(None)) => {
                lost.notify_one();
                return;
            }
            // Nobody has it while there is no database.
            Ok(Err(_)) | Err(_) => {}
        }
    }
}

/// A session with the lock; `None` if another one has it.
async fn locked(server: &Connector) -> sqlx::Result<Option<AnyConnection>> {
    let mut session = server.connect().await?;
    // Sessions of hosts that are gone do not keep it for hours, and nothing ends an idle one.
    for sql in [
        "SET tcp_keepalives_idle = 10",
        "SET tcp_keepalives_interval = 5",
        "SET tcp_keepalives_count = 3",
        "SET idle_session_timeout = 0",
    ] {
        sqlx::raw_sql(sql).execute(&mut session).await?;
    }
    let Truth(is_ours) = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
        .bind(LOCK)
        .fetch_one(&mut session)
        .await?;
    Ok(is_ours.then_some(session))
}
