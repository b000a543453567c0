//! Importing a visitor's games: files of lichess, chess.com and others with up to 2,000 games in PGN.
//!
//! `game_file` splits a file into games (`found_game`) while it is read, `visitor` finds whose they are,
//! `game_key` recognises those that come again. `storage` is what the browser stores: texts, a header, and
//! a record for each game, in the envelope of `stored_bytes`. `messages` are those of page and worker.
//!
//! In the worker `worker_part` answers: `read_game` reads a game with its clocks (`time_control`,
//! `move_times`) or says why it is refused (`refused`), `analysis` searches its positions by `searcher`
//! and makes exercises, `cause` finds what a mistake allowed. `game_result` is what is kept of it.
//!
//! `given` are games that come without a file: those played on this site.
//!
//! `report` has what the games have in common. `state` is the reducer of the page with `reading` and
//! `running`, `queue` are the games to be done, `text` says how far it is, `format` writes numbers.

mod analysis;
mod cause;
mod claim_kind_text;
mod event;
mod format;
mod found_game;
mod game_file;
mod game_key;
mod game_result;
mod given;
mod messages;
mod move_times;
mod queue;
mod read_game;
mod reading;
mod refused;
mod report;
mod running;
mod searcher;
mod skipped;
mod state;
mod storage;
mod stored_bytes;
#[cfg(test)]
mod tests;
mod text;
mod time_control;
mod visitor;
mod worker_part;

pub use event::{ImportEffect, ImportEvent, StoredImport};
pub use found_game::FoundGame;
pub use game_file::{GameFile, GameFileError, MAX_GAME_BYTES, MAX_GAMES};
pub use game_key::GameKey;
pub use game_result::{
    Decided, GameEnd, GameMistake, GameResult, MAX_MISTAKES, PhaseResult, PlayedOpening, SideResult,
};
pub use given::{GivenGame, GivenProgress, MAX_GIVEN};
pub use messages::{ImportAnswer, ImportOrder, ImportRequest};
pub use queue::ImportQueue;
pub use reading::{FileReading, GamesFound, SLICE_BYTES};
pub use refused::{MAX_PLIES, MIN_PLIES, RefusedCounts, RefusedGame};
pub use report::{
    ClockReport, GameScore, GamesReport, GroupReport, MAX_PLACES, MIN_OPENING_GAMES, MistakeGroup,
    MistakePlace, MistakesReport, OpeningReport, OpeningsReport, PhaseReport, PhasesReport, Rate,
};
pub use running::ImportRun;
pub(crate) use searcher::Searcher;
pub use skipped::{SkipReason, SkippedGames};
pub use state::{ImportStage, ImportState};
pub use storage::{
    EARLIER_KEY, EarlierGames, GameRecord, HEADER_KEY, ImportHeader, ImportStatus,
    MAX_EARLIER_GAMES, PLAYED_KEY, PlayedBefore, RECORD_KEYS, TEXT_KEYS, index_of, record_key,
    text_key,
};
pub use stored_bytes::StoredError;
pub use text::{given_text, status_text};
pub use visitor::{MAX_VISITOR_NAMES, PlayerNames, Visitor};
pub use worker_part::answer;
