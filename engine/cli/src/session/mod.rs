//! A UCI session: reads commands on this thread, searches on another.
//!
//! All but `go` and `bench` is obeyed at once. Those wait until a search under way has answered, so
//! that a script may ask one thing after the other. Options set during a search hold from the next
//! one on.

mod search;
mod signals;

use std::io::{self, BufRead};

use crate::uci::{self, Command, Go, SetOption, Settings};
use engine::eval::nnue;
use engine::player::Player;
use engine::rules::Game;

use crate::network;
use crate::say::say;
use crate::team::Team;
use search::{Question, Search};
use signals::Signals;

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
    session.rest();
}

struct Session {
    team: Seat,
    game: Game,
    settings: Settings,
    /// Whether the next search has to begin without memory.
    forget: bool,
}

/// Where the team is.
enum Seat {
    Here(Box<Team>),
    Searching(Search),
    /// Between the two, or lost in a search that failed.
    Empty,
}

impl Session {
    fn new() -> Session {
        let settings = Settings {
            network: Some(nnue::shipped()),
            ..Settings::default()
        };
        Session {
            team: Seat::Here(Box::new(Team::new(settings.hash_mb))),
            game: Game::new(),
            settings,
            forget: false,
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => introduce(),
            Command::IsReady => say("readyok"),
            Command::NewGame => {
                self.forget = true;
                self.settle();
            }
            Command::Position(game) => self.game = *game,
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => {
                let game = self.game.clone();
                self.start(Signals::new(false, false), move |team, signals| {
                    search::count(&game, depth, signals);
                    Some(team)
                });
            }
            Command::SetOption(option) => self.set(&option),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Seat::Searching(search) = &self.team {
                    search.ponder_hit();
                }
            }
            Command::Display => say(&uci::board(self.game.position())),
            Command::Eval => {
                say(&uci::evaluation(
                    self.game.position(),
                    &self.settings.judge(),
                ));
            }
            Command::Bench => self.start(Signals::new(false, false), |team, _| {
                crate::bench::run(crate::bench::Format::Search);
                Some(team)
            }),
            Command::Quit => {}
        }
    }

    fn go(&mut self, go: &Go) {
        let question = Question {
            limits: go.limits(self.game.position(), &self.settings),
            game: self.game.clone(),
            show_wdl: self.settings.show_wdl,
        };
        let signals = Signals::new(go.is_pondering(), go.is_infinite());
        self.start(signals, move |team, signals| {
            search::answer(team, &question, signals)
        });
    }

    fn start(
        &mut self,
        signals: Signals,
        work: impl FnOnce(Box<Team>, &Signals) -> Option<Box<Team>> + Send + 'static,
    ) {
        let team = self.rest();
        self.team = Seat::Searching(Search::start(signals, team, work));
    }

    fn set(&mut self, option: &SetOption) {
        if let SetOption::EvalFile(file) = option {
            self.change_network(file.as_deref());
        }
        self.settings.set(option);
        self.forget |= *option == SetOption::ClearHash;
        self.settle();
    }

    /// Changes the network; one that cannot be read changes nothing.
    fn change_network(&mut self, file: Option<&str>) {
        let network = match file {
            None => Ok(nnue::shipped()),
            Some(file) => network::read(file.as_ref()),
        };
        match network {
            Ok(network) => {
                say(&format!(
                    "info string network {:08x}: {}",
                    network.checksum(),
                    network.provenance()
                ));
                self.settings.network = Some(network);
            }
            Err(error) => say(&format!("info string setoption: EvalFile: {error}")),
        }
    }

    /// Puts the settings into force, if no search is under way; else the next one will.
    fn settle(&mut self) {
        let is_busy = matches!(&self.team, Seat::Searching(search) if !search.is_answered());
        if !is_busy {
            let team = self.rest();
            self.team = Seat::Here(team);
        }
    }

    /// Ends the search, if there is one, and waits for its answer.
    fn stop(&mut self) {
        if let Seat::Searching(search) = &self.team {
            search.stop();
            let team = self.rest();
            self.team = Seat::Here(team);
        }
    }

    /// The team with the settings in force. Waits for a search that ends by itself and stops one
    /// that does not.
    fn rest(&mut self) -> Box<Team> {
        let team = match std::mem::replace(&mut self.team, Seat::Empty) {
            Seat::Here(team) => Some(team),
            Seat::Searching(search) => {
                if !search.will_end() {
                    search.stop();
                }
                search.join()
            }
            Seat::Empty => None,
        };
        let mut team = team.unwrap_or_else(|| Box::new(Team::new(Settings::default().hash_mb)));
        if team.hash_mb() != self.settings.hash_mb
            && let Err(error) = team.resize(self.settings.hash_mb)
        {
            self.settings.hash_mb = team.hash_mb();
            say(&format!("info string setoption: {error}"));
        }
        team.set_judge(self.settings.judge());
        team.seat(&self.settings);
        team.set_threads(self.settings.threads);
        if std::mem::take(&mut self.forget) {
            team.new_game();
        }
        team
    }
}

fn introduce() {
    say(&format!("id name {}", engine::NAME));
    say("id author the Ponder contributors");
    for declaration in Settings::default().declarations() {
        say(&declaration);
    }
    say("uciok");
}
