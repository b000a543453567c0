//! The way out: one line at a time, from whichever thread.

use std::io::{self, Write};

/// Writes a line at once. A reader that is gone is no reason to panic; the input ends as well then.
pub fn say(text: &str) {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    if written.is_err() {
        std::process::exit(0);
    }
}
