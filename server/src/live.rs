//! Games that have an address: the app's `Tables` over the store.

use app::api::{
    BackendError, BoxFuture, SessionToken, Tables,
    live::{NewGame, Placed, SharedGame, Shown},
};
use app::live::GameLink;

use crate::visitors::Visitors;

impl Tables for Visitors {
    fn new_game<'a>(
        &'a self,
        _session: Option<SessionToken>,
        _game: NewGame,
    ) -> BoxFuture<'a, Result<Placed, BackendError>> {
        Box::pin(async move { Err(BackendError::Unavailable("not yet".to_owned())) })
    }

    fn join_game<'a>(
        &'a self,
        _session: Option<SessionToken>,
        _game: GameLink,
    ) -> BoxFuture<'a, Result<Placed, BackendError>> {
        Box::pin(async move { Err(BackendError::Unavailable("not yet".to_owned())) })
    }

    fn share_game<'a>(
        &'a self,
        _session: Option<SessionToken>,
        _game: SharedGame,
    ) -> BoxFuture<'a, Result<Placed, BackendError>> {
        Box::pin(async move { Err(BackendError::Unavailable("not yet".to_owned())) })
    }

    fn shown_game<'a>(
        &'a self,
        _session: Option<SessionToken>,
        _game: GameLink,
    ) -> BoxFuture<'a, Result<Option<Shown>, BackendError>> {
        Box::pin(async move { Err(BackendError::Unavailable("not yet".to_owned())) })
    }
}
