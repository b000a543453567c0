//! How much room the store takes.

use super::{Store, StoreError};

impl Store {
    /// The bytes of the database that are in use; pages that were freed are used again first.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn used_bytes(&self) -> Result<u64, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let mut number = async |sql: &'static str| -> Result<u64, sqlx::Error> {
            let number: i64 = sqlx::query_scalar(sql).fetch_one(&mut *reader).await?;
            Ok(number.unsigned_abs())
        };
        let pages = number("PRAGMA page_count").await?;
        let free = number("PRAGMA freelist_count").await?;
        let page_bytes = number("PRAGMA page_size").await?;
        Ok(pages.saturating_sub(free) * page_bytes)
    }
}
