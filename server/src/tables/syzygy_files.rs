//! Opens the Syzygy tables of the command line, and says what is wrong with them.

use std::path::Path;
use std::sync::Arc;

use syzygy::{Syzygy, SyzygyOptions};

/// The tables of the folders of `--syzygy`; with `verify` every block of each file is read.
pub fn open(folders: &Path, verify: bool) -> Arc<Syzygy> {
    let folders: Vec<_> = std::env::split_paths(folders).collect();
    let (tables, mut problems) = Syzygy::open(&folders, &SyzygyOptions::default());
    if verify {
        problems.extend(tables.verify(|file| tracing::debug!(file, "verifying")));
    }
    for problem in &problems {
        tracing::warn!(%problem, "a Syzygy table");
    }
    let (files, men) = (tables.files(), tables.men());
    tracing::info!(
        files,
        men,
        problems = problems.len(),
        "the Syzygy tables are open"
    );
    Arc::new(tables)
}
