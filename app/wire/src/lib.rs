//! The types that the page, the server and the API's clients exchange.
//!
//! `search`, `positions`, `strategies` and `problem` are the public HTTP API; `live` holds the
//! messages of the WebSocket and the view of a game with an address; `visitor` holds the arguments
//! and results of the server functions, with the trait that the server implements for them.
//!
//! Architecture invariant: serde types only; no Leptos, no browser, no clock, no randomness. The
//! input is untrusted: a type either checks what it reads, or has a method that checks it and names
//! the field at fault.

mod field_error;
pub mod finished_game;
pub mod game_id;
pub mod learning_choice;
pub mod live;
pub mod network_id;
#[cfg(feature = "server")]
pub mod positions;
pub mod problem;
pub mod replay;
#[cfg(feature = "server")]
pub mod schema;
#[cfg(feature = "server")]
mod schema_unions;
pub mod search;
mod secret;
pub mod strategies;
pub mod strength;
pub mod time_control;
pub mod visitor;

pub use field_error::FieldError;
pub use network_id::NetworkId;
pub use problem::Problem;
pub use search::answer::SearchAnswer;
pub use search::request::SearchRequest;
pub use secret::Secret;
pub use strategies::StrategyInfo;
pub use visitor::accounts::{Account, Accounts, ApiKey, NewApiKey, NewSession};
pub use visitor::analyses::{
    Analyses, AnalysisAnswer, AnalysisCursor, AnalysisId, AnalysisList, KeptAnalysis,
    ListedAnalysis, RecordedAnalysis, SentAnalysis,
};
pub use visitor::backend::Backend;
pub use visitor::caller::{
    BackendError, BackendFuture, BoxFuture, Caller, ClientAddress, DeviceToken, SessionToken,
};
pub use visitor::endings::{Endings, RecordedEndings, SolvedEnding};
pub use visitor::exercise_sync::{ExercisePage, Exercises, RecordedExercises, RefusedExercises};
pub use visitor::exercises::{AnswerGrade, ExerciseAnswer, StoredExercise};
pub use visitor::games::{FinishedGame, Games, RecordedGame, StrategyTally, Tally};
pub use visitor::learners::Learners;
pub use visitor::live_games::LiveGames;
