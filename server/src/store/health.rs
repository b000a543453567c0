//! Whether the store still does what it is there for.

use super::{Store, StoreError, open::MIGRATIONS};

impl Store {
    /// Writes for real, a page that stays as it is, and looks whether the file is still of this
    /// program's version. What the write takes, a sync, is what a recorded game takes.
    ///
    /// # Errors
    /// When a game could not be kept now.
    pub async fn try_out(&self) -> Result<(), StoreError> {
        self.write(|connection| {
            Box::pin(async move {
                let found: Option<i64> =
                    sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations WHERE success")
                        .fetch_one(&mut *connection)
                        .await?;
                let expected = MIGRATIONS.iter().map(|migration| migration.version).max();
                if found != expected {
                    return Err(StoreError::Changed { found, expected });
                }
                super::open::write_a_page(connection).await?;
                Ok(())
            })
        })
        .await
    }
}
