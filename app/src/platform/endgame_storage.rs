//! What was solved of the course of endings, in the browser's storage.

use client::endgames::Progress;

use super::ignore::ignore_failure;
use super::local_storage::{read, remove, write};

const KEY: &str = "ponder.endgames";

/// What was solved at earlier visits, in any tab.
pub fn progress() -> Progress {
    read(KEY).map_or_else(Progress::default, |text| Progress::parse(&text))
}

/// Adds to what is stored.
pub fn store(progress: &Progress) {
    let mut all = self::progress();
    all.merge(progress);
    ignore_failure("storage refused", write(KEY, &all.to_text()));
}

/// Forgets it: whoever comes next in this browser is another visitor.
pub fn forget() {
    remove(KEY);
}
