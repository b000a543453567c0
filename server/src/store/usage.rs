//! How much room the store takes.

use super::{Store, StoreError};

impl Store {
    /// The bytes of the database that are in use.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn used_bytes(&self) -> Result<u64, StoreError> {
        let mut reader = self.readers.acquire().await?;
        Ok(self.database.used_bytes(&mut reader).await?)
    }
}
