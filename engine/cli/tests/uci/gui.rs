//! The other end of the program's pipes.

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

    pub fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Reads up to the line that begins so; all lines read.
    pub fn until(&mut self, beginning: &str) -> Vec<String> {
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

    pub fn ask(&mut self, line: &str, beginning: &str) -> String {
        self.say(line);
        self.until(beginning).pop().unwrap()
    }

    /// Says a line and reads up to the answer; its move.
    pub fn best_move(&mut self, line: &str) -> String {
        let answer = self.ask(line, "bestmove ");
        answer.split(' ').nth(1).unwrap().to_owned()
    }

    pub fn quit(mut self) {
        self.say("quit");
        assert!(self.program.wait().unwrap().success());
    }
}

/// Feeds the whole input and reads the whole output.
pub fn piped(input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ponder"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input).unwrap();
    program.wait_with_output().unwrap()
}
