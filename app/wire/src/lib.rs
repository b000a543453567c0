//! What the page, the server and the API's users send each other.
//!
//! `search`, `positions`, `strategies` and `problem` are the public HTTP API; `live` is what goes over
//! the socket and what is shown of a game with an address; `visitor` is what the server functions
//! carry, with the trait that the server implements for them.
//!
//! Invariants: no Leptos, no browser, no clock, no randomness. Whatever is here is read from strangers,
//! so every type either checks what it reads or leaves it to a method that names the field at fault.

pub mod game_id;
pub mod learning_choice;
pub mod live;
#[cfg(feature = "server")]
mod one_of;
#[cfg(feature = "server")]
pub mod positions;
pub mod problem;
#[cfg(feature = "server")]
pub mod schema;
pub mod search;
mod secret;
pub mod strategies;
pub mod time_control;
pub mod visitor;

pub use problem::Problem;
pub use search::answer::SearchAnswer;
pub use search::request::{FieldError, SearchRequest};
pub use secret::Secret;
pub use strategies::StrategyInfo;
pub use visitor::accounts::{Account, Accounts, ApiKey, NewApiKey, NewSession};
pub use visitor::backend::Backend;
pub use visitor::caller::{
    BackendError, BoxFuture, Caller, ClientAddress, DeviceToken, SessionToken,
};
pub use visitor::games::{FinishedGame, Games, RecordedGame, StrategyTally, Tally};
pub use visitor::learners::Learners;
pub use visitor::live_games::LiveGames;
