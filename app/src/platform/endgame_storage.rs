//! What was solved of the course of endings, in the browser's storage: all that is known, and what the
//! server does not have yet.

use client::endgames::Progress;

use super::ignore::ignore_failure;
use super::local_storage::{read, remove, write};

const KNOWN: &str = "ponder.endgames";
const UNSENT: &str = "ponder.endgames.unsent";

/// All that is known of this visitor.
pub fn known() -> Progress {
    get(KNOWN)
}

/// What the server does not have yet.
pub fn unsent() -> Progress {
    get(UNSENT)
}

/// Adds what was solved now.
pub fn add(solved: &Progress) {
    for key in [KNOWN, UNSENT] {
        let mut all = get(key);
        all.merge(solved);
        put(key, &all);
    }
}

/// Stores what the server knows, with what it does not know yet; all of that.
pub fn set_known(of_server: &Progress) -> Progress {
    let mut all = of_server.clone();
    all.merge(&unsent());
    put(KNOWN, &all);
    all
}

/// The server has these: what is not better here is not sent again.
pub fn mark_sent(of_server: &Progress) {
    let mut both = unsent();
    both.merge(of_server);
    if both == *of_server {
        remove(UNSENT);
    }
}

/// Forgets all: whoever comes next in this browser is another visitor.
pub fn forget() {
    remove(KNOWN);
    remove(UNSENT);
}

fn get(key: &str) -> Progress {
    read(key).map_or_else(Progress::default, |text| Progress::parse(&text))
}

fn put(key: &str, progress: &Progress) {
    ignore_failure("storage refused", write(key, &progress.to_text()));
}
