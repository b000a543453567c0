//! A UCI session: reads commands on this thread, searches on another.
//!
//! All commands but `go` and `bench` are executed at once. Those two wait until a running search has
//! answered, so that a script may send one after the other. Options set during a search hold from the
//! next one on.

mod search_thread;
mod signals;
mod table_sources;

use std::io::{self, BufRead};

use engine::eval::nnue;
use engine::player::Player;
use engine::rules::Game;

use crate::network_file;
use crate::output::print_line;
use crate::smp::LazySmp;
use crate::uci::{self, Command, GoCommand, SetOption, SideEffect, UciSettings};
use search_thread::{SearchRequest, SearchThread};
use signals::SearchSignals;
use table_sources::TableSources;

/// Speaks UCI until `quit` or the end of the input.
pub fn run() {
    let mut session = Session::new();
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { break };
        // Bytes that are not UTF-8 are replaced.
        match uci::parse(&String::from_utf8_lossy(&line)) {
            Ok(Some(Command::Quit)) => {
                session.stop();
                return;
            }
            Ok(Some(command)) => session.execute(command),
            Ok(None) => {}
            Err(error) => print_line(&format!("info string {error}")),
        }
    }
    session.take_player();
}

struct Session {
    smp: SmpState,
    game: Game,
    settings: UciSettings,
    /// Whether the player has to be cleared before the next search.
    needs_clearing: bool,
    table_sources: TableSources,
}

/// Where the player is.
enum SmpState {
    Idle(Box<LazySmp>),
    Searching(SearchThread),
    /// Between the two, or lost in a search that panicked.
    Absent,
}

impl Session {
    fn new() -> Session {
        let settings = UciSettings {
            network: Some(nnue::shipped()),
            ..UciSettings::default()
        };
        Session {
            smp: SmpState::Idle(Box::new(LazySmp::new(settings.hash_mb))),
            game: Game::new(),
            settings,
            needs_clearing: false,
            table_sources: TableSources::default(),
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => print_identity(),
            Command::IsReady => print_line("readyok"),
            Command::NewGame => {
                self.needs_clearing = true;
                self.apply_settings();
            }
            Command::Position(game) => self.game = *game,
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => {
                let game = self.game.clone();
                self.start(SearchSignals::new(false, false), move |player, signals| {
                    search_thread::run_perft(&game, depth, signals);
                    Some(player)
                });
            }
            Command::SetOption(option) => self.set_option(option),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let SmpState::Searching(search) = &self.smp {
                    search.ponder_hit();
                }
            }
            Command::Display => print_line(&uci::board(self.game.position())),
            Command::Eval => {
                print_line(&uci::evaluation(
                    self.game.position(),
                    &self.settings.eval_config(),
                ));
            }
            Command::Bench => self.start(SearchSignals::new(false, false), |player, _| {
                crate::bench::run(crate::bench::BenchFormat::Search);
                Some(player)
            }),
            Command::Quit => {}
        }
    }

    fn go(&mut self, go: &GoCommand) {
        let request = SearchRequest {
            limits: go.limits(self.game.position(), &self.settings),
            game: self.game.clone(),
            show_wdl: self.settings.show_wdl,
        };
        let signals = SearchSignals::new(go.is_pondering(), go.is_infinite());
        self.start(signals, move |player, signals| {
            search_thread::run_go(player, &request, signals)
        });
    }

    fn start(
        &mut self,
        signals: SearchSignals,
        work: impl FnOnce(Box<LazySmp>, &SearchSignals) -> Option<Box<LazySmp>> + Send + 'static,
    ) {
        let player = self.take_player();
        self.smp = SmpState::Searching(SearchThread::start(signals, player, work));
    }

    fn set_option(&mut self, option: SetOption) {
        let before = self.settings.clone();
        match self.settings.apply(option) {
            None if self.settings.table_set != before.table_set => self.provide_tables(),
            None if self.settings.has_other_syzygy_limits(&before) => self.lend_tables(),
            None => {}
            Some(SideEffect::ClearHash) => self.needs_clearing = true,
            Some(SideEffect::LoadNetwork(file)) => self.load_network(file.as_deref()),
            Some(SideEffect::SetTablesPath(path)) => {
                self.table_sources.folder = path;
                self.provide_tables();
            }
            Some(SideEffect::SetSyzygyPath(path)) => {
                self.table_sources.open_syzygy(path.as_deref());
                self.lend_tables();
            }
        }
        self.apply_settings();
    }

    /// Replaces the network; a file that cannot be read changes nothing.
    fn load_network(&mut self, file: Option<&str>) {
        let network = match file {
            None => Ok(nnue::shipped()),
            Some(file) => network_file::read(file.as_ref()),
        };
        match network {
            Ok(network) => {
                print_line(&format!(
                    "info string network {:08x}: {}",
                    network.checksum(),
                    network.provenance()
                ));
                self.settings.network = Some(network);
            }
            Err(error) => print_line(&format!("info string setoption: EvalFile: {error}")),
        }
    }

    fn provide_tables(&mut self) {
        self.table_sources.provide(self.settings.table_set);
        self.lend_tables();
    }

    fn lend_tables(&mut self) {
        self.settings.tables = self.table_sources.lend(&self.settings);
    }

    /// Applies the settings to the player, unless it is searching; the next search will then.
    fn apply_settings(&mut self) {
        let is_busy = matches!(&self.smp, SmpState::Searching(search) if !search.is_answered());
        if !is_busy {
            let player = self.take_player();
            self.smp = SmpState::Idle(player);
        }
    }

    /// Stops a running search and waits for its answer.
    fn stop(&mut self) {
        if let SmpState::Searching(search) = &self.smp {
            search.stop();
            let player = self.take_player();
            self.smp = SmpState::Idle(player);
        }
    }

    /// Takes the player with the settings applied. Waits for a search that ends by itself and stops
    /// one that does not.
    fn take_player(&mut self) -> Box<LazySmp> {
        let player = match std::mem::replace(&mut self.smp, SmpState::Absent) {
            SmpState::Idle(player) => Some(player),
            SmpState::Searching(search) => {
                if !search.ends_by_itself() {
                    search.stop();
                }
                search.join()
            }
            SmpState::Absent => None,
        };
        let mut player =
            player.unwrap_or_else(|| Box::new(LazySmp::new(UciSettings::default().hash_mb)));
        if player.hash_mb() != self.settings.hash_mb
            && let Err(error) = player.resize(self.settings.hash_mb)
        {
            self.settings.hash_mb = player.hash_mb();
            print_line(&format!("info string setoption: {error}"));
        }
        player.set_eval_config(self.settings.eval_config());
        player.set_tables(self.settings.lent_tables().cloned());
        player.select_player(&self.settings);
        player.set_threads(self.settings.threads);
        if std::mem::take(&mut self.needs_clearing) {
            player.new_game();
        }
        player
    }
}

fn print_identity() {
    print_line(&format!("id name {}", engine::NAME));
    print_line("id author the Ponder contributors");
    for declaration in UciSettings::default().declarations() {
        print_line(&declaration);
    }
    print_line("uciok");
}
