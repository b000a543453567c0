//! Lines on stdout, from any thread.

use std::io::{self, Write};

/// Prints a line and flushes. Where the reader has closed the pipe, the program ends without a panic.
pub fn print_line(text: &str) {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    if written.is_err() {
        std::process::exit(0);
    }
}
