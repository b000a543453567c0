//! Opens the Syzygy tables of the command line, and says what is wrong with them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use syzygy::{Syzygy, SyzygyOptions};
use tokio::sync::oneshot;

/// Opens the tables of some folders on a thread of its own, which a shutdown does not wait for; with `verify`
/// every block of each file is read, and files with which something is wrong are not used.
///
/// # Errors
/// The system gives no thread, or it has panicked.
pub async fn open(folders: PathBuf, verify: bool) -> io::Result<Arc<Syzygy>> {
    let (sender, opened) = oneshot::channel();
    thread::Builder::new()
        .name("syzygy".to_owned())
        .spawn(move || {
            // At a shutdown nobody receives them.
            drop(sender.send(open_now(&folders, verify)));
        })?;
    opened.await.map(Arc::new).map_err(io::Error::other)
}

fn open_now(folders: &Path, verify: bool) -> Syzygy {
    let folders: Vec<_> = std::env::split_paths(folders).collect();
    let (mut tables, mut problems) = Syzygy::open(&folders, &SyzygyOptions::default());
    if verify {
        problems.extend(tables.verify(|file| {
            tracing::debug!(file, "verifying");
            true
        }));
    }
    for problem in &problems {
        tracing::warn!(%problem, "a Syzygy table is not used");
    }
    let (files, men) = (tables.files(), tables.men());
    tracing::info!(
        files,
        men,
        problems = problems.len(),
        "the Syzygy tables are open"
    );
    tables
}
