//! Training with openings: a repertoire is drilled, each move again when it is about to be forgotten.
//!
//! `repertoire` is a tree of moves merged by position, with a card for each own move. It is made of PGN
//! (`pgn_text`, also the stored form) or of the visitor's own games (`own_games`); `repertoire_error` says what
//! is wrong with either, `limits` how much one may hold. The answers are those of `exercises`, with the same schedule.
//!
//! `state` is the reducer of the page with `drill` (what is asked, the answers, the opponent's moves by
//! `opponent`) and `browsing` (looking at the moves, adding and removing them). `departure` explains, in the
//! worker, a move that is not the repertoire's; `board` is what to draw, and `text` says it in words.

mod board;
mod browsing;
mod departure;
mod drill;
mod event;
mod limits;
mod opponent;
mod own_games;
mod pgn_text;
mod repertoire;
mod repertoire_error;
mod state;
#[cfg(test)]
mod tests;
mod text;

pub use departure::{Departure, DepartureOrder, explain_departure};
pub use event::{OpeningsEffect, OpeningsEvent};
pub use limits::{MAX_MOVES, MAX_NAME_CHARS, MAX_PLIES, MAX_REPERTOIRES, MAX_TEXT_BYTES};
pub use opponent::LineOpponent;
pub use own_games::{DEFAULT_DEPTH, DEPTHS, OwnGames};
pub use pgn_text::{ReadLines, stated_tags};
pub use repertoire::{Card, Repertoire, RepertoireId};
pub use repertoire_error::RepertoireError;
pub use state::{LineEnd, LineStage, NEW_PER_DAY, OpeningLine, OpeningsState, RepertoireCounts};
pub use text::{
    add_text, departure_text, due_text, line_text, opponent_text, prompt, read_text, size_text,
};
