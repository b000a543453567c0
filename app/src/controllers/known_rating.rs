//! The visitor's strength: as the server tells it, or without it as it last did, and by the games that have not
//! arrived there.

use client::play::unsent_game::UnsentGame;
use client::play::{PlayEvent, PlayState};
use leptos::task::spawn_local;
use wire::FinishedGame;
use wire::visitor::rating::KnownRating;

use super::controller::Controller;
use crate::platform::game_storage;
use crate::platform::ignore::ignore_failure;
use crate::server_fns;

/// Tells the page the visitor's strength, forgotten first if that is wished. Where the server cannot be asked and
/// never was, it stays as it was.
pub fn tell_rating(play: Controller<PlayState>, reset: bool) {
    spawn_local(async move {
        let told = match reset {
            true => server_fns::reset_rating().await,
            false => server_fns::rating().await,
        };
        let rating = match told {
            Ok(rating) => {
                ignore_failure("storage refused", game_storage::store_rating(&rating));
                Some(rating)
            }
            // Only the server can forget.
            Err(_) if reset => None,
            Err(_) => without_server(),
        };
        if let Some(rating) = rating {
            play.dispatch(PlayEvent::RatingLoaded(rating.shown()));
        }
    });
}

fn without_server() -> Option<KnownRating> {
    let waiting = game_storage::unsent();
    let waiting = waiting.iter().filter_map(UnsentGame::to_record);
    let games = waiting.filter_map(|game| FinishedGame::rated(&game));
    game_storage::known_rating().map(|known| known.after(games))
}
