//! `ponder`: the engine on the command line. Without arguments it speaks UCI on stdin and stdout.

use std::process::ExitCode;

fn main() -> ExitCode {
    ponder::run(std::env::args_os())
}
