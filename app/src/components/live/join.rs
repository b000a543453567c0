//! Joining an open game.

use wire::{BackendError, live::GameLink};

use crate::components::shared::form::{Form, FormFields};
use crate::server_fns;

/// Sends the link of a game to join, and passes the joined game to `then`.
pub fn join_form(then: impl Fn(GameLink) + Clone + Send + Sync + 'static) -> Form<GameLink> {
    let join = |game: &GameLink| {
        let game = game.clone();
        async { server_fns::join_live_game(game).await.map_err(join_error) }
    };
    Form::new(FormFields::default(), join, then)
}

/// The error of a game that could not be joined or created: too many are open, not attempted.
pub fn join_error(error: BackendError) -> BackendError {
    match error {
        BackendError::TooMany { .. } => BackendError::Invalid {
            field: "client_id".to_owned(),
            reason: "too many games of yours are open or under way. End one of them first"
                .to_owned(),
        },
        other => other,
    }
}
