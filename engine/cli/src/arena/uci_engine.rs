//! A UCI program as a player of a match. Every wait has a time limit.

use std::thread;
use std::time::{Duration, Instant};

use engine::rules::Game;
use engine::search::Score;
use lab::arena::{Fault, FaultKind, MatchPlayer, MoveReply, MoveRequest, SideConfig};

use super::process::{Process, Received};
use crate::uci::declared_option::DeclaredOption;
use crate::uci::gui::{self, EngineLine};

/// Time for `uciok` and `readyok`.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// Time to answer a `stop` after the time limit; then the program is killed.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);
/// More options than any program has.
const MAX_DECLARED: usize = 1_000;
/// Between two checks whether the match is over.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Before a program that does not start is started again.
const RETRY_DELAYS: [Duration; 3] = [
    Duration::from_millis(100),
    Duration::from_secs(1),
    Duration::from_secs(3),
];

/// The program, started when needed and again after a failure.
pub struct UciEngine {
    command: Vec<String>,
    /// MB of its hash table, if it has the option.
    hash_mb: Option<u32>,
    /// Names and values for `setoption`.
    options: Vec<(String, String)>,
    /// The time limit of a search without a clock.
    max_silence: Duration,
    process: Option<Process>,
    /// A program that has never started is not started again.
    has_started: bool,
}

/// The latest values of a search's `info` lines.
#[derive(Default)]
struct SearchInfo {
    score: Option<Score>,
    depth: u8,
    nodes: u64,
}

impl UciEngine {
    /// A program with its arguments and options. Without a clock a search may take `max_silence`.
    pub fn new(command: Vec<String>, config: &SideConfig, max_silence: Duration) -> Self {
        UciEngine {
            command,
            hash_mb: config.hash_mb,
            options: config.uci_options.clone(),
            max_silence,
            process: None,
            has_started: false,
        }
    }

    /// Starts the program if it does not run.
    ///
    /// # Errors
    /// The program does not start, or not again after several attempts; the match cannot go on.
    pub fn prepare(&mut self) -> Result<(), String> {
        let running = self
            .process
            .as_mut()
            .is_some_and(|process| process.is_running());
        if running {
            return Ok(());
        }
        let mut result = self.start();
        for delay in RETRY_DELAYS {
            if result.is_ok() || !self.has_started {
                break;
            }
            thread::sleep(delay);
            result = self.start();
        }
        self.has_started |= result.is_ok();
        result.map_err(|fault| format!("{}: {}", self.command.join(" "), fault.detail))
    }

    fn start(&mut self) -> Result<(), Fault> {
        self.process = None;
        let (program, arguments) = self
            .command
            .split_first()
            .ok_or_else(|| crashed("no program"))?;
        let process =
            Process::start(program, arguments).map_err(|error| crashed(error.to_string()))?;
        self.process = Some(process);
        self.send("uci")?;
        let mut declared = Vec::new();
        self.wait_for(EngineLine::UciOk, "uciok", |line| {
            let room = declared.len() < MAX_DECLARED;
            declared.extend(DeclaredOption::parse(line).filter(|_| room));
        })?;
        self.set_options(&declared)?;
        self.send("isready")?;
        self.wait_for(EngineLine::ReadyOk, "readyok", |_| {})
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        match &self.process {
            None => Err(crashed("it is not running")),
            Some(process) if process.send_line(line) => Ok(()),
            Some(_) => Err(self.fault_of_exit("it reads no more")),
        }
    }

    /// The next line; `None` if there is none in time.
    fn receive(&mut self, max_time: Duration) -> Result<Option<String>, Fault> {
        match self
            .process
            .as_ref()
            .map(|process| process.receive(max_time))
        {
            Some(Received::Line(line)) => Ok(Some(line)),
            Some(Received::Timeout) => Ok(None),
            Some(Received::Closed) => Err(self.fault_of_exit("its output has ended")),
            None => Err(crashed("it is not running")),
        }
    }

