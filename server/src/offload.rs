//! Runs work of some milliseconds on blocking threads, a few at a time, so that it does not delay
//! other requests.

use tokio::sync::Semaphore;

use crate::error::Refusal;

/// Concurrent works.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// Runs the work on a blocking thread.
///
/// # Errors
/// The work panicked.
pub async fn offload<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    // The semaphore is never closed.
    let turn = AT_ONCE.acquire().await.map_err(|_| Refusal::Internal)?;
    let done = tokio::task::spawn_blocking(move || {
        // The permit is held even if the caller has gone.
        let _turn = turn;
        work()
    });
    done.await.map_err(|_| Refusal::Internal)
}
