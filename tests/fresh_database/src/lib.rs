//! Empty databases for tests, on a PostgreSQL server that the environment names.

use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, process, thread};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

/// The variable with the address of a server's database `postgres`, where databases may be made.
pub const VARIABLE: &str = "PONDER_TEST_POSTGRES";

/// A new database, dropped with this: hundreds of them would fill disks and keep the server busy.
#[derive(Debug)]
pub struct FreshDatabase {
    /// Its address.
    pub url: String,
    name: String,
    /// The address of the server's database `postgres`.
    server: String,
}

impl FreshDatabase {
    /// Makes one; `None` where no server is named.
    ///
    /// # Panics
    /// The server makes no database.
    pub async fn create() -> Option<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let server = env::var(VARIABLE).ok()?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ponder_{}_{number}", process::id());
        // Copied as files, not by the server's log, which is as much again to write.
        let sql = format!("CREATE DATABASE {name} STRATEGY file_copy");
        execute(&server, sql).await.expect("a new database");
        let (before, after) = server.split_once("/postgres?").expect(VARIABLE);
        let url = format!("{before}/{name}?{after}");
        Some(Self { url, name, server })
    }
}

impl Drop for FreshDatabase {
    fn drop(&mut self) {
        let server = self.server.clone();
        let sql = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        // A thread of its own, as the test's may be one that must not block.
        let dropped = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            runtime.block_on(execute(&server, sql))
        });
        // Where it fails the server has ended, and its databases with it.
        dropped.join().ok();
    }
}

async fn execute(server: &str, sql: String) -> sqlx::Result<()> {
    let mut connection = PgConnection::connect(server).await?;
    connection.execute(AssertSqlSafe(sql)).await?;
    connection.close().await
}
