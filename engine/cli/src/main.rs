//! `ponder`: the engine on the command line. Without arguments it speaks UCI on stdin and stdout.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    ponder::run(&words)
}
