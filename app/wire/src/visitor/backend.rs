//! The server's side of the server functions, as one trait.

use super::{
    accounts::Accounts, analyses::Analyses, endings::Endings, exercise_sync::Exercises,
    games::Games, learners::Learners, live_games::LiveGames, networks::Networks,
};

/// What the server does for a visitor. Provided to Leptos as `Arc<dyn Backend>`.
pub trait Backend:
    Games + Accounts + Learners + LiveGames + Endings + Exercises + Analyses + Networks
{
}
