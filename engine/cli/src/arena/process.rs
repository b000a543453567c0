//! A child process that is spoken to in lines, and that can do no harm: it may flood, stall, die
//! or never read, and whoever holds this waits no longer than it wants to.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a line that are kept.
const LINE_MOST: u64 = 1 << 16;
/// Lines that are kept for a holder that does not listen; the child waits then.
const LINES_MOST: usize = 256;
/// Orders that are kept for a child that does not read.
const ORDERS_MOST: usize = 64;
/// How long a child may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);
const POLL: Duration = Duration::from_millis(5);

/// A running child. Dropped, it is told to quit and killed if it does not.
pub struct Process {
    child: Child,
    lines: Receiver<String>,
    orders: SyncSender<String>,
}

/// What was heard within a time.
pub enum Heard {
    Line(String),
    Silence,
    /// Its output has ended.
    Closed,
}

impl Process {
    /// Starts `program` with threads that carry its lines.
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
        let (orders, to_write) = mpsc::sync_channel::<String>(ORDERS_MOST);
        let (heard, lines) = mpsc::sync_channel(LINES_MOST);
        if let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || {
                // Ends when the child is gone or its holder is.
                while let Ok(order) = to_write.recv() {
                    if input.write_all(order.as_bytes()).is_err() {
                        break;
                    }
                }
            });
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                while let Some(line) = read_line(&mut output) {
                    if heard.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Process {
            child,
            lines,
            orders,
        })
    }

    /// Says a line; whether there was room for it.
    pub fn say(&self, line: &str) -> bool {
        self.orders.try_send(format!("{line}\n")).is_ok()
    }

    /// The next line, waited for no longer than `patience`.
    pub fn hear(&self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }

    /// Throws away what was said and not heard.
    pub fn ignore_the_rest(&self) {
        // No more than fits: a child that floods would keep this busy for ever.
        for _ in 0..LINES_MOST {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
    }

    /// Whether it has not ended.
    pub fn is_running(&mut self) -> bool {
        self.wait(Duration::ZERO).is_none()
    }

    /// How it ended, if it has or does so at once.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.wait(FAREWELL)
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < patience => thread::sleep(POLL),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("stop");
        self.say("quit");
        if self.wait(FAREWELL).is_none() {
            // Either fails only if it has ended meanwhile.
            nevermind(self.child.kill());
            nevermind(self.child.wait());
        }
    }
}

fn nevermind<T>(_: io::Result<T>) {}

/// The next line without its end, cut at [`LINE_MOST`] bytes; `None` at the end of the output.
/// What is not UTF-8 is replaced.
fn read_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = output.take(LINE_MOST).read_until(b'\n', &mut bytes).ok()?;
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
