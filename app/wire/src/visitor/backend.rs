//! What the server keeps for a visitor, as a trait that the server implements.

use super::{accounts::Accounts, games::Games, learners::Learners, live_games::LiveGames};

/// What the server does for a visitor. Provided to Leptos as `Arc<dyn Backend>`.
pub trait Backend: Games + Accounts + Learners + LiveGames {}
