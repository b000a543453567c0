//! Empty databases for tests, on a PostgreSQL server that the environment names.

use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, process};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

/// The variable with the address of a server's database `postgres`, where databases may be made.
pub const VARIABLE: &str = "PONDER_TEST_POSTGRES";

/// The address of a new database; `None` where no server is named. It goes with its server.
///
/// # Panics
/// The server makes no database.
pub async fn fresh_database() -> Option<String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let server = env::var(VARIABLE).ok()?;
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("ponder_{}_{number}", process::id());
    let mut connection = PgConnection::connect(&server).await.expect(VARIABLE);
    let sql = format!("CREATE DATABASE {name}");
    connection
        .execute(AssertSqlSafe(sql))
        .await
        .expect("a new database");
    connection.close().await.expect("closes");
    let (before, after) = server.split_once("/postgres?").expect(VARIABLE);
    Some(format!("{before}/{name}?{after}"))
}
