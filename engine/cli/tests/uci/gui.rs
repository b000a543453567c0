//! The GUI's end of the program's pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

pub struct Gui {
    program: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Gui {
    pub fn start() -> Gui {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ponder"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = program.stdin.take().unwrap();
        let output = BufReader::new(program.stdout.take().unwrap());
        Gui {
            program,
            input,
            output,
        }
    }

    pub fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Reads lines up to one with that beginning; returns them all.
    pub fn read_until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).unwrap();
            assert!(read > 0, "ended before {beginning:?}: {lines:?}");
            let line = line.trim_end().to_owned();
            let found = line.starts_with(beginning);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    pub fn send_and_read(&mut self, line: &str, beginning: &str) -> String {
        self.send(line);
        self.read_until(beginning).pop().unwrap()
    }

    /// Sends a line and reads up to `bestmove`; returns the move.
    pub fn best_move(&mut self, line: &str) -> String {
        let answer = self.send_and_read(line, "bestmove ");
        answer.split(' ').nth(1).unwrap().to_owned()
    }

    pub fn quit(mut self) {
        self.send("quit");
        assert!(self.program.wait().unwrap().success());
    }
}

/// Runs the program on the input to its end.
pub fn run_with_input(input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ponder"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input).unwrap();
    program.wait_with_output().unwrap()
}
