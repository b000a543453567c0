//! The programs that drive the browsers, each started on a free port and ended when dropped.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long a driver may take until it listens.
const START: Duration = Duration::from_secs(30);

/// A browser that is not Chromium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Firefox,
    WebKit,
}

impl Kind {
    /// Those whose drivers are named by the environment; `cargo xtask test` names what it finds.
    pub fn installed() -> Vec<Kind> {
        let all = [Kind::Firefox, Kind::WebKit];
        let found: Vec<Kind> = all
            .into_iter()
            .filter(|kind| kind.program().is_some())
            .collect();
        for kind in all.iter().filter(|kind| !found.contains(kind)) {
            println!("left out: {kind:?}, whose driver is not installed");
        }
        found
    }

    fn program(self) -> Option<PathBuf> {
        let name = match self {
            Kind::Firefox => "GECKODRIVER",
            Kind::WebKit => "WEBKIT_DRIVER",
        };
        std::env::var_os(name).map(PathBuf::from)
    }

    /// What is asked of the browser.
    pub(super) fn capabilities(self) -> serde_json::Map<String, Value> {
        let wanted = match self {
            Kind::Firefox => json!({ "moz:firefoxOptions": { "args": ["-headless"] } }),
            Kind::WebKit => json!({}),
        };
        wanted.as_object().cloned().unwrap_or_default()
    }
}

/// A running driver.
pub(super) struct Driver {
    port: u16,
    program: Child,
    /// Where a browser without a headless mode shows its windows.
    display: Option<Child>,
}

impl Driver {
    /// # Panics
    /// When the driver does not come up.
    pub fn start(kind: Kind) -> Self {
        let port = free_port();
        let program = kind.program().expect("installed() has named it");
        let mut command = Command::new(program);
        let mut display = None;
        match kind {
            Kind::Firefox => command.args(["--port", &port.to_string()]),
            Kind::WebKit => {
                if std::env::var_os("DISPLAY").is_none() {
                    let (screen, name) = virtual_display();
                    command.env("DISPLAY", name);
                    display = Some(screen);
                }
                command.arg(format!("--port={port}"))
            }
        };
        let program = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let driver = Self {
            port,
            program: program.expect("the driver starts"),
            display,
        };
        let deadline = Instant::now() + START;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            assert!(Instant::now() < deadline, "{kind:?}'s driver is not there");
            std::thread::sleep(Duration::from_millis(50));
        }
        driver
    }

    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        for program in [Some(&mut self.program), self.display.as_mut()] {
            let Some(program) = program else { continue };
            // It may have ended by itself.
            program.kill().ok();
            program.wait().ok();
        }
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("its address").port()
}

/// A virtual screen (Xvfb), and its name.
fn virtual_display() -> (Child, String) {
    let mut screen = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1600x1000x24"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("WebKit needs a display: install Xvfb, or set DISPLAY");
    let mut number = String::new();
    let said = screen.stdout.take().expect("it is piped");
    BufReader::new(said)
        .read_line(&mut number)
        .expect("Xvfb says its number");
    (screen, format!(":{}", number.trim()))
}
