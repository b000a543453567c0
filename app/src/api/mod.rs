//! What goes over the wire between the page, the server and the API's users.
//!
//! `request`, `answer`, `evaluate`, `validate`, `openings`, `strategies` and `problem` are the public
//! HTTP API; `backend`, `accounts`, `games`, `learners` and `live` are the visitor's own data, reached by the
//! server functions. The server implements [`Backend`] and turns requests into searches.

pub mod accounts;
pub mod answer;
pub mod backend;
#[cfg(feature = "ssr")]
pub mod batch;
pub mod caller;
#[cfg(feature = "ssr")]
pub mod evaluate;
pub mod game_id;
pub mod games;
pub mod learners;
pub mod learning_choice;
pub mod live;
#[cfg(feature = "ssr")]
pub mod openings;
pub mod problem;
#[cfg(feature = "ssr")]
pub mod query;
pub mod request;
#[cfg(feature = "ssr")]
pub mod schema;
mod secret;
pub mod strategies;
#[cfg(feature = "ssr")]
pub mod stream;
pub mod time_control;
#[cfg(feature = "ssr")]
pub mod validate;

pub use accounts::{Account, Accounts, ApiKey, Entered, NewApiKey};
pub use answer::SearchAnswer;
pub use backend::Backend;
pub use caller::{BackendError, BoxFuture, Caller, CameFrom, DeviceToken, SessionToken};
pub use games::{FinishedGame, Games, Recorded, StrategyTally, Tally};
pub use learners::Learners;
pub use live::Tables;
pub use problem::Problem;
pub use request::{FieldError, SearchRequest};
pub use secret::Secret;
pub use strategies::StrategyInfo;
