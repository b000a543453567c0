//! What pages are made of, in folders by what one sees. Components read a controller's state and tell
//! it what happened; the board knows only signals and moves.

#[cfg(feature = "hydrate")]
pub mod account;
#[cfg(feature = "hydrate")]
pub mod analysis;
#[cfg(feature = "hydrate")]
pub mod api_console;
#[cfg(feature = "hydrate")]
pub mod arena;
pub mod board;
mod coach;
mod controls;
mod dialogs;
#[cfg(feature = "hydrate")]
pub mod dojo;
pub mod endgames;
pub mod live;
pub mod openings;
pub mod panels;
pub mod shared;
mod side_effects;
#[cfg(feature = "hydrate")]
pub mod theatre;
pub mod train;

pub use board::eval_bar::EvalBar;
pub use board::network_overlay::network_overlay;
pub use board::players::{Edge, PlayerCard};
pub use board::search_summary::SearchSummary;
pub use board::{Board, wheel_step};
pub use controls::actions::{Actions, MoreActions};
pub use controls::move_box::move_box;
pub use controls::setup::Setup;
pub use controls::shortcuts::listen_to_keys;
pub use controls::skip_replay::skip_on_input;
pub use dialogs::key_list::key_list;
pub use dialogs::preferences::preferences;
pub use dialogs::requests::DialogRequests;
pub use panels::drawers::{MemoryPanel, PositionPanel, ResultsPanel, TransferPanel, engine_room};
pub use panels::evaluation::EvaluationPanel;
pub use panels::move_list::{HistoryPanel, opening_name};
pub use panels::search_details::search_details;
pub use panels::status::PlayStatus;
pub use panels::thinking::ThinkingPanel;
pub use shared::error_lines::ErrorLines;
pub use shared::format::evaluation_text;
pub use shared::header::Header;
pub use shared::static_html::static_html;
pub use side_effects::side_effects;
