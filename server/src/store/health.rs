//! Whether the store still does what it is there for.

use super::{Store, StoreError};

impl Store {
    /// Writes for real, something that stays as it is, and looks whether the database is still of this
    /// program's version. What the write takes, a sync, is what a recorded game takes.
    ///
    /// # Errors
    /// When a game could not be kept now.
    pub async fn try_out(&self) -> Result<(), StoreError> {
        let database = self.database.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let found: Option<i64> =
                    sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations WHERE success")
                        .fetch_one(&mut *connection)
                        .await?;
                let migrations = database.migrations();
                let expected = migrations.iter().map(|migration| migration.version).max();
                // One that shares the database may be newer: it only adds to it.
                let is_known = match database.has_conflicts() {
                    true => found >= expected,
                    false => found == expected,
                };
                if !is_known {
                    return Err(StoreError::Changed { found, expected });
                }
                database.write_nothing(connection).await?;
                Ok(())
            })
        })
        .await
    }
}