    /// Waits for a line; others are passed to `other`.
    fn wait_for(
        &mut self,
        wanted: EngineLine<'_>,
        name: &str,
        mut other: impl FnMut(&str),
    ) -> Result<(), Fault> {
        let end = Instant::now() + HANDSHAKE_TIMEOUT;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.receive(left)? {
                Some(line) if gui::parse_line(&line) == wanted => return Ok(()),
                Some(line) if !left.is_zero() => other(&line),
                _ => {
                    return Err(self.fault_of_exit(&format!(
                        "no {name} within {} s",
                        HANDSHAKE_TIMEOUT.as_secs()
                    )));
                }
            }
        }
    }

    /// Sends the options, if the program takes them all.
    fn set_options(&mut self, declared: &[DeclaredOption]) -> Result<(), Fault> {
        let hash = self
            .hash_mb
            .map(|megabytes| ("Hash".to_owned(), megabytes.to_string()));
        let hash = hash.filter(|(name, _)| DeclaredOption::is_declared(declared, name));
        for (name, value) in hash.into_iter().chain(self.options.clone()) {
            if let Err(error) = DeclaredOption::check(declared, &name, &value) {
                self.process = None;
                return Err(Fault::new(FaultKind::Disconnected, error.to_string()));
            }
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    /// Drops a program that has failed: a crash if it has ended, else `disconnect_detail`.
    fn fault_of_exit(&mut self, disconnect_detail: &str) -> Fault {
        let status = self.process.as_mut().and_then(Process::exit_status);
        self.process = None;
        match status {
            Some(status) => crashed(format!("it ended: {status}")),
            None => Fault::new(FaultKind::Disconnected, disconnect_detail),
        }
    }

    /// Waits for `bestmove`; the move as text, or `None` when it is late.
    fn wait_for_best_move(
        &mut self,
        end: Instant,
        request: Option<&MoveRequest<'_>>,
        info: &mut SearchInfo,
    ) -> Result<Option<String>, Fault> {
        loop {
            if request.is_some_and(|request| request.stop.is_set()) {
                return Ok(None);
            }
            let left = end.saturating_duration_since(Instant::now());
            let line = self.receive(left.min(POLL_INTERVAL))?;
            match line.as_deref().map(gui::parse_line) {
                Some(EngineLine::BestMove(mv)) => return Ok(Some(mv.to_owned())),
                Some(EngineLine::Info {
                    depth,
                    nodes,
                    score,
                }) => {
                    info.score = score.or(info.score);
                    info.depth = depth.unwrap_or(info.depth);
                    info.nodes = nodes.unwrap_or(info.nodes);
                }
                _ => {}
            }
            if left.is_zero() {
                return Ok(None);
            }
        }
    }

    /// The fault of a late program: it may still answer a `stop`, or is killed.
    fn late_fault(&mut self, request: &MoveRequest<'_>) -> Fault {
        let max_time = request.max_time.unwrap_or(self.max_silence).as_millis();
        let detail = format!("no move within {max_time} ms");
        let stopped = self.send("stop").and_then(|()| {
            self.wait_for_best_move(
                Instant::now() + STOP_TIMEOUT,
                None,
                &mut SearchInfo::default(),
            )
        });
        match stopped {
            Ok(Some(_)) => Fault::new(FaultKind::Time, detail),
            Ok(None) => self.fault_of_exit(&format!("{detail}, nor after a stop")),
            Err(fault) => fault,
        }
    }
}

impl MatchPlayer for UciEngine {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.wait_for(EngineLine::ReadyOk, "readyok", |_| {})
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        let end = Instant::now() + request.max_time.unwrap_or(self.max_silence);
        if let Some(process) = &self.process {
            process.discard_pending();
        }
        self.send(&gui::position(request.game))?;
        self.send(&gui::go(&request.limits, request.clocks))?;
        let mut info = SearchInfo::default();
        let Some(text) = self.wait_for_best_move(end, Some(request), &mut info)? else {
            return Err(self.late_fault(request));
        };
        let mv = request
            .game
            .position()
            .parse_uci(&text)
            .map_err(|_| illegal(&text, request.game))?;
        Ok(MoveReply {
            mv,
            score: info.score,
            depth: info.depth,
            nodes: info.nodes,
        })
    }
}

fn crashed(detail: impl Into<String>) -> Fault {
    Fault::new(FaultKind::Crashed, detail)
}

/// The foreign text of the move is cut and escaped.
fn illegal(text: &str, game: &Game) -> Fault {
    let shown: String = text.chars().take(20).collect();
    let fen = game.position().to_fen();
    Fault::new(FaultKind::Illegal, format!("move {shown:?} in {fen}"))
}
