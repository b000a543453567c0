//! What pages are made of. Components read the session's state and send it events; the board knows
//! only signals and moves.

mod actions;
pub mod board;
mod captures;
mod clock_face;
pub mod drawers;
mod endings;
mod eval_bar;
mod evaluation;
mod figures;
mod header;
mod history;
mod icons;
mod modal;
mod players;
mod read;
mod ready;
mod setup;
mod skip;
mod status;
mod thinking;
mod thought_line;
mod trouble;
pub(crate) mod whole;

pub use actions::{Actions, MoreActions};
pub use board::Board;
pub use drawers::{MemoryPanel, ResultsPanel, TransferPanel, engine_room};
pub use endings::{Asked, dialogs};
pub use eval_bar::EvalBar;
pub use evaluation::EvaluationPanel;
pub use header::Header;
pub use history::{HistoryPanel, opening_name};
pub use players::{Edge, PlayerCard};
pub use read::read;
pub use setup::Setup;
pub use skip::skip_on_input;
pub use status::StatusBox;
pub use thinking::ThinkingPanel;
pub use thought_line::ThoughtLine;
pub use trouble::Troubles;
