//! Positions and games looked into: what the page at `/analyze` knows, without markup.
//!
//! `state` is a pure reducer as the playing page has one: every event gives a new state and
//! effects. `review` goes through a game, `network` has searches wait for the network, `import` reads
//! what people paste, `link` writes all of it into the page's address, `shared_analysis` for the
//! server to show under a link, `board_setup` is a position that is being set up.

mod board_setup;
mod error;
mod import;
mod link;
mod network;
mod network_wait;
mod review;
mod review_state;
mod shared_analysis;
mod state;
#[cfg(test)]
mod tests;

pub use board_setup::{Hold, Placing};
pub use error::Refused;
pub use import::{Imported, MOST_BYTES, import};
pub use link::{Opened, YOU, address_of, opened_by, text_in};
pub use review::numbered;
pub use review_state::{Reviewed, Reviewing, Running, Turn};
pub use shared_analysis::shared;
pub use state::{Analysis, Effect, Event, Found, Looking, MOST_LINES, Step};
