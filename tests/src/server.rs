//! The built server as a child process: started on a free port, killed by its own id when dropped.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::folder::TempFolder;

/// How long a server may take from its start to its first line before a test gives up on it.
const START: Duration = Duration::from_secs(60);

/// How long a server may take to leave after it was asked to.
const LEAVE: Duration = Duration::from_secs(30);

/// A running server. One that panicked, on whichever thread, fails the test when it is dropped.
#[derive(Debug)]
pub struct Server {
    /// Where it listens.
    pub addr: SocketAddr,
    child: Child,
    /// Passes on what it writes to stderr, and says at its end whether it panicked on the way.
    panicked: Option<JoinHandle<bool>>,
    /// The data folder, when this server brought its own.
    _data: Option<TempFolder>,
}

impl Server {
    /// Starts the server with an empty data folder of its own on a free port of 127.0.0.1.
    ///
    /// The binary is the one named by `PONDER_SERVER`, the site the one named by `PONDER_SITE`;
    /// `cargo xtask test` sets both.
    ///
    /// # Panics
    /// When the server does not come up.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// As [`Server::start`], with further arguments.
    ///
    /// # Panics
    /// As [`Server::start`].
    pub fn start_with(arguments: &[&str]) -> Self {
        let data = TempFolder::new().expect("a temporary folder can be made");
        let mut server = Self::spawn(data.path(), arguments);
        server._data = Some(data);
        server
    }

    /// Starts the server on a data folder that outlives it, to come back to later.
    ///
    /// # Panics
    /// As [`Server::start`].
    pub fn start_on(data: &Path) -> Self {
        Self::spawn(data, &[])
    }

    /// As [`Server::start_on`], with further arguments.
    ///
    /// # Panics
    /// As [`Server::start`].
    pub fn start_on_with(data: &Path, arguments: &[&str]) -> Self {
        Self::spawn(data, arguments)
    }

    /// As [`Server::start_on_with`], by the program of the next version, the one named by `PONDER_NEXT_SERVER`.
    ///
    /// # Panics
    /// As [`Server::start`].
    pub fn start_next_on_with(data: &Path, arguments: &[&str]) -> Self {
        Self::spawn_by(command_of("PONDER_NEXT_SERVER"), data, arguments)
    }

    /// As [`Server::start_on_with`], with at most so many open files and sockets.
    ///
    /// # Panics
    /// As [`Server::start`].
    #[cfg(target_os = "linux")]
    pub fn start_with_descriptors(data: &Path, most: u32, arguments: &[&str]) -> Self {
        let script = format!("ulimit -n {most}; exec \"$0\" \"$@\"");
        Self::spawn_by(under_shell(&script), data, arguments)
    }

    /// As [`Server::start_on`], at the address of a server that has gone, whose visitors come there
    /// again.
    ///
    /// # Panics
    /// As [`Server::start`], and when somebody else listens there.
    pub fn start_again(data: &Path, addr: SocketAddr) -> Self {
        // The last `--addr` counts.
        Self::spawn(data, &["--addr", &addr.to_string()])
    }

    /// As [`Server::start_on`], on a disk where no file can grow beyond so many KiB until
    /// [`Server::make_room`].
    ///
    /// # Panics
    /// As [`Server::start`].
    #[cfg(target_os = "linux")]
    pub fn start_with_room_for(data: &Path, kib: u32) -> Self {
        // Beyond the limit a write fails as on a full disk, unless the signal ends the program first.
        // The shell counts in halves of a KiB.
        let script = format!("trap '' XFSZ; ulimit -S -f {}; exec \"$0\" \"$@\"", 2 * kib);
        Self::spawn_by(under_shell(&script), data, &[])
    }

    /// Lets files grow as they like again, while the server runs.
    ///
    /// # Panics
    /// When the limit can't be changed.
    #[cfg(target_os = "linux")]
    pub fn make_room(&self) {
        let status = Command::new("prlimit")
            .args(["--fsize=unlimited:", "--pid"])
            .arg(self.id().to_string())
            .status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "prlimit (of util-linux) could not lift the limit"
        );
    }

    fn spawn(data: &Path, arguments: &[&str]) -> Self {
        Self::spawn_by(command(), data, arguments)
    }

    fn spawn_by(mut command: Command, data: &Path, arguments: &[&str]) -> Self {
        command
            .stdin(Stdio::null())
            .args(["--addr", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("PONDER_SERVER names a program that can be started");
        let stdout = child.stdout.take().expect("stdout was piped");
        let stderr = child.stderr.take().expect("stderr was piped");
        let panicked = thread::spawn(move || {
            let lines = BufReader::new(stderr).lines().map_while(Result::ok);
            lines.fold(false, |panicked, line| {
                eprintln!("{line}");
                panicked || line.contains("panicked at")
            })
        });
        let (tell, told) = mpsc::channel();
        // Reads on after the first line, so the server never waits on a full pipe.
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if let Some(url) = line.strip_prefix("listening on http://") {
                    tell.send(url.parse()).ok();
                }
            }
        });
        match told.recv_timeout(START) {
            Ok(Ok(addr)) => Self {
                addr,
                child,
                panicked: Some(panicked),
                _data: None,
            },
            other => {
                child.kill().ok();
                child.wait().ok();
                panic!("the server did not say where it listens: {other:?}");
            }
        }
    }

    /// `http://127.0.0.1:PORT` followed by `path`, which starts with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    /// The process's id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the process at once, as `kill -9` does.
    ///
    /// # Panics
    /// When the process can't be waited for.
    pub fn kill(mut self) {
        self.child
            .kill()
            .expect("the server is a child of this process");
        self.child.wait().expect("a killed child can be waited for");
    }

    /// Asks the process to leave (`SIGTERM`) and waits for it.
    ///
    /// # Panics
    /// When it is still there after thirty seconds.
    pub fn terminate(mut self) -> ExitStatus {
        self.ask_to_leave();
        leave(&mut self.child)
    }

    /// Has the process stand still until [`Server::go_on`].
    ///
    /// # Panics
    /// When it has gone already.
    pub fn pause(&self) {
        signal("STOP", self.child.id());
    }

    /// Lets the process go on.
    ///
    /// # Panics
    /// When it has gone already.
    pub fn go_on(&self) {
        signal("CONT", self.child.id());
    }

    /// Asks the process to leave (`SIGTERM`); it may take its time.
    ///
    /// # Panics
    /// When it has gone already.
    pub fn ask_to_leave(&self) {
        signal("TERM", self.child.id());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only when the process is gone already.
        self.child.kill().ok();
        self.child.wait().ok();
        let panicked = self.panicked.take().map(JoinHandle::join);
        if !thread::panicking() {
            assert!(
                !matches!(panicked, Some(Ok(true))),
                "the server panicked; its stderr says where"
            );
        }
    }
}

