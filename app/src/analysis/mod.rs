//! Positions and games looked into: what the page at `/analyze` knows, without markup.
//!
//! `state` is a pure reducer as the playing page has one: every event gives a new state and
//! effects. `review` goes through a game, `network` has searches wait for what judges, `import` reads
//! what people paste, `link` writes all of it into the page's address, `shared` for the server to show
//! under a link, `placing` is a position that is being set up. [`Desk`] is the handle for the page.

#[cfg(feature = "hydrate")]
mod desk;
mod import;
mod link;
mod network;
mod placing;
mod review;
mod shared;
mod state;
#[cfg(test)]
mod tests;

#[cfg(feature = "hydrate")]
pub use desk::Desk;
pub use import::{Imported, MOST_BYTES, Refused, import};
pub use link::{Opened, YOU, address_of, opened_by, text_in};
pub use placing::{Hold, Placing};
pub use review::{Reviewed, Reviewing, Running, Turn, numbered};
pub use shared::shared;
pub use state::{Analysis, Effect, Event, Found, Looking, MOST_LINES, Step};
