//! The visitor's own data, reached by the server functions: `caller` is who asks, `accounts`, `games`,
//! `learners` and `live_games` what can be asked, `backend` all of it.

pub mod accounts;
pub mod backend;
pub mod caller;
pub mod games;
pub mod learners;
pub mod live_games;
