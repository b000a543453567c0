//! Tournaments on the page: which of two to eight players is stronger, by how much, and how sure that is.
//!
//! `entrant` and `plan` say who plays, by which limits and how often, `link` writes it into the
//! address. `format` writes numbers. `played_game` is a finished game as it is stored, `tournament` counts them, `export` offers
//! them to other programs. `messages` are those of page and worker, `worker_part` plays one game there.
//! `state` is the reducer of the page.
//!
//! The statistics are those of [`lab::arena`]: the pair of games with colours swapped is their unit.

mod entrant;
mod event;
mod export;
mod format;
mod link;
mod live_game;
mod messages;
mod plan;
mod played_game;
mod presets;
mod state;
#[cfg(test)]
mod tests;
mod tournament;
mod worker_part;

pub use entrant::{ArenaFile, ENTRANT_MINDS, Entrant, FileError, FileKind};
pub use event::{ArenaEffect, ArenaEvent, StoredTournament};
pub use export::{json, pgn_of};
pub use format::{points_text, rating_text};
pub use link::{fragment, names_tournament, parse_fragment};
pub use live_game::LiveGame;
pub use messages::{ArenaRequest, ArenaResponse, GameOrder, GameProgress, SideOrder};
pub use plan::{
    GameLimit, GameSlot, MAX_ENTRANTS, MAX_PAIRS, MIN_ENTRANTS, PlanError, TournamentPlan,
};
pub use played_game::{PlayedGame, PlayedGameError};
pub use presets::{LIMITS, Preset, presets, worth_of};
pub use state::{ArenaStage, ArenaState, MAX_WORKERS};
pub use tournament::{Results, Standing, Tournament};
pub use worker_part::answer;

pub use lab::arena::{Rating, SprtDecision};
