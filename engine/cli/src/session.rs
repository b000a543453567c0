//! A UCI session: reads commands on this thread, searches on another.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use engine::player::{Calculator, Control, Player};
use engine::rules::Game;
use engine::search::{Report, SearchLimits};
use engine::uci::{self, Command, Go, SetOption};

use crate::clock::WallClock;

/// MB, as in the design: a reproducible search names its hash size.
const DEFAULT_HASH: u32 = 16;
/// Root moves are reported once a search takes longer than this; before, they would only flood.
const QUIET_FOR: Duration = Duration::from_secs(3);

/// Speaks UCI until `quit` or the end of the input.
pub fn run() {
    let mut session = Session::new();
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { break };
        // A line that is not UTF-8 is no command; the rest of it is read as well as can be.
        match uci::parse(&String::from_utf8_lossy(&line)) {
            Ok(Some(Command::Quit)) => {
                session.stop();
                return;
            }
            Ok(Some(command)) => session.obey(command),
            Ok(None) => {}
            Err(error) => say(&format!("info string {error}")),
        }
    }
    session.finish();
}

/// Writes a line at once. A reader that is gone is no reason to panic; the input ends as well then.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    if written.is_err() {
        std::process::exit(0);
    }
}

/// The search under way.
struct Search {
    stop: Arc<AtomicBool>,
    infinite: bool,
    thread: JoinHandle<()>,
}

struct Session {
    calculator: Arc<Mutex<Calculator>>,
    game: Game,
    multipv: u8,
    search: Option<Search>,
}

/// In a game each move builds on the last one's search.
fn new_calculator(hash_mb: u32) -> Calculator {
    let mut calculator = Calculator::new(hash_mb);
    calculator.remember(true);
    calculator
}

impl Session {
    fn new() -> Session {
        Session {
            calculator: Arc::new(Mutex::new(new_calculator(DEFAULT_HASH))),
            game: Game::new(),
            multipv: 1,
            search: None,
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => introduce(),
            Command::IsReady => say("readyok"),
            Command::NewGame => {
                self.finish();
                self.calculator
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .new_game();
            }
            Command::Position(game) => self.game = *game,
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => say(crate::divided(self.game.position(), depth).trim_end()),
            Command::SetOption(option) => self.set(option),
            Command::Stop => self.stop(),
            Command::Display => say(&uci::board(self.game.position())),
            Command::Eval => say(&uci::evaluation(self.game.position())),
            Command::Bench => {
                self.finish();
                crate::bench::run(crate::bench::Format::Search);
            }
            Command::PonderHit | Command::Quit => {}
        }
    }

    fn set(&mut self, option: SetOption) {
        self.finish();
        match option {
            SetOption::Hash(megabytes) => {
                self.calculator = Arc::new(Mutex::new(new_calculator(megabytes)));
            }
            SetOption::MultiPv(lines) => self.multipv = lines,
        }
    }

    fn go(&mut self, go: &Go) {
        self.finish();
        let limits = go.limits(self.game.position(), self.multipv);
        let infinite = go.is_infinite();
        let stop = Arc::new(AtomicBool::new(false));
        let calculator = Arc::clone(&self.calculator);
        let game = self.game.clone();
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let mut calculator = calculator.lock().unwrap_or_else(PoisonError::into_inner);
            search(&mut calculator, &game, &limits, &flag, infinite);
        });
        self.search = Some(Search {
            stop,
            infinite,
            thread,
        });
    }

    /// Ends the search, if there is one, and waits for its answer.
    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.store(true, Ordering::Relaxed);
            search.thread.thread().unpark();
            join(search.thread);
        }
    }

    /// Waits for a search that ends by itself; stops one that does not.
    fn finish(&mut self) {
        match self.search.take() {
            Some(search) if !search.infinite => join(search.thread),
            search => {
                self.search = search;
                self.stop();
            }
        }
    }
}

fn join(thread: JoinHandle<()>) {
    if thread.join().is_err() {
        say("info string the search failed; no move");
    }
}

fn introduce() {
    say(&format!("id name {}", engine::NAME));
    say("id author the Ponder contributors");
    say(&format!(
        "option name Hash type spin default {DEFAULT_HASH} min 1 max {}",
        SetOption::HASH_MOST
    ));
    say(&format!(
        "option name MultiPV type spin default 1 min 1 max {}",
        SetOption::LINES_MOST
    ));
    say("uciok");
}

/// Runs on the search's thread; an infinite search holds its answer back until the stop.
fn search(
    calculator: &mut Calculator,
    game: &Game,
    limits: &SearchLimits,
    stop: &AtomicBool,
    infinite: bool,
) {
    let clock = WallClock::new();
    let start = std::time::Instant::now();
    let mut report = |report: Report| match report {
        Report::Depth(line) => say(&uci::line(&line, false)),
        Report::Trying(trying) if start.elapsed() >= QUIET_FOR => {
            say(&uci::current_move(&trying));
        }
        Report::Unfinished { line, bound } if start.elapsed() >= QUIET_FOR => {
            say(&uci::unfinished(&line, bound, false));
        }
        Report::Trying(_) | Report::RootMove(_) | Report::Unfinished { .. } => {}
    };
    let mut control = Control {
        clock: &clock,
        stop,
        report: &mut report,
        rng: engine::rng(0),
    };
    let decision = calculator.choose(game, limits, &mut control);
    while infinite && !stop.load(Ordering::Relaxed) {
        thread::park();
    }
    if decision.mv.is_none() {
        say(&uci::game_over(game.position()));
    }
    let reply = decision
        .lines
        .first()
        .and_then(|line| line.pv.get(1))
        .copied();
    say(&uci::best_move(
        decision.mv,
        reply.filter(|_| decision.mv.is_some()),
    ));
}