/// A program that only searches, killed by its own id when dropped.
#[derive(Debug)]
pub struct Worker(Child);

impl Worker {
    /// Starts `server worker` with these arguments, once it says that it works.
    ///
    /// # Panics
    /// When it does not.
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = command()
            .arg("worker")
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("PONDER_SERVER names a program that can be started");
        let stdout = child.stdout.take().expect("stdout was piped");
        let first = BufReader::new(stdout).lines().next();
        let said = matches!(&first, Some(Ok(line)) if line == "working");
        let worker = Self(child);
        assert!(said, "the worker said {first:?}");
        worker
    }

    /// The process's id.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Ends it at once, as `kill -9` does.
    pub fn kill(self) {
        drop(self);
    }

    /// Asks it to leave (`SIGTERM`) and waits for it.
    ///
    /// # Panics
    /// When it is still there after thirty seconds.
    pub fn terminate(mut self) -> ExitStatus {
        signal("TERM", self.0.id());
        leave(&mut self.0)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// The exit of a program that ended by itself.
#[derive(Debug)]
pub struct Left {
    /// How it left.
    pub status: ExitStatus,
    /// Everything it wrote to stdout.
    pub stdout: String,
    /// Everything it wrote to stderr.
    pub stderr: String,
}

/// Starts the program with `arguments` and waits for it to leave by itself: it makes something, or
/// refuses to start.
///
/// # Panics
/// When it stays.
pub fn run_to_its_end(arguments: &[&str]) -> Left {
    let mut child = command()
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("PONDER_SERVER names a program that can be started");
    let stdout = read_to_the_end(child.stdout.take());
    let stderr = read_to_the_end(child.stderr.take());
    let status = leave(&mut child);
    let text = |reader: JoinHandle<String>| reader.join().expect("the reader does not panic");
    Left {
        status,
        stdout: text(stdout),
        stderr: text(stderr),
    }
}

fn read_to_the_end(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    let mut pipe = pipe.expect("it was piped");
    thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("UTF-8");
        text
    })
}

/// The server as a command, with nothing of the caller's own settings but the site.
fn command() -> Command {
    command_of("PONDER_SERVER")
}

/// The same of the program that a variable names.
fn command_of(variable: &str) -> Command {
    let mut command = Command::new(from_environment(variable));
    command
        .env_remove("PONDER_ADDR")
        .env_remove("PONDER_DATA")
        .env_remove("PONDER_THREADS")
        .env_remove("PONDER_SECURE_COOKIES")
        .env_remove("PONDER_NODES")
        .env_remove("PONDER_PROXIES")
        .env_remove("PONDER_METRICS")
        .env_remove("PONDER_ORIGIN")
        .env_remove("PONDER_NATS")
        .env_remove("PONDER_DATABASE")
        .env_remove("PONDER_SEARCHES")
        // They take a minute of both cores.
        .env("PONDER_TABLES", "off")
        .env("PONDER_LOG", "warn")
        .env("PONDER_SITE", from_environment("PONDER_SITE"))
        .stdin(Stdio::null());
    command
}

/// The server as a command that a shell starts once it has set what the script says.
#[cfg(target_os = "linux")]
fn under_shell(script: &str) -> Command {
    let server = command();
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).arg(server.get_program());
    for (name, value) in server.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

fn from_environment(name: &str) -> PathBuf {
    match std::env::var_os(name) {
        Some(value) => {
            let path = PathBuf::from(value);
            assert!(
                path.exists(),
                "{name} names {}, which is not there",
                path.display()
            );
            path
        }
        None => panic!("{name} is not set: `cargo xtask test` builds what it names and sets it"),
    }
}

fn signal(name: &str, id: u32) {
    let status = Command::new("kill")
        .arg(format!("-{name}"))
        .arg(id.to_string())
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "kill -{name} {id} was not possible"
    );
}

fn leave(child: &mut Child) -> ExitStatus {
    let asked = Instant::now();
    while asked.elapsed() < LEAVE {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status;
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().ok();
    child.wait().ok();
    panic!("the server was still there after {LEAVE:?}");
}
