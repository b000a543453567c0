//! Work of some milliseconds that would hold up every other request of its thread: a few at a time,
//! on threads of their own.

use tokio::sync::Semaphore;

use crate::error::Refusal;

/// Such works at a time. Others wait for their turn.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// Does the work elsewhere.
///
/// # Errors
/// When it panicked.
pub async fn offload<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    // The semaphore is never closed.
    let turn = AT_ONCE.acquire().await.map_err(|_| Refusal::Internal)?;
    let done = tokio::task::spawn_blocking(move || {
        // Also if nobody waits for the answer any more.
        let _turn = turn;
        work()
    });
    done.await.map_err(|_| Refusal::Internal)
}
