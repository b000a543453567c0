//! The one way to write.

use app::api::BoxFuture;
use sqlx::SqliteConnection;

use crate::figures;

use super::{Store, StoreError};

impl Store {
    /// Runs `job` in a transaction of its own and commits it: once this has answered, what was
    /// written is on the disk. A job that fails leaves nothing behind.
    ///
    /// # Errors
    /// What `job` said, or that the file can't be written now.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        job: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let done = job(&mut transaction).await?;
        figures::committed(transaction.commit()).await?;
        Ok(done)
    }
}
