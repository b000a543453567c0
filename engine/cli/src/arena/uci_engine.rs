//! A UCI program as a contestant: the conversation, with an end to every wait.

use std::thread;
use std::time::{Duration, Instant};

use crate::uci::gui::{self, EngineLine};
use engine::rules::Game;
use engine::search::Score;
use lab::arena::{Answer, Contestant, Fault, FaultKind, Turn};

use super::process::{Heard, Process};

/// How long a program may take for `uciok` and `readyok`.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long it may take to answer a `stop` once its time is over, before it is killed.
const GRACE: Duration = Duration::from_secs(1);
/// How often it is looked whether the match is over.
const POLL: Duration = Duration::from_millis(50);
/// Pauses before a program that does not start is started again.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(100),
    Duration::from_secs(1),
    Duration::from_secs(3),
];

/// The program, started when it is needed and again after it has failed.
pub struct EngineActor {
    command: Vec<String>,
    /// `setoption` lines.
    options: Vec<String>,
    silence: Duration,
    process: Option<Process>,
    /// Whether it has ever come up: one that has not is not worth waiting for.
    has_started: bool,
}

/// What the last `info` lines of a search said.
#[derive(Default)]
struct Heeded {
    score: Option<Score>,
    depth: u8,
    nodes: u64,
}

impl EngineActor {
    /// A program with its arguments and options; without a clock it may be silent for `silence`.
    pub fn new(command: Vec<String>, options: &[(String, String)], silence: Duration) -> Self {
        let option =
            |(name, value): &(String, String)| format!("setoption name {name} value {value}");
        EngineActor {
            command,
            options: options.iter().map(option).collect(),
            silence,
            process: None,
            has_started: false,
        }
    }

    /// Sees to it that the program runs.
    ///
    /// # Errors
    /// It does not start, or not again after several attempts; the match cannot go on.
    pub fn prepare(&mut self) -> Result<(), String> {
        let running = self
            .process
            .as_mut()
            .is_some_and(|process| process.is_running());
        if running {
            return Ok(());
        }
        let mut result = self.start();
        for pause in PAUSES {
            if result.is_ok() || !self.has_started {
                break;
            }
            thread::sleep(pause);
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
        self.tell("uci")?;
        self.wait_for(EngineLine::UciOk, "uciok")?;
        for option in self.options.clone() {
            self.tell(&option)?;
        }
        self.tell("isready")?;
        self.wait_for(EngineLine::ReadyOk, "readyok")
    }

    fn tell(&mut self, line: &str) -> Result<(), Fault> {
        match &self.process {
            None => Err(crashed("it is not running")),
            Some(process) if process.say(line) => Ok(()),
            Some(_) => Err(self.gone("it reads no more")),
        }
    }

    /// One line, or `None` for silence.
    fn hear(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        match self.process.as_ref().map(|process| process.hear(patience)) {
            Some(Heard::Line(line)) => Ok(Some(line)),
            Some(Heard::Silence) => Ok(None),
            Some(Heard::Closed) => Err(self.gone("its output has ended")),
            None => Err(crashed("it is not running")),
        }
    }

    fn wait_for(&mut self, wanted: EngineLine<'_>, name: &str) -> Result<(), Fault> {
        let end = Instant::now() + HANDSHAKE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.hear(left)? {
                Some(line) if gui::parse_line(&line) == wanted => return Ok(()),
                Some(_) if !left.is_zero() => {}
                _ => return Err(self.gone(&format!("no {name} within {} s", HANDSHAKE.as_secs()))),
            }
        }
    }

    /// Lets go of a program that has failed, and says how.
    fn gone(&mut self, what: &str) -> Fault {
        let status = self.process.as_mut().and_then(Process::ended);
        self.process = None;
        match status {
            Some(status) => crashed(format!("it ended: {status}")),
            None => Fault::new(FaultKind::Disconnected, what),
        }
    }

    /// Its move as it wrote it; `None` when it is late.
    fn best_move(
        &mut self,
        end: Instant,
        turn: Option<&Turn<'_>>,
        heeded: &mut Heeded,
    ) -> Result<Option<String>, Fault> {
        loop {
            if turn.is_some_and(|turn| turn.stop.is_set()) {
                return Ok(None);
            }
            let left = end.saturating_duration_since(Instant::now());
            let line = self.hear(left.min(POLL))?;
            match line.as_deref().map(gui::parse_line) {
                Some(EngineLine::BestMove(mv)) => return Ok(Some(mv.to_owned())),
                Some(EngineLine::Info {
                    depth,
                    nodes,
                    score,
                }) => {
                    heeded.score = score.or(heeded.score);
                    heeded.depth = depth.unwrap_or(heeded.depth);
                    heeded.nodes = nodes.unwrap_or(heeded.nodes);
                }
                _ => {}
            }
            if left.is_zero() {
                return Ok(None);
            }
        }
    }

    /// It is late, or not wanted any more: it may still stop in good order, or is killed.
    fn late(&mut self, turn: &Turn<'_>) -> Fault {
        let patience = turn.patience.unwrap_or(self.silence).as_millis();
        let story = format!("no move within {patience} ms");
        let stopped = self
            .tell("stop")
            .and_then(|()| self.best_move(Instant::now() + GRACE, None, &mut Heeded::default()));
        match stopped {
            Ok(Some(_)) => Fault::new(FaultKind::Time, story),
            Ok(None) => self.gone(&format!("{story}, nor after a stop")),
            Err(fault) => fault,
        }
    }
}

impl Contestant for EngineActor {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.tell("ucinewgame")?;
        self.tell("isready")?;
        self.wait_for(EngineLine::ReadyOk, "readyok")
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let end = Instant::now() + turn.patience.unwrap_or(self.silence);
        if let Some(process) = &self.process {
            process.ignore_the_rest();
        }
        self.tell(&gui::position(turn.game))?;
        self.tell(&gui::go(&turn.limits, turn.clocks))?;
        let mut heeded = Heeded::default();
        let Some(text) = self.best_move(end, Some(turn), &mut heeded)? else {
            return Err(self.late(turn));
        };
        let mv = turn
            .game
            .position()
            .parse_uci(&text)
            .map_err(|_| illegal(&text, turn.game))?;
        Ok(Answer {
            mv,
            score: heeded.score,
            depth: heeded.depth,
            nodes: heeded.nodes,
        })
    }
}

fn crashed(detail: impl Into<String>) -> Fault {
    Fault::new(FaultKind::Crashed, detail)
}

/// The move is foreign text: short and without control characters.
fn illegal(text: &str, game: &Game) -> Fault {
    let shown: String = text.chars().take(20).collect();
    let fen = game.position().to_fen();
    Fault::new(FaultKind::Illegal, format!("move {shown:?} in {fen}"))
}
