//! A child process that exchanges lines. It may flood, stall, die or never read: every call here
//! returns within its time limit.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a line; the rest is dropped.
const MAX_LINE_LEN: u64 = 1 << 16;
/// Lines that wait to be received; beyond that the child blocks.
const MAX_PENDING_LINES: usize = 256;
/// Lines that wait for a child that does not read.
const MAX_PENDING_COMMANDS: usize = 64;
/// Time for a child to exit by itself.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A running child. When dropped, it gets `quit` and is killed if it does not exit.
pub struct Process {
    child: Child,
    lines: Receiver<String>,
    commands: SyncSender<String>,
}

/// The result of waiting for a line.
pub enum Received {
    Line(String),
    Timeout,
    /// The output has ended.
    Closed,
}

impl Process {
    /// Starts `program` with a thread for its input and one for its output.
    ///
    /// # Errors
    /// The system cannot start it.
    pub fn start(program: &str, arguments: &[String]) -> io::Result<Process> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (commands, to_write) = mpsc::sync_channel::<String>(MAX_PENDING_COMMANDS);
        let (received, lines) = mpsc::sync_channel(MAX_PENDING_LINES);
        if let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || {
                // Ends when the child or its owner is gone.
                while let Ok(command) = to_write.recv() {
                    if input.write_all(command.as_bytes()).is_err() {
                        break;
                    }
                }
            });
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                while let Some(line) = read_line(&mut output) {
                    if received.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Process {
            child,
            lines,
            commands,
        })
    }

    /// Sends a line; `false` if the queue is full.
    pub fn send_line(&self, line: &str) -> bool {
        self.commands.try_send(format!("{line}\n")).is_ok()
    }

    /// Waits for the next line.
    pub fn receive(&self, max_time: Duration) -> Received {
        match self.lines.recv_timeout(max_time) {
            Ok(line) => Received::Line(line),
            Err(RecvTimeoutError::Timeout) => Received::Timeout,
            Err(RecvTimeoutError::Disconnected) => Received::Closed,
        }
    }

    /// Discards the lines that wait to be received.
    pub fn discard_pending(&self) {
        // A bounded number: a child that floods would never let this end.
        for _ in 0..MAX_PENDING_LINES {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
    }

    /// Whether the child runs.
    pub fn is_running(&mut self) -> bool {
        self.wait(Duration::ZERO).is_none()
    }

    /// The exit status, if the child has ended or does so soon.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.wait(EXIT_TIMEOUT)
    }

    fn wait(&mut self, max_time: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < max_time => thread::sleep(POLL_INTERVAL),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send_line("stop");
        self.send_line("quit");
        if self.wait(EXIT_TIMEOUT).is_none() {
            // Either fails only if the child has ended meanwhile.
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}

/// The next line without its end, cut at [`MAX_LINE_LEN`] bytes; `None` at the end of the output.
/// What is not UTF-8 is replaced.
fn read_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = output
        .take(MAX_LINE_LEN)
        .read_until(b'\n', &mut bytes)
        .ok()?;
    if read == 0 {
        return None;
    }
    if bytes.last() != Some(&b'\n') {
        skip_line(output);
    }
    Some(String::from_utf8_lossy(&bytes).trim_end().to_owned())
}

fn skip_line(output: &mut impl BufRead) {
    while let Ok(chunk) = output.fill_buf() {
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(chunk.len(), |end| end + 1);
        let over = end.is_some() || chunk.is_empty();
        output.consume(used);
        if over {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut text = vec![b'x'; 1 << 20];
        text.extend_from_slice(b"\nuciok\r\n\xff\xfe\nend");
        let mut output = BufReader::new(text.as_slice());
        assert_eq!(read_line(&mut output).unwrap().len(), 1 << 16);
        assert_eq!(read_line(&mut output).unwrap(), "uciok");
        assert_eq!(read_line(&mut output).unwrap(), "\u{fffd}\u{fffd}");
        assert_eq!(read_line(&mut output).unwrap(), "end");
        assert_eq!(read_line(&mut output), None);
    }
}
