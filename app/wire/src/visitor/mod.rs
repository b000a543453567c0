//! The arguments and results of the server functions: `caller` is who asks, `accounts`, `games`,
//! `learners`, `endings`, `exercises` with `exercise_sync`, `analyses`, `networks`, `rating` and `live_games` are
//! what can be asked, `backend` is all of it.

pub mod accounts;
pub mod analyses;
pub mod backend;
pub mod caller;
pub mod endings;
pub mod exercise_sync;
pub mod exercises;
pub mod games;
pub mod learners;
pub mod live_games;
pub mod networks;
pub mod rating;
