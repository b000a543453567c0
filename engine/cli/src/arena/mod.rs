//! `ponder arena`: a match between two players, with its threads, processes, files and time. Rules and
//! statistics of matches are in `lab::arena`.
//!
//! `settings` parses the command line, `side_player` makes the players (`uci_engine` over `process`
//! for UCI programs), `match_runner` plays pairs on several threads, `match_files` writes the finished
//! ones, `progress` prints the score.

mod match_files;
mod match_runner;
mod process;
mod progress;
mod settings;
mod side_player;
mod uci_engine;

pub use match_runner::{play_match, run_match as run};
pub use settings::{ArenaFlags, OwnMatch};
pub use uci_engine::UciEngine;
