//! Runs work of some milliseconds on blocking threads, a few at a time, so that it does not delay
//! other requests.

use tokio::sync::Semaphore;

use crate::error::Refusal;

/// Concurrent works that need the processor alone.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// Concurrent works that wait for files, which may lie on a slow disk: nobody else waits for them.
static READS_AT_ONCE: Semaphore = Semaphore::const_new(4);
/// Concurrent networks that learn from a learner's games: whoever repeats that makes nobody else wait.
static LESSONS_AT_ONCE: Semaphore = Semaphore::const_new(1);

/// Runs the work on a blocking thread.
///
/// # Errors
/// The work panicked.
pub async fn offload<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    run(&AT_ONCE, work).await
}

/// As [`offload`], for work that reads files.
///
/// # Errors
/// The work panicked.
pub async fn offload_reads<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    run(&READS_AT_ONCE, work).await
}

/// As [`offload`], for a network that learns from games.
///
/// # Errors
/// The work panicked.
pub async fn offload_lessons<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    run(&LESSONS_AT_ONCE, work).await
}

async fn run<T: Send + 'static>(
    at_once: &'static Semaphore,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    // The semaphore is never closed.
    let turn = at_once.acquire().await.map_err(|_| Refusal::Internal)?;
    let done = tokio::task::spawn_blocking(move || {
        // The permit is held even if the caller has gone.
        let _turn = turn;
        work()
    });
    done.await.map_err(|_| Refusal::Internal)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// However many reads hang, other work is done.
    #[tokio::test]
    async fn nobody_waits_for_slow_reads_but_reads() {
        let (ends, reads): (Vec<_>, Vec<_>) = (0..8)
            .map(|_| {
                let (end, wait) = mpsc::channel::<()>();
                (
                    end,
                    tokio::spawn(offload_reads(move || wait.recv().is_err())),
                )
            })
            .unzip();
        tokio::task::yield_now().await;
        assert!(matches!(offload(|| 7).await, Ok(7)));
        drop(ends);
        for read in reads {
            assert!(matches!(read.await, Ok(Ok(true))));
        }
    }
}
