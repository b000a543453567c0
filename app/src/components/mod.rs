//! What pages are made of. Components read the session's state and send it events; the board knows
//! only signals and moves.

mod actions;
#[cfg(feature = "hydrate")]
mod analysis;
mod analysis_skeleton;
mod announcer;
mod background;
pub mod board;
mod captures;
mod clock_face;
mod dialog_requests;
pub mod drawers;
mod endings;
mod eval_bar;
mod evaluation;
mod explored;
mod figures;
mod header;
mod history;
mod icons;
mod key_list;
mod line_moves;
#[cfg(feature = "hydrate")]
mod links;
pub mod live;
#[cfg(feature = "hydrate")]
mod me;
mod memory;
mod modal;
mod move_box;
mod names;
mod notices;
mod offline;
mod players;
mod preferences;
mod read;
mod ready;
mod report;
mod root_moves;
mod seen;
mod sent;
mod setup;
mod share;
mod shortcuts;
mod skip;
mod sounds;
mod status;
mod thinking;
mod thought_line;
mod thoughts;
mod trouble;
#[cfg(feature = "hydrate")]
pub mod try_it;
mod warnings;
pub(crate) mod whole;

pub use actions::{Actions, MoreActions};
#[cfg(feature = "hydrate")]
pub use analysis::analysis;
pub use analysis_skeleton::analysis_skeleton;
pub use background::background;
pub(crate) use board::piece_code;
pub use board::{Board, step_of};
pub use dialog_requests::DialogRequests;
pub use drawers::{MemoryPanel, PositionPanel, ResultsPanel, TransferPanel, engine_room};
pub use eval_bar::EvalBar;
pub use evaluation::EvaluationPanel;
pub use figures::score_in_words;
pub use header::Header;
pub use history::{HistoryPanel, opening_name};
#[cfg(feature = "ssr")]
pub use key_list::key_list;
#[cfg(feature = "hydrate")]
pub use me::me;
pub use move_box::move_box;
pub use players::{Edge, PlayerCard};
pub use preferences::preferences;
pub use read::{read, read_search};
pub use seen::seen;
pub use sent::sent;
pub use setup::Setup;
#[cfg(feature = "ssr")]
pub use shortcuts::KEYS;
pub use shortcuts::listen_to_keys;
pub use skip::skip_on_input;
pub use status::StatusBox;
pub use thinking::ThinkingPanel;
pub use thought_line::ThoughtLine;
pub use thoughts::thoughts;
pub use trouble::Troubles;
#[cfg(feature = "hydrate")]
pub use try_it::try_it;
